"""What MicroPython lacks: modules, names, methods, keywords. Found by trying, see the tests."""

from __future__ import annotations

# Modules of the stock RP2 firmware and of the unix port that shared code may import.
MODULES = frozenset(
    "array asyncio binascii collections deflate errno gc hashlib io json kostka machine math "
    "micropython neopixel os re rp2 select socket struct sys time uctypes vfs".split()
)
# the board's own modules beside main.py
BESIDE = (
    "board_layout", "cup_layout", "finder", "slots", "wiring",
    "jig_core", "jig_pins", "jig_pio", "jig_wires",
)  # fmt: skip
INSTEAD = {
    "random": "use kostka.rules.rng",
    "typing": "annotate with builtins, or guard the import with TYPE_CHECKING = False",
    "dataclasses": "write a plain class",
    "enum": "use ints with const()",
    "abc": "raise NotImplementedError",
    "__future__": "quote the annotations that need it",
    "math": "use whole numbers",
}
NAMES = {  # names that a module lacks
    "asyncio": "Queue Semaphore BoundedSemaphore Condition TaskGroup timeout to_thread Runner "
    "iscoroutinefunction as_completed shield",
    "struct": "error Struct iter_unpack",
    "collections": "defaultdict Counter ChainMap UserDict abc",
    "os": "path environ makedirs walk scandir fspath replace linesep getpid",
    "time": "monotonic perf_counter process_time strftime monotonic_ns perf_counter_ns",
    "sys": "getsizeof intern getrecursionlimit setrecursionlimit flags",
    "json": "JSONDecodeError JSONEncoder JSONDecoder",
}
BUILTINS = "format vars ascii breakpoint aiter anext".split()
METHODS = frozenset(
    "removeprefix removesuffix zfill ljust rjust title capitalize casefold isalnum isascii "
    "isidentifier isdecimal isnumeric isprintable istitle swapcase expandtabs maketrans "
    "format_map bit_length bit_count is_integer tobytes".split()
)
ATTRIBUTES = {
    "_asdict": "namedtuple",
    "_replace": "namedtuple",
    "__cause__": "exception",
    "__context__": "exception",
    "__traceback__": "exception",
    "with_traceback": "exception",
    "__doc__": "function",
    "__annotations__": "function",
    "__mro__": "class",
    "__subclasses__": "class",
}
SPECIAL = ("__del__", "__init_subclass__", "__set_name__", "__class_getitem__", "__prepare__")
KEYWORDS = {  # call -> keywords it takes on MicroPython; any other is refused
    "sum": (),
    "int": (),
    "zip": (),
    "print": ("sep", "end", "file"),
    "open": ("encoding",),
    "split": (),
    "rsplit": (),
    "encode": (),
    "decode": (),
    "to_bytes": (),
    "from_bytes": (),
    "dumps": ("separators",),
    "dump": ("separators",),
    "loads": (),
    "namedtuple": (),
}
UNORDERED = ("dict", "set", "frozenset")
ORDER_FREE = ("sorted", "min", "max", "sum", "any", "all", "len", "set", "frozenset", "dict")
ORDERED_USE = (
    "list",
    "tuple",
    "enumerate",
    "zip",
    "map",
    "filter",
    "iter",
    "bytes",
    "bytearray",
    "join",
)
