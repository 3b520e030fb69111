"""The cards of Shephy: the ranks of the sheep, the 22 events of 19 kinds, and how they look."""

from __future__ import annotations

from typing import Final

from rondel.engine import Face, Token, TokenKind, _

RANKS: Final = (1, 3, 10, 30, 100, 300, 1000)
"""The ranks a sheep can have, lowest first."""
TOP: Final = RANKS[-1]
COPIES: Final = 7
"""Sheep cards of each rank."""

GROWTH: Final = "#1d6b57"
CARE: Final = "#3d5a9e"
DISASTER: Final = "#98303c"


class Make:
    """One kind of event: its number of cards, its sort by colour, and its effect in small print."""

    def __init__(self, count: int, colour: str, note: str) -> None:
        self.count = count
        self.colour = colour
        self.note = note


EVENTS: Final = {
    _("Be Fruitful"): Make(3, GROWTH, _("Gain another of a sheep you choose")),
    _("Multiply"): Make(1, GROWTH, _("Gain a sheep of rank 3")),
    _("Fill the Earth"): Make(1, GROWTH, _("Gain as many sheep of rank 1 as you like")),
    _("Flourish"): Make(1, GROWTH, _("Choose a sheep: gain three of the rank below")),
    _("Golden Hooves"): Make(1, GROWTH, _("Any but the highest sheep rise by one rank")),
    _("Dominion"): Make(2, GROWTH, _("Release any sheep: gain one worth at most their sum")),
    _("Inspiration"): Make(1, CARE, _("Take any card from the deck")),
    _("Sheep Dog"): Make(1, CARE, _("Discard another card of your hand")),
    _("Planning Sheep"): Make(1, CARE, _("Another card of your hand leaves the game")),
    _("All-purpose Sheep"): Make(1, CARE, _("Does what another card of your hand does")),
    _("Falling Rock"): Make(1, DISASTER, _("Release a sheep")),
    _("Storm"): Make(1, DISASTER, _("Release two sheep")),
    _("Meteor"): Make(1, DISASTER, _("Leaves the game: release three sheep")),
    _("Lightning"): Make(1, DISASTER, _("Release one of the highest sheep")),
    _("Wolves"): Make(1, DISASTER, _("One of the highest sheep sinks by one rank")),
    _("Plague"): Make(1, DISASTER, _("Release all sheep of one rank")),
    _("Crowding"): Make(1, DISASTER, _("Release sheep until two are left")),
    _("Slump"): Make(1, DISASTER, _("Release half of your sheep, rounded down")),
    _("Shephion"): Make(1, DISASTER, _("Release seven sheep")),
}
"""Each event by name. Sorts by colour: growth, care for hand and deck, disaster."""

WORST: Final = ("Meteor", "Plague", "Crowding", "Shephion")
"""The events that a gentle deck leaves out, for practice; our own choice."""

_WOOL: Final = ("#8a7f6f", "#6f7d4f", "#4d7a5c", "#2f7480", "#3d5a9e", "#6a4a92", "#a8701a")
"""The colour of each rank."""

Sheep = TokenKind(
    "sheep", faces={str(rank): Face("card", colour=colour, text=str(rank)) for rank, colour in zip(RANKS, _WOOL, strict=True)}
)
Event = TokenKind(
    "event", faces={name: Face("card", colour=each.colour, text=name, note=each.note) for name, each in EVENTS.items()}
)


def rank_of(sheep: Token) -> int:
    """The rank of a sheep card.

    >>> rank_of(Sheep(face="30"))
    30
    """
    return int(sheep.face)


def above(rank: int) -> int:
    """The next higher rank; 0 above the highest.

    >>> above(10), above(1000)
    (30, 0)
    """
    place = RANKS.index(rank) + 1
    return RANKS[place] if place < len(RANKS) else 0


def below(rank: int) -> int:
    """The next lower rank; 0 below the lowest.

    >>> below(1000), below(1)
    (300, 0)
    """
    place = RANKS.index(rank) - 1
    return RANKS[place] if place >= 0 else 0


def within(total: int) -> list[int]:
    """The ranks that are at most ``total``, highest first.

    >>> within(4), within(570), within(0)
    ([3, 1], [300, 100, 30, 10, 3, 1], [])
    """
    return [rank for rank in reversed(RANKS) if rank <= total]
