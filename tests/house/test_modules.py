"""The habits of the house about modules: one noun each, with a twin in the tests; short; front doors that only re-export."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "rondel"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts)
BANNED = {"utils", "util", "helpers", "helper", "common", "misc"}
LONGEST = 500
CROWDED = 15
"""Files of one folder at most, its front door included."""

TWINLESS = {
    "compiler/comparison.py": "tests/compiled/test_authors_game.py compares builds that are the same, and two that differ",
    "compiler/front_end.py": "tests/compiled/test_authors_game.py translates games with it",
    "compiler/game_build.py": "the same",
    "engine/compiling.py": "one decorator for the compiler; every test of the compiled build is its test",
    "server/features/conditional_move_service.py": "tests/server/table/test_conditional_moves.py plays by conditional moves",
    "server/live/conditional_move_queue.py": "the same",
    "server/transport/routes/conditional_moves.py": "the same",
    "server/transport/routes/notifications.py": "tests/server/accounts/test_mail.py asks at each of its addresses",
    "server/transport/routes/socket.py": "tests/server/transport/test_app.py opens it, and is turned away",
    "server/transport/backend.py": "one struct of services; every test of a route calls them through it",
    "server/supervisor/node.py": "tests/server/supervisor/test_supervisor.py runs it, drains it, freezes it and kills it",
    "server/storage/table_store.py": "the suite of tests/server/storage/test_store.py runs its calls over both databases",
    "server/storage/migrations/env.py": "Alembic's entry point; tests/server/storage/test_schema.py runs it",
}
"""Modules without a test file of their own, each with its reason."""


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def twins(module: Path) -> list[Path]:
    """Where the tests of a module may be: in a file of its own, or in one file for a folder that it is in."""
    inside = module.relative_to(PACKAGE)
    own = ROOT / "tests" / inside.parent / f"test_{inside.stem.strip('_')}.py"
    folders = [each for each in inside.parents if len(each.parts) > 1]
    return [own, *(ROOT / "tests" / each.parent / f"test_{each.name}.py" for each in folders)]


def test_no_module_is_named_after_nothing() -> None:
    parts = {named(module): [part.removesuffix(".py") for part in module.relative_to(PACKAGE).parts] for module in MODULES}
    assert [name for name, each in parts.items() if BANNED.intersection(each)] == []


def test_every_module_is_short() -> None:
    lines = {named(module): len(module.read_text(encoding="utf-8").splitlines()) for module in MODULES}
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}, "split it by its nouns"


def test_no_folder_is_crowded() -> None:
    folders: dict[Path, int] = {}
    for module in MODULES:
        folders[module.parent] = folders.get(module.parent, 0) + 1
    crowded = {path.relative_to(PACKAGE).as_posix(): count for path, count in folders.items() if count > CROWDED}
    assert crowded == {}, "divide it by its nouns"


def test_every_module_says_what_it_is_for() -> None:
    texts = {named(module): module.read_text(encoding="utf-8") for module in MODULES}
    assert [name for name, text in texts.items() if text.strip() and not text.startswith(('"""', 'r"""'))] == []


def test_every_module_has_its_test_file() -> None:
    lost = [
        f"{named(each)} wants {twins(each)[0].relative_to(ROOT)}"
        for each in MODULES
        if not each.name.startswith("__") and "versions" not in each.parts and named(each) not in TWINLESS
        if not any(twin.exists() for twin in twins(each))
    ]
    assert lost == [], "\n".join(lost)


def test_exemptions_are_needed() -> None:
    gone = [each for each in TWINLESS if not (PACKAGE / each).exists() or any(twin.exists() for twin in twins(PACKAGE / each))]
    assert gone == []


def test_front_doors_only_re_export() -> None:
    """A door may hold a docstring, imports, names (``__all__``), and, for what is to be loaded late, ``__getattr__``."""
    doors = [each for each in MODULES if each.name == "__init__.py"]
    bodies = {named(door): ast.parse(door.read_text(encoding="utf-8")).body for door in doors}
    odd = [f"{name}, line {node.lineno}" for name, body in bodies.items() for node in body if not door_may_hold(node)]
    assert odd == []


def door_may_hold(node: ast.stmt) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign() | ast.AnnAssign():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.FunctionDef(name="__getattr__" | "__dir__"):
            return True
        case _:
            return False
