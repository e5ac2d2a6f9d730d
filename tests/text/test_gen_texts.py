"""tools/gen_texts: what it makes of .po files, what it adds, and what it refuses."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools/gen_texts"
HEADER = (
    'msgid ""\nmsgstr ""\n"Language: cs\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"\n\n'
)
ENGLISH = (
    HEADER.replace("3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", "2; plural=(n != 1)")
    + 'msgid "a.hello"\nmsgstr "Hello {0}, it is {1}"\n\n'
    + 'msgid "a.pawns"\nmsgid_plural "a.pawns {1}"\n'
    + 'msgstr[0] "{0}: a pawn"\nmsgstr[1] "{0}: {1} pawns"\n'
)
HELLO = 'msgid "a.hello"\nmsgstr "Ahoj {0}, je {1}"\n\n'
PAWNS = (
    'msgid "a.pawns"\nmsgid_plural "a.pawns {1}"\n'
    'msgstr[0] "{0}: figurka"\nmsgstr[1] "{0}: {1} figurky"\nmsgstr[2] "{0}: {1} figurek"\n'
)


@pytest.fixture
def folder(tmp_path):
    """A folder of catalogs with English; write(text) makes the Czech one."""
    (tmp_path / "po").mkdir()
    (tmp_path / "po" / "en.po").write_text(ENGLISH, encoding="utf-8")
    return tmp_path


def write(folder, text):
    (folder / "po" / "cs.po").write_text(HEADER + text, encoding="utf-8")


def run(tool, folder, capsys, *args):
    """Return the exit code and what was said."""
    code = tool.main(list(args), folder)
    return code, capsys.readouterr()


def test_plural_entries_become_one_line(tool, tmp_path):
    path = tmp_path / "cs.po"
    path.write_text(HEADER + PAWNS, encoding="utf-8")
    assert tool.lines(tool.read(path)) == (
        "a.pawns\t1|{0}: figurka|{0}: {1} figurky|{0}: {1} figurek\n"
    )


@pytest.mark.parametrize(
    "entry",
    [
        'msgid "a.b"\nmsgstr "one | two"',
        'msgid "a.b"\nmsgstr "a\\tb"',
        'msgid "a.b"\nmsgstr " a"',
        'msgid "a.b"\nmsgstr "{name}"',
        'msgid "a.b"\nmsgstr "{0:d}"',
        'msgid "Hello"\nmsgstr "Hello"',
        '#, fuzzy\nmsgid "a.b"\nmsgstr "x"',
        'msgid "a.b"\nmsgid_plural "a.c {0}"\nmsgstr[0] "x"\nmsgstr[1] "y"\nmsgstr[2] "z"',
        'msgid "a.b"\nmsgid_plural "a.b {0}"\nmsgstr[0] "x"\nmsgstr[1] ""\nmsgstr[2] "z"',
    ],
)
def test_what_the_line_format_cannot_hold_is_refused(tool, tmp_path, entry):
    path = tmp_path / "cs.po"
    path.write_text(HEADER + entry + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"\S"):
        tool.read(path)


def test_entries_are_sorted_and_merge_leftovers_put_right(tool):
    text = HEADER + 'msgid "b.x"\nmsgstr "B"\n\n\n\n#. why\nmsgid "a.x"\nmsgstr "A"\n'
    text += 'msgid "a.c"\nmsgstr ""\n"C"\n'  # joined by a merge
    assert tool.sort_po(text).endswith(
        '\n\nmsgid "a.c"\nmsgstr ""\n"C"\n\n#. why\nmsgid "a.x"\nmsgstr "A"\n\n'
        'msgid "b.x"\nmsgstr "B"\n'
    )


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ('msgid "b.x"\nmsgstr "B"\n\nmsgid "b.x"\nmsgstr "C"\n', r"b\.x: stands there twice"),
        ('msgid "b.x"\nmsgstr "B"\nmsgid "b.x"\nmsgstr "C"\n', r"b\.x: stands there twice"),
        ('msgid "b.x"\nmsgstr "B"\nmsgstr "C"\n', r"b\.x: has two texts"),
        ('msgid "b.x"\nmsgstr "B"\n\n# left over\n', "no msgid in: # left over"),
    ],
)
def test_what_a_merge_may_leave_is_refused(tool, entries, fault):
    with pytest.raises(ValueError, match=fault):
        tool.sort_po(HEADER + entries)


def test_catalogs_are_written_and_checked(tool, folder, capsys):
    write(folder, PAWNS + "\n" + HELLO)
    code, said = run(tool, folder, capsys, "--check")
    assert (code, said.err) == (1, "")
    assert "differs: cs.txt" in said.out
    assert not (folder / "cs.txt").exists()
    assert run(tool, folder, capsys)[0] == 0
    assert (
        (folder / "cs.txt").read_text(encoding="utf-8").startswith("a.hello\tAhoj {0}, je {1}\n")
    )
    code, said = run(tool, folder, capsys, "--check")
    assert (code, said.out, said.err) == (0, "", "")


@pytest.mark.parametrize("args", [[], ["--check"]])
@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        (PAWNS, "a.hello: is missing; --update adds it"),
        (
            HELLO + PAWNS + 'msgid "a.new"\nmsgstr "x"\n',
            "a.new: is unknown to English; --update takes it out",
        ),
        (
            HELLO.replace("{1}", "tu") + PAWNS,
            "a.hello: has other arguments than English: Ahoj {0}, je tu",
        ),
        (
            HELLO.replace("{1}", "{2}") + PAWNS,
            "a.hello: has other arguments than English: Ahoj {0}, je {2}",
        ),
        (
            HELLO + PAWNS.replace("{1} figurek", "figurek"),
            "a.pawns: has other arguments than English: {0}: figurek",
        ),
        (
            HELLO + PAWNS.replace("{0}: figurka", "figurka"),
            "a.pawns: has other arguments than English: figurka",
        ),
        (HELLO + PAWNS.rpartition("msgstr")[0], "a.pawns: has 2 plural forms, not 3"),
        (
            HELLO + 'msgid "a.pawns"\nmsgstr "{0} {1}"\n',
            "a.pawns: English counts by {1}, not nothing",
        ),
        (
            HELLO + PAWNS.replace("a.pawns {1}", "a.pawns {0}"),
            "a.pawns: English counts by {1}, not {0}",
        ),
    ],
)
def test_what_does_not_fit_english_is_refused(tool, folder, capsys, entries, fault, args):
    write(folder, entries)
    code, said = run(tool, folder, capsys, *args)
    assert (code, said.err) == (1, f"gen_texts: cs.po: {fault}\n")
    assert not (folder / "cs.txt").exists()


def test_a_header_with_other_plurals_is_refused(tool, folder, capsys):
    path = folder / "po" / "cs.po"
    header = HEADER.replace("3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2", "2; plural=(n != 1)")
    path.write_text(header + HELLO + PAWNS.rpartition("msgstr")[0], encoding="utf-8")
    code, said = run(tool, folder, capsys)
    assert (code, said.err) == (1, "gen_texts: cs.po: Plural-Forms says 2 plural forms, not 3\n")


def test_every_fault_is_told(tool, folder, capsys):
    write(folder, 'msgid "a.new"\nmsgstr "x"\n')
    assert len(run(tool, folder, capsys)[1].err.splitlines()) == 3


def test_update_adds_and_takes_out_and_english_stands_in(tool, folder, capsys):
    write(folder, HELLO + 'msgid "a.old"\nmsgstr "staré"\n')
    code, said = run(tool, folder, capsys, "--update")
    assert (code, said.err) == (0, "")
    assert "not translated in cs.po: a.pawns" in said.out
    text = (folder / "po" / "cs.po").read_text(encoding="utf-8")
    assert text == HEADER + HELLO + (
        'msgid "a.pawns"\nmsgid_plural "a.pawns {1}"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n'
    )
    assert (folder / "cs.txt").read_text(encoding="utf-8") == "a.hello\tAhoj {0}, je {1}\n"
    code, said = run(tool, folder, capsys, "--check")
    assert (code, said.out) == (0, "not translated in cs.po: a.pawns\n")


def test_english_needs_all_its_texts(tool, folder, capsys):
    path = folder / "po" / "en.po"
    path.write_text(ENGLISH + '\nmsgid "a.z"\nmsgstr ""\n', encoding="utf-8")
    assert run(tool, folder, capsys)[1].err == "gen_texts: en.po: a.z: has no text\n"


def test_the_program_fails_with_the_exit_code(tmp_path):
    """As tools/test calls it, on a copy whose Czech lacks an entry."""
    text = TOOL.parents[1] / "firmware/src/kostka/text"
    shutil.copytree(text, tmp_path / "firmware/src/kostka/text")
    (tmp_path / "tools").mkdir()
    shutil.copy(TOOL, tmp_path / "tools")
    po = tmp_path / "firmware/src/kostka/text/po/cs.po"
    whole = po.read_text(encoding="utf-8")
    cut = whole.rindex("msgid ")
    command = [sys.executable, str(tmp_path / "tools/gen_texts"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    po.write_text(whole[:cut], encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("gen_texts: cs.po: ")
    assert done.stderr.endswith("is missing; --update adds it\n")
