"""Best responses: the value of a strategy, the value of the best response to it, and its distance from an equilibrium.

A best response maximises a role's value against fixed strategies of all other roles. The NashConv of a strategy is the sum of
what each role alone can gain by one; it is 0 in an equilibrium and nowhere else. In a two-player zero-sum game the
exploitability is half of that (M. Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement learning",
2017).
"""

from __future__ import annotations

from rondel.errors import Unsolvable
from rondel.search.strategies.extensive_form import OVER, ExtensiveForm
from rondel.search.strategies.policy import Policy


def expected_values(form: ExtensiveForm, policy: Policy | None = None) -> dict[str, float]:
    """The value of the game for each role when all play a policy; without one, all play uniformly.

    >>> from rondel import new
    >>> form = ExtensiveForm(new("kuhn_poker", chance="explicit"))
    >>> {role: round(value, 6) for role, value in expected_values(form).items()}
    {'first': 0.125, 'second': -0.125}
    """
    strategy = form.start if policy is None else form.strategy(policy)
    found: dict[str, float] = {}
    for number, role in enumerate(form.roles):
        found[role] = values(form, strategy, number)[0]
    return found


def values(form: ExtensiveForm, strategy: list[float], role: int) -> list[float]:
    """The value of each node for a role under a strategy."""
    found = form.worth[role][:]
    parents = form.parents
    slots = form.slots
    for node in range(len(found) - 1, 0, -1):
        found[parents[node]] += strategy[slots[node]] * found[node]
    return found


def reaches(form: ExtensiveForm, strategy: list[float], role: int) -> list[float]:
    """The reach probability of each node from chance and the other roles, as if the role itself always went there."""
    parents = form.parents
    slots = form.slots
    movers = form.movers
    found = [1.0 for _node in parents]
    for node in range(1, len(parents)):
        parent = parents[node]
        found[node] = found[parent] if movers[parent] == role else found[parent] * strategy[slots[node]]
    return found


class BestResponse:
    """A role's best response to the strategies of the others, and its value."""

    def __init__(self, form: ExtensiveForm, strategy: list[float], role: int) -> None:
        self.role = role
        """The number of the role."""
        self.value = 0.0
        """The role's value of the game with the best response."""
        self.strategy = strategy[:]
        """The strategies of all, with the role's best response; of equal moves it makes the first."""
        self._find(form, strategy)

    def _find(self, form: ExtensiveForm, strategy: list[float]) -> None:
        """Goes from the role's last moves to its first, so that later choices are fixed before earlier ones."""
        role = self.role
        parents = form.parents
        slots = form.slots
        movers = form.movers
        layers = _layers(form, role)
        others = reaches(form, strategy, role)
        worth = form.worth[role][:]
        gains = [0.0 for _slot in strategy]
        """Counterfactual value of each own move, summed over the histories of its information set."""
        own: list[list[int]] = [[] for _layer in layers]
        for number, each in enumerate(form.sets):
            if each.owner == role:
                own[each.depth].append(number)
        for depth in range(len(layers) - 1, -1, -1):
            if depth + 1 < len(layers):
                for number in own[depth]:
                    each = form.sets[number]
                    chosen = each.first
                    for slot in range(each.first, each.first + len(each.moves)):
                        if gains[slot] > gains[chosen]:
                            chosen = slot
                    for slot in range(each.first, each.first + len(each.moves)):
                        self.strategy[slot] = 1.0 if slot == chosen else 0.0
                for node in layers[depth + 1]:
                    parent = parents[node]
                    if movers[parent] == role and self.strategy[slots[node]] == 1.0:
                        worth[parent] = worth[node]
            for node in reversed(layers[depth]):
                parent = parents[node]
                if parent < 0:
                    continue
                if movers[parent] == role:
                    gains[slots[node]] += others[parent] * worth[node]
                else:
                    worth[parent] += strategy[slots[node]] * worth[node]
        self.value = worth[0]


def _layers(form: ExtensiveForm, role: int) -> list[list[int]]:
    """The nodes by the number of the role's earlier moves."""
    depths: list[int] = []
    found: list[list[int]] = [[]]
    for node, parent in enumerate(form.parents):
        depth = 0
        if parent >= 0:
            depth = depths[parent] + (1 if form.movers[parent] == role else 0)
        depths.append(depth)
        if depth == len(found):
            found.append([])
        found[depth].append(node)
    return found


def best_response(form: ExtensiveForm, policy: Policy | None, role: str) -> Policy:
    """The policy with the role's best response; the others keep their policies, or play uniformly without one.

    >>> from rondel import new
    >>> form = ExtensiveForm(new("kuhn_poker", chance="explicit"))
    >>> best_response(form, None, "first")
    <Policy for kuhn_poker: 12 information states>
    """
    strategy = form.start if policy is None else form.strategy(policy)
    return form.policy(BestResponse(form, strategy, form.roles.index(role)).strategy)


def nash_conv(form: ExtensiveForm, policy: Policy | None = None) -> float:
    """The sum of what each role alone could gain by a best response; 0 in an equilibrium.

    >>> from rondel import new
    >>> round(nash_conv(ExtensiveForm(new("kuhn_poker", chance="explicit"))), 6)
    0.916667
    """
    return conv_of(form, form.start if policy is None else form.strategy(policy))


def conv_of(form: ExtensiveForm, strategy: list[float]) -> float:
    """As `nash_conv`, of a strategy."""
    total = 0.0
    for number in range(len(form.roles)):
        total += BestResponse(form, strategy, number).value - values(form, strategy, number)[0]
    return total


def exploitability(form: ExtensiveForm, policy: Policy | None = None) -> float:
    """The average loss of a strategy, over the two seats, against a best response; 0 for one that cannot be beaten.

    Raises `Unsolvable` for a game that is not a two-player zero-sum game.

    >>> from rondel import new
    >>> round(exploitability(ExtensiveForm(new("kuhn_poker", chance="explicit"))), 6)
    0.458333
    """
    check_zero_sum(form)
    return nash_conv(form, policy) / 2


def check_zero_sum(form: ExtensiveForm) -> None:
    """Raises `Unsolvable` for a game that is not a two-player zero-sum game."""
    if len(form.roles) != 2:
        raise Unsolvable(f"{form.game!r} has {len(form.roles)} players here; exploitability needs exactly 2 (see nash_conv)")
    first, second = form.worth
    for node, mover in enumerate(form.movers):
        if mover == OVER and abs(first[node] + second[node]) > 1e-9:
            raise Unsolvable(
                f"an end of {form.game!r} is worth {first[node]:g} to {form.roles[0]} and {second[node]:g} to {form.roles[1]}; "
                "exploitability needs a zero-sum game (see nash_conv)"
            )
