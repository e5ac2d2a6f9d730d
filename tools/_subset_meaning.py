"""Names, calls and orders that MicroPython lacks or takes differently."""

from __future__ import annotations

import ast

from _subset_base import Check, Kinds, held, name_of
from _subset_tables import (
    ATTRIBUTES,
    BESIDE,
    BUILTINS,
    INSTEAD,
    KEYWORDS,
    METHODS,
    MODULES,
    NAMES,
    ORDER_FREE,
    ORDERED_USE,
)


class Meaning(Check):
    """Refuses what compiles but fails, or means something else.

    `pure` files do no input or output, `whole` ones have no floats. `own` are names of methods
    that our own classes define.
    """

    def __init__(
        self,
        path: str,
        source: str,
        tree: ast.Module,
        pure: bool = False,
        whole: bool = False,
        own: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(path, source, tree)
        self._pure = pure
        self._whole = whole
        self._own = own
        self._functions = {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        self._consts: set[str] = set()
        self._called: set[ast.AST] = set()
        self._kinds = Kinds(tree)

    # Imports and names ------------------------------------------------------------------------

    def visit_Import(self, node: ast.Import) -> None:
        """Refuse modules that a board lacks."""
        for alias in node.names:
            self._module(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Refuse modules and names that a board lacks."""
        module = node.module or ""
        if node.level:
            self.add(node, "import", "a relative import", "name the whole module")
        else:
            self._module(node, module)
        for alias in node.names:
            if alias.name == "*":
                self.add(node, "import", "a star import", "name what you need")
            self._lacks(node, module, alias.name)

    def _module(self, node: ast.AST, name: str) -> None:
        top = name.split(".", maxsplit=1)[0]
        if top not in (*MODULES, *BESIDE) and not top.startswith("kostka_"):
            advice = INSTEAD.get(top, "find another way, or keep it on the host")
            self.add(node, "import", f"MicroPython has no module {name}", advice)
        elif self._whole and top == "math":
            self.add(node, "float", "math works with floats", INSTEAD["math"])
        elif "." in name and top != "kostka":
            self._lacks(node, top, name.split(".")[1])

    def _lacks(self, node: ast.AST, module: str, name: str) -> None:
        if name in NAMES.get(module, "").split():
            self.add(node, "name", f"MicroPython has no {module}.{name}", "write it out")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Refuse attributes that do not exist there."""
        if isinstance(node.value, ast.Name):
            self._lacks(node, node.value.id, node.attr)
            stored = isinstance(node.ctx, ast.Store)
            if stored and node.value.id in self._functions:
                what = f"function {node.value.id} cannot have attributes"
                self.add(node, "attribute", what, "use a module variable")
        if name_of(node.value) == "super" and isinstance(node.value, ast.Call):
            if node not in self._called:
                what = f"super().{node.attr} is not looked up there"
                self.add(node, "super", what, "name the class, or call a method")
        if node.attr in ATTRIBUTES:
            what = f"{ATTRIBUTES[node.attr]} objects have no {node.attr}"
            self.add(node, "attribute", what, "do without")
        self._mangled(node, node.attr)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """Refuse names that are mangled on CPython only."""
        self._mangled(node, node.id)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Learn what the names of a function hold before walking it."""
        self._mangled(node, node.name)
        self._kinds.enter(node)
        self.generic_visit(node)
        self._kinds.leave()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Assign(self, node: ast.Assign) -> None:
        """Note constants."""
        self.generic_visit(node)
        if name_of(node.value) == "const":
            self._consts |= {held(target) for target in node.targets}

    def _mangled(self, node: ast.AST, name: str) -> None:
        if name.startswith("__") and not name.endswith("__"):
            self.add(node, "name", f"{name} is not mangled", "use one underscore")

    # Calls ------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        """Refuse calls that fail or mean something else."""
        name = name_of(node)
        if isinstance(node.func, ast.Attribute):
            self._called.add(node.func)
            self._method(node, name)
        else:
            self._function(node, name)
        self._keywords(node, name)
        self._sorting(node, name)
        if name in ORDERED_USE:
            for arg in node.args:
                self._ordered(arg)
        if name not in ORDER_FREE or not node.args:
            self.generic_visit(node)
            return
        # inside sorted(), sum() and the like loops may run in any order
        for part in (node.args[0], *node.args[1:], *node.keywords):
            inner = isinstance(part, (ast.ListComp, ast.GeneratorExp))
            self.generic_visit(part) if inner else self.visit(part)

    def _function(self, node: ast.Call, name: str) -> None:
        if name in BUILTINS:
            self.add(node, "name", f"MicroPython has no {name}()", "use % or do without")
        if name in ("hash", "id"):
            what = f"{name}() differs between runs and between the two Pythons"
            self.add(node, "name", what, "use binascii.crc32 or a number of your own")
        if name == "iter" and len(node.args) == 2:
            self.add(node, "call", "iter() takes one argument", "write a loop")
        if name == "const" and node.args and not self._folds(node.args[0]):
            what = "const() needs a number that the compiler can work out"
            self.add(node, "const", what, "assign it without const()")
        if self._pure and name in ("open", "print", "input"):
            self.add(node, "pure", f"{name}() in a pure package", "hand the result in")
        if self._whole and name == "float":
            self.add(node, "float", "a float", "use whole numbers")

    def _method(self, node: ast.Call, name: str) -> None:
        if name in METHODS - self._own:
            self.add(node, "name", f"MicroPython has no .{name}()", "write it out")
        if name == "popitem":
            self.add(node, "order", "popitem() takes any entry", "keep a list")

    def _keywords(self, node: ast.Call, name: str) -> None:
        if name in KEYWORDS and name not in self._own:
            for keyword in node.keywords:
                if keyword.arg not in KEYWORDS[name]:
                    what = f"{name}() takes no argument {keyword.arg}= on MicroPython"
                    self.add(node, "call", what, "give it by position or do without")
        if name == "to_bytes" and len(node.args) < 2:
            self.add(node, "call", "to_bytes() needs length and byte order", "give both")

    def _sorting(self, node: ast.Call, name: str) -> None:
        module = isinstance(node.func, ast.Attribute) and held(node.func.value) == "json"
        if module and node.args and self._kinds.unordered(node.args[0]):
            what = "the order of a dict in JSON differs"
            self.add(node, "order", what, "use kostka.line.dumps with a list of pairs")
        if name in ("sort", "sorted") and any(k.arg == "key" for k in node.keywords):
            what = "sorting by a key is not stable"
            self.add(node, "sort", what, "sort tuples that differ, or mark why it is right")

    def _folds(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return isinstance(node.value, (int, str, bytes))
        if isinstance(node, ast.Name):
            return node.id in self._consts
        if isinstance(node, ast.UnaryOp):
            return self._folds(node.operand)
        if isinstance(node, ast.BinOp):
            return self._folds(node.left) and self._folds(node.right)
        return False

    # Order ------------------------------------------------------------------------------------

    def _ordered(self, node: ast.expr) -> None:
        if self._kinds.unordered(node):
            what = "the order of dicts and sets differs on MicroPython"
            self.add(node, "order", what, "use sorted() or a list, or mark why it is right")

    def visit_For(self, node: ast.For) -> None:
        """Refuse a loop over a dict or set."""
        self._ordered(node.iter)
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        """Refuse to spread a dict or set in any order."""
        self._ordered(node.value)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> None:
        """Refuse a comprehension over a dict or set."""
        for inner in node.generators:
            self._ordered(inner.iter)
        self.generic_visit(node)

    visit_GeneratorExp = visit_ListComp

    # Numbers ----------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Refuse to repeat bytearrays, and to divide into floats."""
        if isinstance(node.op, ast.Mult):
            for side in (node.left, node.right):
                if isinstance(side, ast.Call) and name_of(side) == "bytearray":
                    self.add(node, "bytes", "bytearray * number", "use bytearray(number)")
        if self._whole and isinstance(node.op, ast.Div):
            self.add(node, "float", "/ gives a float", "use //")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Refuse to divide into floats."""
        if self._whole and isinstance(node.op, ast.Div):
            self.add(node, "float", "/= gives a float", "use //=")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Refuse to look for a number in a bytearray."""
        for op, right in zip(node.ops, node.comparators, strict=True):
            text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, bytes)
            if (
                isinstance(op, (ast.In, ast.NotIn))
                and self._kinds.mutable_bytes(right)
                and not text
            ):
                self.add(node, "bytes", "a number `in` a bytearray", "use find() or a list")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Refuse floats where only whole numbers may be."""
        if self._whole and isinstance(node.value, (float, complex)):
            self.add(node, "float", f"the float {node.value}", "use whole numbers")
