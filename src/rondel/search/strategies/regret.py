"""Regret minimisation: equilibrium strategies of games with hidden information, found by self-play.

The regret of a move is the value it would have added to that of the played strategy. Each iteration plays moves in proportion
to their positive regret (regret matching); the average strategy converges to an equilibrium in two-player zero-sum games.
This is counterfactual regret minimisation (M. Zinkevich et al., "Regret minimization in games with incomplete information",
2007), with alternating updates of the roles. CFR+ resets negative regret and weighs later strategies more (O. Tammelin,
"Solving large imperfect information games using CFR+", 2014); it converges much faster.
"""

from __future__ import annotations

from rondel.errors import BadOption
from rondel.search.strategies.extensive_form import ExtensiveForm, InformationSet
from rondel.search.strategies.policy import Policy


class Regrets:
    """The regrets of all moves of a game, and the sum of the strategies played."""

    def __init__(self, form: ExtensiveForm) -> None:
        self.form = form
        self.iterations = 0
        """Number of iterations so far."""
        self.current = form.start[:]
        """The current strategy."""
        self._regrets = [0.0 for _slot in form.start]
        self._sums = [0.0 for _slot in form.start]

    def run(self, iterations: int) -> None:
        """Runs iterations; in each, every role learns once. Raises `BadOption` for fewer than 1."""
        if iterations < 1:
            raise BadOption(f"cannot run {iterations} iterations; give at least 1")
        for _each in range(iterations):
            self.iterations += 1
            for role in range(len(self.form.roles)):
                self._learn(role)

    def _learn(self, role: int) -> None:
        """Updates the regrets of a role under the current strategy, then the strategy."""
        raise NotImplementedError

    @property
    def average(self) -> list[float]:
        """The average strategy, which converges to an equilibrium."""
        found = self.form.start[:]
        for each in self.form.sets:
            last = each.first + len(each.moves)
            total = sum(self._sums[each.first : last])
            if total > 0:
                for slot in range(each.first, last):
                    found[slot] = self._sums[slot] / total
        return found

    def policy(self) -> Policy:
        """The average strategy, as a policy."""
        return self.form.policy(self.average)

    def _match(self, each: InformationSet) -> None:
        """Regret matching at an information set; uniform where no regret is positive."""
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
        """Updates the regrets and the strategy of a role over the whole game."""
        gains = self._gains(role)
        current = self.current
        weight = float(self.iterations) if self.plus else 1.0
        sums = self._sums
        regrets = self._regrets
        reach: dict[int, float] = {-1: 1.0}
        """The role's own reach probability of each slot."""
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
        """Counterfactual value of each own move of a role, summed over the histories of its information set."""
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
