"""The report of a run: one HTML file that needs nothing else."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from kostka_host.hil.history import Flaky

COLS = 12
GAMMA = 0.2  # lights are dim in numbers and bright to the eye
WORST = 40  # rows of the tables of slow and flaky tests
_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --good: #2a7d3a; --bad: #c0321f;
  --dim: #777; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 74rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem }
.sum { display: flex; flex-wrap: wrap; gap: .8rem; margin: 1.2rem 0 }
.sum div { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .9rem;
  min-width: 6rem }
.sum b { display: block; font-size: 1.5rem; font-weight: 600 }
table { border-collapse: collapse; width: 100% } th { text-align: left; font-weight: 600 }
th, td { padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--soft); vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.passed { color: var(--good) } .failed { color: var(--bad); font-weight: 600 }
.skipped { color: var(--dim) }
pre { background: var(--soft); padding: .7rem; overflow-x: auto; border-radius: .4rem;
  font-size: 13px }
details { border-bottom: 1px solid var(--soft); padding: .3rem 0 } summary { cursor: pointer }
summary .n { float: right; color: var(--dim); font-variant-numeric: tabular-nums }
.kind { font-size: .8rem; border: 1px solid currentColor; border-radius: .3rem;
  padding: 0 .35rem; margin-left: .4rem }
.frames { display: flex; flex-wrap: wrap; gap: .6rem; margin: .6rem 0 }
figure { margin: 0 } figcaption { font-size: 12px; color: var(--dim); text-align: center }
svg.leds { width: 140px; height: 152px; background: #111; border-radius: 5px; display: block }
.bar { display: inline-block; height: .65rem; background: var(--good); border-radius: 2px;
  vertical-align: middle }
.bar.rest { background: var(--soft) } .dim { color: var(--dim) } code { font-size: 13px }
.problem { color: var(--bad) }
"""


def write_report(path: Path, facts: Mapping[str, Any]) -> None:
    """Write the report.

    Raises:
        OSError: it cannot be written.
    """
    tests = sorted(facts["tests"], key=lambda one: (one["outcome"] != "failed", one["id"]))
    body = [
        _head(facts, tests),
        _boards(facts),
        _tests("Failed", [one for one in tests if one["outcome"] == "failed"]),
        _counts(facts["counts"]),
        _history(facts["history"]),
        _coverage(facts["coverage"]),
        _tests("Passed", [one for one in tests if one["outcome"] == "passed"]),
        _tests("Skipped", [one for one in tests if one["outcome"] == "skipped"]),
    ]
    title = f"Kostka HIL run {facts['run']}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style><body>{''.join(body)}</body></html>\n",
        encoding="utf-8",
    )


def _head(facts: Mapping[str, Any], tests: list[dict[str, Any]]) -> str:
    count = {o: sum(t["outcome"] == o for t in tests) for o in ("passed", "failed", "skipped")}
    when = datetime.datetime.fromtimestamp(facts["began"]).astimezone()
    tiles = [
        *((name, f'<b class="{name}">{n}</b>{name}') for name, n in count.items()),
        ("boards", f"<b>{len(facts['boards'])}</b>boards"),
        ("time", f"<b>{facts['seconds']:.1f} s</b>in all"),
        ("exit", f"<b>{facts['exit']}</b>exit code"),
    ]
    problems = "".join(f'<p class="problem">{escape(one)}</p>' for one in facts["problems"])
    return (
        f"<h1>Hardware in the loop: {escape(_verdict(facts, count))}</h1>"
        f'<p class="dim">Kostka {escape(facts["version"])}, run {escape(facts["run"])}, '
        f"seed {facts['seed']}, {when:%Y-%m-%d %H:%M %Z}</p>"
        f'<div class="sum">{"".join(f"<div>{html}</div>" for _, html in tiles)}</div>{problems}'
    )


