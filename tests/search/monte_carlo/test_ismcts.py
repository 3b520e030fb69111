"""Information-set search: it plays well without looking, and what it says does not depend on what it cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import rondel
from rondel import _
from rondel.errors import BadOption, GameOver
from rondel.search.monte_carlo.ismcts import ismcts
from rondel.search.ranking import Ranking


def searched(game: rondel.Game, role: str, simulations: int = 400, seed: int = 1) -> Ranking:
    """What the search says for a role."""
    return ismcts(lambda each: game.imagine(role, each), role=role, rng=Random(seed), simulations=simulations)


def answering_a_bet(card: str) -> rondel.Game:
    """Kuhn poker, the second player to answer a bet with that card."""
    for seed in range(100):
        game = rondel.new("kuhn_poker", seed=seed)
        if game.view("second")["containers"]["hand_second"]["tokens"][0]["face"] == card:
            game.push("bet")
            return game
    raise AssertionError(card)


def test_certain_cards_are_played_for_certain() -> None:
    """With the king a call wins 2 and a fold loses 1; with the jack a call loses 2: known without knowing the other's card."""
    king = searched(answering_a_bet("K"), "second")
    assert king.best == "call"
    assert king.values["call"] == 2
    jack = searched(answering_a_bet("J"), "second")
    assert jack.best == "fold"
    assert jack.values == {"fold": -1, "call": -2}


def test_a_middle_card_is_worth_what_the_others_cards_make_it_on_average() -> None:
    """Against a bet the queen wins or loses 2, equally often by what the second player knows."""
    values = searched(answering_a_bet("Q"), "second", 3000).values
    assert values["call"] == pytest.approx(0, abs=0.15)


def test_what_it_says_depends_only_on_what_its_role_knows() -> None:
    """The other's card differs, the information state does not, and neither does a single figure."""
    games: dict[object, rondel.Game] = {}
    pairs = 0
    for seed in range(40):
        game = rondel.new("leduc_poker", seed=seed)
        game.push("check")
        state = game.information_state("second")
        other = games.setdefault(state, game)
        if other is game or other.view("first") == game.view("first"):
            continue
        pairs += 1
        assert searched(game, "second", 40).visits == searched(other, "second", 40).visits
    assert pairs >= 3


class TwoCups(rondel.Game):
    """A pea lies under one of two cups, nobody knows which: choose a cup, or take a little for sure.

    A search of each world by itself finds the pea every time, and believes that a cup is worth 1; it is worth nothing on
    average. This is the strategy fusion of the literature (Frank and Basin 1998).
    """

    name = "two_cups"
    seats = ("one",)

    def setup(self) -> rondel.To[Hide]:
        self.pea = self.add(rondel.Prop("pea", ""))
        self.won = self.add(rondel.Prop("won", 0.0))
        return Hide

    def utility(self, role: str) -> float:
        return self.won.value


class Hide(rondel.ChanceState[TwoCups]):
    def outcomes(self, game: TwoCups) -> list[str]:
        return ["left", "right"]

    def happens(self, game: TwoCups, outcome: str) -> rondel.To[Wait]:
        game.pea.value = outcome
        return Wait


class Wait(rondel.ActivePlayer[TwoCups]):
    description = _("{actplayer} must play on or stop")
    my_turn = _("{you} must play on or stop")


@rondel.on(Wait, _("{actplayer} plays on"))
def play_on(game: TwoCups) -> rondel.To[Lift]:
    return Lift


@rondel.on(Wait, _("{actplayer} stops"))
def stop(game: TwoCups) -> rondel.To[rondel.GameEnd]:
    game.won.value = 0.4
    return rondel.GameEnd


class Lift(rondel.ActivePlayer[TwoCups]):
    description = _("{actplayer} must lift a cup")
    my_turn = _("{you} must lift a cup")


@rondel.on(Lift, _("{actplayer} lifts the {side} cup"))
def lift(game: TwoCups, side: str) -> rondel.To[rondel.GameEnd]:
    game.won.value = 1.0 if side == game.pea.value else -1.0
    return rondel.GameEnd


@lift.options
def sides(game: TwoCups) -> list[str]:
    return ["left", "right"]


def test_it_does_not_plan_what_it_could_only_do_if_it_saw() -> None:
    ranking = searched(TwoCups(seed=1), "one", 2000)
    assert ranking.best == "stop"
    assert ranking.values["play_on"] < 0.3


def test_where_several_answer_at_once_it_finds_a_legal_move() -> None:
    """It only must not fail there; how well it plays is not looked at."""
    game = rondel.new("seed_swap", seed=1)
    role = game.active[0]
    assert searched(game, role, 24).best in {move.text for move in game.moves(role)}


def ticks(step: float) -> Iterator[float]:
    """Times, one step apart."""
    now = 0.0
    while True:
        yield now
        now += step


def test_a_full_tree_is_searched_on() -> None:
    """With room for one move at all, one of the root's is all it ever plays there; with more, each is tried."""
    game = rondel.new("kuhn_poker", seed=3)
    game.push("bet")
    tight, loose = (
        ismcts(lambda seed: game.imagine("second", seed), role="second", rng=Random(1), simulations=60, nodes=nodes)
        for nodes in (1, 2)
    )
    assert sorted(tight.visits.values()) == [0, 60]
    assert min(loose.visits.values()) > 0
    assert sum(loose.visits.values()) == 60
    with pytest.raises(BadOption, match="cannot hold 0 positions"):
        ismcts(lambda seed: game.imagine("second", seed), role="second", rng=Random(1), simulations=6, nodes=0)


def test_a_limit_of_time() -> None:
    game = answering_a_bet("K")
    times = ticks(0.01)
    ranking = ismcts(
        lambda seed: game.imagine("second", seed), role="second", rng=Random(1), seconds=1.0, clock=lambda: next(times)
    )
    assert 40 <= ranking.simulations <= 100


def test_what_makes_no_sense() -> None:
    game = answering_a_bet("K")
    with pytest.raises(BadOption, match="needs a budget"):
        ismcts(lambda seed: game, role="second", rng=Random(1))
    with pytest.raises(BadOption, match="cannot make 0 simulations"):
        ismcts(lambda seed: game, role="second", rng=Random(1), simulations=0)
    with pytest.raises(BadOption, match="needs a clock"):
        ismcts(lambda seed: game, role="second", rng=Random(1), seconds=1)
    game.push("fold")
    with pytest.raises(GameOver, match="no move to search"):
        ismcts(lambda seed: game.copy(), role="second", rng=Random(1), simulations=1)
