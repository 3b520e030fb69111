"""Evaluated searchers: Monte Carlo tree search by the values and priors of an evaluator, without playouts.

A search can be carried on step by step, so that the leaves of several are evaluated in one call
(`rondel.search.monte_carlo.together`). Selection is by PUCT (`rondel.search.monte_carlo.selection`), and proofs are as in
every searcher.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rondel.engine.game import Game
from rondel.errors import BadOption, GameOver
from rondel.search.budget import Budget, Meter
from rondel.search.ground import CHANCE, OVER, Ground
from rondel.search.monte_carlo.evaluator import Evaluator, Leaf, Noise
from rondel.search.monte_carlo.node import UNSEEN, Node
from rondel.search.monte_carlo.searcher import Searcher
from rondel.search.monte_carlo.selection import EXPLORATION, WIDENING
from rondel.search.monte_carlo.solver import prove
from rondel.search.ranking import Ranking


class EvaluatedSearcher(Searcher):
    """Searches the positions of one game, one after the other, with one tree, whose nodes are evaluated by ``evaluator``.

    ``noise`` is mixed into the priors of each root. Other options: `rondel.search.monte_carlo.searcher.Searcher`. The first
    simulation evaluates the root itself.

    >>> from rondel import new
    >>> from rondel.search.monte_carlo.evaluator import Evaluator
    >>> game = new("tic_tac_toe")
    >>> for cell in ("a1", "a2", "b1", "b2"):
    ...     game.push(f"mark({cell})")
    >>> searcher = EvaluatedSearcher(Random(1), Evaluator())
    >>> searcher.search(game, Budget(simulations=200)).best
    'mark(c1)'
    """

    def __init__(
        self,
        rng: Random,
        evaluator: Evaluator,
        *,
        exploration: float = EXPLORATION,
        noise: Noise | None = None,
        solve: bool = True,
        widening: float = WIDENING,
    ) -> None:
        super().__init__(rng, exploration=exploration, limit=0, solve=solve, widening=widening)
        self.evaluator = evaluator
        self._noise = noise
        self._search: Search | None = None
        """The search in progress."""

    def search(
        self, game: Game, budget: Budget, *, role: str | None = None, clock: Callable[[], float] | None = None
    ) -> Ranking:
        self.begin(game, budget, role=role, clock=clock)
        leaf = self.leaf()
        while leaf is not None:
            worth, priors = self.evaluator.evaluate([leaf])[0]
            self.settle(worth, priors)
            leaf = self.leaf()
        return self.end()

    def begin(self, game: Game, budget: Budget, *, role: str | None = None, clock: Callable[[], float] | None = None) -> None:
        """Begins a search; `leaf` and `settle` carry it on, and `end` ends it. Raises as `search` does."""
        meter = Meter(budget, clock)
        ground, root = self._prepare(game, budget, role)
        if root.untried is not None and self._noise is not None:
            self._stir(root, self._noise)
        self._search = Search(ground, root, meter)

    def leaf(self) -> Leaf | None:
        """Carries the search on to the next position that needs an evaluation, which `settle` takes; None at its end.

        Simulations whose value is known, since it is proved or the game is over, are made on the way.
        """
        search = self._in_progress()
        ground, root, path = search.ground, search.root, self._path
        while root.proof is None and (search.done == 0 or search.meter.goes_on(search.done)):
            search.done += 1
            node = self._descend(ground, root)
            proof = node.proof
            if proof is not None:
                if node.visits == 0:
                    prove(path, ground.most)
                self._back_up(ground, proof.returns)
                continue
            self._arrive(ground, path)
            if node.asked == OVER:
                self._back_up(ground, ground.returns())
                continue
            role = ground.game.active[0] if node is not root else ground.roles[root.asked]
            search.leaf = Leaf(ground.game, role, ground.walk.moves(role).copy())
            return search.leaf
        return None

    def settle(self, worth: list[float], priors: list[float]) -> None:
        """Ends a simulation with the evaluation of its leaf. Raises `BadOption` for too few or too many numbers."""
        search = self._in_progress()
        leaf = search.leaf
        if leaf is None:
            raise GameOver("no leaf waits for an evaluation; ask for one")
        if len(worth) != len(search.ground.roles) or len(priors) != len(leaf.moves):
            raise BadOption(
                f"an evaluation has {len(worth)} values and {len(priors)} priors, for {len(search.ground.roles)} roles and "
                f"{len(leaf.moves)} moves; it has one for each"
            )
        search.leaf = None
        node = self._path[-1]
        if node.untried is None:
            if node is search.root and self._noise is not None:
                priors = self._noise.mixed(priors, self._rng)
            self._sort(node, leaf.moves, priors)
        self._back_up(search.ground, worth)

    def end(self) -> Ranking:
        """Ends the search. Returns its ranking."""
        search = self._in_progress()
        self._search = None
        return self._finish(search.ground, search.root, search.done)

    def _in_progress(self) -> Search:
        if self._search is None:
            raise GameOver("no search is in progress; begin one")
        return self._search

    def _descend(self, ground: Ground, root: Node) -> Node:
        """Selects a path to a node that is proved, an end of the game, or not open yet. Chance is drawn on the way."""
        path = self._path
        path.clear()
        path.append(root)
        node = root
        grows = self._room < 0 or self._size < self._room
        while node.proof is None:
            if node.untried is None:
                if node.asked == UNSEEN:
                    self._arrive(ground, path)
                    self._look(ground, node)
                if node.asked != CHANCE:
                    break
                self._open(ground, node)
            following = self._next(node, grows)
            if following is None:
                break
            path.append(following)
            node = following
        return node

    def _stir(self, root: Node, noise: Noise) -> None:
        """Mixes noise into the priors of a root that an earlier search has opened."""
        untried, priors, children = root.untried, root.priors, root.children
        if untried is None or priors is None:
            return
        mixed = noise.mixed([*[child.prior for child in children], *priors], self._rng)
        for number, child in enumerate(children):
            child.prior = mixed[number]
        self._sort(root, untried, mixed[len(children) :])
        root.children = children


class Search:
    """A search in progress."""

    def __init__(self, ground: Ground, root: Node, meter: Meter) -> None:
        self.ground = ground
        self.root = root
        self.meter = meter
        self.done = 0
        """Number of simulations, the one of the leaf included."""
        self.leaf: Leaf | None = None
        """The position that waits for its evaluation."""
