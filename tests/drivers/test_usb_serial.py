"""The port driver in the unix VM, on pipes. On RP2040: tests/emulated."""

import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "firmware" / "src"

PORT = """
import sys, time
from kostka.drivers.usb_serial import Port
port = Port(sys.stdin.buffer, sys.stdout.buffer)
buf = bytearray(16)
"""


@pytest.fixture
def start(vm, tmp_path):
    """Start a script in the VM with pipes that stay open; the test talks to it."""
    running = []

    def run(code):
        script = tmp_path / "script.py"
        script.write_text(PORT + code)
        process = subprocess.Popen(
            [*vm.find_micropython(), str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=vm.environment([SOURCES]),
            bufsize=0,
        )
        running.append(process)
        return process

    yield run
    for process in running:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@pytest.mark.vm
def test_reading_never_waits(start):
    process = start(
        """
t = time.ticks_ms()
n = port.read(buf)
print(n, port.any(), time.ticks_diff(time.ticks_ms(), t) < 200)
"""
    )
    assert process.stdout.readline() == b"0 False True\n"


@pytest.mark.vm
def test_reading_takes_what_is_there(start):
    process = start(
        """
print("ready")
while True:
    n = port.read(buf)
    if n:
        print(n, bytes(buf[:n]))
    if buf[0] == 113:
        break
    time.sleep_ms(20)
"""
    )
    assert process.stdout.readline() == b"ready\n"
    process.stdin.write(b"abc")
    assert process.stdout.readline() == b"3 b'abc'\n"
    process.stdin.write(b"0123456789abcdefXYZ")
    assert process.stdout.readline() == b"16 b'0123456789abcdef'\n"
    assert process.stdout.readline() == b"3 b'XYZ'\n"
    process.stdin.write(b"q\x00\xff")
    assert process.stdout.readline() == b"3 b'q\\x00\\xff'\n"
    assert process.wait(5) == 0


@pytest.mark.vm
def test_a_closed_input_reads_as_nothing(start):
    process = start("sys.stdin.buffer.readline()\nprint(port.read(buf), port.read(buf))")
    process.stdin.write(b"\n")
    process.stdin.close()
    assert process.stdout.readline() == b"0 0\n"


@pytest.mark.vm
def test_writing_gives_up_when_nobody_reads(start, tmp_path):
    # A pipe holds 64 kB; the driver must stop there instead of waiting for a reader.
    report = tmp_path / "report"
    process = start(
        f"""
data = bytes(range(256)) * 8
total = 0
for _ in range(200):
    total += port.write(data, len(data))
with open({str(report)!r}, "w") as file:
    file.write("%d\\n" % total)
sys.stdin.buffer.readline()
"""
    )
    deadline = time.monotonic() + 20
    while not report.is_file() or not report.read_text().endswith("\n"):
        assert time.monotonic() < deadline, "the driver waits"
        time.sleep(0.02)
    total = int(report.read_text())
    assert 4096 < total < 200 * 2048
    assert process.stdout.read(64) == bytes(range(64))


@pytest.mark.vm
def test_calls_allocate_nothing(start):
    process = start(
        """
import gc
data = b"x" * 40
def used():
    port.read(buf); port.write(data, 1)
    gc.collect(); gc.disable()
    before = gc.mem_alloc()
    for _ in range(1000):
        port.any()
        port.read(buf)
        port.write(data, 1)
    after = gc.mem_alloc()
    gc.enable()
    return after - before
print("\\n", used())
"""
    )
    assert process.stdout.readline().strip(b"x\n") == b""
    assert process.stdout.readline() == b" 0\n"
