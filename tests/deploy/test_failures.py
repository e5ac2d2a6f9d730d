"""Every failure of pyserial and mpremote on the way to a board becomes one sentence."""

import errno
import struct

import pytest
import serial
from kostka.errors import KostkaError, LinkError
from kostka_host import cli
from kostka_host.deploy import prompt as prompts
from kostka_host.deploy import transfer, update
from kostka_host.deploy.found import Found
from kostka_host.deploy.plan import Item
from kostka_host.deploy.prompt import Prompt
from kostka_host.deploy.wire import Wire
from kostka_host.link.transport import SerialTransport
from mpremote.transport import TransportError

RAW = b"raw REPL; CTRL-B to exit\r\n>"


class Script:
    """A transport that answers what is written with what it was told to."""

    name = "/dev/ttyTEST"

    def __init__(self, *answers):
        self.answers = list(answers)
        self.heard = b""
        self.wrote = b""
        self.closed = False

    def write(self, data):
        self.wrote += data
        for at, (asked, answer) in enumerate(self.answers):
            if asked in self.wrote[-300:]:
                del self.answers[at]
                if isinstance(answer, Exception):
                    raise answer
                self.heard += answer
                break

    def read(self, timeout_s):
        data, self.heard = self.heard, b""
        return data

    def close(self):
        self.closed = True


def at_prompt(*answers):
    script = Script((b"\x01", RAW), *answers)
    return Prompt("port:x", 0.05, lambda selector, write_s: script), script


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(prompts, "ENTER_S", 10.0)  # times 0.05


# The port -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (serial.SerialException(errno.ENOENT, "no such file"), "link.no_port"),
        (serial.SerialException(errno.EACCES, "permission denied"), "link.denied"),
        (serial.SerialException("Could not exclusively lock port x"), "link.busy"),
        (serial.SerialException(errno.EBUSY, "busy"), "link.busy"),
        (OSError(errno.EIO, "input/output error"), "link.no_port"),
        (ValueError("not a valid baud rate"), "link.no_port"),
    ],
)
def test_a_port_that_does_not_open(problem, text, mocker, capsys, monkeypatch):
    monkeypatch.setenv("KOSTKA_LANG", "en")
    mocker.patch("serial.serial_for_url", side_effect=problem)
    with pytest.raises(LinkError) as caught:
        Prompt("port:/dev/ttyX")
    assert caught.value.text == text
    assert cli.main(["update", "--board", "port:/dev/ttyX"]) == 1
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert "/dev/ttyX" in said.splitlines()[-1]


@pytest.mark.parametrize(
    ("method", "problem", "text"),
    [
        ("read", serial.SerialException("device reports readiness but no data"), "link.gone"),
        ("read", OSError(errno.ENODEV, "gone"), "link.gone"),
        ("read", TypeError("an integer is required"), "link.gone"),
        ("write", serial.SerialException("write failed"), "link.gone"),
        ("write", OSError(errno.EIO, "unplugged"), "link.gone"),
        ("write", serial.SerialTimeoutException("Write timeout"), "link.stuck"),
        ("write", serial.PortNotOpenError(), "link.gone"),
    ],
)
def test_a_port_that_fails_in_use(method, problem, text, mocker):
    port = mocker.MagicMock(in_waiting=0)
    port.read.return_value = b""
    getattr(port, method).side_effect = problem
    mocker.patch("serial.serial_for_url", return_value=port)
    with pytest.raises(LinkError) as caught:
        Prompt("port:/dev/ttyX", 0.05)
    assert caught.value.text == text
    port.close.assert_called_once()


def test_rts_falls_before_dtr_and_neither_is_touched_before(mocker):
    port = mocker.MagicMock()
    order = []
    for line in ("rts", "dtr"):
        setter = mocker.PropertyMock(
            side_effect=lambda value, line=line: order.append((line, value))
        )
        setattr(type(port), line, setter)
    opened = mocker.patch("serial.serial_for_url", return_value=port)
    transport = SerialTransport("/dev/ttyX")
    assert order == []
    assert not {"dsrdtr", "rtscts"} & set(opened.call_args.kwargs)
    transport.close()
    assert order == [("rts", False), ("dtr", False)]
    port.close.assert_called_once()


def test_a_pseudo_terminal_that_has_no_such_lines_closes_all_the_same(mocker):
    port = mocker.MagicMock()
    for line in ("rts", "dtr"):
        setter = mocker.PropertyMock(side_effect=OSError(errno.ENOTTY, "no tty"))
        setattr(type(port), line, setter)
    mocker.patch("serial.serial_for_url", return_value=port)
    SerialTransport("/dev/pts/1").close()
    port.close.assert_called_once()


