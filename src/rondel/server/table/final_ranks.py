"""Ranks at the end of a round that did not end by its rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence


def placed(roles: Sequence[str], departed: Sequence[str], ranks: Mapping[str, int] | None = None) -> dict[str, int]:
    """The ranks of all roles: first the roles that stayed, by ``ranks`` (all equal without it), then those that left, the last
    to leave before the first. Ties share a rank and skip the next, as in `rondel.Game.ranks`.

    >>> placed(("n", "e", "s", "w"), ("e",), {"n": 2, "e": 1, "s": 2, "w": 4})
    {'n': 1, 'e': 4, 's': 1, 'w': 3}
    >>> placed(("x", "o"), ("x",))
    {'x': 2, 'o': 1}
    """
    stayed = [role for role in roles if role not in departed]
    given = ranks or dict.fromkeys(stayed, 1)
    places = {role: 1 + sum([1 for other in stayed if given[other] < given[role]]) for role in stayed}
    for behind, role in enumerate(departed):
        places[role] = len(roles) - behind
    return {role: places[role] for role in roles}


def sides_left(sides: Sequence[Sequence[str]], departed: Collection[str]) -> int:
    """How many sides have a role that has not left.

    >>> sides_left((("north", "south"), ("east", "west")), ("east", "west"))
    1
    """
    return sum([1 for side in sides if any(role not in departed for role in side)])
