"""The chronicle of a round: what each role has been told since it began, though the game is younger, opened from a snapshot.

A game that was restored begins its log anew. The chronicle knows what was told before, numbers what is told now after it, and
keeps events as they are sent to whoever comes later: encoded, and without their changes, which lie in the past. What changed
between the last event before and the first one after is not told: whoever is there is sent whole views besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

import rondel

Event = dict[str, Any]

_encoder = msgspec.json.Encoder()


class Chronicle:
    """What has been told to each role of a game, and to the observer.

    >>> game = rondel.new("tic_tac_toe")
    >>> chronicle = Chronicle(game)
    >>> game.push("mark(b2)")
    >>> [event["name"] for event in chronicle.catch_up("o")]
    ['mark']
    >>> chronicle.catch_up("o"), chronicle.count("o")
    ([], 1)
    """

    def __init__(self, game: rondel.Game, told: Iterable[Mapping[str, list[Event]]] = ()) -> None:
        """``told`` is what was told before the game was restored, piece by piece, as `piece` gave it: each goes on where its
        first event says. Raises `ValueError` where something is missing in between."""
        self._game = game
        self._told: dict[str, list[msgspec.Raw | Event]] = {role: [] for role in (*game.roles, rondel.OBSERVER)}
        for piece in told:
            for role, events in piece.items():
                if events:
                    before = self._told[role]
                    if events[0]["seq"] > len(before):
                        raise ValueError(f"what {role} was told from {len(before)} to {events[0]['seq']} is missing")
                    self._told[role] = before[: events[0]["seq"]] + [_past(event) for event in events]
        self._before = {role: len(events) for role, events in self._told.items()}
        self._pieced = dict(self._before)

    def count(self, role: str) -> int:
        """How many events of the role have been looked at: the number of the next one."""
        return len(self._told[role])

    def catch_up(self, role: str) -> list[Event]:
        """The events that were told to the role since this was called last, with all that changed."""
        before, told = self._before[role], self._told[role]
        fresh = self._game.events(len(told) - before, role)
        if before:
            for event in fresh:
                event["seq"] += before
                if event["name"] == "undo":
                    event["args"] = _shifted(event["args"], before)
                    event["text"] = {**event["text"], "args": _shifted(event["text"]["args"], before)}
        told += fresh  # most are never asked for again, and need not be encoded twice
        return fresh

    def since(self, role: str, number: int) -> list[msgspec.Raw]:
        """The role's events from that number on, as they are sent to somebody who comes later."""
        self.catch_up(role)
        told = self._told[role]
        told[number:] = asked = [event if isinstance(event, msgspec.Raw) else _past(event) for event in told[number:]]
        return asked

    def piece(self) -> dict[str, list[msgspec.Raw]]:
        """What every role has been told since the last piece was taken."""
        taken = {role: self.since(role, start) for role, start in self._pieced.items()}
        self._pieced = {role: len(events) for role, events in self._told.items()}
        return taken


def _past(event: Event) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode({**event, "changes": []}))


def _shifted(args: dict[str, Any], by: int) -> dict[str, Any]:
    """The arguments of an undo, which name the events it takes back by their numbers."""
    return {**args, "since": args["since"] + by, "until": args["until"] + by}
