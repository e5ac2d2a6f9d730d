"""Turns pages into files: one PDF, or an SVG per page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kostka.errors import KostkaError, OptionError

from kostka_host.sheets import pdf, svg
from kostka_host.sheets.shapes import Page

FORMATS = ("svg", "pdf")


def format_of(path: str, chosen: str | None) -> str:
    """Return the format of a file: the one chosen, else that of its ending; PDF for no ending.

    Raises:
        OptionError: the ending is that of another format, or of none that is known.
    """
    ending = Path(path).suffix.lower().lstrip(".") if path not in ("", "-") else ""
    wanted = chosen or ending or "pdf"
    if wanted not in FORMATS or (ending and ending != wanted):
        raise OptionError("sheet.ending", path, chosen or "svg, pdf")
    return wanted


def contents(
    pages: Sequence[Page], format_: str, path: str, title: str, lang: str
) -> dict[str, bytes]:
    """Return the bytes of each file, by path.

    An SVG holds one page: of several pages each becomes a file, whose number stands before the
    ending.

    Raises:
        OptionError: several pages of SVG would go to standard output.
    """
    if format_ == "pdf":
        return {path: pdf.document(pages, title, lang)}
    texts = [svg.document(page, page.name or title, lang).encode() for page in pages]
    if len(texts) == 1:
        return {path: texts[0]}
    if path == "-":
        raise OptionError("sheet.one_page", len(texts))
    stem = Path(path)
    return {
        str(stem.with_name(f"{stem.stem}-{number}{stem.suffix}")): text
        for number, text in enumerate(texts, 1)
    }


def save(files: dict[str, bytes], replace: bool) -> None:
    """Write files; none is written where one of them exists and may not be replaced.

    Raises:
        KostkaError: a file exists.
        OSError: a file cannot be written.
    """
    if not replace:
        for path in files:
            if Path(path).exists():
                raise KostkaError("sheet.exists", path)
    for path, data in files.items():
        Path(path).write_bytes(data)
