"""The terms on which people play at a table: chosen when it is made, kept with it, shown to everybody before they sit down."""

from __future__ import annotations

from typing import Literal

import msgspec

AbsencePolicy = Literal["wait", "skip", "bot", "claim", "vote"]

StartPolicy = Literal["at_once", "full", "host"]

ChatPolicy = Literal["apart", "open", "off"]

UndoPolicy = Literal["free", "asked", "never"]


class Fischer(msgspec.Struct, frozen=True, tag_field="kind", tag="fischer", forbid_unknown_fields=True):
    """A live clock: so many seconds for the whole game, and more for every turn that is ended."""

    initial: int
    """Seconds each role begins with."""
    increment: int = 0
    """Seconds a role gets when its turn ends."""
    cap: int | None = None
    """Seconds that increments never bring a role above; null for as many as were saved."""


class PerMove(msgspec.Struct, frozen=True, tag_field="kind", tag="per_move", forbid_unknown_fields=True):
    """A clock for games played over days: so much for each answer, and nothing is saved."""

    seconds: int


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when somebody the game waits for is away while somebody else is there."""

    policy: AbsencePolicy = "wait"
    """``wait``: nothing. ``skip``: the rules' answer of an absent player is given. ``bot``: a bot plays until they come back.
    ``claim``: who is there may claim the win, where two play. ``vote``: those who are there may end it without a result."""
    after: int = 120
    """Seconds that somebody is away before it does."""
    bot: str = ""
    """For ``bot``, which: the name of a `BotInfo`."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds at a table. Without any of it people play as among friends: nothing is timed, counted or shown to others."""

    clock: Fischer | PerMove | None = None
    """None: everybody may think as long as they like."""
    absence: Absence = Absence()
    public: bool = False
    """Whether the lobby shows it; else it is found by its links only."""
    watchable: bool = True
    """Whether those who play no role may look on."""
    rated: bool = False
    start: StartPolicy = "at_once"
    """``at_once``: whoever sits may play, though seats be open. ``full``: when no seat is open. ``host``: when no seat is open
    and the host says so."""
    chat: ChatPolicy = "apart"
    """``apart``: those who look on hear what the players say when the round is over. ``open``: at once. ``off``: nobody talks.
    What those who look on say, players never hear before it is over."""
    rotate: bool = False
    """Whether everybody moves on by one seat when the next game begins, bots too: who was last begins."""
    undo: UndoPolicy = "free"
    """``free``: unasked as far as nothing was learnt and nobody else asked since, beyond that with consent. ``asked``: always
    with consent. ``never``: not at all."""
