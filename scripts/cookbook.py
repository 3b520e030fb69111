"""Write the cookbook, ``docs/cookbook``, from the recipes in ``examples/cookbook``: a page for each chapter, and an index.

A recipe is a whole game in a file. Its docstring begins with a title and one sentence; what follows is its text, and a session
that a test runs. `scripts/pages.py` writes the pages; a test compares them.
"""

from __future__ import annotations

import ast
from pathlib import Path

from reference import COOKBOOK, prose

CHAPTERS = {
    "bidding": "Bids, bets and secret orders",
    "cards": "Cards",
    "boards": "Boards, tracks and dice",
    "players": "Players, teams and the end",
    "setup": "Setup, options and versions",
}
"""The title of each chapter, in the order of the book."""
INDEX = """# Cookbook

Twenty-three recipes. Each is a whole game of about fifty lines: play it with `rondel play examples/cookbook/cards/trick.py`,
and copy what you need. Tests put each through [the laws](../testing.md), and run its session.
[Writing a game](../author-guide.md) explains what the recipes use, and [the API reference](../reference/index.md) has every
name.
"""


def parts(path: Path) -> tuple[str, str, str, str]:
    """The title, the sentence, the text and the code of a recipe."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    first, _blank, rest = (ast.get_docstring(tree) or "").partition("\n\n")
    title, _colon, sentence = first.partition(": ")
    code = "".join(source.splitlines(keepends=True)[tree.body[0].end_lineno or 0 :]).strip("\n")
    return title, sentence[:1].upper() + sentence[1:], rest, code


def chapter(name: str) -> str:
    """The page of a chapter."""
    about = f"`make docs` writes this page from the files in `examples/cookbook/{name}`."
    lines = [f"# {CHAPTERS[name]}\n\n[All recipes](index.md). {about}\n\n"]
    for path in sorted((COOKBOOK / name).glob("*.py")):
        title, sentence, rest, code = parts(path)
        file = path.relative_to(COOKBOOK.parents[1]).as_posix()
        lines.append(f"## {title}\n\n{sentence}\n\n<!-- play: ../../{file} -->\n\n")
        if rest:
            lines.append(prose(rest, "").replace("](", "](../reference/").replace("../reference/../", "../"))
        lines.append(f"```python\n# {file}\n{code}\n```\n\n")
    return "".join(lines).rstrip() + "\n"


def index() -> str:
    """The first page: every recipe with its sentence."""
    lines = [INDEX]
    for name, heading in CHAPTERS.items():
        lines.append(f"\n## [{heading}]({name}.md)\n\n| recipe | |\n| --- | --- |\n")
        for path in sorted((COOKBOOK / name).glob("*.py")):
            title, sentence, _rest, _code = parts(path)
            lines.append(f"| [{title}]({name}.md#{title.lower().replace(' ', '-')}) | {sentence} |\n")
    return "".join(lines)
