"""The one table of the link's messages. Nothing on a board imports it: it is for hosts and tests.

MESSAGES.md beside it is generated from here by tools/gen_messages.
"""

FROM_BOARD = "<"
FROM_HOST = ">"

# Kinds of values.
INT = "int"
TEXT = "text"
INTS = "ints"  # list of ints
LIST = "list"  # list of anything
MAP = "map"  # object
LINE = "line"  # a line of the journal, as it stands there
FLAG = "0 or 1"


class Field:
    """One field. `optional` fields may be missing; `none` says that the value may be null."""

    def __init__(
        self, name: str, kind: str, help: str, optional: bool = False, none: bool = False
    ) -> None:
        self.name = name
        self.kind = kind
        self.help = help
        self.optional = optional
        self.none = none


class Message:
    """One message: its name (field `m`), direction, fields and what it is for."""

    def __init__(self, name: str, direction: str, help: str, fields: tuple[Field, ...]) -> None:
        self.name = name
        self.direction = direction
        self.help = help
        self.fields = fields


_ASK = (
    Field("i", INT, "number of the request, 0 if no answer need be repeated"),
    Field("c", TEXT, "id of the client, 4 hex digits"),
)
_EXPECTED = "number that the new line has to get, else `link.stale`"

# Every message of a board begins with these.
HEAD = (
    Field("s", TEXT, "session id, 4 hex digits, new at each start"),
    Field("q", INT, "sequence number, one more each time; a gap means that something was lost"),
)

MESSAGES = (
    Message(
        "hello",
        FROM_BOARD,
        "Answers the host's greeting. The count of bytes for `ack` begins with this line's `$`.",
        (
            Field("p", INTS, "major and minor version of the protocol"),
            Field("fw", TEXT, "version of the firmware"),
            Field("mpy", TEXT, "version of MicroPython"),
            Field("id", TEXT, "id of the board"),
            Field("lay", TEXT, "name and id of its layout"),
            Field("cfg", TEXT, "CRC-32 of the settings, 8 hex digits"),
            Field("games", MAP, "version of each game by name, 0 while it is not loaded"),
            Field("feed", TEXT, "`full`, or `pub` where the host has another version of the game"),
            Field(
                "g",
                MAP,
                "the game: game, v, seats, n (number of lines), id, and with the full feed c",
                none=True,
            ),
        ),
    ),
    Message("line", FROM_BOARD, "One line of the journal.", (Field("l", LINE, "the line"),)),
    Message(
        "look",
        FROM_BOARD,
        "What the referee makes of the picture of the table.",
        (
            Field("o", TEXT, "`same`, `one`, `several`, `way`, `wrong`, or `none` without a game"),
            Field("missing", INTS, "cells where a token should stand and none does"),
            Field("extra", INTS, "cells where a token stands and none should"),
        ),
    ),
    Message(
        "scene",
        FROM_BOARD,
        "Lights that changed, to hosts that asked for them.",
        (Field("d", INTS, "light, code, light, code, …; code is color << 4 | pattern"),),
    ),
    Message(
        "note",
        FROM_BOARD,
        "Words for people.",
        (Field("t", TEXT, "message id"), Field("x", LIST, "its arguments")),
    ),
    Message(
        "re",
        FROM_BOARD,
        "Answers a request.",
        (
            Field("r", INT, "number of the request"),
            Field("ok", FLAG, "whether it was done"),
            Field("n", INT, "line that was written, -1 if held; for `status`: lines", True),
            Field("err", TEXT, "message id of the reason", True),
            Field("x", LIST, "its arguments", True),
            Field("rule", TEXT, "number of the rule, or empty", True),
            Field("free", INT, "status: bytes of free heap", True),
            Field("dropped", INT, "status: messages that found no room", True),
            Field("bad", INT, "status: lines of hosts whose check failed", True),
            Field("refused", INT, "status: messages that made no sense", True),
            Field("unread", INT, "status: lines of the journal that could not be read", True),
            Field("crashes", INT, "status: how often a task failed", True),
            Field("missed", INT, "status: scans that failed their check", True),
        ),
    ),
    Message(
        "pub",
        FROM_BOARD,
        "The public feed: what everybody may see, after each line.",
        (
            Field("ev", LIST, "public events of the line"),
            Field("req", LIST, "seat, what, message id and arguments of the request"),
            Field("tok", LIST, "spot and token of each token"),
        ),
    ),
    Message("bye", FROM_BOARD, "The table is being left or starts anew.", ()),
    Message(
        "hello",
        FROM_HOST,
        "Greets the board; it says nothing before.",
        (
            Field("p", INTS, "major and minor version of the protocol"),
            Field("c", TEXT, "id of the client"),
            Field("v", MAP, "versions of the games that the host can mirror"),
            Field("w", FLAG, "whether the lights are wanted too"),
        ),
    ),
    Message(
        "ack",
        FROM_HOST,
        "Gives credit: at most 192 bytes may be unreported.",
        (Field("b", INT, "bytes taken since the greeting"),),
    ),
    Message(
        "again",
        FROM_HOST,
        "Asks for the journal from a line on.",
        (Field("n", INT, "number of the first line"),),
    ),
    Message(
        "do",
        FROM_HOST,
        "Plays actions as one line.",
        _ASK
        + (
            Field("n", INT, _EXPECTED),
            Field("a", INTS, "actions"),
            Field("s", TEXT, "source: `p` page, `h` host", True),
            Field("seat", INT, "the seat that answers, for an answer of its own", True),
        ),
    ),
    Message(
        "roll",
        FROM_HOST,
        "Lets the board throw the dice.",
        _ASK + (Field("n", INT, _EXPECTED),),
    ),
    Message(
        "undo",
        FROM_HOST,
        "Goes back to the state after a line.",
        _ASK
        + (
            Field("n", INT, "line to go back to, 0 is the start"),
            Field("e", INT, _EXPECTED, True),
        ),
    ),
    Message(
        "new",
        FROM_HOST,
        "Begins a new game; one of another name begins after `bye` and a restart.",
        _ASK
        + (
            Field("game", TEXT, "its name"),
            Field("seats", INT, "number of seats"),
            Field("opt", MAP, "options that are not the default", True),
        ),
    ),
    Message("status", FROM_HOST, "Asks how the board is.", _ASK),
    Message("quit", FROM_HOST, "Leaves the table for the prompt of MicroPython.", _ASK),
)


