"""The module select of a virtual board: polls that let the chosen clock run."""

import sys

import _clock
import uselect
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT


class poll:
    """A set of streams to wait for."""

    def __init__(self):
        self._poll = uselect.poll()
        self._reads_stdin = False

    def register(self, obj, eventmask=POLLIN | POLLOUT):
        """Add a stream."""
        self._poll.register(obj, eventmask)
        self._note(obj, eventmask)

    def modify(self, obj, eventmask):
        """Change what a stream is waited for."""
        self._poll.modify(obj, eventmask)
        self._note(obj, eventmask)

    def unregister(self, obj):
        """Take a stream out."""
        self._poll.unregister(obj)
        self._note(obj, 0)

    def _note(self, obj, eventmask):
        if obj is sys.stdin or obj is sys.stdin.buffer:
            self._reads_stdin = eventmask & POLLIN != 0

    def poll(self, timeout=-1):
        """Wait and return a list of (stream, events)."""
        self._wait(timeout)
        return self._poll.poll(0)

    def ipoll(self, timeout=-1, flags=0):
        """Wait and return an iterator over (stream, events); allocates nothing."""
        self._wait(timeout)
        return self._poll.ipoll(0, flags)

    def _wait(self, timeout):
        for _ in self._poll.ipoll(0):
            return
        if timeout == 0:
            _clock.spin()
        else:
            _clock.wait(timeout * 1000, self._poll, self._reads_stdin)
