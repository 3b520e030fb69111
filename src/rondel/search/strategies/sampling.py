"""External sampling: regret minimisation that follows one line of chance and of the others at a time.

Where going over the whole game for each iteration takes too long, each iteration draws what chance and the others do, and goes
over all moves of one role (M. Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games", 2009). It
takes more iterations than `rondel.search.strategies.regret`, each of which is much shorter.
"""

from __future__ import annotations

from random import Random

from rondel.search.strategies.extensive_form import BY_CHANCE, OVER, ExtensiveForm, InformationSet
from rondel.search.strategies.regret import Regrets


class ExternalSampling(Regrets):
    """Regret minimisation by external sampling; ``rng`` draws, so that the same one gives the same strategy.

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
        """The nodes after each node, in the order of its moves."""
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
        """What a node is worth to the role that learns, as far as was drawn."""
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
        """One of the nodes after a node, by the strategy that is played now."""
        left = self.rng.random()
        for after in below:
            left -= self.current[self.form.slots[after]]
            if left < 0:
                return after
        return below[-1]  # rounding: the probabilities add up to a little less than 1
