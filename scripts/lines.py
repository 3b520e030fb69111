"""The lengths of the games: ``python scripts/lines.py [OPENSPIEL]`` prints the table of docs/games.md.

It counts lines of code, without blank lines, comments and docstrings. Each line has one sort, the first that fits:

    bots     in `estimate`, `suppose`, `plausible` or `could_be`, or in a module for these alone
    looks    it names things that only a table needs: faces, kinds, colours, surfaces, drawings; or is in a module of faces
    texts    it begins with a text, or names a text for people: `_(...)`, `plural(...)`
    rules    all others, imports included

``OPENSPIEL`` is a folder with OpenSpiel's sources, where the same games are counted in C++: the ``.cc`` and ``.h`` files of
each game's folder, without tests.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from pathlib import Path

GAMES = Path(__file__).parents[1] / "src" / "rondel" / "shelf"
BOTS = ("estimate", "suppose", "plausible", "could_be", "playout_move")
MODULES = {
    "memory.py": "bots",
    "prospects.py": "bots",
    "judgement.py": "bots",
    "evaluation.py": "bots",
    "advice.py": "bots",
    "turns.py": "bots",
    "worlds.py": "bots",
    "faces.py": "looks",
}
"""Modules with lines of one sort only."""
LOOKS = re.compile(r"\b(Face|TokenKind|colours|surface|turned_for|drawing|path)\b")
TEXTS = re.compile(r"""(?:^|[=(,\s])(?:_|plural)\(["']|^["']|^(?:title|summary|description|my_turn)\b""")
THEIRS = {
    "corridors": ("quoridor",),
    "draughts": ("checkers",),
    "fireworks": ("hanabi", "hanabi/hanabi-learning-environment/hanabi_learning_environment/hanabi_lib"),
    "mancala": ("mancala", "oware"),
    "reversi": ("othello",),
    "swarm": ("hive",),
    "texas_holdem": ("universal_poker", "universal_poker/acpc_cpp", "universal_poker/logic"),
}
"""OpenSpiel's folders of games, if named differently or several."""
OTHERS = ("repeated_", "chess960_")
"""The beginnings of file names of other games, or of files with positions only."""
SORTS = ("rules", "texts", "looks", "bots")


def code_lines(source: str) -> set[int]:
    """The numbers of the lines with code on them.

    >>> sorted(code_lines('\"\"\"Words.\"\"\"\\n\\nx = 1  # one\\n# two\\n'))
    [3]
    """
    found: set[int] = set()
    passed_over = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in passed_over:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def sorts(path: Path) -> dict[str, int]:
    """The number of lines of each sort in a module."""
    source = path.read_text(encoding="utf-8")
    written = source.splitlines()
    for_bots: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name in BOTS:
            for_bots.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    found = dict.fromkeys(SORTS, 0)
    for number in code_lines(source):
        line = written[number - 1].strip()
        if path.name in MODULES:
            found[MODULES[path.name]] += 1
        elif number in for_bots:
            found["bots"] += 1
        elif LOOKS.search(line):
            found["looks"] += 1
        elif TEXTS.search(line) and not line.startswith(("@", "def ", "return ", "if ")):
            found["texts"] += 1
        else:
            found["rules"] += 1
    return found


def plus_plus(folder: Path) -> int:
    """The number of lines of C++ in a folder, without tests, comments and blank lines."""
    count = 0
    for path in sorted([*folder.glob("*.cc"), *folder.glob("*.h")]):
        if not path.stem.endswith("_test") and not path.name.startswith(OTHERS):
            bare = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            count += len([line for line in bare.splitlines() if line.strip() and not line.strip().startswith("//")])
    return count


def table(theirs: Path | None) -> list[str]:
    """The table, line by line."""
    lines = ["| game | rules | texts | looks | for bots | OpenSpiel, C++ |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for path in sorted([*GAMES.glob("*.py"), *GAMES.glob("*/__init__.py")], key=lambda each: _name(each)):
        if path.parent == GAMES and path.name == "__init__.py":
            continue
        modules = [path] if path.parent == GAMES else sorted(path.parent.glob("*.py"))
        found = [sorts(module) for module in modules]
        sums = [str(sum([each[sort] for each in found])) for sort in SORTS]
        folders = [theirs / "open_spiel" / "games" / each for each in THEIRS.get(_name(path), (_name(path),))] if theirs else []
        same = sum([plus_plus(folder) for folder in folders if folder.is_dir()]) or ""
        lines.append(f"| `{_name(path)}` | {' | '.join(sums)} | {same} |")
    return lines


def _name(path: Path) -> str:
    return path.parent.name if path.name == "__init__.py" else path.stem


if __name__ == "__main__":
    print("\n".join(table(Path(sys.argv[1]) if len(sys.argv) > 1 else None)))
