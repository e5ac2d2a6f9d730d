"""Carries files to a board: deflated blocks, two under way at a time, verified over there."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from kostka.errors import LinkError

from kostka_host.deploy.plan import Item
from kostka_host.deploy.prompt import Prompt, board_code, failure
from kostka_host.release import digest

BLOCK = 8192  # bytes of a block before it is deflated; as in board/receive.py
WINDOW = 13  # of deflate, in bits: a block
UNDER_WAY = 2  # blocks that are sent before the first is answered
HEAD = struct.Struct("<IBB")
ANSWER_S = 8.0  # for a block: flash that is erased 30 times takes two
READY, TAKEN, END = b"!", b".", b"\x04"
Sent = Callable[[int, int], object]  # bytes of files that have arrived, of all


def send(prompt: Prompt, items: Sequence[Item], sent: Sent | None = None) -> None:
    """Send files in order; each has its final name only once it was read back and is right.

    Afterwards a watchdog runs on the board, which has to be reset.

    Raises:
        LinkError: the port is gone, the board falls silent, has no room, or a file got damaged.
    """
    total = sum(len(item.data) for item in items)
    prompt.begin(board_code("receive"))
    _expect(prompt, READY)
    done, waiting = 0, []
    for block in blocks(items):
        prompt.wire.write(frame(block))
        waiting.append(len(block))
        if len(waiting) >= UNDER_WAY:
            _expect(prompt, TAKEN)
            done += waiting.pop(0)
            if sent is not None:
                sent(min(done, total), total)
    prompt.wire.write(b"0000")
    while waiting:
        _expect(prompt, TAKEN)
        done += waiting.pop(0)
    prompt.finish()
    if sent is not None:
        sent(total, total)


def blocks(items: Iterable[Item]) -> Iterator[bytes]:
    """Yield the contents of blocks: entries of files, none torn, and their bytes."""
    block = bytearray()
    for item in items:
        entry = entry_of(item)
        if len(block) + len(entry) > BLOCK:
            yield bytes(block)
            block.clear()
        block += entry
        data = item.data
        while len(block) + len(data) > BLOCK:
            room = BLOCK - len(block)
            yield bytes(block) + data[:room]
            data = data[room:]
            block.clear()
        block += data
    if block:
        yield bytes(block)


def entry_of(item: Item) -> bytes:
    """Return what stands before the bytes of a file."""
    dest, final = item.dest.encode(), item.final.encode()
    head = HEAD.pack(len(item.data), len(dest), len(final))
    return head + bytes.fromhex(digest(item.data)) + dest + final


def frame(block: bytes) -> bytes:
    """Return a block as it goes over the wire, where 0x03 would interrupt the board."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW)
    data = packer.compress(block) + packer.flush()
    data = data.replace(b"\x10", b"\x10P").replace(b"\x03", b"\x10C")
    return f"{len(data):04x}".encode() + data


def _expect(prompt: Prompt, mark: bytes) -> None:
    """Wait for a mark of the board.

    Raises:
        LinkError: something else comes, or nothing.
    """
    limit = ANSWER_S * prompt.patience
    came = prompt.wire.read_until(mark, limit, limit)
    if came == mark:
        return
    if not came.startswith(END):
        came += prompt.wire.read_until(END, 0.5, 0.5)
    if END in came:  # the code over there has ended: then its error follows
        error = came.partition(END)[2]
        if not error.endswith(END):
            error += prompt.wire.read_until(END, limit, limit)
        raise failure(prompt.name, error.rstrip(END))
    if came:
        raise LinkError("deploy.garbled", prompt.name, came[-60:].decode(errors="replace"))
    raise LinkError("deploy.silent", prompt.name)