def _verdict(facts: Mapping[str, Any], count: Mapping[str, int]) -> str:
    if count["failed"]:
        return f"{count['failed']} of {sum(count.values())} failed"
    return "all passed" if facts["exit"] == 0 else "not all was tested"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; heads that end in `#` are of numbers."""
    heads = list(heads)
    kinds = [' class="n"' if head.endswith("#") else "" for head in heads]
    top = "".join(
        f"<th{k}>{escape(h.rstrip('#'))}</th>" for h, k in zip(heads, kinds, strict=True)
    )
    lines = "".join(
        "<tr>" + "".join(f"<td{k}>{c}</td>" for c, k in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def _boards(facts: Mapping[str, Any]) -> str:
    rows = []
    for board in facts["boards"]:
        link = ", ".join(f"{name.replace('_', ' ')} {n}" for name, n in board["link"].items() if n)
        rows.append(
            [
                escape(board["name"]),
                f"<code>{escape(board.get('id', ''))}</code>",
                escape(board.get("machine", "")),
                escape(board.get("micropython", "")),
                escape(" ".join(filter(None, (board.get("kostka"), board.get("layout"))))),
                escape(link),
            ]
        )
    for name, why in facts["skipped"].items():
        rows.append([escape(name), "left out", escape(why), "", "", ""])
    for name, (kind, text) in facts["quarantined"].items():
        said = f'<span class="failed">{escape(kind)}</span> {escape(text)}'
        rows.append([escape(name), "quarantined", said, "", "", ""])
    heads = ("board", "id", "machine", "MicroPython", "Kostka", "link: lines and bytes")
    return "<h2>Boards</h2>" + _table(heads, rows)


def _tests(title: str, tests: list[dict[str, Any]]) -> str:
    if not tests:
        return ""
    return f"<h2>{title} ({len(tests)})</h2>" + "".join(map(_test, tests))


def _test(one: Mapping[str, Any]) -> str:
    kind = f'<span class="kind">{escape(one["class"])}</span>' if one["class"] else ""
    summary = (
        f'<span class="n">{one["s"]:.2f} s</span>'
        f'<span class="{one["outcome"]}">{escape(one["id"])}</span>{kind}'
    )
    inner = f"<pre>{escape(one['text'])}</pre>" if one["text"] else ""
    if one["outcome"] == "failed":
        inner += f"<p>Run it again: <code>{escape(one.get('again', ''))}</code></p>"
    frames = one.get("frames", [])
    if frames:
        inner += f'<div class="frames">{"".join(map(_frame, frames))}</div>'
    if not inner:
        return (
            f"<details><summary>{summary}</summary><p class='dim'>Nothing was seen.</p></details>"
        )
    opened = " open" if one["outcome"] == "failed" else ""
    return f"<details{opened}><summary>{summary}</summary>{inner}</details>"


def _frame(frame: Mapping[str, Any]) -> str:
    """Return a picture of the lights: cells row by row, the seats below."""
    cells = "".join(_dot(i % COLS, i // COLS, c) for i, c in _lit(frame["cells"]))
    seats = "".join(_dot(3 * i + 1, COLS + 0.3, c) for i, c in _lit(frame["seats"]))
    return (
        '<figure><svg class="leds" viewBox="-0.2 -0.2 12.4 13.6" role="img" '
        f'aria-label="lights at {frame["s"]} s">{cells}{seats}</svg>'
        f"<figcaption>{frame['s']:.2f} s</figcaption></figure>"
    )


def _lit(digits: str) -> Iterable[tuple[int, str]]:
    for at in range(0, len(digits), 6):
        color = digits[at : at + 6]
        yield at // 6, "#262626" if color == "000000" else _bright(color)


def _bright(color: str) -> str:
    channels = bytes.fromhex(color)
    return "#" + "".join(f"{round(255 * (c / 255) ** GAMMA):02x}" for c in channels)


def _dot(x: float, y: float, color: str) -> str:
    return f'<rect x="{x + 0.1:g}" y="{y + 0.1:g}" width=".8" height=".8" rx=".2" fill="{color}"/>'


def _counts(counts: Mapping[str, tuple[int, int]]) -> str:
    if not counts:
        return ""
    rows = [
        [escape(name), f"{good} of {every}", _bar(good / every)]
        for name, (good, every) in sorted(counts.items(), key=lambda one: one[1][0] / one[1][1])
    ]
    return "<h2>Passed, of so many in this run</h2>" + _table(("test", "passed#", ""), rows)


def _history(past: Mapping[str, Flaky]) -> str:
    flaky = {name: one for name, one in past.items() if one.is_flaky}
    if not past:
        return ""
    if not flaky:
        return f"<h2>Flakiness</h2><p>None of {len(past)} tests did both in past runs.</p>"
    worst = sorted(flaky.items(), key=lambda one: -one[1].turns)[:WORST]
    rows = [
        [escape(name), str(one.passed), str(one.failed), str(one.turns)] for name, one in worst
    ]
    heads = ("test", "passed#", "failed#", "changes#")
    return "<h2>Flakiness over past runs</h2>" + _table(heads, rows)


def _coverage(shares: Mapping[str, tuple[int, int]]) -> str:
    if not shares:
        return ""
    rows = [
        [escape(path), f"{ran} of {every}", _bar(ran / max(every, 1))]
        for path, (ran, every) in sorted(shares.items())
    ]
    return "<h2>Lines that ran on boards</h2>" + _table(("file", "lines#", ""), rows)


def _bar(share: float) -> str:
    width = 8.0
    return (
        f'<span class="bar" style="width:{share * width:.2f}rem"></span>'
        f'<span class="bar rest" style="width:{(1 - share) * width:.2f}rem"></span> {share:.0%}'
    )
