"""``rondel tournament``: line-ups, seats, standings."""

from __future__ import annotations

import json

import pytest

import rondel as package
from rondel.cli.tournament import Standing, contest
from rondel.errors import BadOption
from tests.cli.shell import rondel


def test_the_standings_for_programs() -> None:
    done = rondel("tournament", "tic_tac_toe", "--players", "random,greedy,mcts:20", "--games", "4", "--seed", "1", "--json")
    report = json.loads(done.stdout)
    assert report["game"] == "tic_tac_toe"
    assert {row["player"]: row["games"] for row in report["standings"]} == {"random": 8, "greedy": 8, "mcts:20": 8}
    assert sum(row["points"] for row in report["standings"]) == pytest.approx(12)
    for row in report["standings"]:
        assert row["wins"] + row["draws"] + row["losses"] == row["games"]


def test_the_standings_for_people() -> None:
    lines = rondel("tournament", "tic_tac_toe", "--players", "random,greedy", "--games", "4").stdout.splitlines()
    assert lines[0] == "player  games   wins  draws losses  points a game (95 %)"
    assert len(lines) == 3


def test_the_same_seed_plays_the_same() -> None:
    argv = ["tournament", "reversi", "--players", "random,greedy", "--games", "3", "--option", "size=6", "--seed", "5"]
    assert rondel(*argv).stdout == rondel(*argv).stdout


def test_three_at_a_table_take_turns_in_the_seats() -> None:
    standings = contest(
        package.find("stones"), ["random", "random", "random"], games=3, seed=1, options={"turn_limit": 20}, seats=3
    )
    assert [each.name for each in standings] == ["random#1", "random#2", "random#3"]
    assert [len(each.results) for each in standings] == [3, 3, 3]
    assert sum(each.points for each in standings) == pytest.approx(3)


def test_too_few_for_a_table_sit_twice() -> None:
    one, two = contest(package.find("stones"), ["random", "greedy"], games=2, seed=1, options={"turn_limit": 9}, seats=3)
    assert len(one.results) + len(two.results) == 6


def test_nobody_plays_alone() -> None:
    with pytest.raises(BadOption, match="needs two players or more"):
        contest(package.find("reversi"), ["random"], games=1, seed=1, options={}, seats=None)


def test_the_margin_narrows_with_more_games() -> None:
    few, many = Standing("a", "a"), Standing("b", "b")
    few.results = [1.0, 0.0] * 5
    many.results = [1.0, 0.0] * 500
    assert (few.mean, many.mean) == (0.5, 0.5)
    assert few.margin > many.margin == pytest.approx(0.031, abs=0.001)
    assert Standing("c", "c").to_json()["margin"] == 1.0
