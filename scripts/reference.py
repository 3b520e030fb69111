"""Write the API reference, ``docs/reference``: each public name with its signature, meaning, errors and example.

The sources are read, not imported, so that this runs without an environment. A room's public names are its ``__all__``, or the
names given here for a module without one. Members of a class follow in groups: its own, and those of bases that are not public.
`scripts/definitions.py` reads them. `scripts/pages.py` writes the pages; a test compares them.
"""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from definitions import exported, members, order, resolve, signature, tree

ROOT = Path(__file__).resolve().parent.parent
COOKBOOK = ROOT / "examples" / "cookbook"


@dataclass
class Page:
    """One page: the public names of a room, or of one noun."""

    name: str
    title: str
    about: str
    module: str
    """The module whose names are imported in the first example of the page."""
    names: tuple[str, ...]
    more: tuple[tuple[str, str], ...] = ()
    """Names of other modules, each with its module."""
    bases: tuple[tuple[str, str], ...] = ()
    """Bases with members that several classes of the page share."""


INDEX = """# API reference

Every public name: signature, meaning, errors, and an example that a test runs. Guides introduce them;
[the cookbook](../cookbook/index.md) shows them at work. `make docs` writes these pages from the docstrings, which your editor
shows as well ([your editor](../editors.md)). [The errors](../errors.md) have a page of their own.
"""


def named(names: str) -> tuple[str, ...]:
    """Names written with spaces between them.

    >>> named("Row Hand")
    ('Row', 'Hand')
    """
    return tuple(names.split())


PAGES = (
    Page(
        "starting",
        "Find, start and restore games",
        "Every program begins with these functions. `Move` and `InformationState` are what a game hands to players.",
        "rondel",
        named("games find load new restore replay imagine Move InformationState TurnbaseState TokenSet"),
        more=(("write", "rondel.turnbase"),),
    ),
    Page(
        "game",
        "Game",
        "An author extends `Game`. A rule gets the game as its first argument. A program plays, looks at and stores it.",
        "rondel",
        named("Game"),
    ),
    Page(
        "declarations",
        "Options, statistics, facts, effects, migrations",
        "What an author declares in the body of a game class.",
        "rondel",
        named("Option Stat Facts Showcase Effects Migration"),
    ),
    Page(
        "states",
        "States and actions",
        "A state says who acts. `on` and `decline` make a function an action of a state.",
        "rondel",
        named("ActivePlayer MultipleActivePlayers PrivateState Automatic Dealing ChanceState GameEnd To Jump on decline"),
        more=(("Action", "rondel.engine"),),
        bases=(("State", "rondel.engine"),),
    ),
    Page(
        "tokens",
        "Tokens and faces",
        "A `TokenKind` makes tokens. A `Face` says how a token looks; [how it looks](../how-it-looks.md) shows the shapes.",
        "rondel",
        named("TokenKind Token Face PlayingCard"),
        more=tuple(
            (name, "rondel.engine.components.playing_cards")
            for name in ("suit", "rank", "symbol", "held", "following", "highest")
        )
        + tuple((name, "rondel.engine.components.xiangqi") for name in ("XIANGQI_SET", "XIANGQI_FACES", "XIANGQI_COLOURS")),
    ),
    Page(
        "poker",
        "Poker hands and pots",
        "`PokerHand` ranks hands. Stakes are divided into pots. "
        "[What lies on the table](../containers.md#poker-hands-and-pots) introduces them.",
        "rondel.engine.components.poker",
        named("PokerHand Pot side_pots uncalled payouts"),
    ),
    Page(
        "containers",
        "Rows, hands and piles",
        "Containers hold tokens. [What lies on the table](../containers.md) introduces them.",
        "rondel",
        named("Row Hand Pile"),
        bases=(("Container", "rondel.engine"), ("Part", "rondel.engine.components.part")),
    ),
    Page(
        "boards",
        "Boards, tracks and areas",
        "Boards have cells; tokens lie on them. [What lies on the table](../containers.md#boards) introduces them.",
        "rondel",
        named("Grid HexGrid Edges Track Area Cell CellSet cell_sets Spot Column Reach leaper rider"),
        bases=(
            ("Board", "rondel.engine.components.boards.board"),
            ("Field", "rondel.engine.components.boards.field"),
            ("Spaces", "rondel.engine.components.boards.spaces"),
        ),
    ),
    Page(
        "props",
        "Props, counters and visibility",
        "A prop is one named value. A visibility is a tuple of roles.",
        "rondel",
        named("Prop Counter Sheet Positions Patterns EVERYONE NOBODY OWNER OBSERVER CHANCE"),
    ),
    Page(
        "texts",
        "Texts",
        "Texts are marked for translation, and their placeholders are filled for each reader. "
        "[Texts and languages](../translations.md) shows how.",
        "rondel",
        named("_ phrase plural"),
        more=(("Phrase", "rondel.engine"), ("render", "rondel.engine")),
    ),
    Page(
        "search", "Search", "Trees, solvers and Monte Carlo search; the guide is [search](../search.md).", "rondel.search", ()
    ),
    Page("players", "Players", "Who answers for a role; the guide is [the players](../players.md).", "rondel.players", ()),
    Page("testing", "The kit", "Laws and tools for tests; the guide is [the kit](../testing.md).", "rondel.testing", ()),
    Page(
        "tournaments",
        "Tournaments",
        "Bots against each other; the guide is [tournaments](../tournaments.md).",
        "rondel.tournament",
        (),
    ),
    Page(
        "learning",
        "Learning",
        "Games as environments; the guide is [train against a game](../learning.md). "
        "`rondel[rl]` and `rondel[openspiel]` install what these need.",
        "rondel.learning.encoding",
        named("Encoding"),
        more=(
            ("Numbering", "rondel.learning.action_space"),
            ("Feature", "rondel.learning.features"),
            ("env", "rondel.adapters.pettingzoo"),
            ("parallel_env", "rondel.adapters.pettingzoo"),
            ("env", "rondel.adapters.gymnasium"),
            ("env", "rondel.adapters.vector"),
            ("turns", "rondel.adapters.vector"),
            ("register", "rondel.adapters.openspiel"),
        ),
    ),
    Page(
        "client",
        "A client of an arena",
        "Programs that play in an arena; the guide is [the protocol](../protocol/index.md).",
        "rondel.client",
        (),
    ),
)
"""All pages but the index. A page without names has all names of its module."""
GROUPS = {
    "Definition": "What an author declares",
    "InProgress": "Data of the game in progress",
    "Scored": "Hooks for scores",
    "Referee": "What rules call",
    "Playable": "To play it",
    "Game": "To look at it and store it",
}
"""The headings of the members of `Game`, by the class that defines them."""


