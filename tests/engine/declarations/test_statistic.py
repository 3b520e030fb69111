"""Statistics: counted while a game goes on, taken back with it, shown when it is over."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rondel.engine import OBSERVER, Stat
from rondel.engine.records.record import restore
from rondel.errors import BadPosition, DefinitionError, RulesError
from tests.engine.rules.contest import ROUNDS, SECRET, TURNS, Contest, ended
from tests.engine.rules.workshop import Workshop, trial, workshop

STRANGE = Stat("strange", "Strange")


def test_what_is_counted() -> None:
    game = Contest(3)
    for _turn in range(4):
        game.push("go_on")
    assert [game.stat(TURNS, role) for role in game.roles] == [2, 1, 1]
    assert (game.stat(ROUNDS), game.stat(SECRET)) == (4, 2.0)


def test_a_turn_that_is_taken_back_is_not_counted() -> None:
    game = Contest(2)
    game.push("go_on")
    game.push("go_on")
    game.pop()
    assert ([game.stat(TURNS, role) for role in game.roles], game.stat(ROUNDS)) == ([1, 0], 1)


def test_statistics_decide_nothing_and_are_not_in_the_key() -> None:
    game = Contest(2)
    before = game.key()
    game.push("go_on")
    game.push("go_on")
    assert game.stat(ROUNDS) == 2
    assert game.key() == before


def test_all_see_them_when_it_is_over_and_before_that_those_who_may() -> None:
    game = Contest(2)
    game.push("go_on")
    assert game.view("east")["stats"] == game.view(OBSERVER)["stats"] == {"rounds": 1}
    assert game.view("north")["stats"] == {"rounds": 1, "secret": 0.5}
    game.push("end(0000)")
    for role in ("north", "east", OBSERVER):
        assert game.view(role)["stats"] == {"turns": {"north": 1, "east": 0}, "rounds": 1, "secret": 0.5}
    assert game.scene()["stats"][0] == {"name": "turns", "text": "Turns", "per": "player"}


@pytest.mark.parametrize(
    "again", [lambda game: game.copy(), lambda game: restore(Contest, json.loads(json.dumps(game.snapshot())))]
)
def test_they_go_where_the_game_goes(again: Callable[[Contest], Contest]) -> None:
    game = Contest(2)
    game.push("go_on")
    twin = again(game)
    twin.push("go_on")
    assert [(each.stat(ROUNDS), each.stat(TURNS, "east")) for each in (game, twin)] == [(1, 0), (2, 1)]


@trial
def counts_what_is_not_there(game: Workshop) -> None:
    game.count(STRANGE)


def test_a_game_without_it_says_so() -> None:
    game = workshop(counts_what_is_not_there)
    with pytest.raises(RulesError, match=r"Stat\('strange', .*\) is no statistic of Workshop; add it to its stats"):
        game.push("do(counts_what_is_not_there)")
    assert game.view("left")["stats"] == {}


@pytest.mark.parametrize(
    ("counting", "said"),
    [
        (lambda game: game.count(STRANGE), r"Stat\('strange', .*\) is no statistic of Contest; add it to its stats"),
        (lambda game: game.count(ROUNDS, 1, "north"), "statistic 'rounds' is kept for the table, not for 'north'"),
        (lambda game: game.count(TURNS), "statistic 'turns' is kept for each player, and nobody acts; say whose it is"),
        (lambda game: game.count(TURNS, 1, "west"), "statistic 'turns' was given 'west', which is no role: this game has"),
        (
            lambda game: game.count(TURNS, 0.5, "north"),
            "statistic 'turns' cannot be given 0.5: it is a whole number; where .* at 0.0",
        ),
        (lambda game: game.set_stat(SECRET, float("nan")), "statistic 'secret' cannot be given nan: it is a finite number"),
        (lambda game: game.set_stat(TURNS, True, "north"), "statistic 'turns' cannot be given True"),
    ],
)
def test_what_cannot_be_counted_is_the_rules_fault(counting: Callable[[Contest], None], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        counting(Contest(2))


@pytest.mark.parametrize(
    ("stats", "said"),
    [
        ((TURNS, Stat("turns")), "statistic 'turns' is there twice; give one of them another name"),
        (("turns",), "stats hold 'turns', which is no statistic; write stats = (Stat('turns', _('Turns')), ...)"),
        ((Stat("two words"),), "statistic 'two words' cannot be called so; use plain ASCII letters, digits and _"),
        ((Stat("turns", per="team"),), "statistic 'turns' is kept per 'team'; write per=\"player\" or per=\"table\""),
        ((Stat[Any]("on", start=True),), "statistic 'on' starts at True; start at a whole number, or at 0.0 where "),
        (
            (Stat("on", visible_to=("centre",)),),
            "statistic 'on' is visible to ('centre',); use EVERYONE or a tuple of some of ",
        ),
    ],
)
def test_statistics_that_cannot_be_are_found_before_a_game_is_played(stats: Any, said: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        type("Wrong", (Contest,), {"stats": stats})()
    assert any(problem.startswith(said) for problem in caught.value.problems), caught.value.problems


@pytest.mark.parametrize(
    ("stats", "said"),
    [
        ({"strange": 1}, "unknown statistic 'strange'; this game has 'turns', 'rounds', 'secret'"),
        ({"turns": 1}, "statistic 'turns' is 1; give a value for each of north, east"),
        ({"rounds": "1"}, "statistic 'rounds' cannot be given '1'"),
        ([], "stats are"),
    ],
)
def test_statistics_of_a_position_that_do_not_fit_are_refused(stats: Any, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        ended(Contest, 0, 0, stats=stats)
