"""The one table of messages: what a board (to_host) and its host (to_board) may say, by field.

The board never loads it. Tests hold both ends to it, and tools/gen_messages writes README.md
beside it. Fields are tuples (name, type, unit, needed, meaning); the unit of a pure number or
text is "".
"""

from kostka.link import to_board, to_host

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

# (name, direction, meaning, fields, body of an example)
MESSAGES = tuple(
    [
        (name, TO_HOST, meaning, fields, example)
        for name, meaning, fields, example in to_host.MESSAGES
    ]
    + [
        (name, TO_BOARD, meaning, fields, example)
        for name, meaning, fields, example in to_board.MESSAGES
    ]
)


def find(name: str, direction: str) -> "tuple[tuple[str, str, str, bool, str], ...] | None":
    """Return all fields of a message, None where there is no such message."""
    for message in MESSAGES:
        if message[0] == name and message[1] == direction:
            return COMMON[direction] + message[3]
    return None
