"""What a host says, see kostka.link.messages: (name, meaning, fields, body of an example)."""

# In every request, after its name.
REQUEST = (
    ("i", "int", "", True, "number of the request, above 0; 0 asks without being remembered"),
    ("c", "str", "", True, "the host, 4 hex digits; host and number make a request unique"),
)

MESSAGES = (
    (
        "hello",
        "The greeting. It begins everything anew; the one host there was before is forgotten.",
        (
            ("p", "[int, int]", "", True, "protocol version; another major is greeted, then left"),
            ("c", "str", "", True, "the host, 4 hex digits"),
            ("v", "object", "", True, "versions of the games whose rules the host has, by name"),
            (
                "o",
                "object",
                "",
                False,
                "digests of the data of those that the host plays with numbers of an owner's copy",
            ),
            ("w", "int", "", False, "1: watch the lights"),
        ),
        '{"m":"hello","p":[1,0],"c":"51ce","v":{"ludo":1},"w":0}',
    ),
    (
        "ack",
        "What has arrived; it lets the board send on.",
        (("b", "int", "bytes", True, "count since the first byte of the board's hello"),),
        '{"m":"ack","b":4711}',
    ),
    (
        "again",
        "Send journal lines from here on.",
        (("n", "int", "", True, "number of the first line to send"),),
        '{"m":"again","n":12}',
    ),
    (
        "do",
        "Play actions as one line.",
        REQUEST
        + (
            ("a", "[int]", "", True, "the actions, in order"),
            ("n", "int", "", False, "number that the new line has to get"),
            (
                "s",
                "str",
                "",
                False,
                "where they come from: h another program, r dice by radio, else a page",
            ),
            ("seat", "int", "", False, "whose answer it is, where seats answer at the same time"),
        ),
        '{"m":"do","i":12,"c":"51ce","n":17,"a":[792593],"s":"p"}',
    ),
    (
        "roll",
        "Throw the dice that are waited for with the board's generator.",
        REQUEST + (("n", "int", "", False, "number that the new line has to get"),),
        '{"m":"roll","i":13,"c":"51ce","n":18}',
    ),
    (
        "undo",
        "Go back to the state after a line.",
        REQUEST
        + (
            ("n", "int", "", True, "the line to go back to; 0 is the start"),
            ("e", "int", "", False, "number that the new line has to get"),
        ),
        '{"m":"undo","i":14,"c":"51ce","n":16,"e":19}',
    ),
    (
        "key",
        "Press a key of a seat panel; whatever follows is told as if hands had pressed it.",
        REQUEST
        + (
            ("seat", "int", "", True, "the panel"),
            ("key", "int", "", True, "0 left, 1 right, 2 OK, 3 undo"),
            ("held", "int", "", False, "1: it has been down for long, after it was pressed"),
        ),
        '{"m":"key","i":15,"c":"51ce","seat":0,"key":2,"held":0}',
    ),
    (
        "new",
        "Begin a new game; one of another name begins after a restart of the board.",
        REQUEST
        + (
            ("game", "str", "", True, "its name"),
            ("seats", "int", "", True, "number of players"),
            ("opt", "object", "", True, "options by name; what is left out is the default"),
            ("k", "str", "", False, "who plays each seat, as in about; humans where left out"),
        ),
        '{"m":"new","i":16,"c":"51ce","game":"ludo","seats":2,"opt":{"pawns":2}}',
    ),
    (
        "mask",
        "Play without a cell's sensor, or with it again; kept over restarts.",
        REQUEST
        + (
            ("cell", "int", "", True, "the cell"),
            ("on", "int", "", True, "1: without its sensor, 0: with it"),
        ),
        '{"m":"mask","i":16,"c":"51ce","cell":14,"on":1}',
    ),
    (
        "games",
        "Ask for the games on the board's shelf, a few at a time.",
        REQUEST + (("from", "int", "", False, "how many to pass over"),),
        '{"m":"games","i":16,"c":"51ce","from":6}',
    ),
    (
        "open",
        "Put a game of the shelf into play; one of another name after a restart of the board.",
        REQUEST + (("id", "str", "", True, "the game"),),
        '{"m":"open","i":17,"c":"51ce","id":"00c0ffee00c0ffee"}',
    ),
    (
        "drop",
        "Delete a game of the shelf that is not in play.",
        REQUEST + (("id", "str", "", True, "the game"),),
        '{"m":"drop","i":18,"c":"51ce","id":"00c0ffee00c0ffee"}',
    ),
    (
        "save",
        "Give a game a name; games that have one stay on the shelf.",
        REQUEST
        + (
            ("name", "str", "", True, "up to 24 characters; empty takes the name away"),
            ("id", "str", "", False, "the game; the one in play where left out"),
        ),
        '{"m":"save","i":19,"c":"51ce","name":"Alfa"}',
    ),
    (
        "seats",
        "Say who plays the seats, in mid game too.",
        REQUEST + (("k", "str", "", True, "a letter per seat, as in about"),),
        '{"m":"seats","i":20,"c":"51ce","k":"hbr"}',
    ),
    (
        "turn",
        "Say how the mat lies.",
        REQUEST + (("turn", "int", "quarters", True, "as in about"),),
        '{"m":"turn","i":21,"c":"51ce","turn":1}',
    ),
    (
        "abort",
        "End the game without a result.",
        REQUEST + (("n", "int", "", False, "number that the closing line has to get"),),
        '{"m":"abort","i":22,"c":"51ce","n":40}',
    ),
    (
        "learn",
        "Begin a procedure at the table, or end the one that runs; hands and keys go on with it.",
        REQUEST
        + (
            ("w", "str", "", True, "enroll, gains, tare, cells, leds; stop ends the one begun"),
            ("name", "str", "", False, "enroll: name of the die"),
            ("die", "int", "", False, "enroll, gains: kind of the die, as in requests"),
            ("cup", "int", "", False, "enroll, gains: the cup"),
            ("cell", "int", "", False, "cells, leds: only this one"),
        ),
        '{"m":"learn","i":17,"c":"51ce","w":"enroll","name":"red","die":12,"cup":0}',
    ),
    (
        "teach",
        "Let the single tag on the stand belong to a thing.",
        REQUEST
        + (("t", "[kind, value]", "", True, "kind: token, card, tile, die, player or game"),),
        '{"m":"teach","i":17,"c":"51ce","t":["card","ace"]}',
    ),
    (
        "status",
        "Ask for counters; also how a host finds out whether the board is still there.",
        REQUEST + (("full", "int", "", False, "1: with what takes time to find out"),),
        '{"m":"status","i":0,"c":"51ce"}',
    ),
    (
        "config",
        "Change settings, all or none, or ask for them.",
        REQUEST
        + (
            ("set", "object", "", False, "values by name; null takes the default"),
            ("reset", "int", "", False, "1: what is not set here takes its default, too"),
        ),
        '{"m":"config","i":17,"c":"51ce","set":{"brightness":60,"settle":null}}',
    ),
    (
        "log",
        "Ask for one of the last three crashes.",
        REQUEST + (("k", "int", "", True, "which, 0 the last"),),
        '{"m":"log","i":18,"c":"51ce","k":0}',
    ),
    (
        "quit",
        "Leave the app for the MicroPython prompt.",
        REQUEST,
        '{"m":"quit","i":17,"c":"51ce"}',
    ),
)
