"""Finding MicroPython and running scripts in it."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from types import ModuleType

import pytest
from kostka.errors import HardwareError, KostkaError
from kostka_host import vm as vm_module


def program(path: Path, body: str) -> Path:
    path.write_text(f"#!{sys.executable}\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    vm_module._find.cache_clear()
    monkeypatch.delenv("KOSTKA_MICROPYTHON", raising=False)


def no_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vm_module, "_WHEEL_MODULE", "no_such_module_here")


def test_nothing_found_is_one_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    no_wheel(monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(KostkaError) as caught:
        vm_module.find_micropython()
    assert caught.value.text == "vm.missing"


def test_a_program_of_that_name_that_is_no_micropython_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    no_wheel(monkeypatch)
    program(tmp_path / "micropython", "print('cpython 3 11 True')")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(KostkaError) as caught:
        vm_module.find_micropython()
    assert caught.value.text == "vm.missing"


def test_an_old_one_on_path_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    no_wheel(monkeypatch)
    old = program(tmp_path / "micropython", "print('micropython 1 23 True')")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(KostkaError) as caught:
        vm_module.find_micropython()
    assert (caught.value.text, caught.value.params) == ("vm.old", (str(old), "1.23", "1.24"))


def test_the_variable_comes_before_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program(tmp_path / "micropython", "print('micropython 1 26 True')")
    named = program(tmp_path / "mine", "print('micropython 1 25 True')")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("KOSTKA_MICROPYTHON", str(named))
    assert vm_module.find_micropython() == [str(named)]


@pytest.mark.parametrize("body", ["print('hello')", "raise SystemExit(3)"])
def test_a_variable_that_names_no_micropython_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str
) -> None:
    named = program(tmp_path / "mine", body)
    monkeypatch.setenv("KOSTKA_MICROPYTHON", str(named))
    with pytest.raises(KostkaError) as caught:
        vm_module.find_micropython()
    assert caught.value.text == "vm.named"


@pytest.mark.vm
def test_the_vm_is_micropython(vm: ModuleType, tmp_path: Path) -> None:
    script = tmp_path / "who.py"
    script.write_text(
        "import sys, gc\n"
        "import helper\n"
        "print(sys.implementation.name, sys.argv[1:], helper.N, gc.mem_free() < 200000)\n"
        "print(sys.stdin.readline())\n"
        "sys.exit(7)\n"
    )
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / "helper.py").write_text("N = 5\n")
    done = vm.run(script, "a", "b", path=[modules], heap="192k", stdin="words\n")
    assert done.out.splitlines()[:2] == ["micropython ['a', 'b'] 5 True", "words"]
    assert done.code == 7


@pytest.mark.vm
def test_a_script_that_never_ends_is_stopped(vm: ModuleType, tmp_path: Path) -> None:
    script = tmp_path / "loop.py"
    script.write_text("while True:\n    pass\n")
    with pytest.raises(HardwareError) as caught:
        vm.run(script, timeout_s=0.3)
    assert caught.value.text == "vm.timeout"
