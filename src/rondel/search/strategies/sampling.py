"""External sampling: regret minimisation that samples the moves of chance and of the other roles.

For games too large to traverse in each iteration. An iteration samples chance and the others, and traverses all moves of one
role (M. Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", 2009). It needs more iterations
than `rondel.search.strategies.regret`, but each is much shorter.
"""

from __future__ import annotations

from random import Random

from rondel.search.strategies.extensive_form import BY_CHANCE, OVER, ExtensiveForm, InformationSet
from rondel.search.strategies.regret import Regrets


class ExternalSampling(Regrets):
    """Regret minimisation by external sampling; the same ``rng`` state gives the same strategy.

    >>> from rondel import new
    >>> from rondel.search.strategies.best_response import exploitability
    >>> form = ExtensiveForm(new("kuhn_poker", chance="explicit"))
    >>> sampling = ExternalSampling(form, Random(1))
    >>> sampling.run(2_000)
    >>> exploitability(form, sampling.policy()) < 0.1
    True
    """

    def __init__(self, form: ExtensiveForm, rng: Random) -> None:
        super().__init__(form)
        self.rng = rng
        self._below: list[list[int]] = [[] for _node in form.parents]
        """The children of each node, in the order of its moves."""
        for node, parent in enumerate(form.parents):
            if parent >= 0:
                self._below[parent].append(node)
        sets: dict[int, InformationSet] = {}
        for each in form.sets:
            sets[each.first] = each
        self._sets: list[InformationSet | None] = []
        """The information set of each node."""
        for node, mover in enumerate(form.movers):
            self._sets.append(sets[form.slots[self._below[node][0]]] if mover >= 0 else None)

    def _learn(self, role: int) -> None:
        self._gain(0, role)

    def _gain(self, node: int, role: int) -> float:
        """The sampled value of a node for the learning role."""
        form = self.form
        mover = form.movers[node]
        if mover == OVER:
            return form.worth[role][node]
        below = self._below[node]
        each = self._sets[node]
        if each is None or mover == BY_CHANCE:
            return self._gain(self._drawn(below), role)
        self._match(each)
        current = self.current
        first = each.first
        if mover != role:
            for slot in range(first, first + len(below)):
                self._sums[slot] += current[slot]
            return self._gain(self._drawn(below), role)
        played = [current[slot] for slot in range(first, first + len(below))]
        gains = [self._gain(after, role) for after in below]
        worth = 0.0
        for number, gain in enumerate(gains):
            worth += played[number] * gain
        for number, gain in enumerate(gains):
            self._regrets[first + number] += gain - worth
        return worth

    def _drawn(self, below: list[int]) -> int:
        """One of a node's children, drawn by the current strategy."""
        left = self.rng.random()
        for after in below:
            left -= self.current[self.form.slots[after]]
            if left < 0:
                return after
        return below[-1]  # rounding: the probabilities may sum to slightly less than 1
