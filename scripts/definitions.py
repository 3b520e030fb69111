"""Read definitions off the sources, without importing them: names, docstrings, signatures and members.

A member in a section ``-- for the engine`` or ``-- within`` of its class, or of a base, is not for authors, and is left out.
"""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
INTERNAL = ("for the engine", "within", "for subclasses", "output", "input")
"""The sections of a class that authors do not call."""
WIDTH = 100
"""The longest signature on one line."""


@cache
def source(module: str) -> Path:
    """The file of a module or package."""
    path = SOURCES.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def tree(module: str) -> ast.Module:
    """The parsed module."""
    return ast.parse(source(module).read_text(encoding="utf-8"))


@cache
def exported(module: str) -> tuple[str, ...]:
    """The names in the ``__all__`` of a module; () if it has none."""
    for node in tree(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return tuple(ast.literal_eval(node.value))
    return ()


@dataclass
class Found:
    """A definition: its node, its docstring, and its module."""

    name: str
    module: str
    node: ast.stmt
    doc: str


def decorators(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> set[str]:
    """The decorators of a definition."""
    return {ast.unparse(decorator) for decorator in node.decorator_list}


@cache
def resolve(name: str, module: str) -> Found | None:
    """The definition of a name, through the imports of its module; None for a name from outside the package."""
    body = tree(module).body
    for number, node in enumerate(body):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name and "overload" not in decorators(node):
            return Found(name, module, node, ast.get_docstring(node) or "")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id == name:
                if isinstance(node.value, ast.Name):  # another name of the same thing
                    return resolve(node.value.id, module)
                return Found(name, module, node, below(body, number))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rondel"):
            for each in node.names:
                if (each.asname or each.name) == name:
                    return resolve(each.name, node.module)
    return None


def below(body: list[ast.stmt], number: int) -> str:
    """The text that stands below an assignment as its docstring; empty if there is none."""
    after = body[number + 1] if number + 1 < len(body) else None
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return textwrap.dedent("    " + after.value.value).strip() if "\n" in after.value.value else after.value.value
    return ""


def order(found: Found) -> list[Found]:
    """A class and its bases of this package, nearest first."""
    line = [found]
    if isinstance(found.node, ast.ClassDef):
        for base in found.node.bases:
            name = ast.unparse(base).partition("[")[0]
            above = resolve(name, found.module)
            if above is not None:
                line += [each for each in order(above) if all(each.node is not known.node for known in line)]
    return line


@dataclass
class Member:
    """One public member of a class, as its class defines it."""

    name: str
    owner: str
    heading: str
    """Its signature, or its name and type."""
    doc: str
    section: str
    """The section of its class in which it stands."""
    bare: str = field(default="")
    """How it is called in code: ``.choose(``, or ``.player`` for a property."""


def sections(found: Found) -> list[tuple[int, str]]:
    """The lines of a module with a section comment, each with its text."""
    lines = source(found.module).read_text(encoding="utf-8").splitlines()
    marks = ((number, re.match(r"\s+# -- (.+?) -*$", line)) for number, line in enumerate(lines, 1))
    return [(number, mark[1]) for number, mark in marks if mark]


def own_members(found: Found) -> list[Member]:
    """The public members that a class defines itself."""
    node = found.node
    if not isinstance(node, ast.ClassDef):
        return []
    marks = sections(found)

    def section(at: int) -> str:
        return next((text for number, text in reversed(marks) if node.lineno < number < at), "")

    members: dict[str, Member] = {}

    def take(name: str, at: int, heading: str, doc: str, bare: str) -> None:
        if not name.startswith("_") and (name not in members or (doc and not members[name].doc)):
            members[name] = Member(name, found.name, heading, doc, section(at), bare)

    for number, each in enumerate(node.body):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            above = decorators(each)
            if any(mark.endswith(".setter") for mark in above) or "overload" in above:
                continue
            if "property" in above:
                kind = f": {ast.unparse(each.returns)}" if each.returns else ""
                take(each.name, each.lineno, f"{each.name}{kind}", ast.get_docstring(each) or "", f".{each.name}")
            else:
                doc = ast.get_docstring(each) or ""
                take(each.name, each.lineno, signature(each, each.name, method=True), doc, f".{each.name}(")
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            kind = re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(each.annotation))
            value = f" = {ast.unparse(each.value)}" if each.value is not None and len(ast.unparse(each.value)) < 30 else ""
            take(
                each.target.id, each.lineno, f"{each.target.id}: {kind}{value}", below(node.body, number), f"{each.target.id} ="
            )
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            for number, each in enumerate(method.body):
                target: ast.expr | None = each.target if isinstance(each, ast.AnnAssign) else None
                if isinstance(each, ast.Assign) and len(each.targets) == 1:
                    target = each.targets[0]
                if isinstance(target, ast.Attribute) and below(method.body, number):
                    kind = f": {ast.unparse(each.annotation)}" if isinstance(each, ast.AnnAssign) else ""
                    take(target.attr, each.lineno, f"{target.attr}{kind}", below(method.body, number), f".{target.attr}")
    return list(members.values())


def members(found: Found, public: set[str]) -> list[Member]:
    """The members of a class for a page: its own, and those of its bases that are not in ``public``."""
    line = order(found)
    shown: dict[str, Member] = {}
    hidden: set[str] = set()
    for number, each in enumerate(line):
        if number and each.name in public:
            above = [member for base in order(each) for member in own_members(base)]
            hidden |= {member.name for member in above if member.section in INTERNAL}
            continue
        if number and any(each.node is base.node for other in line[1:] if other.name in public for base in order(other)):
            continue
        for member in own_members(each):
            if member.section in INTERNAL:
                hidden.add(member.name)
            elif member.name not in shown:
                shown[member.name] = member
            elif not shown[member.name].doc:
                shown[member.name].doc = member.doc
    inherited = {member.name for base in line[1:] for member in own_members(base)}
    return [each for each in shown.values() if each.name not in hidden and (each.doc or each.name not in inherited)]


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str, *, method: bool = False) -> str:
    """A function's name, parameters and result, on one line or one parameter a line."""
    args = node.args
    static = any(ast.unparse(each) == "staticmethod" for each in node.decorator_list)
    plain = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [*[None] * (len(plain) - len(args.defaults)), *args.defaults]
    parts: list[str] = []

    def part(arg: ast.arg, default: ast.expr | None, star: str = "") -> str:
        kind = f": {ast.unparse(arg.annotation)}" if arg.annotation is not None else ""
        value = "" if default is None else f" = {ast.unparse(default)}" if kind else f"={ast.unparse(default)}"
        return f"{star}{arg.arg}{kind}{value}"

    for number, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
        if not (method and number == 0 and not static):
            parts.append(part(arg, default))
        if args.posonlyargs and number == len(args.posonlyargs) - 1 and parts:
            parts.append("/")
    if args.vararg is not None:
        parts.append(part(args.vararg, None, "*"))
    elif args.kwonlyargs:
        parts.append("*")
    parts += [part(arg, default) for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)]
    if args.kwarg is not None:
        parts.append(part(args.kwarg, None, "**"))
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None and node.name != "__init__" else ""
    start = "await " if isinstance(node, ast.AsyncFunctionDef) else ""
    whole = f"{start}{name}({', '.join(parts)}){result}"
    if len(whole) <= WIDTH:
        return whole
    return f"{start}{name}(\n" + "".join(f"    {each},\n" for each in parts) + f"){result}"