# mpremote -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "problem",
    [
        TransportError("could not enter raw repl"),
        TransportError("unexpected read during raw paste: b''"),
        TransportError("could not complete raw paste: b''"),
        TransportError("timeout waiting for first EOF reception"),
        TransportError("timeout waiting for second EOF reception"),
        struct.error("unpack requires a buffer of 2 bytes"),
    ],
    ids=str,
)
def test_what_mpremote_raises_names_the_port(problem, mocker):
    prompt, _ = at_prompt()
    mocker.patch.object(prompt._repl, "exec_raw", side_effect=problem)
    mocker.patch.object(prompt._repl, "exec_raw_no_follow", side_effect=problem)
    mocker.patch.object(prompt._repl, "follow", side_effect=problem)
    for act in (lambda: prompt.run("1"), lambda: prompt.begin("1")):
        with pytest.raises(LinkError) as caught:
            act()
        assert caught.value.text == "deploy.garbled"
        assert caught.value.params[0] == "/dev/ttyTEST"
    prompt.reset()  # the port may go in the middle of its answer
    if isinstance(problem, TransportError):
        with pytest.raises(LinkError):
            prompt.finish()


def test_a_board_that_knows_no_raw_paste(mocker):
    mocker.patch("time.sleep")
    prompt, script = at_prompt((b"\x05A\x01", b"R\x00"), (b"print(1)\x04", b"OK1\r\n\x04\x04>"))
    assert prompt.run("print(1)") == "1\n"
    assert script.wrote.endswith(b"print(1)\x04")


@pytest.mark.parametrize(
    ("heard", "text"),
    [
        (b"", "deploy.silent"),
        (b"\x00\xff" * 40, "deploy.no_prompt"),
        (b"rst:0x1\r\n", "deploy.no_prompt"),
    ],
    ids=["nothing", "noise", "other firmware"],
)
def test_what_is_no_micropython(heard, text):
    script = Script(*[(b"\x03", heard)] * 40)
    with pytest.raises(LinkError) as caught:
        Prompt("port:x", 0.02, lambda selector, write_s: script)
    assert caught.value.text == text
    assert script.closed


# Sending --------------------------------------------------------------------------------------


def answers(monkeypatch, *marks):
    """Return a prompt whose board says these in turn while files are sent."""
    prompt, script = at_prompt()
    monkeypatch.setattr(Prompt, "begin", lambda self, code: None)
    monkeypatch.setattr(transfer, "ANSWER_S", 1.0)
    prompt.wire.read(1)  # the mark of the prompt, which begin() takes
    script.heard = b"".join(marks)
    return prompt


ITEM = [Item("/a", "/a", bytes(100))]


@pytest.mark.parametrize(
    ("marks", "text"),
    [
        ((), "deploy.silent"),
        ((b"!",), "deploy.silent"),
        ((b"!", b"\x04OSError: 28\r\n\x04"), "deploy.full"),
        ((b"!", b"\x04OSError: [Errno 28] ENOSPC\r\n\x04"), "deploy.full"),
        ((b"!", b"\x04MemoryError: memory allocation failed\r\n\x04"), "deploy.memory"),
        ((b"!", b"\x04ValueError: damaged /a\r\n\x04"), "deploy.failed"),
        ((b"\x04ImportError: no module named 'deflate'\r\n\x04",), "deploy.failed"),
        ((b"?? \xff",), "deploy.garbled"),
    ],
)
def test_a_transfer_that_fails(marks, text, monkeypatch):
    prompt = answers(monkeypatch, *marks)
    with pytest.raises(LinkError) as caught:
        transfer.send(prompt, ITEM)
    assert caught.value.text == text


def test_what_is_written_holds_no_interrupt():
    data = bytes(range(256)) * 40
    for block in transfer.blocks([Item("/x", "/x", data), Item("/y", "/y", b"")]):
        assert len(block) <= transfer.BLOCK
        assert b"\x03" not in transfer.frame(block)


def test_a_wire_gives_bytes_one_by_one_and_at_once():
    script = Script()
    wire = Wire(script, 0.05)
    script.heard = b"ab\x04cd"
    assert wire.read_until(b"\x04", 0.1) == b"ab\x04"
    assert wire.inWaiting() == 2
    assert wire.read(1) == b"c"
    assert wire.read(5) == b"d"
    heard = []
    script.heard = b"xyz\x04"
    assert wire.read_until(b"\x04", 0.1, consumer=heard.append) == b"\x04"
    assert b"".join(heard) == b"xyz\x04"
    assert (wire.sent, wire.heard) == (0, 9)


# Ctrl-C and strangers -------------------------------------------------------------------------


def found(**about):
    base = {"id": "1", "platform": "rp2", "machine": "Pico with RP2040", "start": False}
    base |= {"swap": [], "board": "", "micropython": [1, 28, 0], "mpy": 6, "deflate": True}
    return Found({}, {}, base | about)


def test_ctrl_c_lets_the_release_before_play_on(mocker):
    prompt, _ = at_prompt()
    mocker.patch.object(update.Updater, "prompt", return_value=prompt)
    abort = mocker.patch.object(prompt, "abort")
    mocker.patch("kostka_host.deploy.update.survey", side_effect=KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        update.Updater("port:x").update()
    abort.assert_called_once()


def test_a_board_without_kostka_is_left_alone(mocker):
    prompt, _ = at_prompt()
    mocker.patch.object(update.Updater, "prompt", return_value=prompt)
    mocker.patch.object(prompt, "abort")
    mocker.patch("kostka_host.deploy.update.survey", return_value=found())
    send = mocker.patch("kostka_host.deploy.update.send")
    with pytest.raises(KostkaError) as caught:
        update.Updater("port:x").update()
    assert caught.value.text == "deploy.no_kostka"
    send.assert_not_called()
