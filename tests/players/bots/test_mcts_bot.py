"""The searching bot: its budgets, and that it beats those who do not search."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rondel
from rondel.players import Budget, Question
from rondel.players.bots.mcts_bot import MctsBot
from rondel.shelf.tic_tac_toe import TicTacToe
from rondel.tournament import contest
from tests.players.asking import asked


def clock(step: float) -> Iterator[float]:
    """Times, one step apart."""
    now = 0.0
    while True:
        yield now
        now += step


def test_the_same_seed_answers_the_same() -> None:
    game = rondel.new("reversi", seed=1)
    answers = [MctsBot(budget=Budget(simulations=30), seed=5).answer(asked(game)) for _each in range(2)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("own", "given", "ticks"),
    [
        (Budget(), Budget(), 1.0),
        (Budget(seconds=0.5), Budget(seconds=2), 0.5),
        (Budget(seconds=2), Budget(seconds=0.5), 0.5),
        (Budget(simulations=3), Budget(seconds=5), 0.2),
    ],
    ids=["a second by default", "its own is tighter", "the question's is tighter", "one of each"],
)
def test_the_tighter_budget_counts(own: Budget, given: Budget, ticks: float) -> None:
    """The clock goes a tenth of a second at each look: once to begin, then after each simulation but the last."""
    times = clock(0.1)
    looks: list[float] = []

    def look() -> float:
        looks.append(next(times))
        return looks[-1]

    MctsBot(budget=own, seed=1, clock=look).answer(asked(rondel.new("tic_tac_toe"), given))
    assert looks[-1] == pytest.approx(ticks, abs=0.11)


def test_a_forced_move_needs_no_thought() -> None:
    assert MctsBot().answer(Question("x", {"moves": [{"text": "mark(a1)"}]})) == "mark(a1)"


def test_it_beats_the_random_bot_at_tic_tac_toe() -> None:
    """The chance that a bot no better than random scores 30 of 40 is about one in a thousand."""
    searching, _random = contest(rondel.find("tic_tac_toe"), ["mcts:60", "random"], games=40, seed=2, options={}, seats=None)
    assert searching.points >= 30


@pytest.mark.slow
def test_it_beats_the_random_bot_at_reversi() -> None:
    """A bot no better than random wins 9 of 10 in about one match of a hundred; the seeds are fixed, so this never flickers."""
    searching, _random = contest(
        rondel.find("reversi"), ["mcts:20", "random"], games=10, seed=3, options={"size": 6}, seats=None
    )
    assert searching.points >= 9


def test_more_thought_is_better() -> None:
    deep, shallow = contest(rondel.find("tic_tac_toe"), ["mcts:150", "mcts:2"], games=30, seed=4, options={}, seats=None)
    assert deep.points > shallow.points + 5


def test_it_plays_where_something_is_hidden() -> None:
    """A king is not folded, and a jack does not call, whatever the other may hold."""
    position = {
        "state": "MustAnswer",
        "play_order": ["second", "first"],
        "props": {"hands_left": 1, "opener": "first"},
    }
    for card, other, answer in (("K", "Q", "call"), ("J", "Q", "fold")):
        hands = {"hand_second": card, "hand_first": other}
        chips = [{"kind": "chip", "owner": role} for role in ("first", "second", "first")]
        left = [face for face in "JQK" if face not in (card, other)]
        game = rondel.new(
            "kuhn_poker",
            seed=1,
            position={
                **position,
                "containers": {
                    **{name: [{"kind": "card", "face": face}] for name, face in hands.items()},
                    "pot": chips,
                    "deck": [{"kind": "card", "face": face} for face in left],
                },
            },
        )
        assert MctsBot(budget=Budget(simulations=200), seed=1).answer(asked(game)) == answer


@pytest.mark.interpreted("a game that is compiled has no subclasses that are not")
def test_without_foresight_it_believes_what_the_author_estimates() -> None:
    """Whoever plays to the end sees that b1 is no good cell to begin with."""

    class Edge(TicTacToe):
        """Tic-tac-toe by somebody who thinks the world of one cell."""

        def estimate(self, role: str) -> float:
            owner = self.board.owner("b1")
            return 0.0 if owner is None else 0.9 if owner == role else -0.9

    believing = MctsBot(budget=Budget(simulations=200), foresight=0, seed=1)
    assert believing.answer(asked(Edge())) == "mark(b1)"
    assert MctsBot(budget=Budget(simulations=200), seed=1).answer(asked(Edge())) != "mark(b1)"
