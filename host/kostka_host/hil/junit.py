"""The JUnit file of a run: failures get their class as type, infrastructure becomes an error."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

from kostka_host.hil.failures import INFRASTRUCTURE

CLASS = "failure_class"


def finish(path: Path, facts: dict[str, str], boards: list[dict[str, Any]]) -> None:
    """Complete what pytest has written.

    A `failure` or `error` gets its class as `type`; one of the infrastructure is an `error`. Facts
    of the run and identities of boards become properties of the suite.
    """
    if not path.is_file():
        return
    tree = ET.parse(path)
    for case in tree.iter("testcase"):
        kind = _class_of(case)
        for one in [*case.findall("failure"), *case.findall("error")]:
            if kind:
                one.set("type", kind)
                one.tag = "error" if kind in INFRASTRUCTURE else one.tag
    for suite in tree.iter("testsuite"):
        cases = suite.findall("testcase")
        for tag, name in (("failure", "failures"), ("error", "errors")):
            suite.set(name, str(sum(case.find(tag) is not None for case in cases)))
        found = suite.find("properties")
        if found is None:
            found = ET.Element("properties")
            suite.insert(0, found)
        values = {f"hil.{name}": value for name, value in facts.items()}
        for board in boards:
            for name in ("id", "machine", "micropython", "kostka", "layout"):
                values[f"hil.{board['name']}.{name}"] = str(board.get(name, ""))
        for name, value in values.items():
            ET.SubElement(found, "property", name=name, value=value)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def _class_of(case: ET.Element) -> str:
    for one in case.iter("property"):
        if one.get("name") == CLASS:
            return one.get("value", "")
    return ""
