"""Best responses: what a strategy is worth, what could be won against it, and how far it is from one that nobody can beat.

A best response is what a role would do that knew the strategies of all others. What all roles together could gain by it is the
NashConv of a strategy: it is 0 in an equilibrium and nowhere else. The exploitability of a strategy, for two whose gains are
each other's losses, is half of that (M. Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement
learning", 2017).
"""

from __future__ import annotations

from rondel.errors import Unsolvable
from rondel.search.strategies.extensive_form import OVER, ExtensiveForm
from rondel.search.strategies.policy import Policy


def expected_values(form: ExtensiveForm, policy: Policy | None = None) -> dict[str, float]:
    """What the game is worth to each role when all play by a policy; without one, all moves alike.

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
    """What each node is worth to a role, by its number, under a strategy."""
    found = form.worth[role][:]
    parents = form.parents
    slots = form.slots
    for node in range(len(found) - 1, 0, -1):
        found[parents[node]] += strategy[slots[node]] * found[node]
    return found


def reaches(form: ExtensiveForm, strategy: list[float], role: int) -> list[float]:
    """How likely chance and all others make each node under a strategy, as if the role itself always went there."""
    parents = form.parents
    slots = form.slots
    movers = form.movers
    found = [1.0 for _node in parents]
    for node in range(1, len(parents)):
        parent = parents[node]
        found[node] = found[parent] if movers[parent] == role else found[parent] * strategy[slots[node]]
    return found


class BestResponse:
    """What a role would do best against the strategies of the others, and what that is worth to it."""

    def __init__(self, form: ExtensiveForm, strategy: list[float], role: int) -> None:
        self.role = role
        """The number of the role."""
        self.value = 0.0
        """What the game is worth to it then."""
        self.strategy = strategy[:]
        """The strategy of all, with the best response of the role; of equal moves it makes the first."""
        self._find(form, strategy)

    def _find(self, form: ExtensiveForm, strategy: list[float]) -> None:
        """From the last own move of the role to its first: what it does later is settled before what it does earlier."""
        role = self.role
        parents = form.parents
        slots = form.slots
        movers = form.movers
        layers = _layers(form, role)
        others = reaches(form, strategy, role)
        worth = form.worth[role][:]
        gains = [0.0 for _slot in strategy]
        """What each own move is worth, summed over its histories by how likely the others make them."""
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
    """The nodes by how many moves the role has made before."""
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
    """The policy in which a role does what is best for it while all others keep to theirs; without one, to all moves alike."""
    strategy = form.start if policy is None else form.strategy(policy)
    return form.policy(BestResponse(form, strategy, form.roles.index(role)).strategy)


def nash_conv(form: ExtensiveForm, policy: Policy | None = None) -> float:
    """What all roles together could gain if each alone changed its strategy for the best; 0 in an equilibrium.

    >>> from rondel import new
    >>> round(nash_conv(ExtensiveForm(new("kuhn_poker", chance="explicit"))), 6)
    0.916667
    """
    return conv_of(form, form.start if policy is None else form.strategy(policy))


def conv_of(form: ExtensiveForm, strategy: list[float]) -> float:
    """The same of a strategy."""
    total = 0.0
    for number in range(len(form.roles)):
        total += BestResponse(form, strategy, number).value - values(form, strategy, number)[0]
    return total


def exploitability(form: ExtensiveForm, policy: Policy | None = None) -> float:
    """What a strategy can lose to one that knows it, on average over the two seats; 0 for one that cannot be beaten.

    Raises `Unsolvable` for a game that is not between two whose gains are each other's losses.

    >>> from rondel import new
    >>> round(exploitability(ExtensiveForm(new("kuhn_poker", chance="explicit"))), 6)
    0.458333
    """
    check_zero_sum(form)
    return nash_conv(form, policy) / 2


def check_zero_sum(form: ExtensiveForm) -> None:
    """Raise `Unsolvable` unless two play, one's gain being the other's loss."""
    if len(form.roles) != 2:
        raise Unsolvable(f"{form.game!r} has {len(form.roles)} players here; exploitability is for two (see nash_conv)")
    first, second = form.worth
    for node, mover in enumerate(form.movers):
        if mover == OVER and abs(first[node] + second[node]) > 1e-9:
            raise Unsolvable(
                f"an end of {form.game!r} is worth {first[node]:g} to {form.roles[0]} and {second[node]:g} to {form.roles[1]}; "
                "exploitability is for games in which one's gain is the other's loss (see nash_conv)"
            )
