"""The terms of a table: chosen when it is created, stored with it, and shown to everybody before they sit down."""

from __future__ import annotations

from typing import Literal

import msgspec

AbsencePolicy = Literal["usual", "wait", "skip", "bot", "claim", "vote"]

StartPolicy = Literal["at_once", "full", "host"]

ChatPolicy = Literal["apart", "open", "off"]

UndoPolicy = Literal["free", "asked", "never"]


class Fischer(msgspec.Struct, frozen=True, tag_field="kind", tag="fischer", forbid_unknown_fields=True):
    """A live clock: seconds for the whole game, and an increment for every turn that is ended."""

    initial: int
    """Seconds each role begins with."""
    increment: int = 0
    """Seconds a role gets when its turn ends."""
    cap: int | None = None
    """The limit in seconds up to which increments accumulate; null for none."""


class PerMove(msgspec.Struct, frozen=True, tag_field="kind", tag="per_move", forbid_unknown_fields=True):
    """A clock for correspondence games: a fixed time for each answer, without accumulation."""

    seconds: int


class Absence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens when a player the game waits for is away while another player is there."""

    policy: AbsencePolicy = "usual"
    """``usual``: one of the others, by the pace of the table; no stored table has it. ``wait``: nothing. ``skip``: the rules'
    absent player answers. ``bot``: a bot plays until they return. ``claim``: the other player may claim the win, in a game of
    two. ``vote``: the present players may end the game without a result."""
    after: int = 120
    """Seconds of absence before it happens."""
    bot: str = ""
    """For ``bot``, its kind: the name of a `BotInfo`."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a table. By default nothing is timed, rated or public."""

    clock: Fischer | PerMove | None = None
    """None for no limit."""
    absence: Absence = Absence()
    public: bool = False
    """Whether the lobby lists it; otherwise it is found by its links only."""
    watchable: bool = True
    """Whether others may watch."""
    rated: bool = False
    start: StartPolicy = "at_once"
    """``at_once``: seated players may answer, also with open seats. ``full``: when no seat is open. ``host``: when no seat is
    open and the host starts the game."""
    chat: ChatPolicy = "apart"
    """``apart``: watchers read the players' chat when the round is over. ``open``: at once. ``off``: there is no chat. Players
    never read the watchers' chat before the round is over."""
    rotate: bool | None = None
    """Whether everybody, bots included, moves on by one seat when the next game begins, so that the last role begins. By
    default where two play."""
    undo: UndoPolicy = "free"
    """``free``: without consent as long as nothing was learnt and no other role was asked since, beyond that with consent.
    ``asked``: always with consent. ``never``: not at all."""
    pauses: bool = True
    """Whether the clocks may stand: by agreement, or with days for each answer while a player is on vacation."""
    reliability: int = 0
    """Who takes an open seat has finished this share of games, in percent, or is a newcomer with an account; 0 for anybody. An
    invitation by name needs no share."""
