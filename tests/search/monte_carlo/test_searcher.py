"""Searchers: the tree is kept from move to move, held within its room, and as good as others'."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, on
from rondel.errors import RondelError
from rondel.search import Budget, Searcher, alphabeta
from rondel.search.monte_carlo.node import Node
from rondel.search.playout import LIMIT
from tests.search.contests import Dice
from tests.search.fours import Oracle, played, random_drops


def test_what_is_known_of_a_position_is_kept_when_it_is_come_to() -> None:
    """The law: visits of the root are those of before and the new ones, less the one that made its node."""
    game = rondel.new("reversi", seed=1)
    searcher = Searcher(Random(1))
    assert searcher.known(game) == 0
    first = searcher.search(game, Budget(simulations=200))
    game.push(first.best)
    assert searcher.known(game) == first.visits[first.best]
    game.push(game.moves()[0])
    kept = searcher.known(game)
    assert 1 < kept < first.visits[first.best]
    again = searcher.search(game, Budget(simulations=50))
    assert sum(again.visits.values()) == kept - 1 + 50
    assert again.simulations == 50
    assert set(again.visits) == {move.text for move in game.moves()}


def test_the_same_position_is_searched_on() -> None:
    game = rondel.new("tic_tac_toe")
    searcher = Searcher(Random(1))
    searcher.search(game, Budget(simulations=60))
    assert sum(searcher.search(game, Budget(simulations=40)).visits.values()) == 100


def test_a_kept_tree_says_what_a_fresh_one_of_as_many_simulations_does() -> None:
    """Not to the last visit, for their luck differs; but as to what is best, in positions that are lost but for one move."""
    oracle = Oracle()
    for seed in (1, 4, 11):
        drops = random_drops(Random(seed), 14)
        game = played(drops[:-2])
        searcher = Searcher(Random(seed))
        searcher.search(game, Budget(simulations=300))
        for drop in drops[-2:]:
            game.push(f"drop({drop})")
        kept = searcher.known(game)
        best = searcher.search(game, Budget(simulations=3_000)).best
        fresh = Searcher(Random(seed)).search(game, Budget(simulations=3_000 + kept)).best
        known = oracle.values(drops)
        assert known[best] == known[fresh] == max(known.values())


def test_the_same_luck_keeps_the_same_tree() -> None:
    found = []
    for _each in range(2):
        game = rondel.new("connect_four")
        searcher = Searcher(Random(7))
        for _turn in range(3):
            ranking = searcher.search(game, Budget(simulations=50))
            found.append((ranking.best, ranking.visits, ranking.values))
            game.push(ranking.best)
    assert found[:3] == found[3:]


def test_another_game_or_a_move_taken_back_begins_a_new_tree() -> None:
    game = rondel.new("tic_tac_toe")
    searcher = Searcher(Random(1))
    game.push("mark(b2)")
    searcher.search(game, Budget(simulations=30))
    game.pop()
    assert searcher.known(game) == 0
    assert sum(searcher.search(game, Budget(simulations=30)).visits.values()) == 30
    assert searcher.known(rondel.new("connect_four")) == 0
    assert searcher.known(rondel.new("connect_four", options={"columns": 5})) == 0


class Coins(Game):
    """Each tosses a coin twice, or stops; heads is a point, tails the end of it."""

    name = "coins"
    seats = ("a", "b")

    def setup(self) -> To[Tossing]:
        self.tosses = self.add(Prop("tosses", 0, visible_to=EVERYONE))
        return Tossing


class Tossing(ActivePlayer[Coins]):
    """Toss, or stop."""

    description = "{actplayer} must toss or stop"
    my_turn = "{you} must toss or stop"


@on(Tossing, "{actplayer} tosses")
def toss(game: Coins) -> To[Tossing] | To[GameEnd]:
    """Heads or tails."""
    if game.roll(2) == 1:
        game.set_score(game.player, game.score(game.player) + 1)
    game.tosses.value += 1
    if game.tosses.value == 4:
        return GameEnd
    game.next_player()
    return Tossing


@on(Tossing, "{actplayer} stops")
def stop(game: Coins) -> To[GameEnd]:
    """Enough."""
    return GameEnd


@pytest.mark.parametrize("limit", [LIMIT, 500])
def test_chance_leads_to_where_it_has_been(limit: int) -> None:
    """What chance has answered is followed like a move; with positions that are remembered and without."""
    game = rondel.new(Coins, seed=3)
    searcher = Searcher(Random(1), limit=limit, solve=False)
    for _each in range(3):
        ranking = searcher.search(game, Budget(simulations=200))
        assert ranking.best == "toss" or game.scores[game.active[0]] > min(game.scores.values())
        game.push("toss")
        kept = searcher.known(game)
        assert 20 < kept < ranking.visits["toss"]
        again = searcher.search(game, Budget(simulations=20))
        assert sum(again.visits.values()) == kept - 1 + 20


def test_a_search_that_is_broken_off_leaves_no_tree_behind() -> None:
    game = rondel.new("tic_tac_toe")
    searcher = Searcher(Random(1))
    searcher.search(game, Budget(simulations=10))

    def late() -> float:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        searcher.search(game, Budget(seconds=1), clock=late)
    assert searcher.known(game) == 10, "nothing was begun"
    times = iter([0.0])
    with pytest.raises(StopIteration):
        searcher.search(game, Budget(seconds=1), clock=lambda: next(times))
    assert searcher.known(game) == 0


@pytest.mark.parametrize("name", ["reversi", "cant_stop", "connect_four"])
def test_the_tree_keeps_within_its_room_and_the_search_goes_on(name: str) -> None:
    searcher: Any = Searcher(Random(1), limit=2)
    game = rondel.new(name, seed=1)
    ranking = searcher.search(game, Budget(simulations=80, nodes=25))
    assert ranking.simulations == sum(ranking.visits.values()) == 80
    root: Node = searcher._root
    assert 20 <= root.size() <= 25
    assert searcher.search(game, Budget(simulations=120)).simulations == 120
    assert root.size() > 80, "with more room it grows on"


def test_a_full_tree_still_finds_the_win() -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "a2", "b1", "b2"):
        game.push(f"mark({cell})")
    assert Searcher(Random(1)).search(game, Budget(simulations=400, nodes=8)).best == "mark(c1)"


def test_very_many_moves_are_not_all_tried_before_one_is_tried_again() -> None:
    game = rondel.new("gomoku", seed=1)
    wide, narrow = (Searcher(Random(1), limit=10, widening=width).search(game, Budget(simulations=100)) for width in (0.0, 2.0))
    assert max(wide.visits.values()) == 1
    assert 15 <= len([text for text, visits in narrow.visits.items() if visits]) <= 21
    assert sum(narrow.visits.values()) == 100


def test_it_chooses_as_well_as_openspiel_does() -> None:
    """Both find a move that holds what an oracle says can be held, in the same endings of Connect Four."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is a tool of development")
    oracle = Oracle()
    theirs = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(
        theirs, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 3000, 1000, True, 1, False, pyspiel.ChildSelectionPolicy.UCT, -1.0
    )
    for seed in range(8):
        drops = random_drops(Random(seed), 16)
        state = theirs.new_initial_state()
        for drop in drops:
            state.apply_action(ord(drop) - ord("a"))
        known = oracle.values(drops)
        ours = Searcher(Random(seed)).search(played(drops), Budget(simulations=3_000)).best
        other = f"drop({chr(ord('a') + bot.step(state))})"
        assert known[ours] == known[other] == max(known.values())


def test_what_it_proves_it_need_not_search_again() -> None:
    game = played(random_drops(Random(9), 14))
    searcher = Searcher(Random(1))
    first = searcher.search(game, Budget(simulations=5_000))
    assert first.solved
    assert searcher.search(game, Budget(simulations=5_000)).simulations == 0
    value = alphabeta(game).value
    line = 0
    while game.active:
        game.push(searcher.search(game, Budget(simulations=5_000)).best)
        assert (alphabeta(game).value if game.active else game.returns) == value
        line += 1
    assert line > 2


def test_chance_games_go_well_from_beginning_to_end() -> None:
    ranking = Searcher(Random(1), solve=False).search(rondel.new(Dice, seed=1), Budget(simulations=2_000))
    assert ranking.best == "roll"
    assert ranking.values["roll"] == pytest.approx(1 / 3, abs=0.1)


def test_there_must_be_something_to_search() -> None:
    game = rondel.new("tic_tac_toe")
    with pytest.raises(RondelError, match="o has no moves"):
        Searcher(Random(1)).search(game, Budget(simulations=1), role="o")
