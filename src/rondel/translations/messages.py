"""The messages of a game: all texts for people.

Some are marked in the source of its rules, with `_`, `plural` or `phrase`, also in the middle
of a rule. Others are names: roles, kinds of tokens, faces, actions, props, the values of options. Names without a label
are shown, so they are translated too; names that are not words (``x``, ``QS``, ``a1``) are left out.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from rondel.engine import Game
from rondel.engine.checks.ruleset import rules_of
from rondel.engine.components.container import Container
from rondel.engine.text import owned, placeholders, worded
from rondel.engine.visibility import NOBODY
from rondel.errors import RulesError

_ASKING: Final = ("choose", "choose_some", "choose_each")
_MARKS: Final = ("_", "translatable", "phrase", "plural")
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_A-Z]")


class Message:
    """A message for translation: its singular, its plural or "", its source, and a note for the translator."""

    def __init__(self, one: str, many: str = "", where: str = "", note: str = "") -> None:
        self.one = one
        self.many = many
        self.where = where
        self.note = note

    def __repr__(self) -> str:
        return f"Message({self.one!r})"


def messages(game: type[Game]) -> list[Message]:
    """Every message of a game, each once, in the order of its source. Raises `DefinitionError` for rules that cannot work, and
    `RulesError` for marks that mark no text.

    >>> import rondel
    >>> [each.one for each in messages(rondel.find("tic_tac_toe"))][:3]
    ['Tic-tac-toe', 'Three of your marks in a line win.', 'In a row']
    """
    found: dict[str, Message] = {}
    for path in sources(game):
        for each in marked(path):
            found.setdefault(each.one, each)
    for each in named(game):
        found.setdefault(each.one, each)
    return list(found.values())


def has_words(text: str) -> bool:
    """Whether a text has words to translate.

    >>> [has_words(each) for each in ("{player} passes", "black", "{a}: {b}", "x", "QS", "a1", "10", "K♠")]
    [True, True, False, False, False, False, False, False]
    """
    for name in placeholders(text):
        text = text.replace(f"{{{name}}}", " ")
    return _WORD.search(text) is not None


# -- from the source ---------------------------------------------------------------------------------------------------


def sources(game: type[Game]) -> list[Path]:
    """The source files of a game's rules: the modules of its class, states and actions, and their imports from the same
    folder."""
    rules = rules_of(game)
    first = [kind.__module__ for kind in reversed(game.__mro__) if issubclass(kind, Game)]
    first += [node.kind.__module__ for node in rules.nodes]
    first += [action.function.__module__ for node in rules.nodes for action in node.actions]
    found: dict[str, Path] = {}
    waiting = [name for name in dict.fromkeys(first) if not name.startswith("rondel.engine")]
    while waiting:
        name = waiting.pop(0)
        module = sys.modules.get(name)
        path = _file(module)
        if module is None or path is None or name in found:
            continue
        found[name] = path
        beside = (module.__package__ or "") + "."
        if beside not in (".", "rondel.shelf."):  # there, games live beside each other
            waiting += [each for each in _imports(path, module.__package__ or "") if each.startswith(beside)]
    return list(found.values())


def _file(module: ModuleType | None) -> Path | None:
    """The source of a module; of a compiled one, that which lies beside it."""
    where = getattr(module, "__file__", None)
    if where is None:
        return None
    path = Path(where)
    return path if path.suffix == ".py" else path.with_name(path.name.partition(".")[0] + ".py")


def _imports(path: Path, package: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] + "." if node.level else ""
            origin = f"{base}{node.module}" if node.module else base.rstrip(".")
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def marked(path: Path, where: str = "") -> list[Message]:
    """The messages marked in a file, in order.

    Raises `RulesError` for a mark on anything but a literal text, because only literals can be translated.
    """
    where = where or path.name
    wrong = mark_faults(path, where)
    if wrong:
        raise RulesError(wrong[0])
    found: list[tuple[int, int, Message]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ASKING:
            for keyword in node.keywords:
                if keyword.arg == "action" and isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str):
                    name = Message(worded(keyword.value.value), "", where, "an action, on its button")
                    found.append((node.lineno, node.col_offset, name))
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in _MARKS or not node.args:
            continue
        wanted = 2 if node.func.id == "plural" else 1
        texts: list[str] = []
        for argument in node.args[:wanted]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                texts.append(argument.value)
        if len(texts) == wanted and texts[0]:
            found.append((node.lineno, node.col_offset, Message(texts[0], texts[1] if wanted == 2 else "", where)))
    return [message for _line, _column, message in sorted(found, key=lambda each: each[:2])]


def mark_faults(path: Path, where: str = "") -> list[str]:
    """The problems of the marks of a file: each marks something else than a literal text."""
    where = where or path.name
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in _MARKS:
            continue
        for argument in node.args[: 2 if node.func.id == "plural" else 1]:
            if isinstance(argument, ast.JoinedStr):
                found.append(
                    f"{where}, line {argument.lineno}, marks an f-string, which is filled before anybody can translate it; "
                    "write a plain text with {placeholders} and give the values as arguments"
                )
            elif not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)) and node.func.id != "phrase":
                # phrase(LEFT, number=3) is marked where LEFT is written
                found.append(f"{where}, line {node.lineno}, marks no literal text; write the text itself in {node.func.id}()")
    return found


# -- names -------------------------------------------------------------------------------------------------------------


def named(game: type[Game]) -> list[Message]:
    """The names in a game that people are shown, as they are shown."""
    rules = rules_of(game)
    where = game.name
    begun = game(len(game.seats), 0, None, None, "seeded")
    found: list[Message] = []

    def add(note: str, texts: Iterable[Any]) -> None:
        found.extend(Message(text, "", where, note) for text in texts if isinstance(text, str) and has_words(text))

    scene = begun.scene()
    add("title or summary", (game.title, game.summary))
    add("a role", [role["label"] for role in scene["roles"]])
    add("an option", [option.text for option in game.options if option.text != option.name])
    add("an option", [worded(option.name) for option in game.options if option.text == option.name])
    add("a value of an option", [worded(value) for each in game.options for value in each.values if isinstance(value, str)])
    for kind in game.kinds:
        add("a kind of token", [kind.name.replace("_", " ")])
        owners = {*game.seats}
        add(
            "a face of a token",
            [name for name, face in kind.faces.items() if name not in owners and (not face.text or " " in name)],
        )
        add("written on a token", [face.text for face in kind.faces.values()])
        add("what a card does, in small print", [face.note for face in kind.faces.values()])
    add("an action, on its button", [worded(action.name) for node in rules.nodes for action in node.actions])
    drawn = [*begun._containers, *[prop for prop in begun._props if not prop.quiet]]
    parts = [each for each in drawn if each.visible_to != NOBODY or _backs(each)]
    add("a space of the table", [space for part in scene["containers"] for space in part.get("spaces", ())])
    add("a statistic", [stat["text"] for stat in scene["stats"]])
    add("a part of the table", [worded(owned(part.name, game.seats, part.belongs_to)[0]) for part in parts])
    return found


def _backs(part: object) -> bool:
    return isinstance(part, Container) and part.backs_visible_to != NOBODY