def find(name: str, direction: str) -> Message | None:
    """Return a message, None where there is none of that name in that direction."""
    for one in MESSAGES:
        if one.name == name and one.direction == direction:
            return one
    return None


def problem(message: dict[str, object], direction: str) -> str:
    """Say what is wrong with a message, "" for nothing."""
    found = find(str(message.get("m")), direction)
    if found is None:
        return "no message " + str(message.get("m"))
    fields = list(found.fields)
    if direction == FROM_BOARD:
        fields.extend(HEAD)
    known = ["m"]
    for field in fields:
        known.append(field.name)
        if field.name not in message:
            if not field.optional:
                return "no " + field.name
        elif not _fits(message[field.name], field):
            return field.name + " is no " + field.kind
    for name in sorted(message):
        if name not in known:
            return "unknown " + name
    return ""


def _fits(value: object, field: Field) -> bool:
    kind = field.kind
    if value is None:
        return field.none
    if kind in (INT, FLAG):
        return isinstance(value, int) and (kind == INT or value in (0, 1))
    if kind == TEXT:
        return isinstance(value, str)
    if kind in (MAP, LINE):
        return isinstance(value, dict)
    if not isinstance(value, list):
        return False
    return kind == LIST or all([isinstance(one, int) for one in value])


def catalog() -> str:
    """Return the table as a page for people."""
    out = [
        "# Messages of the link",
        "",
        "Generated from messages.py by tools/gen_messages. A message is the JSON object of a",
        "checked line; its field `m` is the name. How lines, credit and repeats work is said in",
        "kostka.line and kostka.link.server.",
        "",
        "Every message of a board also has:",
        "",
    ]
    out.extend(["- `" + field.name + "` (" + field.kind + "): " + field.help for field in HEAD])
    for direction, title in ((FROM_BOARD, "From the board"), (FROM_HOST, "From the host")):
        out.extend(["", "## " + title])
        for one in MESSAGES:
            if one.direction == direction:
                out.extend(["", "### " + one.name, "", one.help, ""])
                out.extend([_row(field) for field in one.fields])
    while out[-1] == "":
        out.pop()
    return "\n".join(out) + "\n"


def _row(field: Field) -> str:
    more = ", optional" if field.optional else ""
    more += ", or null" if field.none else ""
    return "- `" + field.name + "` (" + field.kind + more + "): " + field.help
