"""The README: its game is a game, and its session at the prompt comes out as printed."""

from __future__ import annotations

import doctest
import random
import re
from pathlib import Path

import rondel

README = Path(__file__).parent.parent / "README.md"


def test_the_game_in_the_readme_plays(tmp_path: Path) -> None:
    [code] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    file = tmp_path / "three_in_a_row.py"
    file.write_text(code, encoding="utf-8")
    kind = rondel.load(file)
    winners = set()
    for seed in range(60):
        game = rondel.new(kind)
        chooser = random.Random(seed)
        while not game.is_over:
            game.push(chooser.choice(game.moves()))
        winners.add(game.winners)
        assert rondel.replay(game.record()).key() == game.key()
    assert winners == {("x",), ("o",), ("x", "o")}
    assert [shape["name"] for shape in rondel.new(kind).scene()["roles"]] == ["x", "o"]


def test_the_session_in_the_readme_comes_out_as_printed() -> None:
    [session] = re.findall(r"```pycon\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    test = doctest.DocTestParser().get_doctest(session, {}, "README", str(README), 0)
    results = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test)
    assert results.attempted >= 7
    assert results.failed == 0
