"""Monte Carlo tree search: it finds what is there to find, changes nothing, and weighs chance."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, TokenKind, on
from rondel.errors import BadOption, GameOver
from rondel.search.monte_carlo.mcts import mcts


def tic_tac_toe(*cells: str) -> rondel.Game:
    """A game of tic-tac-toe after these marks."""
    game = rondel.new("tic_tac_toe", seed=1)
    for cell in cells:
        game.push(f"mark({cell})")
    return game


@pytest.mark.parametrize("seed", range(5))
def test_it_wins_where_it_can(seed: int) -> None:
    assert mcts(tic_tac_toe("a1", "a2", "b1", "b2"), rng=Random(seed), simulations=200).best == "mark(c1)"


@pytest.mark.parametrize("seed", range(5))
def test_it_blocks_where_it_must(seed: int) -> None:
    assert mcts(tic_tac_toe("a1", "b2", "b1"), rng=Random(seed), simulations=400).best == "mark(c1)"


def test_the_same_luck_finds_the_same() -> None:
    game = rondel.new("reversi", seed=1)
    one, two = (mcts(game, rng=Random(3), simulations=50) for _each in range(2))
    assert (one.best, one.visits, one.values) == (two.best, two.visits, two.values)


def test_the_game_is_not_changed() -> None:
    game = rondel.new("reversi", seed=1)
    before = (game.key(), game.record(), game.snapshot())
    search = mcts(game, rng=Random(3), simulations=20)
    assert (game.key(), game.record(), game.snapshot()) == before
    assert repr(search) == f"<Ranking: {search.best} by black after 20 simulations>"


def test_every_simulation_visits_one_move() -> None:
    search = mcts(tic_tac_toe(), rng=Random(1), simulations=100)
    assert sum(search.visits.values()) == search.simulations == 100
    assert set(search.values) == set(search.visits)
    assert all(-1 <= value <= 1 for value in search.values.values())


def test_moves_there_was_no_time_for_are_listed_as_untried() -> None:
    search = mcts(tic_tac_toe(), rng=Random(1), simulations=1)
    assert sorted(search.visits.values()) == [0] * 8 + [1]
    assert search.visits[search.best] == 1


def test_time_is_what_the_clock_says() -> None:
    ticks = iter(range(1000))
    search = mcts(tic_tac_toe(), rng=Random(1), seconds=10, clock=lambda: float(next(ticks)))
    assert search.simulations == 10


def test_the_first_limit_that_is_reached_ends_it() -> None:
    ticks = iter(range(1000))
    search = mcts(tic_tac_toe(), rng=Random(1), simulations=4, seconds=10, clock=lambda: float(next(ticks)))
    assert search.simulations == 4


def test_it_wants_a_budget_that_makes_sense() -> None:
    game = tic_tac_toe()
    with pytest.raises(BadOption, match=r"a search needs a budget: simulations=\.\.\., or seconds=\.\.\. with a clock"):
        mcts(game, rng=Random(1))
    with pytest.raises(BadOption, match="cannot make 0 simulations"):
        mcts(game, rng=Random(1), simulations=0)
    with pytest.raises(BadOption, match="needs a clock"):
        mcts(game, rng=Random(1), seconds=1)


def test_there_must_be_something_to_search() -> None:
    with pytest.raises(GameOver, match="the game is over"):
        mcts(tic_tac_toe("a1", "a2", "b1", "b2", "c1"), rng=Random(1), simulations=1)
    with pytest.raises(GameOver, match="o has no moves"):
        mcts(tic_tac_toe(), rng=Random(1), role="o", simulations=1)


# -- chance ------------------------------------------------------------------------------------------------------------


class Bet(Game):
    """Take 1 for sure, or gamble for 3 at one in six; on the average the gamble is worth half as much."""

    name = "bet"
    seats = ("gambler", "bank")
    kinds = (TokenKind("none"),)

    def setup(self) -> To[Deciding]:
        self.won = self.add(Prop("won", 0, visible_to=EVERYONE))
        return Deciding

    def score(self, role: str) -> float:
        return self.won.value if role == "gambler" else -self.won.value

    def utility(self, role: str) -> float:
        return self.score(role) / 3


class Deciding(ActivePlayer[Bet]):
    """Sure or not?"""

    description = "{actplayer} must decide"
    my_turn = "{you} must decide"


@on(Deciding, "{actplayer} takes what is sure")
def take(game: Bet) -> To[GameEnd]:
    """The sure thing."""
    game.won.value = 1
    return GameEnd


@on(Deciding, "{actplayer} gambles")
def gamble(game: Bet) -> To[GameEnd]:
    """Three for a six."""
    game.won.value = 3 if game.roll() == 6 else 0
    return GameEnd


def lucky_seed() -> int:
    """A seed with which the gamble is won."""
    for seed in range(100):
        game = rondel.new(Bet, seed=seed)
        game.push("gamble")
        if game.scores["gambler"] == 3:
            return seed
    raise LookupError("no seed below 100 rolls a six")


def test_chance_is_weighed_and_not_looked_up() -> None:
    """With this seed the gamble *would* be won; a search that played the seeded stream would know."""
    search = mcts(rondel.new(Bet, seed=lucky_seed()), rng=Random(1), simulations=3000)
    assert search.best == "take"
    assert search.values["gamble"] == pytest.approx(1 / 6, abs=0.08)


# -- several players ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("searching", [0, 1, 2])
def test_three_players_each_look_after_themselves(searching: int) -> None:
    game = rondel.new("stones", seed=1, seats=3)
    for _turn in range(searching):
        game.push(game.moves()[0])
    search = mcts(game, rng=Random(1), simulations=10, limit=50)
    assert search.role == game.roles[searching]
    assert search.best in [str(move) for move in game.moves(search.role)]
