"""Monte Carlo tree search (UCT) for any number of players, with chance.

Each simulation walks down the tree by the upper confidence bound, adds one node, plays at random to the end, and adds what
the game was worth *to each role* to the nodes on its way. It knows no clock, no view and no hidden information: who calls
it hands it a game that may be searched (`Game.imagine`), and a clock if there is a limit of time. Secret simultaneous
choices are searched as if made one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final

from rondel.engine import record
from rondel.engine.game import Game
from rondel.engine.move import Move
from rondel.engine.visibility import CHANCE
from rondel.engine.walk import Walk
from rondel.errors import BadOption, GameOver
from rondel.search.playout import LIMIT, drawn, play_out

EXPLORATION: Final = 1.4
"""How much a move that was tried seldom is preferred; right for returns between -1 and 1."""


class Node:
    """A position in the tree, reached by ``move`` from its parent."""

    def __init__(self, move: Move | None, mover: int) -> None:
        self.move = move
        self.mover = mover
        """The number of the role whose move led here; -1 for chance and the root."""
        self.visits = 0
        self.total = 0.0
        """The sum of what the simulations through here were worth to the mover."""
        self.children: list[Node] = []
        self.untried: list[Move] | None = None
        """Moves without a child yet; None before they were listed."""


class Search:
    """What a search found out."""

    def __init__(self, role: str, root: Node, simulations: int) -> None:
        self.role = role
        """Whose move was searched."""
        self.simulations = simulations
        self._root = root

    @property
    def best(self) -> str:
        """The move tried most often; of equals, the one worth most."""
        return max(self._children(), key=lambda child: (child[1], child[2]))[0]

    @property
    def visits(self) -> dict[str, int]:
        """How often each move was tried, most often first."""
        ranked = sorted(self._children(), key=lambda child: -child[1])
        return {text: visits for text, visits, _value in ranked}

    @property
    def values(self) -> dict[str, float]:
        """What each move is worth to the role, on average, most often tried first."""
        ranked = sorted(self._children(), key=lambda child: -child[1])
        return {text: value for text, _visits, value in ranked}

    def _children(self) -> list[tuple[str, int, float]]:
        """Each move's text, how often it was tried, and what it was worth on average."""
        found: list[tuple[str, int, float]] = []
        for child in self._root.children:
            found.append((str(child.move), child.visits, child.total / child.visits if child.visits else 0.0))
        for move in self._root.untried or []:
            found.append((move.text, 0, 0.0))
        return found

    def __repr__(self) -> str:
        return f"<Search: {self.best} by {self.role} after {self.simulations} simulations>"


def mcts(
    game: Game,
    *,
    rng: Random,
    role: str | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] | None = None,
    exploration: float = EXPLORATION,
    limit: int = LIMIT,
) -> Search:
    """Search the moves of ``role`` (by default the first active role); ``game`` is not changed.

    The budget is a number of ``simulations``, or ``seconds`` measured by ``clock``, or both: whatever is used up first; at
    least one simulation is made. With the same ``rng`` and number of simulations the result is the same.

    Raises `GameOver` when there is nothing to search, and `BadOption` for a budget that makes no sense.

    >>> from rondel.games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> for cell in ("a1", "a2", "b1", "b2"):
    ...     game.push(f"mark({cell})")
    >>> mcts(game, rng=Random(1), simulations=200).best
    'mark(c1)'
    """
    if simulations is None and seconds is None:
        raise BadOption("a search needs a budget: simulations=..., or seconds=... with a clock")
    if simulations is not None and simulations < 1:
        raise BadOption(f"a search cannot make {simulations} simulations; it makes at least 1")
    if seconds is not None and clock is None:
        raise BadOption("a search for some seconds needs a clock: clock=time.monotonic")
    if role is None:
        if not game.active:
            raise GameOver("there is nothing to search: the game is over")
        role = game.active[0]
    ground = open_copy(game)
    root = Node(None, -1)
    root.untried = shuffled(ground.moves(role), rng)
    if not root.untried:
        raise GameOver(f"there is nothing to search: {role} has no moves")
    stop = clock() + seconds if clock is not None and seconds is not None else 0.0
    walk = Walk(ground)
    done = 0
    while True:
        simulate(walk, root, role, rng, exploration, limit)
        done += 1
        if simulations is not None and done >= simulations:
            break
        if seconds is not None and clock is not None and clock() >= stop:
            break
    return Search(role, root, done)


def open_copy(game: Game) -> Game:
    """A copy in which chance is a seat of its own, so that a search weighs what may come instead of looking it up."""
    return record.restore(type(game), {**game.snapshot(), "explicit": True, "seed": None})


def shuffled(moves: list[Move], rng: Random) -> list[Move]:
    """The same moves in random order, so that no move is favoured for being listed first."""
    rng.shuffle(moves)
    return moves


def simulate(walk: Walk, root: Node, role: str, rng: Random, exploration: float, limit: int) -> None:
    """One simulation: down the tree, one new node, a playout, and back up; the game is left as it was."""
    game = walk.game
    path = [root]
    node = root
    try:
        while True:
            if node is root:
                asked = role
            else:
                active = game.active
                if not active:
                    break
                asked = active[0]
            if asked == CHANCE:
                node = outcome(node, drawn(walk.moves(CHANCE), rng))
                new = node.visits == 0
            else:
                if node.untried is None:
                    node.untried = shuffled(game.moves(asked), rng)
                new = bool(node.untried)
                if new:
                    child = Node(node.untried.pop(), game.roles.index(asked))
                    node.children.append(child)
                    node = child
                else:
                    node = most_promising(node, exploration)
            move = node.move
            if move is not None:
                walk.forward(move)
            path.append(node)
            if new:
                break
        worth = play_out(walk, rng, limit)
    finally:
        walk.home()
    roles = game.roles
    for each in path:
        each.visits += 1
        if each.mover >= 0:
            each.total += worth[roles[each.mover]]


def outcome(node: Node, move: Move) -> Node:
    """The child for an outcome of chance, made when it first comes up."""
    for child in node.children:
        if str(child.move) == move.text:
            return child
    child = Node(move, -1)
    node.children.append(child)
    return child


def most_promising(node: Node, exploration: float) -> Node:
    """The child with the highest upper confidence bound for whoever moves at ``node``."""
    log = math.log(node.visits)
    best = node.children[0]
    highest = -math.inf
    for child in node.children:
        bound = child.total / child.visits + exploration * math.sqrt(log / child.visits)
        if bound > highest:
            highest = bound
            best = child
    return best
