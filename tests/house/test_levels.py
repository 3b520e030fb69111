"""The study of levels: what it says is what was played, and who comes back goes on where he was."""

from __future__ import annotations

import json
from pathlib import Path

import levels
import pytest

import rondel
from rondel.games import CATALOGUE
from rondel.players.ladders import LADDERS, ladder
from rondel.search import ExtensiveForm, expected_values
from rondel.tournament.outcome import Outcome


def test_every_game_with_a_ladder_is_studied() -> None:
    assert sorted(levels.ORDER) == sorted(LADDERS) == sorted(CATALOGUE)


@pytest.mark.parametrize("game", levels.EXACT)
def test_what_is_worked_out_is_in_order(game: str) -> None:
    """Each level wins of the one below, and is less exploitable; against uniform play the tree's own figure comes out."""
    pairs = levels.exact(game)
    assert [pair.settled for pair in pairs] == ["yes"] * 4
    form = ExtensiveForm(rondel.new(game, chance="explicit"))
    even = expected_values(form)
    assert levels._worth(form, form.start, form.start, 0) == pytest.approx(even["first"])


def test_a_pair_is_played_on_and_not_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    first = levels.measured("tic_tac_toe", 2, 4, quick=False)
    news = [new for _outcome, new in levels.outcomes("tic_tac_toe", 2, 8)]
    assert first.games == 4
    assert news == [False] * 4 + [True] * 4
    path = tmp_path / "tic_tac_toe-2.jsonl"
    assert levels._same(path, "tic_tac_toe", 2)
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["specs"] == [
        ladder("tic_tac_toe")[1],
        ladder("tic_tac_toe")[0],
    ]


def test_two_who_play_alone_are_compared_in_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    pair = levels.measured("shephy", 2, 4, quick=False)
    assert (pair.games, pair.unit, pair.even) == (4, "returns", 0.0)


def test_the_pair_that_is_beyond_doubt_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    monkeypatch.setattr(levels, "ladder", lambda game: ("random", "alphabeta", "random", "random", "random"))
    assert levels.measured("tic_tac_toe", 2, 400, quick=True).games == levels.FEWEST


def test_the_interval_holds_what_is_not_settled() -> None:
    even = levels.summed("reversi", 3, [0.5, 1.0, 0.0, 0.5])
    assert (even.mean, even.settled) == (0.5, "not settled")
    assert levels.summed("reversi", 3, [0.0] * 20).settled == "no"
    assert "| reversi | 3 |" in levels.report([even])


def test_a_game_of_four_counts_all_meetings_of_the_two() -> None:
    """The level has the first and the third seat: it was better than both others once, and than one of them once."""
    outcome = Outcome("0-1/0", (0, 1, 0, 1), (1.0, 0.0, 0.0, 0.0), (1, 2, 3, 4), (1.0, -1.0, -1.0, -1.0), 52, 0.1)
    assert levels._result(outcome) == 0.75
    shared = Outcome("0-1/1", (1, 0), (0.5, 0.5), (1, 1), (0.0, 0.0), 9, 0.1)
    assert levels._result(shared) == 0.5
