"""The event log of a round: what each role was told since the round began, also where the game was restored from a snapshot.

A game that was restored begins its log anew. The chronicle knows what was told before, numbers what is told now after it, and
keeps events as they are sent to whoever comes later: encoded, and without their changes, which lie in the past. What changed
between the last event before and the first one after is not told: whoever is there is sent whole views besides.

Most of what happens in most games is told to everybody in the same words: then it is asked of the game and encoded once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from rondel.engine import OBSERVER, Game
from rondel.engine.views.view import told_alike

Event = dict[str, Any]

_encoder = msgspec.json.Encoder()


class EventLog:
    """What has been told to each role of a game, and to the observer.

    >>> import rondel

    >>> game = rondel.new("tic_tac_toe")
    >>> chronicle = EventLog(game)
    >>> game.push("mark(b2)")
    >>> [msgspec.json.decode(event)["name"] for event in chronicle.catch_up("o")]
    ['mark']
    >>> chronicle.catch_up("o"), chronicle.count("o")
    ([], 1)
    """

    def __init__(self, game: Game, told: Iterable[Mapping[str, list[Event]]] = ()) -> None:
        """``told`` is what was told before the game was restored, piece by piece, as `piece` gave it: each goes on where its
        first event says. Raises `ValueError` where something is missing in between."""
        self._game = game
        self._told: dict[str, list[msgspec.Raw]] = {role: [] for role in (*game.roles, OBSERVER)}
        for piece in told:
            for role, events in piece.items():
                if events:
                    before = self._told[role]
                    if events[0]["number"] > len(before):
                        raise ValueError(f"what {role} was told from {len(before)} to {events[0]['number']} is missing")
                    self._told[role] = before[: events[0]["number"]] + [_past(event) for event in events]
        self._before = {role: len(events) for role, events in self._told.items()}
        self._pieced = dict(self._before)

    def count(self, role: str) -> int:
        """How many events of the role have been looked at: the number of the next one."""
        return len(self._told[role])

    def news(self, told: Mapping[str, int]) -> dict[str, list[msgspec.Raw]]:
        """For each role the events from that number on: those nobody has looked at yet with all that changed, those before
        without."""
        shared: dict[tuple[int, int], _Fresh] = {}
        found: dict[str, list[msgspec.Raw]] = {}
        for role, number in told.items():
            before, known = self._before[role], self._told[role]
            count = len(known)
            fresh = shared.get((before, count))
            if fresh is None:
                fresh = self._fresh(role, before, count)
                if fresh.is_alike:
                    shared[before, count] = fresh
            known += fresh.past
            if number == count:
                found[role] = fresh.whole
            else:
                found[role] = [*known[number:count], *fresh.whole[max(0, number - count) :]]
        return found

    def catch_up(self, role: str) -> list[msgspec.Raw]:
        """The events that were told to the role since anybody looked last, with all that changed."""
        return self.news({role: self.count(role)})[role]

    def since(self, role: str, number: int) -> list[msgspec.Raw]:
        """The role's events from that number on, as they are sent to somebody who comes later."""
        self.catch_up(role)
        return self._told[role][number:]

    def piece(self) -> dict[str, list[msgspec.Raw]]:
        """What every role has been told since the last piece was taken."""
        taken = {role: self.since(role, start) for role, start in self._pieced.items()}
        self._pieced = {role: len(events) for role, events in self._told.items()}
        return taken

    def _fresh(self, role: str, before: int, count: int) -> _Fresh:
        """What was told to the role from event number ``count`` on, ``before`` of them before the game was restored."""
        events, is_alike = told_alike(self._game, count - before, role)
        fresh = _Fresh(is_alike)
        for event in events:
            if before:
                event["number"] += before
                if event["name"] == "undo":
                    event["args"] = _shifted(event["args"], before)
                    event["text"] = {**event["text"], "args": _shifted(event["text"]["args"], before)}
            changes = _encoder.encode(event.pop("changes"))
            head = _encoder.encode(event)[:-1]
            fresh.whole.append(msgspec.Raw(b'%b,"changes":%b}' % (head, changes)))
            fresh.past.append(msgspec.Raw(head + _UNCHANGED))
        return fresh


class _Fresh:
    """Events nobody has looked at yet."""

    def __init__(self, is_alike: bool) -> None:
        self.whole: list[msgspec.Raw] = []
        """With their changes."""
        self.past: list[msgspec.Raw] = []
        """Without."""
        self.is_alike = is_alike
        """Whether everybody is told just these."""


_UNCHANGED: Final = b',"changes":[]}'


def _past(event: Event) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode({**event, "changes": []}))


def _shifted(args: dict[str, Any], by: int) -> dict[str, Any]:
    """The arguments of an undo, which name the events it takes back by their numbers."""
    return {**args, "since": args["since"] + by, "until": args["until"] + by}
