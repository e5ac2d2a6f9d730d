"""The one table of messages: what a board and its host may say, field by field.

The board never loads it. Tests hold both ends to it, and tools/gen_messages writes README.md
beside it. Fields are tuples (name, type, unit, needed, meaning); the unit of a pure number or
text is "".
"""

TO_HOST = "board to host"
TO_BOARD = "host to board"

# In every message, before its own fields.
COMMON = {
    TO_HOST: (
        ("s", "str", "", True, "this start of the board, 4 hex digits; another one is a restart"),
        ("q", "int", "messages", True, "counts up by 1; a jump means that messages were lost"),
        ("m", "str", "", True, "the name of the message"),
    ),
    TO_BOARD: (("m", "str", "", True, "the name of the message"),),
}

# In every request, after its name.
REQUEST = (
    ("i", "int", "", True, "number of the request, above 0; 0 asks without being remembered"),
    ("c", "str", "", True, "the host, 4 hex digits; host and number make a request unique"),
)

# (name, direction, meaning, fields, body of an example)
MESSAGES = (
    (
        "hello",
        TO_HOST,
        "The answer to a greeting, and the only message that is sent before the host counts.",
        (
            ("p", "[int, int]", "", True, "protocol version, major and minor"),
            ("fw", "str", "", True, "version of the firmware"),
            ("mpy", "str", "", True, "version of MicroPython"),
            ("id", "str", "", True, "the board"),
            ("lay", "str", "", True, "name and check of the board's layout"),
            ("cfg", "str", "", True, "check of the settings in force, 8 hex digits"),
            ("games", "object", "", True, "versions of the board's games by name; 0: not loaded"),
            ("feed", "str", "", True, "full: journal lines follow; pub: only what is public"),
            (
                "g",
                "object or null",
                "",
                True,
                "the running game: game, v (its version), seats, n (number of the next line), "
                "id and, in the full feed, c (chain)",
            ),
        ),
        '{"s":"9f3a","q":0,"m":"hello","p":[1,0],"fw":"0.1.0","mpy":"1.28.0","id":"e66118604b",'
        '"lay":"quad12:1f0c99aa","cfg":"5d2e8c11","games":{"ludo":1},"feed":"full",'
        '"g":{"game":"ludo","v":1,"seats":4,"n":17,"id":"00c0ffee00c0ffee","c":"8d1f02b6"}}',
    ),
    (
        "line",
        TO_HOST,
        "A journal line, safe on the board, of the full feed. A host that asked for them gets "
        "them in order.",
        (("l", "object", "", True, "the body of the journal line, as it is in the file"),),
        '{"s":"9f3a","q":3,"m":"line","l":{"n":17,"a":[792593],"s":"c","c":"41c6a77e"}}',
    ),
    (
        "pub",
        TO_HOST,
        "What everybody may see, after each line of the public feed: for a host with other rules.",
        (
            ("ev", "[[int]]", "", True, "public events of the last line, see kostka.rules.events"),
            ("req", "[seat, what, text id, [args]]", "", True, "what the game waits for"),
            ("tok", "[[spot, token]]", "", True, "all tokens on the table"),
        ),
        '{"s":"9f3a","q":4,"m":"pub","ev":[[2,-1,0,6,5]],"req":[0,2,"ludo.ask.move",[1]],'
        '"tok":[[0,0],[57,16]]}',
    ),
    (
        "look",
        TO_HOST,
        "What the referee says of the tokens on the table, when it changes.",
        (
            (
                "o",
                "str",
                "",
                True,
                "same, one, several, way or wrong; none without a game",
            ),
            ("missing", "[int]", "cells", True, "where a token should stand and none does"),
            ("extra", "[int]", "cells", True, "where a token stands and none should"),
        ),
        '{"s":"9f3a","q":5,"m":"look","o":"wrong","missing":[14],"extra":[15,27]}',
    ),
    (
        "scene",
        TO_HOST,
        "Lights that changed, at most 24 in a message; only to a host that watches.",
        (
            (
                "d",
                "[int]",
                "",
                True,
                "pairs of light and code; lights are cells 0..143, then seats; a code is "
                "color << 4 | pattern",
            ),
        ),
        '{"s":"9f3a","q":6,"m":"scene","d":[14,33,144,17]}',
    ),
    (
        "cups",
        TO_HOST,
        "What the dice cups say, when it changes; lists have an entry for each cup of the board.",
        (
            ("k", "[int]", "", True, "0 empty, 1 moving, 2 face, 3 cocked, 4 foreign, 5 fault"),
            ("v", "[int]", "", True, "value of a face, else 0"),
            ("w", "[int]", "", True, "kind of die that a cup waits for, 0: none"),
            ("c", "[[cup, value, value]]", "", True, "the values between which a die is cocked"),
        ),
        '{"s":"9f3a","q":7,"m":"cups","k":[2,3],"v":[5,0],"w":[6,6],"c":[[1,2,4]]}',
    ),
    (
        "stand",
        TO_HOST,
        "What lies on the tag stand, when it changes.",
        (
            ("o", "str", "", True, "empty, known, unknown, two, reader_lost, or none without one"),
            ("u", "str", "", True, "UID of a single tag in hex, else empty"),
            ("t", "[kind, value]", "", True, "the thing of a known tag, else empty"),
        ),
        '{"s":"9f3a","q":7,"m":"stand","o":"known","u":"04a1b2c3d4e5f6","t":["card","ace"]}',
    ),
    (
        "learn",
        TO_HOST,
        "Where a procedure stands, when it goes on.",
        (
            ("w", "str", "", True, "enroll, gains, tare, cells or leds"),
            ("st", "str", "", True, "what is to be done next; kept, odd or stopped: it has ended"),
            ("at", "int", "", True, "face, cell or color that it is about, -1: none"),
            ("n", "int", "", True, "so much is done"),
            ("of", "int", "", True, "of so much, 0 where that is not known yet"),
            (
                "odd",
                "list",
                "",
                True,
                "enroll: how badly the faces fit, in 1/100 degree; cells: [cell, cell that saw "
                "its token or -1] of those passed over",
            ),
        ),
        '{"s":"9f3a","q":7,"m":"learn","w":"enroll","st":"lay","at":4,"n":3,"of":6,"odd":[]}',
    ),
    (
        "note",
        TO_HOST,
        "Something to tell people.",
        (
            ("t", "str", "", True, "id of the text"),
            ("x", "list", "", True, "its arguments"),
        ),
        '{"s":"9f3a","q":7,"m":"note","t":"play.hint","x":[]}',
    ),
    (
        "re",
        TO_HOST,
        "The answer to a request. Asked again, the same request gets the same answer.",
        (
            ("r", "int", "", True, "number of the request"),
            ("ok", "int", "", True, "1 done, 0 refused"),
            (
                "n",
                "int",
                "",
                False,
                "line that was made (-1: the answer is held); new and status: "
                "number of the next line",
            ),
            ("err", "str", "", False, "refused: id of the reason's text"),
            ("x", "list", "", False, "refused: arguments of the reason"),
            ("rule", "str", "", False, "refused: the rule, such as LU-7, or empty"),
            ("free", "int", "bytes", False, "status: free heap"),
            ("dropped", "int", "messages", False, "status: did not fit into the queue"),
            ("bad", "int", "lines", False, "status: came with a wrong check"),
            ("refused", "int", "messages", False, "status: came and made no sense"),
            ("gone", "int", "hosts", False, "status: stopped listening"),
            ("crashes", "int", "", False, "status: tasks that failed and were started again"),
            ("missed", "int", "scans", False, "status: failed their check"),
        ),
        '{"s":"9f3a","q":8,"m":"re","r":12,"ok":0,"err":"link.stale","x":[],"rule":""}',
    ),
    (
        "bye",
        TO_HOST,
        "The app is being left, or the host has to greet again to go on.",
        (),
        '{"s":"9f3a","q":9,"m":"bye"}',
    ),
    (
        "hello",
        TO_BOARD,
        "The greeting. It begins everything anew; the one host there was before is forgotten.",
        (
            ("p", "[int, int]", "", True, "protocol version; another major is greeted, then left"),
            ("c", "str", "", True, "the host, 4 hex digits"),
            ("v", "object", "", True, "versions of the games whose rules the host has, by name"),
            ("w", "int", "", False, "1: watch the lights"),
        ),
        '{"m":"hello","p":[1,0],"c":"51ce","v":{"ludo":1},"w":0}',
    ),
    (
        "ack",
        TO_BOARD,
        "What has arrived; it lets the board send on.",
        (("b", "int", "bytes", True, "count since the first byte of the board's hello"),),
        '{"m":"ack","b":4711}',
    ),
    (
        "again",
        TO_BOARD,
        "Send journal lines from here on.",
        (("n", "int", "", True, "number of the first line to send"),),
        '{"m":"again","n":12}',
    ),
    (
        "do",
        TO_BOARD,
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
        TO_BOARD,
        "Throw the dice that are waited for with the board's generator.",
        REQUEST + (("n", "int", "", False, "number that the new line has to get"),),
        '{"m":"roll","i":13,"c":"51ce","n":18}',
    ),
    (
        "undo",
        TO_BOARD,
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
        TO_BOARD,
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
        TO_BOARD,
        "Begin a new game; one of another name begins after a restart of the board.",
        REQUEST
        + (
            ("game", "str", "", True, "its name"),
            ("seats", "int", "", True, "number of players"),
            ("opt", "object", "", True, "options by name; what is left out is the default"),
        ),
        '{"m":"new","i":16,"c":"51ce","game":"ludo","seats":2,"opt":{"pawns":2}}',
    ),
    (
        "learn",
        TO_BOARD,
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
        TO_BOARD,
        "Let the single tag on the stand belong to a thing.",
        REQUEST
        + (("t", "[kind, value]", "", True, "kind: token, card, tile, die, player or game"),),
        '{"m":"teach","i":17,"c":"51ce","t":["card","ace"]}',
    ),
    (
        "status",
        TO_BOARD,
        "Ask for counters; also how a host finds out whether the board is still there.",
        REQUEST,
        '{"m":"status","i":0,"c":"51ce"}',
    ),
    (
        "quit",
        TO_BOARD,
        "Leave the app for the MicroPython prompt.",
        REQUEST,
        '{"m":"quit","i":17,"c":"51ce"}',
    ),
)


def find(name: str, direction: str) -> "tuple[tuple[str, str, str, bool, str], ...] | None":
    """Return all fields of a message, None where there is no such message."""
    for message in MESSAGES:
        if message[0] == name and message[1] == direction:
            return COMMON[direction] + message[3]
    return None
