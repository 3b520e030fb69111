"""The greedy bot: it takes what is best one move ahead."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on
from rondel.engine.imagination import Imagination
from rondel.errors import HiddenInformation
from rondel.players import Budget, Question
from rondel.players.bots.greedy_bot import MOST, PLAYED, GreedyBot, longest, thinned
from rondel.tournament import contest


def asked(game: rondel.Game) -> Question:
    """The question a match would ask now."""
    role = game.active[0]
    return Question(role, game.view(role), imagination=Imagination(game, role))


def test_it_wins_where_it_can() -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "a2", "b1", "b2"):
        game.push(f"mark({cell})")
    assert {GreedyBot(seed=seed).answer(asked(game)) for seed in range(20)} == {"mark(c1)"}


def test_it_takes_the_move_with_the_best_estimate() -> None:
    game = rondel.new("reversi", seed=1, options={"size": 6})
    for seed in range(12):
        game.push(GreedyBot(seed=seed).answer(asked(game)))
    role = game.active[0]
    worth: dict[str, Any] = {}
    for move in game.moves():
        game.push(move)
        worth[str(move)] = game.estimate(role)
        game.pop()
    best = {move for move, value in worth.items() if value == max(worth.values())}
    assert {GreedyBot(seed=seed).answer(asked(game)) for seed in range(30)} == best


def test_a_forced_move_needs_no_thought() -> None:
    assert GreedyBot().answer(Question("x", {"moves": [{"text": "mark(a1)"}]})) == "mark(a1)"


def test_it_does_not_play_what_it_cannot_imagine() -> None:
    with pytest.raises(HiddenInformation, match="x cannot imagine this game"):
        GreedyBot().answer(Question("x", {"moves": [{"text": "mark(a1)"}, {"text": "mark(b1)"}]}))


def test_it_beats_the_random_bot() -> None:
    """The chance that a bot no better than random scores 17 of 24 is below 4 %; the seeds are fixed, so this never flickers."""
    greedy, _random = contest(rondel.find("reversi"), ["greedy", "random"], games=24, seed=1, options={"size": 6}, seats=None)
    assert greedy.points >= 17


# -- where there is much to choose from ----------------------------------------------------------------------------------

WEIGHED: list[int] = []
"""What was looked at."""


class Fair(Game):
    """Pick one of many prizes, the best of which is the last."""

    name = "fair"
    seats = ("one",)
    estimates = True

    def setup(self) -> To[Pick]:
        self.prize = self.add(Prop("prize", 0, visible_to=EVERYONE))
        return Pick

    def estimate(self, role: str) -> float | None:
        WEIGHED.append(self.prize.value)
        return self.prize.value / 500 if self.estimates else None


class Blind(Fair):
    """The same, but nobody says what a prize is worth before it is taken home."""

    name = "blind"
    estimates = False


class Pick(ActivePlayer[Fair]):
    description = _("{actplayer} must pick a prize")
    my_turn = _("{you} must pick a prize")


class Go(ActivePlayer[Fair]):
    description = _("{actplayer} must go home")
    my_turn = _("{you} must go home")


@on(Pick, _("{actplayer} picks {number}"))
def pick(game: Fair, number: int) -> To[Go]:
    game.prize.value = number
    return Go


@pick.options
def numbers(game: Fair) -> Iterable[int]:
    return range(500)


@on(Go, _("{actplayer} goes home"))
def home(game: Fair) -> To[GameEnd]:
    game.set_score(game.player, game.prize.value)
    return GameEnd


@pytest.mark.parametrize(
    ("kind", "simulations", "most"),
    [(Fair, None, MOST), (Fair, 7, 7), (Fair, 1000, MOST), (Blind, None, PLAYED), (Blind, 7, 7), (Blind, 1000, PLAYED)],
)
def test_of_many_moves_it_tries_some(kind: type[Fair], simulations: int | None, most: int) -> None:
    game = kind(seed=1)
    WEIGHED.clear()
    question = Question("one", game.view("one"), Budget(simulations=simulations), Imagination(game, "one"))
    answer = GreedyBot(seed=2).answer(question)
    _before, *weighed = WEIGHED
    assert len(set(weighed)) == most
    assert answer in question.moves
    if kind is Fair:
        assert answer == f"pick({max(weighed)})"


def test_among_hundreds_of_raises_it_still_folds_and_calls() -> None:
    raises = [f"raise_to({chips})" for chips in range(900)]
    kept = thinned(["call", *raises, "fold", "show(2)", "show(3)"], 50, Random(1))
    assert sorted(set(kept) - set(raises)) == ["call", "fold", "show(2)", "show(3)"]
    assert len(kept) == len(set(kept)) == 50


PLAYED_MOVES = [0]


class Broad(Game):
    """Three hundred moves at every turn, for two thousand turns."""

    name = "broad"
    seats = ("left", "right")

    def setup(self) -> To[Broadly]:
        self.turns = self.add(Prop("turns", 0, visible_to=EVERYONE))
        return Broadly


class Broadly(ActivePlayer[Broad]):
    """Take one of many."""

    description = my_turn = _("{actplayer} must take one")


@on(Broadly, _("{actplayer} takes {number}"))
def take_one(game: Broad, number: int) -> To[Broadly] | To[GameEnd]:
    """It goes on."""
    PLAYED_MOVES[0] += 1
    game.turns.value += 1
    return Broadly if game.turns.value < 2_000 else GameEnd


@take_one.options
def three_hundred(game: Broad) -> Iterable[int]:
    """The same every time."""
    return list(range(300))


def test_an_answer_among_hundreds_of_moves_takes_a_bounded_number_of_moves() -> None:
    game = Broad()
    question = asked(game)
    PLAYED_MOVES[0] = 0
    assert GreedyBot(seed=1).answer(question) in question.moves
    assert PLAYED_MOVES[0] <= PLAYED * (1 + longest(300)) < 1_000
