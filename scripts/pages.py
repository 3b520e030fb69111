"""Write the generated pages: the map of the modules, the index of the decisions, the measurements of the promises, the API
reference, the cookbook, which game uses which part of the engine, and what the editor of the playground completes.

``docs/modules.md`` lists every module of the package with the first sentence of its docstring, ``docs/adr/index.md`` every
decision by its title. Each promise in ``docs/contract.md`` gets its measurements from ``benchmarks/CHAOS.md``.
Run by ``make docs``; a test compares.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import completions
import cookbook
import nouns
import reference

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rondel"
DOCS = ROOT / "docs"
CHAOS = ROOT / "benchmarks" / "CHAOS.md"
MODULES_HEAD = """# The modules

Each is one noun. `make docs` writes this page from their docstrings; the rooms are explained in [the rooms](rooms.md).
"""
DECISIONS_HEAD = """# Decisions

Each choice that is hard to take back has one page: what was to be decided, what was chosen, and why not the others.

"""


def first_sentence(path: Path) -> str:
    """The first paragraph of a module's docstring, on one line; empty when it has none."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def modules() -> str:
    """The page with every module."""
    lines = [MODULES_HEAD]
    files = [path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" and "migrations" not in path.parts]
    room = None
    for path in sorted(files, key=lambda path: (len(path.relative_to(PACKAGE).parts) > 1, path)):
        inside = path.relative_to(PACKAGE)
        here = inside.parts[0] if len(inside.parts) > 1 else "rondel"
        if here != room:
            room = here
            lines.append(f"\n## {room}\n\n| module | |\n| --- | --- |\n")
        name = ".".join(("rondel", *inside.with_suffix("").parts))
        lines.append(f"| `{name}` | {first_sentence(path)} |\n")
    return "".join(lines)


def decisions() -> str:
    """The page with every decision."""
    lines = [DECISIONS_HEAD]
    for path in sorted((DOCS / "adr").glob("[0-9]*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        lines.append(f"- [{title}]({path.name})\n")
    return "".join(lines)


def measured() -> dict[str, str]:
    """Each demand of `CHAOS` with its measurement as a list item, by the name of its command."""
    points: dict[str, str] = {}
    for line in CHAOS.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        command = re.search(r"`python -m tests\.chaos ([\w.]+)`", line)
        if command is not None and len(cells) == 6:
            figure, demanded, found, met, run, where = cells
            verdict = "Met" if met == "yes" else met.replace("**no**", "**Not met**")
            points[command[1]] = f"- **{figure}** ({run}) demands: {demanded}. Measured: {found}. {verdict}. ({where})\n"
    return points


def contract() -> str:
    """The page ``docs/contract.md`` with the current figures."""
    known = measured()

    def written(mark: re.Match[str]) -> str:
        points = [known.get(name, f"- `python -m tests.chaos {name}` has not been run yet.\n") for name in mark[1].split()]
        return f"<!-- measured: {mark[1]} -->\n{''.join(points)}<!-- end -->"

    page = (DOCS / "contract.md").read_text(encoding="utf-8")
    return re.sub(r"<!-- measured: ([\w. ]+) -->\n.*?<!-- end -->", written, page, flags=re.DOTALL)


PAGES: dict[Path, Callable[[], str]] = {
    DOCS / "modules.md": modules,
    DOCS / "adr" / "index.md": decisions,
    DOCS / "contract.md": contract,
    DOCS / "nouns.md": nouns.written,
    DOCS / "cookbook" / "index.md": cookbook.index,
    **{DOCS / "cookbook" / f"{name}.md": partial(cookbook.chapter, name) for name in cookbook.CHAPTERS},
    DOCS / "reference" / "index.md": reference.index,
    **{DOCS / "reference" / f"{page.name}.md": partial(reference.written, page) for page in reference.PAGES},
    completions.FILE: completions.written,
}


if __name__ == "__main__":
    for page, write in PAGES.items():
        page.parent.mkdir(exist_ok=True)
        page.write_text(write(), encoding="utf-8")
