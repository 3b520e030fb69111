"""Searchers: Monte Carlo tree search that keeps its tree from one move to the next.

Each simulation selects a path down the tree (`rondel.search.monte_carlo.selection`), adds one node, evaluates it by a playout
or a guide, and adds the returns *of each role* to the nodes on the path. Proved values are propagated up the tree
(`rondel.search.monte_carlo.solver`). The walk stays at the last position of a simulation; the next one steps back only as far
as it must, and inside the tree it asks the rules nothing that the tree holds. In a small game it soon needs no walk
(`rondel.search.positions`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from rondel.engine.components.move import Move
from rondel.engine.game import Game
from rondel.engine.visibility import CHANCE as CHANCE_ROLE
from rondel.errors import GameOver
from rondel.search.budget import Budget, Meter
from rondel.search.ground import CHANCE, OVER, Ground
from rondel.search.monte_carlo.guide import Guide
from rondel.search.monte_carlo.node import UNSEEN, Node, Proof
from rondel.search.monte_carlo.selection import EXPLORATION, WIDENING, selected
from rondel.search.monte_carlo.solver import prove
from rondel.search.playout import LIMIT, drawn
from rondel.search.positions import PATIENCE, Position, Positions, small
from rondel.search.ranking import Ranking


class Searcher:
    """Searches the positions of one game, one after the other, with one tree.

    ``limit`` is the length of a playout, in answers, before the author's estimate is used; 0 uses the estimate at once. Without
    ``solve`` nothing is proved. ``widening`` limits the moves tried, in units of the square root of the simulations; 0 for
    no limit. The positions of a small game are remembered after ``patience`` simulations.

    >>> from rondel import new
    >>> game = new("tic_tac_toe")
    >>> searcher = Searcher(Random(1))
    >>> first = searcher.search(game, Budget(simulations=400))
    >>> game.push("mark(b2)")
    >>> kept = searcher.known(game)
    >>> second = searcher.search(game, Budget(simulations=100))
    >>> sum(second.visits.values()) == kept - 1 + 100
    True
    """

    def __init__(
        self,
        rng: Random,
        *,
        exploration: float = EXPLORATION,
        limit: int = LIMIT,
        guide: Guide | None = None,
        solve: bool = True,
        widening: float = WIDENING,
        patience: int = PATIENCE,
    ) -> None:
        self._rng = rng
        self._exploration = exploration
        self._limit = limit
        self._guide = guide
        self._solve = solve
        self._widening = widening if widening > 0 else math.inf
        self._root: Node | None = None
        self._record: dict[str, Any] = {}
        """The record of the game at the root."""
        self._patience = patience
        self._made = 0
        """The number of simulations of this game."""
        self._fits = False
        """Whether the game is small, and its playouts go to the end."""
        self._positions: Positions | None = None
        """The remembered positions of such a game; None for other games, and before many simulations."""
        self._path: list[Node] = []
        """The nodes of the current simulation."""
        self._passed: list[Move] = []
        """The moves of a playout through remembered positions."""
        self._trail: list[Node] = []
        """The nodes that the walk has passed; it may have gone on from the last."""
        self._size = 0
        self._room = -1
        """Maximum number of nodes; -1 for no limit."""
        self._low = math.inf
        """The least return observed; only used if `Ground.most` is infinite."""
        self._high = -math.inf

    def search(
        self, game: Game, budget: Budget, *, role: str | None = None, clock: Callable[[], float] | None = None
    ) -> Ranking:
        """Ranks the moves of ``role``, by default of the first active role; ``game`` is not changed.

        At least one simulation is made, but none if all moves are proved. Earlier simulations through this position are
        added. Raises `GameOver` when the role has no moves, and `BadOption` for an invalid budget.
        """
        meter = Meter(budget, clock)
        ground, root = self._prepare(game, budget, role)
        if root.untried is None:
            self._open(ground, root)
        done = 0
        while root.proof is None:
            self._simulate(ground, root)
            done += 1
            if not meter.goes_on(done):
                break
        return self._finish(ground, root, done)

    def _prepare(self, game: Game, budget: Budget, role: str | None) -> tuple[Ground, Node]:
        """The ground of a search, and its root, which is not open yet if no earlier search has passed it."""
        if role is None:
            if not game.active:
                raise GameOver("no move to search: the game is over")
            role = game.active[0]
        record = game.record()
        root = self._found(record, game.roles.index(role))
        if not self._same_rules(record):
            self._positions = None
            self._made = 0
        self._root = None  # no root to reuse if the search raises
        ground = Ground(game)
        if root is None:
            root = Node(None, CHANCE, 1.0)
            root.asked = game.roles.index(role)
            root.several = len(game.active) > 1
            if not ground.walk.moves(role):
                raise GameOver(f"no move to search: {role} has no moves")
        self._trail = [root]
        self._remember(ground, record, root)
        self._size = root.size()
        self._room = -1 if budget.nodes is None else budget.nodes
        return ground, root

    def _finish(self, ground: Ground, root: Node, done: int) -> Ranking:
        """Keeps the tree. Returns the ranking after ``done`` simulations."""
        ground.walk.home()
        self._root = root
        return _ranking(ground.roles[root.asked], root, done)

    def forget(self) -> None:
        """Drops the tree."""
        self._root = None

    def known(self, game: Game) -> int:
        """Number of earlier simulations through this position."""
        active = game.active
        root = self._found(game.record(), game.roles.index(active[0])) if active else None
        return 0 if root is None else root.visits

    def _found(self, record: dict[str, Any], asked: int) -> Node | None:
        """The node of a position that follows from the root's; None if the tree has none."""
        root = self._root
        if root is None:
            return None
        if not self._same_rules(record) or record.get("position") != self._record.get("position"):
            return None
        before: list[Any] = self._record["answers"]
        answers: list[Any] = record["answers"]
        if answers[: len(before)] != before:
            return None
        node: Node | None = root
        for role, text in answers[len(before) :]:
            if node is None:
                return None
            node = _child(node, role, text)
        return node if node is not None and node.asked == asked and node.untried is not None else None

    def _same_rules(self, record: dict[str, Any]) -> bool:
        """Whether the game is the one searched last, with the same options."""
        for name, value in record.items():
            if name not in ("answers", "position") and self._record.get(name) != value:
                return False
        return True

    def _remember(self, ground: Ground, record: dict[str, Any], root: Node) -> None:
        """Decides whether positions are remembered, and remembers that of the root."""
        self._record = record
        if self._positions is None:
            self._fits = self._guide is None and self._limit >= LIMIT and small(ground)
            if self._fits and self._made >= self._patience:
                self._positions = Positions()
        if self._positions is not None:
            root.position = self._positions.here(ground)

    def _simulate(self, ground: Ground, root: Node) -> None:
        """Runs one simulation: selection, expansion, evaluation and backpropagation."""
        self._made += 1
        if self._made == self._patience and self._fits:
            self._positions = Positions()
        path = self._path
        path.clear()
        path.append(root)
        node = root
        new = False
        while node.proof is None and node.asked != OVER and not new:
            grows = self._room < 0 or self._size < self._room
            if node.untried is None:
                if not grows:
                    break
                position = node.position
                if position is not None:
                    node.open(position.moves.copy(), None)
                else:
                    self._arrive(ground, path)
                    self._open(ground, node)
            following = self._next(node, grows)
            if following is None:
                break
            new = following.visits == 0
            path.append(following)
            node = following
        proof = node.proof
        if proof is not None:
            worth = proof.returns
        else:
            worth = self._remembered(ground, path, node)
            if node.proof is not None:
                prove(path, ground.most)
        self._back_up(ground, worth)

    def _back_up(self, ground: Ground, worth: list[float]) -> None:
        """Adds returns to the nodes of the current path."""
        path = self._path
        for number in range(len(path) - 1, -1, -1):
            each = path[number]
            floor = each.floor
            if floor is not None and worth[each.asked] < floor.returns[each.asked]:
                worth = floor.returns
            each.visits += 1
            if each.mover >= 0:
                each.total += worth[each.mover]
        if ground.most > 1.0:
            for value in worth:
                if value < self._low:
                    self._low = value
                if value > self._high:
                    self._high = value

    def _arrive(self, ground: Ground, path: list[Node]) -> None:
        """Moves the walk to the last node of a path by the fewest steps."""
        walk = ground.walk
        trail = self._trail
        same = 1
        end = len(path)
        if len(trail) < end:
            end = len(trail)
        while same < end and trail[same] is path[same]:
            same += 1
        walk.back_to(same - 1)
        del trail[same:]
        for number in range(same, len(path)):
            node = path[number]
            move = node.move
            if move is not None:
                walk.retrace(move)
            trail.append(node)

    def _open(self, ground: Ground, node: Node) -> None:
        """Lists the moves of a node; the walk must be there."""
        moves = ground.walk.moves(ground.roles[node.asked] if node.asked >= 0 else CHANCE_ROLE).copy()
        guide = self._guide
        if guide is None or len(moves) < 2 or node.asked == CHANCE:
            node.open(moves, None)
            return
        priors = guide.priors(ground.walk, moves)
        if priors is None:
            node.open(moves, None)
            return
        self._sort(node, moves, priors)

    def _sort(self, node: Node, moves: list[Move], priors: list[float]) -> None:
        """Opens a node with its moves in the order of their priors."""
        order = list(range(len(moves)))
        self._rng.shuffle(order)  # random order among equal priors
        order.sort(key=priors.__getitem__)
        node.open([moves[number] for number in order], [priors[number] for number in order])

    def _remembered(self, ground: Ground, path: list[Node], node: Node) -> list[float]:
        """The returns of a simulation from the last node of a path, by remembered positions as far as they go."""
        positions = self._positions
        position = node.position
        if position is None:
            self._arrive(ground, path)
            if positions is not None:
                position = positions.here(ground)
            if position is None:
                return self._worth(ground, node)
            node.position = position
            if len(path) > 1:
                before = path[-2].position
                move = node.move
                if before is not None and move is not None:
                    before.following[before.number(move)] = position
        node.asked = position.asked
        if position.worth is not None:
            if self._solve:
                node.proof = Proof(position.worth, 0)
            return position.worth
        return self._stroll(ground, path, position)

    def _stroll(self, ground: Ground, path: list[Node], position: Position) -> list[float]:
        """The returns of a playout from the last position of a path. The walk enters only positions that are not remembered."""
        positions = self._positions
        walk = ground.walk
        random = self._rng.random
        passed = self._passed
        passed.clear()
        walked = -1
        while position.worth is None:
            moves = position.moves
            if position.asked == CHANCE:
                move = drawn(moves, self._rng)
                number = position.number(move)
            else:
                number = int(random() * len(moves))
                move = moves[number]
            following = position.following[number]
            if following is None:
                if walked < 0:
                    self._arrive(ground, path)
                    walked = 0
                while walked < len(passed):
                    walk.retrace(passed[walked])
                    walked += 1
                walk.retrace(move)
                walked += 1
                if positions is not None:
                    following = positions.here(ground)
                if following is None:  # the memory is full
                    return ground.play_out(self._rng, self._limit)
                position.following[number] = following
            passed.append(move)
            position = following
        return position.worth

    def _worth(self, ground: Ground, node: Node) -> list[float]:
        """The returns of a new node, evaluated at the walk's position."""
        if node.asked == UNSEEN:
            self._look(ground, node)
        if node.asked == OVER:
            return ground.returns()
        guide = self._guide
        if guide is not None:
            believed = guide.worth(ground.walk, self._rng)
            if believed is not None:
                return believed
        return ground.play_out(self._rng, self._limit)

    def _look(self, ground: Ground, node: Node) -> None:
        """Notes who is active at a new node, where the walk must be; the value of an end is proved."""
        active = ground.game.active
        if not active:
            node.asked = OVER
            if self._solve:
                node.proof = Proof(ground.returns(), 0)
            return
        asked = active[0]
        node.asked = CHANCE if asked == CHANCE_ROLE else ground.roles.index(asked)
        node.several = len(active) > 1

    def _next(self, node: Node, grows: bool) -> Node | None:
        """The child that a simulation goes on to, which may be new; None if there is none and the tree is full."""
        untried = node.untried
        if untried is None:
            return None
        if node.asked == CHANCE:
            move = drawn(untried, self._rng)
            for child in node.children:
                other = child.move
                if other is move or (other is not None and other.text == move.text):
                    return child
            if not grows:
                return None
            mover = CHANCE
            prior = 1.0
        else:
            if node.children:
                span = 1.0 if self._high <= self._low else (self._high - self._low) / 2
                known = selected(node, span * self._exploration, self._widening if grows else 0.0)
                if known is not None:
                    return known
            if not grows or not untried:
                return None
            mover = node.asked
            priors = node.priors
            if priors is not None:
                move = untried.pop()
                prior = priors.pop()
            else:  # at random, so that the listing order gives no advantage
                number = int(self._rng.random() * len(untried))
                move = untried[number]
                last = untried.pop()
                if last is not move:
                    untried[number] = last
                prior = 1.0
        new = Node(move, mover, prior)
        position = node.position
        if position is not None:
            new.position = position.following[position.number(move)]
        node.children.append(new)
        self._size += 1
        return new


def _child(node: Node, role: str, text: str) -> Node | None:
    """The child after the answer with that text; None if no simulation has tried it."""
    for child in node.children:
        move = child.move
        if move is not None and move.text == text and move.role == role:
            return child
    return None


def _ranking(role: str, root: Node, done: int) -> Ranking:
    found: dict[str, tuple[int, float]] = {}
    proved: dict[str, tuple[float, int]] = {}
    for child in root.children:
        text = str(child.move)
        found[text] = (child.visits, child.total / child.visits)
        if child.proof is not None:
            proved[text] = (child.proof.returns[root.asked], child.proof.length + 1)
    for move in root.untried or []:
        found[move.text] = (0, 0.0)
    return Ranking(role, done, found, proved, solved=root.proof is not None)
