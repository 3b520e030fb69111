"""The same mistakes planted in Reversi in both styles: what mypy says, and what Rondel's own check says.

    python docs/adr/0001-authoring/rival_mistakes.py [PYRIGHT]

prints the table of docs/adr/0001-authoring-surface.md. With the path of a pyright (or basedpyright) its verdict is added.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import rondel
from rondel.errors import DefinitionError

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CHOSEN = ROOT / "src" / "rondel" / "shelf" / "reversi.py"
RIVAL = HERE / "rival_reversi.py"

Edits = list[tuple[str, str]]

IMPORT = "from collections.abc import Iterable\n"
OTHER_GAME = (IMPORT, "from rondel.shelf.tic_tac_toe import TicTacToe\n" + IMPORT)
OPTIONS = '''@play_disc.options
def cells(game: Reversi) -> Iterable[Cell]:
    """The cells from which a disc would trap others."""
    return game.board.brackets(game.player)
'''
RIVAL_OPTIONS = """    def options(self, game: RivalReversi) -> Iterable[Cell]:
        return game.board.brackets(game.player)
"""
NAMES = "return [cell.name for cell in game.board.brackets(game.player)]"


def both(*edits: tuple[str, str]) -> tuple[Edits, Edits]:
    """The same edits in both styles."""
    return list(edits), list(edits)


MISTAKES: dict[str, tuple[Edits, Edits]] = {
    "none": both(),
    "misspelt attribute of the game": both(("    game.board.p", "    game.baord.p")),
    "another target than declared": both(("    return NextPlayer", "    return GameEnd")),
    "misspelt target": both(("-> To[NextPlayer]", "-> To[NextPlayr]")),
    "options of another type than the parameter": both(
        ("Iterable[Cell]:", "Iterable[str]:"), ("return game.board.brackets(game.player)", NAMES)
    ),
    "an action of another game": (
        [OTHER_GAME, ("play_disc(game: Reversi", "play_disc(game: TicTacToe")],
        [
            OTHER_GAME,
            ("Action[RivalReversi, Cell]", "Action[TicTacToe, Cell]"),
            ("options(self, game: RivalReversi)", "options(self, game: TicTacToe)"),
            ("do(self, game: RivalReversi", "do(self, game: TicTacToe"),
        ],
    ),
    "options missing": ([(OPTIONS, "")], [(RIVAL_OPTIONS, "")]),
    "misspelt `options`": ([("@play_disc.options", "@play_disc.optoins")], [("def options", "def optoins")]),
    "misspelt hook of a state (`entr`)": both(("def enter", "def entr")),
    "misspelt text of a state (`my_trun`)": both(("my_turn =", "my_trun =")),
    "unknown placeholder in a message": both(("plays {cell}", "plays {cel}")),
    "action written but not hung": (
        [('@on(PlayerTurn, _("{actplayer} plays {cell}"), says=_("Play {cell}"))\n', "")],
        [("actions = (PlayDisc(),)", "actions = ()")],
    ),
    "return type left out": both((", cell: Cell) -> To[NextPlayer]:", ", cell: Cell):")),
    "a state that is never reached": both(
        ("-> To[NextPlayer]", "-> To[PlayerTurn]"), ("    return NextPlayer", "    return PlayerTurn")
    ),
}
"""For each mistake, what is replaced in the chosen style's file and in the rival's."""


def plant(folder: Path) -> list[tuple[str, Path, Path]]:
    """Write both files once for each mistake."""
    planted = []
    for number, (title, sides) in enumerate(MISTAKES.items()):
        paths = []
        for source, edits, style in zip((CHOSEN, RIVAL), sides, ("chosen", "rival"), strict=True):
            text = source.read_text(encoding="utf-8")
            for old, new in edits:
                if old not in text:
                    raise LookupError(f"{source.name} no longer holds {old!r}, where {title!r} is planted")
                text = text.replace(old, new, 1)
            path = folder / f"{style}_{number}.py"
            # A loaded game is found by its name from then on; a wrong one must not take the place of the shipped one.
            path.write_text(text.replace('name = "reversi"', f'name = "{path.stem}"'), encoding="utf-8")
            paths.append(path)
        planted.append((title, paths[0], paths[1]))
    return planted


def mypy(folder: Path, cache: Path) -> dict[str, list[str]]:
    """What mypy --strict says of each file in the folder, by the file's name."""
    strict = ["--config-file=", "--strict", "--warn-unreachable", "--no-pretty", "--no-error-summary", f"--cache-dir={cache}"]
    said = subprocess.run(
        [sys.executable, "-m", "mypy", *strict, *map(str, sorted(folder.glob("*.py")))],
        env={**os.environ, "MYPYPATH": f"{ROOT / 'src'}{os.pathsep}{HERE}"},
        capture_output=True,
        text=True,
        check=False,
    )
    if said.returncode not in (0, 1) or said.stderr:
        raise RuntimeError(said.stdout + said.stderr)
    found: dict[str, list[str]] = {}
    for line in said.stdout.splitlines():
        place, _sep, message = line.partition(": error: ")
        if message:
            found.setdefault(Path(place.partition(":")[0]).name, []).append(message)
    return found


def pyright(folder: Path, program: str) -> dict[str, list[str]]:
    """The same of pyright, in its standard mode."""
    settings = {"extraPaths": [str(ROOT / "src"), str(HERE)], "typeCheckingMode": "standard"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    argv = [program, "--outputjson", "-p", str(folder), "--pythonpath", sys.executable]
    said = subprocess.run(argv, capture_output=True, text=True, check=False)
    found: dict[str, list[str]] = {}
    for each in json.loads(said.stdout)["generalDiagnostics"]:
        if each["severity"] == "error":
            found.setdefault(Path(each["file"]).name, []).append(each["message"])
    return found


def check(path: Path) -> str:
    """What happens when the rules are loaded and checked, before anything is played: nothing, or who refuses them."""
    try:
        game = rondel.load(path)
    except Exception as error:  # noqa: BLE001 - whatever Python raises is what the author sees
        return f"import ({type(error).__name__})"
    try:
        rondel.new(game)
    except DefinitionError:
        return "check"
    return "-"


def rows(cache: Path, pyright_at: str = "") -> list[str]:
    """The table's rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        planted = plant(folder)
        typed = mypy(folder, cache)
        righted = pyright(folder, pyright_at) if pyright_at else {}
        lines = []
        for title, *paths in planted:
            cells: list[str] = []
            for path in paths:
                cells += ["mypy" if typed.get(path.name) else "-", check(path)]
                if pyright_at:
                    cells.append("pyright" if righted.get(path.name) else "-")
            lines.append(f"| {title} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kept:
        sys.stdout.write("\n".join(rows(Path(kept), "".join(sys.argv[1:2]))) + "\n")
