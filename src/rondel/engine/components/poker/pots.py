"""Pots: what players have staked, divided into a main pot and side pots, and paid out.

A player who is all-in competes for the part of each stake that is no larger than their own. The rest is a side pot of the
others. Chips of players who folded stay in. The odd chips of each pot are given separately (Robert's Rules of Poker).

>>> staked = {"west": 20, "north": 100, "east": 100, "south": 60}
>>> pots = side_pots(staked, folded=["south"])
>>> pots
[Pot(80, ('west', 'north', 'east')), Pot(200, ('north', 'east'))]
>>> payouts(pots, {"west": 9, "north": 3, "east": 3}, order=["north", "east", "south", "west"])
{'west': 80, 'north': 100, 'east': 100}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rondel.errors import RulesError


class Pot:
    """Chips, and the roles that compete for them.

    >>> pot = Pot(80, ("west", "north"))
    >>> pot.chips, pot.roles, pot.share(["north"])
    (80, ('west', 'north'), {'north': 80})
    """

    def __init__(self, chips: int, roles: tuple[str, ...]) -> None:
        self.chips = chips
        self.roles = roles

    def share(self, winners: Sequence[str]) -> dict[str, int]:
        """The chips of each winner: equal shares, and odd chips one each for the first of ``winners``.

        Give them in the order that the rules name: in hold'em from the first seat after the dealer's.

        Raises `RulesError` for no winner, and for one who does not compete for this pot.

        >>> Pot(80, ("west", "north", "east")).share(["east", "west", "north"])
        {'east': 27, 'west': 27, 'north': 26}
        """
        if not winners or len(set(winners)) < len(winners) or any(winner not in self.roles for winner in winners):
            raise RulesError(
                f"a pot of {', '.join(self.roles)} cannot be won by {', '.join(winners) or 'nobody'}: give one or more of them"
            )
        share, odd = divmod(self.chips, len(winners))
        return {winner: share + (1 if place < odd else 0) for place, winner in enumerate(winners)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pot) and (self.chips, self.roles) == (other.chips, other.roles)

    def __hash__(self) -> int:
        return hash((self.chips, self.roles))

    def __repr__(self) -> str:
        return f"Pot({self.chips}, {self.roles!r})"


def uncalled(staked: Mapping[str, int]) -> dict[str, int]:
    """The part of the highest stake that nobody has matched, by its role; empty if there is none. It goes back to that role
    before the pots are made.

    >>> uncalled({"west": 20, "north": 100, "east": 60}), uncalled({"west": 20, "north": 20})
    ({'north': 40}, {})
    """
    _check(staked)
    if not staked:
        return {}
    highest = max(staked, key=lambda role: staked[role])
    over = staked[highest] - max([chips for role, chips in staked.items() if role != highest], default=0)
    return {highest: over} if over else {}


def side_pots(staked: Mapping[str, int], folded: Collection[str] = ()) -> list[Pot]:
    """The main pot and the side pots of these stakes, the main pot first; together they hold all chips.

    The roles of a pot are in the order of ``staked``, without those that ``folded``. An uncalled part is a last pot of one
    role. Raises `RulesError` for a stake below 0, and if all who have staked folded.

    >>> side_pots({"west": 25, "north": 50, "east": 50})
    [Pot(75, ('west', 'north', 'east')), Pot(50, ('north', 'east'))]
    """
    _check(staked)
    left = [role for role in staked if role not in folded and staked[role]]
    if not left:
        if any(staked.values()):
            raise RulesError(f"nobody competes for the stakes {dict(staked)!r}: everybody has folded")
        return []
    pots: list[Pot] = []
    below = 0
    for level in sorted({staked[role] for role in left}):
        roles = tuple([role for role in left if staked[role] >= level])
        chips = sum([min(each, level) - min(each, below) for each in staked.values()])
        pots.append(Pot(chips, roles))
        below = level
    # What a folded role staked above all others' stakes belongs to the last pot.
    over = sum([max(0, each - below) for each in staked.values()])
    if over:
        pots[-1] = Pot(pots[-1].chips + over, pots[-1].roles)
    return pots


def payouts(pots: Iterable[Pot], hands: Mapping[str, Any], order: Sequence[str]) -> dict[str, int]:
    """What each role wins: every pot goes to the best of the ``hands`` that compete for it; equal hands share it.

    A hand is a `PokerHand` or anything else that can be compared. Odd chips of each pot go to the first winners in ``order``. A
    role that alone competes for a pot needs no hand. Raises `RulesError` if a hand is missing.

    >>> payouts([Pot(75, ("west", "north"))], {"west": 4, "north": 4}, order=["north", "west"])
    {'north': 38, 'west': 37}
    """
    won: dict[str, int] = {}
    for pot in pots:
        winners = list(pot.roles)
        if len(winners) > 1:
            missing = [role for role in pot.roles if role not in hands or role not in order]
            if missing:
                raise RulesError(
                    f"{', '.join(missing)} competes for {pot.chips} chips, and has no hand or no place in the order"
                )
            best = max([hands[role] for role in pot.roles])
            winners = [role for role in order if role in pot.roles and hands[role] == best]
        for role, chips in pot.share(winners).items():
            won[role] = won.get(role, 0) + chips
    return won


def _check(staked: Mapping[str, int]) -> None:
    for role, chips in staked.items():
        if chips < 0:
            raise RulesError(f"{role} cannot have staked {chips} chips")
