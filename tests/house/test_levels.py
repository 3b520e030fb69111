"""The study of levels: what it says is what was played, and who comes back goes on where he was."""

from __future__ import annotations

from pathlib import Path

import levels
import pytest
import sequential

import rondel
from rondel.players.bots.ladders import LADDERS
from rondel.search import ExtensiveForm, expected_values
from rondel.shelf import CATALOGUE
from rondel.tournament.outcome import Outcome
from rondel.tournament.standing import wilson
from tests.conftest import SCALE

QUICK = ("random", "greedy", "random", "random", "random")
"""A ladder whose second level is much better than the first at tic-tac-toe, and needs little time."""


def test_every_game_with_a_ladder_is_studied() -> None:
    assert sorted(levels.ORDER) == sorted(LADDERS) == sorted(CATALOGUE)


@pytest.mark.parametrize("game", levels.EXACT if SCALE >= 1 else levels.EXACT[:1])
def test_what_is_worked_out_is_in_order(game: str) -> None:
    """Each level wins of the one below, and is less exploitable; against uniform play the tree's own figure comes out."""
    pairs = levels.exact(game)
    assert [pair.settled for pair in pairs] == ["yes"] * 4
    form = ExtensiveForm(rondel.new(game, chance="explicit"))
    even = expected_values(form)
    assert levels._worth(form, form.start, form.start, 0) == pytest.approx(even["first"])


def test_a_pair_is_played_on_and_not_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    first, spoilt = levels.measured("tic_tac_toe", 2, 4)
    news = [new for _outcome, new in levels.outcomes("tic_tac_toe", 2, 8)]
    assert (sum(first.values()), spoilt) == (2, 0)
    assert news == [False] * 4 + [True] * 4


def test_two_who_play_alone_are_compared_in_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    pair = levels.summed("shephy", 2, *levels.measured("shephy", 2, 4))
    assert (pair.games, pair.unit, pair.even) == (4, "returns", 0.0)


def test_tables_that_win_together_are_compared_in_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    monkeypatch.setattr(levels, "ladder", lambda game: ("random", "greedy~95", "random", "random", "random"))
    one, other = [outcome for outcome, _new in levels.outcomes("fireworks", 2, 2)]
    assert (one.seated, other.seated) == ((0, 0), (1, 1))
    assert levels.summed("fireworks", 2, *levels.measured("fireworks", 2, 2)).unit == "returns"


def test_one_secret_side_is_of_one_level_and_then_of_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    one, other = list(levels._fixtures("wolves_in_town", 2, 5))
    game = rondel.new("wolves_in_town", seats=5, seed=one.seed)
    wolves = tuple([int(game.character(role) == "wolf") for role in game.roles])  # type: ignore[attr-defined]
    assert 0 < sum(wolves) < 5
    assert (one.seated, other.seated) == (tuple([1 - each for each in wolves]), wolves)
    assert one.seed == other.seed
    results, _spoilt = levels.measured("wolves_in_town", 2, 2)
    assert set(results) <= {0.0, 0.5, 1.0}


def test_a_series_stops_when_it_is_decided_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    monkeypatch.setattr(levels, "EXACT", ())
    monkeypatch.setattr(levels, "ladder", lambda game: QUICK)
    results, _spoilt = levels.measured("tic_tac_toe", 2, 400, decide=True)
    assert sum(results.values()) < 60
    kept = levels.Kept(tmp_path / "levels.json")
    kept.keep("tic_tac_toe", 2, results, 0, held=True)
    (pair,) = [each for each in levels.Kept(tmp_path / "levels.json").pairs() if each.game == "tic_tac_toe"]
    assert (pair.settled, pair.note, pair.interval) == ("yes", "sequential", sequential.interval(results))
    assert pair.interval[0] > 0.5


def test_without_chance_each_game_of_such_a_series_is_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    monkeypatch.setattr(levels, "EXACT", ())
    monkeypatch.setattr(levels, "ladder", lambda game: QUICK)
    results, _spoilt = levels.measured("tic_tac_toe", 2, 400, decide=True)
    stored = (tmp_path / "tic_tac_toe-2.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum(results.values()) == len(stored) - 1  # the first line is the setting
    kept = levels.Kept(tmp_path / "levels.json")
    kept.keep("tic_tac_toe", 2, results, 0, held=True, single=True)
    (pair,) = [each for each in levels.Kept(tmp_path / "levels.json").pairs() if each.game == "tic_tac_toe"]
    assert (pair.games, pair.note) == (sum(results.values()), "sequential, each game")
    assert sum(levels.measured("reversi", 2, 2, decide=True)[0].values()) == 2
    assert sum(levels.measured("kuhn_poker", 2, 2, decide=True)[0].values()) == 1  # its two games have the same cards


def test_few_differences_say_little() -> None:
    """Three deals that differ little among each other: their interval is wide."""
    low, high = levels.summed("solitaire", 4, {-0.3: 1, -0.2: 1, -0.1: 1}).interval
    assert (round(low, 2), round(high, 2)) == (-0.45, 0.05)
    assert levels.summed("solitaire", 4, {-0.2: 1}).settled == "not settled"


def test_a_pair_without_time_plays_one_turn_of_the_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYED", tmp_path)
    results, _spoilt = levels.measured("tic_tac_toe", 2, 400, seconds=0)
    assert sum(results.values()) == 1


def test_what_was_played_is_kept_and_said_as_long_as_the_same_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "EXACT", ())
    kept = levels.Kept(tmp_path / "levels.json")
    kept.keep("reversi", 3, {1.0: 8, 0.5: 2}, 1)
    again = levels.Kept(tmp_path / "levels.json")
    (pair,) = again.pairs()
    assert pair == levels.summed("reversi", 3, {1.0: 8, 0.5: 2}, 1)
    assert "| reversi | 3 |" in levels.report([pair])
    assert "(1 spoilt)" in levels.report([pair])
    monkeypatch.setattr(levels, "ladder", lambda game: ("random", "greedy", "random", "random", "random"))
    assert list(again.pairs()) == []


def test_the_interval_holds_what_is_not_settled() -> None:
    even = levels.summed("reversi", 3, {0.5: 2, 1.0: 1, 0.0: 1})
    assert (even.mean, even.settled) == (0.5, "not settled")
    assert levels.summed("reversi", 3, {0.0: 20}).settled == "no"


def test_the_interval_of_a_share_is_wilsons_for_as_many_games_as_vary_as_much() -> None:
    low, high = levels.summed("reversi", 2, {1.0: 8}).interval
    assert (round(low, 3), high) == (0.806, 1.0)
    alike = levels.summed("reversi", 2, {1.0: 42, 0.0: 8})  # both games of a turn always end alike: 50 count, and not 100
    assert alike.interval == pytest.approx(wilson(0.84 * 49, 49), abs=1e-3)
    drawn = levels.summed("reversi", 2, {0.5: 50})
    assert drawn.interval == pytest.approx(wilson(50, 100))


def test_a_game_of_four_counts_all_meetings_of_the_two() -> None:
    """The level has the first and the third seat: it was better than both others once, and than one of them once."""
    outcome = Outcome("0-1/0", (0, 1, 0, 1), (1.0, 0.0, 0.0, 0.0), (1, 2, 3, 4), (1.0, -1.0, -1.0, -1.0), 52, 0.1)
    assert levels._result(outcome) == 0.75
    shared = Outcome("0-1/1", (1, 0), (0.5, 0.5), (1, 1), (0.0, 0.0), 9, 0.1)
    assert levels._result(shared) == 0.5
