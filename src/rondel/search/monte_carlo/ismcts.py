"""Information-set Monte Carlo tree search: search in games with hidden information, without access to it.

The searcher plays in determinizations: games that agree with its information, a different one in each simulation. All of them
share one tree, so results of one determinization count in the others. A node stands for the events that the searcher has
observed, not for a full position. So the search finds one plan for all hidden states, where a separate search of each
determinization would find a different plan for each (strategy fusion).

- A move is compared with the number of times it was legal, since it may be illegal in some determinizations (``available``).
- Chance is sampled anew in each simulation and has no nodes: the tree holds the players' moves only (open loop).
- Simultaneous answers are hidden from each other: each has its own value for its player, and all lead to the same node.

Source: P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2012), 120-143, the
single-observer variant; for chance, D. Perez Liebana et al., "Open Loop Search for General Video Game Playing", GECCO 2015.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.engine.play.walk import Walk
from rondel.engine.visibility import CHANCE
from rondel.search.budget import Budget, Meter
from rondel.search.playout import LIMIT, drawn, play_out
from rondel.search.ranking import Ranking
from rondel.search.worlds import Worlds

EXPLORATION: Final = 0.7
"""The exploration constant, on the scale of the observed returns."""


class Choice:
    """The statistics of a move at a node."""

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        """Number of simulations that reached the node while the move was legal."""
        self.total = 0.0
        """Sum of the returns, for the mover, of the simulations that made the move."""
        self.node: Node | None = None


class Node:
    """An information set of the searcher: the events observed so far."""

    def __init__(self) -> None:
        self.choices: dict[str, Choice] = {}
        """The choices by role and text of the move."""
        self.unseen: Node | None = None
        """The node after moves that the searcher does not see."""


class _Tree:
    """The tree shared by all determinizations, and the range of the observed returns."""

    def __init__(self, role: str, rng: Random, exploration: float, limit: int, room: int) -> None:
        self.room = room
        """Number of moves that may still be added; below 0 for no limit."""
        self.role = role
        self.rng = rng
        self.exploration = exploration
        self.limit = limit
        self.root = Node()
        self.low = math.inf
        self.high = -math.inf

    def simulate(self, walk: Walk) -> None:
        """Runs one simulation in a determinization and walks back to its start."""
        game = walk.game
        node = self.root
        path: list[tuple[Choice, str]] = []
        try:
            while True:
                active = game.active
                if not active:
                    break
                asked = self.role if not path else active[0]
                moves = walk.moves(asked)
                if asked == CHANCE:
                    walk.forward(drawn(moves, self.rng), CHANCE)
                    continue
                move, choice, new = self._chosen(node, moves)
                path.append((choice, asked))
                seen = asked == self.role or len(active) == 1
                walk.forward(move, asked)
                if new:
                    break
                node = self._after(node, choice, seen)
            worth = play_out(walk, self.rng, self.limit)
        finally:
            walk.home()
        for value in worth.values():
            if value < self.low:
                self.low = value
            if value > self.high:
                self.high = value
        for choice, mover in path:
            choice.visits += 1
            choice.total += worth[mover]

    def _chosen(self, node: Node, moves: list[Move]) -> tuple[Move, Choice, bool]:
        """Returns the move to make, its statistics, and whether it is made for the first time."""
        untried: list[Move] = []
        tried: list[tuple[Move, Choice]] = []
        for move in moves:
            choice = node.choices.get(f"{move.role}:{move.text}")
            if choice is None:
                untried.append(move)
            else:
                choice.available += 1
                tried.append((move, choice))
        if untried and (self.room or not tried):
            move = untried[int(self.rng.random() * len(untried))]
            choice = Choice()
            choice.available = 1
            if self.room:  # a full tree: the move is played without being recorded
                self.room -= 1
                node.choices[f"{move.role}:{move.text}"] = choice
            return move, choice, True
        width = self.high - self.low
        scale = 1.0 / width if width > 0 else 0.0
        best = tried[0]
        highest = -math.inf
        for each in tried:
            choice = each[1]
            bound = (choice.total / choice.visits - self.low) * scale + self.exploration * math.sqrt(
                math.log(choice.available) / choice.visits
            )
            if bound > highest:
                highest = bound
                best = each
        return best[0], best[1], False

    def _after(self, node: Node, choice: Choice, seen: bool) -> Node:
        if seen:
            if choice.node is None:
                choice.node = Node()
            return choice.node
        if node.unseen is None:
            node.unseen = Node()
        return node.unseen


def ismcts(
    imagine: Callable[[int], Game],
    *,
    role: str,
    rng: Random,
    simulations: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    clock: Callable[[], float] | None = None,
    exploration: float = EXPLORATION,
    limit: int = LIMIT,
) -> Ranking:
    """Ranks the moves of ``role`` by a search of games that ``imagine(seed)`` returns: `Game.imagine` for that role.

    The budget is a number of ``simulations``, ``seconds`` measured by ``clock``, or both; the first limit reached ends the
    search, after one simulation at least. The tree holds ``nodes`` moves at most. A simulation that is not over ``limit``
    answers after it has left the tree is worth the author's estimate.

    Raises `GameOver` when the role has no moves, and `BadOption` for an invalid budget.

    >>> import rondel
    >>> game = rondel.new("kuhn_poker", seed=3)
    >>> game.push("bet")
    >>> game.view("second")["containers"]["hand_second"]["tokens"][0]["face"]
    'J'
    >>> ismcts(lambda seed: game.imagine("second", seed), role="second", rng=Random(1), simulations=200).best
    'fold'
    """
    budget = Budget(seconds=seconds, simulations=simulations, nodes=nodes)
    meter = Meter(budget, clock)
    worlds = Worlds(imagine, role, rng, budget, meter)
    tree = _Tree(role, rng, exploration, limit, -1 if nodes is None else nodes)
    done = 0
    while True:
        tree.simulate(worlds.draw())
        done += 1
        if not meter.goes_on(done):
            break
    return Ranking(role, done, _found(tree.root, worlds.first.moves(role)))


def _found(root: Node, moves: list[Move]) -> dict[str, tuple[int, float]]:
    """The number of tries and the mean value of each legal move."""
    found: dict[str, tuple[int, float]] = {}
    for move in moves:
        choice = root.choices.get(f"{move.role}:{move.text}")
        found[move.text] = (0, 0.0) if choice is None or not choice.visits else (choice.visits, choice.total / choice.visits)
    return found