# -- the pages ---------------------------------------------------------------------------------------------------------


@cache
def public(page: str) -> tuple[tuple[str, str], ...]:
    """The public names of a page, each with the module from which it is imported; bases last."""
    found = next(each for each in PAGES if each.name == page)
    names = found.names or exported(found.module)
    return (*((name, found.module) for name in names), *found.more, *found.bases)


@cache
def places() -> dict[str, str]:
    """The page and anchor of each public name, and of each error."""
    where = {
        name: f"{page.name}.md#{anchor(name, module, page.name)}"
        for page in reversed(PAGES)
        for name, module in public(page.name)
    }
    errors = [node.name for node in tree("rondel.errors").body if isinstance(node, ast.ClassDef)]
    return {**dict.fromkeys(errors, "../errors.md"), **where}


def ambiguous(name: str, page: str) -> bool:
    """Whether two modules of a page have this name."""
    return [each for each, _module in public(page)].count(name) > 1


def anchor(name: str, module: str, page: str) -> str:
    """The anchor of a name: that of its heading, or one of its own where the heading has more words."""
    if ambiguous(name, page):
        return f"{name.lower()}.{module.rpartition('.')[2]}"
    return {"_": "mark"}.get(name, name.lower())


@cache
def recipes() -> dict[str, tuple[str, str, str]]:
    """Each recipe of the cookbook by its name: its chapter, its title and its text."""
    found: dict[str, tuple[str, str, str]] = {}
    for path in sorted(COOKBOOK.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        title = (ast.get_docstring(ast.parse(text)) or path.stem).partition(":")[0]
        found[path.stem] = (path.parent.name, title, text)
    return found


def used(code: str) -> str:
    """The recipes that contain a piece of code, as a line of links; empty if there are none."""
    sure = re.compile((r"\b" if code[0] != "." else "") + re.escape(code) + (r"\b" if code[-1].isalnum() else ""))
    links = [
        f"[{title.lower()}](../cookbook/{chapter}.md#{title.lower().replace(' ', '-')})"
        for chapter, title, text in recipes().values()
        if sure.search(text)
    ]
    return f"In the cookbook: {', '.join(links[:4])}.\n\n" if links else ""


def prose(doc: str, here: str) -> str:
    """A docstring as Markdown: examples fenced, public names linked."""
    paragraphs: list[str] = []
    for block in re.split(r"\n\s*\n", doc.strip()):
        if block.lstrip().startswith(">>> "):
            paragraphs.append(f"```pycon\n{textwrap.dedent(block)}\n```")
        elif all(line.startswith("    ") for line in block.splitlines()):
            paragraphs.append(f"```text\n{textwrap.dedent(block)}\n```")
        elif block.startswith("| "):
            paragraphs.append(linked(block, here))
        else:
            paragraphs.append(linked(" ".join(block.split()), here))
    return "\n\n".join(paragraphs) + "\n\n"


def linked(text: str, here: str) -> str:
    """Prose with ``literals`` as Markdown writes them, and links to public names."""

    def replace(mark: re.Match[str]) -> str:
        if mark[1] is not None:
            return f"`{mark[1]}`"
        name = mark[2].split(".")[-1]
        known = places().get(name) if mark[2].split(".")[0] in ("rondel", name, "Game") else None
        if known is None and mark[2].startswith("Game."):
            known = f"game.md#game.{name}"
        if known is None or (known == places().get(name) and known.startswith(f"{here}.md#")):
            return f"`{mark[2]}`"
        return f"[`{mark[2]}`]({known})"

    return re.sub(r"``(.+?)``|`([A-Za-z_][\w.]*)`", replace, text)


def entry(name: str, module: str, page: Page) -> str:
    """One public name: signature, meaning, example, members."""
    found = resolve(name, module)
    if found is None:
        raise SystemExit(f"{module} has no public name {name!r}")
    given = {each for each, _module in public(page.name)}
    home = next((room for room in ("rondel", page.module) if name in exported(room)), module)
    head = name if name != "_" else "_ (mark a text)"
    if ambiguous(name, page.name):
        head = f"{name} ({module})"
    lines = [f"## {head}\n\n"]
    if head != name:
        lines.insert(0, f'<a id="{anchor(name, module, page.name)}"></a>\n\n')
    node = found.node
    if isinstance(node, ast.FunctionDef):
        lines.append(f"```text\n{signature(node, name)}\n```\n\n")
    elif isinstance(node, ast.ClassDef):
        line = order(found)
        inits = [each for base in line if isinstance(base.node, ast.ClassDef) for each in base.node.body]
        init = next((each for each in inits if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
        if init is not None and (name, module) not in page.bases:
            lines.append(f"```text\n{signature(init, name, method=True)}\n```\n\n")
        bases = [f"[`{each.name}`]({places()[each.name]})" for each in line[1:] if each.name in places()]
        if bases:
            lines.append(f"Has all members of {', '.join(bases)} too.\n\n")
    if home != "rondel" and (name, module) not in page.bases:
        lines.append(f"`from {module} import {name}`\n\n")
    lines.append(prose(found.doc, page.name))
    if isinstance(node, ast.FunctionDef):
        lines.append(used(f"{name}("))
    elif isinstance(node, ast.ClassDef) and name not in ("Game", "Token", "GameEnd"):
        lines.append(used(name))
    group = ""
    listed = members(found, given)
    if name == "Game":
        listed.sort(key=lambda each: list(GROUPS).index(each.owner))
    for member in listed:
        if name == "Game" and member.owner != group:
            group = member.owner
            lines.append(f"### {GROUPS[group]}\n\n")
        lines.append(f'<a id="{name.lower()}.{member.name}"></a>\n\n')
        lines.append(f"```text\n{'.' if '(' in member.heading else ''}{member.heading}\n```\n\n".replace(".await ", "await ."))
        lines.append(prose(member.doc, page.name))
        if name == "Game" and member.bare[-1] in "(=":
            lines.append(used(member.bare))
    return "".join(lines)


def written(page: Page) -> str:
    """One page of the reference."""
    shown = public(page.name)
    imports = sorted({module for _name, module in shown[: len(shown) - len(page.bases)] if module != page.module})
    more = ""
    for module in imports:
        names = [name for name, where in page.more if where == module]
        if "adapters" not in module:
            more += f"\n>>> from {module} import {', '.join(names)}"
    head = (
        f"# {page.title}\n\n{linked(page.about, page.name)}\n\n"
        f"Written from the docstrings by `make docs`; [all names](index.md). The examples of this page run one after "
        f"the other, after these lines:\n\n```pycon\n>>> import rondel\n>>> from random import Random\n"
        f">>> from typing import Any\n>>> from {page.module} import *{more}\n```\n\n"
    )
    return (head + "".join(entry(name, module, page) for name, module in shown)).rstrip() + "\n"


def index() -> str:
    """The first page: every public name with its meaning in a sentence."""
    lines = [INDEX]
    for page in PAGES:
        lines.append(f"\n## [{page.title}]({page.name}.md)\n\n| name | |\n| --- | --- |\n")
        for name, module in public(page.name)[: len(public(page.name)) - len(page.bases)]:
            found = resolve(name, module)
            meaning = " ".join((found.doc if found else "").partition("\n\n")[0].split())
            meaning = re.split(r"(?<=[.:;]) (?=[A-Z`])", linked(meaning, "index"), maxsplit=1)[0].replace("|", "\\|")
            lines.append(f"| [`{name}`]({page.name}.md#{anchor(name, module, page.name)}) | {meaning} |\n")
    return "".join(lines)
