"""Syntax that MicroPython does not know."""

from __future__ import annotations

import ast
import io
import re
import tokenize

from _subset_base import Check
from _subset_tables import SPECIAL


class Syntax(Check):
    """Refuses statements, displays and f-strings that do not compile or do not work there."""

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Refuse asynchronous comprehensions."""
        if node.is_async:
            self.add(node.iter, "syntax", "an asynchronous comprehension", "write a loop")
        self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> None:
        """Refuse `match`."""
        self.add(node, "syntax", "match", "use if and elif")
        self.generic_visit(node)

    def visit_TryStar(self, node: ast.AST) -> None:
        """Refuse `except*`."""
        self.add(node, "syntax", "except*", "use except")
        self.generic_visit(node)

    def visit_TypeAlias(self, node: ast.AST) -> None:
        """Refuse `type X = …`."""
        self.add(node, "syntax", "a type statement", "assign under TYPE_CHECKING")

    def visit_Raise(self, node: ast.Raise) -> None:
        """Refuse `raise … from …`: MicroPython warns and drops the cause."""
        if node.cause is not None:
            self.add(node, "syntax", "raise … from", "raise without from")
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        """Refuse parentheses round the items of a `with`."""
        last = node.items[-1]
        end = last.optional_vars or last.context_expr
        line = self.lines[(end.end_lineno or 1) - 1].encode()[end.end_col_offset or 0 :].decode()
        several = len(node.items) > 1 or last.optional_vars is not None
        if several and line.split(":")[0].strip().startswith((")", ",")):
            self.add(node, "syntax", "parentheses round the items of with", "nest two with")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Refuse parameters, type parameters and methods that MicroPython does not know."""
        if node.args.posonlyargs:
            self.add(node, "syntax", "positional-only parameters", "leave the / out")
        if getattr(node, "type_params", None):
            self.add(node, "syntax", "type parameters", "leave them out")
        if node.name in SPECIAL:
            self.add(node, "class", f"{node.name} is never called", "call a method of your own")
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Refuse metaclasses and the like."""
        if node.keywords:
            self.add(node, "class", "keywords in a class statement", "leave them out")
        if getattr(node, "type_params", None):
            self.add(node, "syntax", "type parameters", "leave them out")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Refuse types as values."""
        value = node.value
        union = isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)
        if union and any(isinstance(n, ast.Constant) and n.value is None for n in ast.walk(value)):
            self.add(node, "syntax", "a type alias", "assign under TYPE_CHECKING")
        if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
            if value.value.id in ("list", "dict", "tuple", "set"):
                self.add(node, "syntax", "a type alias", "assign under TYPE_CHECKING")
        self.generic_visit(node)

    def _display(self, node: ast.List | ast.Tuple | ast.Set) -> None:
        spread = any(isinstance(part, ast.Starred) for part in node.elts)
        if spread and not isinstance(getattr(node, "ctx", None), ast.Store):
            self.add(node, "syntax", "* inside a list, tuple or set", "use + or extend()")
        self.generic_visit(node)

    visit_List = visit_Tuple = visit_Set = _display

    def visit_Dict(self, node: ast.Dict) -> None:
        """Refuse `**` in a dict."""
        if None in node.keys:
            self.add(node, "syntax", "** inside a dict", "use update()")
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Refuse slices with a step."""
        if isinstance(node.slice, ast.Slice) and node.slice.step is not None:
            what = "a slice with a step (only reading one of a list works)"
            self.add(node, "step", what, "use range() or reversed(), or mark it")
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Refuse what f-strings cannot do there."""
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                inner = list(ast.walk(part.value))
                text = [n for n in inner if isinstance(n, ast.Constant) and type(n.value) is str]
                if text or any(isinstance(n, ast.JoinedStr) for n in inner):
                    self.add(node, "fstring", "text inside the braces", "use a name, or %")
                if part.conversion != -1:
                    self.add(node, "fstring", "! inside the braces", "use %r or str()")
                self.visit(part.value)
        segment = ast.get_source_segment(self.source, node) or ""
        if re.match(r"[rR][fF]|[fF][rR]", segment):
            self.add(node, "fstring", "a raw f-string", "leave the r out")
        plain = [t for t in _strings(segment) if "f" not in t.split(t[-1])[0].lower()]
        if any("{" in t or "}" in t for t in plain):
            self.add(node, "fstring", "braces in the text beside an f-string", "join with +")


def _strings(segment: str) -> list[str]:
    """Return the plain string literals in a piece of source."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO("(" + segment + ")").readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    return [token.string for token in tokens if token.type == tokenize.STRING]
