"""The alpha-beta bot: perfect where it can search to the end, and no adviser where it cannot."""

from __future__ import annotations

import pytest

import rondel
from rondel.errors import Unsolvable
from rondel.players import Budget, play
from rondel.players.bots.alphabeta_bot import AlphabetaBot
from rondel.players.bots.random_bot import RandomBot
from rondel.search import Tree
from rondel.tournament import contest
from tests.players.asking import asked


def after(*cells: str) -> rondel.Game:
    game = rondel.new("tic_tac_toe")
    for cell in cells:
        game.push(f"mark({cell})")
    return game


@pytest.mark.parametrize("first", ["a1", "b2", "b1"])
def test_it_knows_whole_what_a_tree_knows(first: str) -> None:
    """After any first move of tic-tac-toe, every answer it may give is one of those that the whole tree says are best."""
    game = after(first)
    node = Tree(game, merge=True)
    worth = {str(move): node.walk(str(move)).solve()["o"] for move in game.moves()}
    best = {text for text, value in worth.items() if value == max(worth.values())}
    given = {AlphabetaBot(nodes=20_000, seed=seed).advise(asked(game)) for seed in range(12)}
    assert given <= best
    assert len(given) > 1 or len(best) == 1  # among equals, any


def test_it_never_loses_tic_tac_toe() -> None:
    for seed in range(20):
        game = rondel.new("tic_tac_toe")
        perfect = game.roles[seed % 2]
        play(game, {role: AlphabetaBot(seed=seed) if role == perfect else RandomBot(seed=seed) for role in game.roles})
        assert perfect in game.winners


def test_it_wins_the_quickest_way() -> None:
    game = after("a1", "a2", "b1", "b2")
    assert AlphabetaBot().answer(asked(game)) == "mark(c1)"


def test_few_positions_are_no_certainty() -> None:
    """At the start of Connect Four nothing is certain after 500 positions, but it plays all the same."""
    game = rondel.new("connect_four")
    bot = AlphabetaBot(nodes=500, seed=1)
    assert bot.advise(asked(game)) is None
    assert bot.answer(asked(game)) in [str(move) for move in game.moves()]


def test_the_budget_of_a_question_counts() -> None:
    game = after("a1")
    assert AlphabetaBot(nodes=20_000).advise(asked(game, Budget(simulations=5))) is None


def test_seconds_are_its_budget_unless_positions_are_given() -> None:
    """Its clock says whether it was looked at; with positions it is not, so the answer is the same each time."""
    looks: list[float] = []

    def clock() -> float:
        looks.append(len(looks) * 0.01)
        return looks[-1]

    game = rondel.new("connect_four")
    bot = AlphabetaBot(seconds=0.2, seed=1, clock=clock)
    assert bot.answer(asked(game)) in [str(move) for move in game.moves()]
    assert 0.1 < looks[-1] < 0.3
    looks.clear()
    counted = [AlphabetaBot(seconds=0.2, seed=1, clock=clock).answer(asked(game, Budget(simulations=300))) for _each in "ab"]
    assert counted[0] == counted[1]
    assert not looks
    AlphabetaBot(seconds=5.0, seed=1, clock=clock).answer(asked(game, Budget(seconds=0.1)))
    assert looks[-1] < 0.3, "the tighter limit counts"


def test_it_is_no_adviser_where_something_is_hidden_or_chance_has_its_part() -> None:
    for name in ("kuhn_poker", "cant_stop"):
        game = rondel.new(name, seed=1, seats=2)
        assert AlphabetaBot(nodes=50).advise(asked(game)) is None
        with pytest.raises(Unsolvable):
            AlphabetaBot(nodes=50).answer(asked(game))


def test_it_beats_the_greedy_bot() -> None:
    ahead, _greedy = contest("reversi", ["alphabeta:200", "greedy"], games=6, seed=1, options={"size": 6})
    assert ahead.points >= 5
