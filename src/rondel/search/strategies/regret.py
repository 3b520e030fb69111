"""Regret minimisation: strategies for games in which something is hidden, found by playing against oneself.

After each iteration every move is regretted by how much more it would have won than what was played, and is then played in
proportion to what regret it has; the average of all strategies so played comes ever closer to an equilibrium, in games of two
whose gains are each other's losses. This is counterfactual regret minimisation (M. Zinkevich et al., "Regret minimization in
games with incomplete information", 2007), with the roles taken in turn in each iteration. CFR+ forgets negative regret, and
later strategies count for more (O. Tammelin, "Solving large imperfect information games using CFR+", 2014); it is much quicker.
"""

from __future__ import annotations

from rondel.errors import BadOption
from rondel.search.strategies.extensive_form import ExtensiveForm, InformationSet
from rondel.search.strategies.policy import Policy


class Regrets:
    """The regrets of all moves of a game, and the sum of the strategies that were played."""

    def __init__(self, form: ExtensiveForm) -> None:
        self.form = form
        self.iterations = 0
        """How many there have been so far."""
        self.current = form.start[:]
        """The strategy that is played now."""
        self._regrets = [0.0 for _slot in form.start]
        self._sums = [0.0 for _slot in form.start]

    def run(self, iterations: int) -> None:
        """Go on for so many iterations, in each of which every role learns once. Raises `BadOption` for fewer than 1."""
        if iterations < 1:
            raise BadOption(f"{iterations} iterations are none; give at least 1")
        for _each in range(iterations):
            self.iterations += 1
            for role in range(len(self.form.roles)):
                self._learn(role)

    def _learn(self, role: int) -> None:
        """Find out what a role regrets of what is played now, and play accordingly next."""
        raise NotImplementedError

    @property
    def average(self) -> list[float]:
        """The average of the strategies that were played, which is the one that is sought."""
        found = self.form.start[:]
        for each in self.form.sets:
            last = each.first + len(each.moves)
            total = sum(self._sums[each.first : last])
            if total > 0:
                for slot in range(each.first, last):
                    found[slot] = self._sums[slot] / total
        return found

    def policy(self) -> Policy:
        """The average of the strategies that were played, as a policy."""
        return self.form.policy(self.average)

    def _match(self, each: InformationSet) -> None:
        """Play the moves of an information set in proportion to their regrets; all alike where nothing is regretted."""
        first = each.first
        count = len(each.moves)
        total = 0.0
        for slot in range(first, first + count):
            regret = self._regrets[slot]
            if regret > 0:
                total += regret
        for slot in range(first, first + count):
            if total > 0:
                regret = self._regrets[slot]
                self.current[slot] = regret / total if regret > 0 else 0.0
            else:
                self.current[slot] = 1 / count


class Cfr(Regrets):
    """Counterfactual regret minimisation over a whole game; with ``plus`` CFR+.

    >>> from rondel import new
    >>> from rondel.search.strategies.best_response import expected_values
    >>> form = ExtensiveForm(new("kuhn_poker", chance="explicit"))
    >>> cfr = Cfr(form, plus=True)
    >>> cfr.run(200)
    >>> round(expected_values(form, cfr.policy())["first"], 3)
    -0.056
    """

    def __init__(self, form: ExtensiveForm, *, plus: bool = False) -> None:
        super().__init__(form)
        self.plus = plus
        self._own = [[each for each in form.sets if each.owner == role] for role in range(len(form.roles))]

    def _learn(self, role: int) -> None:
        """What a role regrets of what is played now, and what it plays next."""
        gains = self._gains(role)
        current = self.current
        weight = float(self.iterations) if self.plus else 1.0
        sums = self._sums
        regrets = self._regrets
        reach: dict[int, float] = {-1: 1.0}
        """How likely the role itself makes all moves up to one, by its slot."""
        for each in self._own[role]:
            there = reach[each.before]
            played = 0.0
            last = each.first + len(each.moves)
            for slot in range(each.first, last):
                played += current[slot] * gains[slot]
                reach[slot] = there * current[slot]
                sums[slot] += weight * reach[slot]
            for slot in range(each.first, last):
                regret = regrets[slot] + gains[slot] - played
                regrets[slot] = 0.0 if self.plus and regret < 0 else regret
        for each in self._own[role]:
            self._match(each)

    def _gains(self, role: int) -> list[float]:
        """What each own move of a role is worth, summed over its histories by how likely all others make them."""
        form = self.form
        parents = form.parents
        slots = form.slots
        movers = form.movers
        current = self.current
        others = [1.0]
        for node in range(1, len(parents)):
            parent = parents[node]
            others.append(others[parent] if movers[parent] == role else others[parent] * current[slots[node]])
        worth = form.worth[role][:]
        gains = [0.0 for _slot in current]
        for node in range(len(parents) - 1, 0, -1):
            parent = parents[node]
            slot = slots[node]
            here = worth[node]
            worth[parent] += current[slot] * here
            if movers[parent] == role:
                gains[slot] += others[parent] * here
        return gains
