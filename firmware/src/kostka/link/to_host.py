"""What a board says, see kostka.link.messages: (name, meaning, fields, body of an example)."""

MESSAGES = (
    (
        "hello",
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
                "id, data (digest of its data) and, in the full feed, c (chain)",
            ),
        ),
        '{"s":"9f3a","q":0,"m":"hello","p":[1,0],"fw":"0.1.0","mpy":"1.28.0","id":"e66118604b",'
        '"lay":"quad12:1f0c99aa","cfg":"5d2e8c11","games":{"ludo":1},"feed":"full",'
        '"g":{"game":"ludo","v":1,"seats":4,"n":17,"id":"00c0ffee00c0ffee",'
        '"data":"e13a5847","c":"8d1f02b6"}}',
    ),
    (
        "line",
        "A journal line, safe on the board, of the full feed. A host that asked for them gets "
        "them in order.",
        (("l", "object", "", True, "the body of the journal line, as it is in the file"),),
        '{"s":"9f3a","q":3,"m":"line","l":{"n":17,"a":[792593],"s":"c","c":"41c6a77e"}}',
    ),
    (
        "pub",
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
            ("k", "str", "", False, "wrong: plain, setup, illegal, foreign or capture"),
            (
                "mv",
                "[[from, to, token]]",
                "cells",
                False,
                "wrong: the fewest moves that put the table right, at most 8; -1 is the hand or "
                "the box",
            ),
            ("t", "str", "", False, "id of a text that says more"),
            ("x", "list", "", False, "its arguments"),
            ("rule", "str", "", False, "the rule that forbids it, such as LU-7, or empty"),
            (
                "odd",
                "[[cell, why]]",
                "",
                False,
                "sensors that people should look at; why: 0 flickers, 1 says that a token stands "
                "there, 2 sees none",
            ),
            ("off", "[int]", "cells", False, "whose sensors are not used"),
        ),
        '{"s":"9f3a","q":5,"m":"look","o":"wrong","missing":[14],"extra":[15],"k":"illegal",'
        '"mv":[[15,14,0]],"t":"ludo.no.count","x":["2c-2d"],"rule":"LU-6"}',
    ),
    (
        "scene",
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
        "What the dice cups say, when it changes; lists have an entry for each cup of the board.",
        (
            ("k", "[int]", "", True, "0 empty, 1 moving, 2 face, 3 cocked, 4 foreign, 5 fault"),
            ("v", "[int]", "", True, "value of a face, else 0; 0 under a hood"),
            ("w", "[int]", "", True, "kind of die that a cup waits for, 0: none"),
            ("c", "[[cup, value, value]]", "", True, "the values between which a die is cocked"),
        ),
        '{"s":"9f3a","q":7,"m":"cups","k":[2,3],"v":[5,0],"w":[6,6],"c":[[1,2,4]]}',
    ),
    (
        "stand",
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
        "Something to tell people.",
        (
            ("t", "str", "", True, "id of the text"),
            ("x", "list", "", True, "its arguments"),
        ),
        '{"s":"9f3a","q":7,"m":"note","t":"play.hint","x":[]}',
    ),
    (
        "about",
        "What is known of the game beside its journal, after a greeting and when it changes.",
        (
            ("name", "str", "", True, "its name on the shelf; empty where it has none"),
            (
                "k",
                "str",
                "",
                True,
                "who plays each seat: h a human, b the board's bot, r a remote",
            ),
            ("turn", "int", "quarters", True, "by which the mat is turned clockwise, 0 to 3"),
        ),
        '{"s":"9f3a","q":8,"m":"about","name":"Alfa","k":"hhb","turn":0}',
    ),
    (
        "menu",
        "What the menu on the table shows, when it changes.",
        (
            ("t", "[text id, args]", "", True, "its title; empty: it was closed"),
            ("it", "[[text id, args]]", "", True, "what can be chosen"),
            ("at", "int", "", True, "number of the one that is marked"),
        ),
        '{"s":"9f3a","q":9,"m":"menu","t":["menu.title"],"it":[["menu.another"]],"at":0}',
    ),
    (
        "re",
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
            (
                "games",
                "[[id, name, game, lines, finished, current]]",
                "",
                False,
                "games: some of those on the shelf, the one used last first",
            ),
            ("of", "int", "", False, "games: how many there are"),
            ("free", "int", "bytes", False, "status: free heap; log: free heap then"),
            ("block", "int", "bytes", False, "status, if full: the largest piece of it"),
            ("dropped", "int", "messages", False, "status: did not fit into the queue"),
            ("bad", "int", "lines", False, "status: came with a wrong check"),
            ("refused", "int", "messages", False, "status: came and made no sense"),
            ("gone", "int", "hosts", False, "status: stopped listening"),
            ("crashes", "int", "", False, "status: tasks that failed and were started again"),
            (
                "late",
                "[int]",
                "scans",
                False,
                "status: by how late they came: under 1, 5, 10, 20, 50, 100 ms, and more",
            ),
            ("missed", "int", "scans", False, "status: failed their check"),
            ("bus", "[int]", "scans", False, "status: by the chip of the chain that was wrong"),
            ("keys", "int", "events", False, "status: of keys that found no room"),
            ("unread", "int", "lines", False, "status: of the journal, damaged"),
            ("safe", "int", "", False, "status: 1 in safe mode, after too many crashes"),
            ("swap", "str", "", False, "status: how far a change of release has come"),
            ("cfg", "str", "", False, "config: check of the settings now in force"),
            ("v", "object", "", False, "config: the values in force, by name"),
            ("own", "[str]", "", False, "config: names that somebody set"),
            ("kept", "[str]", "", False, "config: names that this firmware cannot use"),
            ("count", "int", "", False, "log: crashes in a row, without a calm minute"),
            ("game", "str", "", False, "log: what was played, or nothing"),
            ("line", "int", "", False, "log: number of the next line then"),
            ("up", "int", "s", False, "log: since the start"),
            ("what", "str", "", False, "log: the traceback, its end"),
        ),
        '{"s":"9f3a","q":8,"m":"re","r":12,"ok":0,"err":"link.stale","x":[],"rule":""}',
    ),
    (
        "bye",
        "The app is being left, or the host has to greet again to go on.",
        (),
        '{"s":"9f3a","q":9,"m":"bye"}',
    ),
)
