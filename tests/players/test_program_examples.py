"""The example programs in Python and JavaScript play real games, by pipe and by socket."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rondel
from rondel.players import play
from rondel.players.spec import player

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "players"


def _plays(spec: str) -> None:
    """A whole game of Reversi against a random bot; it takes the first corner it may take."""
    game = rondel.new("reversi", seed=4)
    program, other = player(spec, seconds=60), player("random", seed=4)
    play(game, {"black": program, "white": other})
    program.close()
    assert game.is_over
    again = rondel.new("reversi", seed=4)
    taken = 0
    for role, move in game.record()["answers"]:
        if role == "black":
            corners = [each.text for each in again.moves() if each.text[10:12] in ("a1", "a8", "h1", "h8")]
            assert not corners or move in corners
            taken += bool(corners)
        again.push(move, role)
    assert taken


@pytest.mark.parametrize("command", [f"{sys.executable} {FOLDER / 'corners.py'}", f"node {FOLDER / 'corners.mjs'}"])
def test_by_pipe(command: str) -> None:
    _plays(f"pipe:{command}")


def test_the_page_shows_the_program_whole() -> None:
    """Who copies it from there has the one that is tested here."""
    page = (FOLDER.parents[1] / "docs" / "players.md").read_text(encoding="utf-8")
    _about, program = (FOLDER / "corners.py").read_text(encoding="utf-8").split('"""\n\n', 1)
    assert f"```python\n{program}```\n" in page


def test_by_socket() -> None:
    program = subprocess.Popen([sys.executable, FOLDER / "corners_socket.py", "0"], stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout is not None
        address = program.stdout.readline().split()[-1]
        assert address.startswith("ws://"), json.dumps(address)
        _plays(address)
    finally:
        program.kill()
        program.communicate()
