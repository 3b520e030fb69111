"""The event log of a round: what each role was told since the round began, also where the game was restored from a snapshot.

A restored game numbers its events from 0 again. The event log adds the number of the events told before. It keeps each event
encoded and without its ``changes``, as late viewers get it. The changes between the last event before a restore and the first
one after it are lost; a viewer gets whole views anyway.

Moves are numbered within a round, and each event has the number of the move during which it was told. Undos and table actions
are no moves. Where several roles answer at the same time, an event can be told later than its move was made.

In most games most events are the same for everybody. Such events are read from the game and encoded once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from rondel.engine import OBSERVER, Game
from rondel.engine.play.in_progress import hides
from rondel.engine.views.part_views import PartViews
from rondel.engine.views.view import announced, places_told, told_count, told_so_far, told_to

Event = dict[str, Any]

_encoder = msgspec.json.Encoder()


class EventLog:
    """The events of each role of a game, and of the observer.

    >>> import rondel

    >>> game = rondel.new("tic_tac_toe")
    >>> log = EventLog(game)
    >>> game.push("mark(b2)")
    >>> [msgspec.json.decode(event)["name"] for event in log.catch_up("o")]
    ['mark']
    >>> log.catch_up("o"), log.count("o")
    ([], 1)
    """

    def __init__(self, game: Game, told: Iterable[Mapping[str, list[Event]]] = (), moves: int = 0) -> None:
        """``told`` holds the events before the game was restored, in parts as `part` returned them. The number of its first
        event says where a part belongs. ``moves`` counts the moves of the round so far. Raises `ValueError` where events
        between two parts are missing."""
        self._game = game
        self._moves_before = moves
        self._begins: list[int] = []
        """How many events the game had told when each later move began."""
        self._logged = told_so_far(game)
        """How many it had told at the end of the last answer."""
        self._answered = self._logged
        """And at the end of the one before."""
        self._told: dict[str, list[msgspec.Raw]] = {role: [] for role in (*game.roles, OBSERVER)}
        for part in told:
            for role, events in part.items():
                if events:
                    before = self._told[role]
                    if events[0]["number"] > len(before):
                        raise ValueError(f"what {role} was told from {len(before)} to {events[0]['number']} is missing")
                    self._told[role] = before[: events[0]["number"]] + [_past(event) for event in events]
        self._before = {role: len(events) for role, events in self._told.items()}
        self._in_parts = dict(self._before)
        self._unsent: dict[str, list[msgspec.Raw]] = {}
        """The events, with their changes, that `part` has read since the last answer, for the next `news`."""
        self._hides = hides(game)
        self.parts = PartViews(game, _raw)
        """The parts of the position as each role was shown them last, encoded."""
        self._shared: dict[tuple[int, int], _Fresh] = {}
        """Events that are the same for every role, by their first number: other roles that are read next share them."""

    def count(self, role: str) -> int:
        """How many events of the role have been read: the number of the next one."""
        return len(self._told[role])

    def begin_answer(self) -> None:
        """Another answer was given: the changes of the events before it lie in the past."""
        if self._unsent or self._shared:
            self._unsent, self._shared = {}, {}

    def end_answer(self, *, is_move: bool) -> None:
        """The game has carried out an answer; call it after each."""
        if is_move:
            self._begins.append(self._logged)
        self._answered, self._logged = self._logged, told_so_far(self._game)

    @property
    def moves(self) -> int:
        """How many moves of the round have been made."""
        return self._moves_before + len(self._begins)

    def total(self, role: str) -> int:
        """How many events the role has been told, those of the latest answer included."""
        return self._before[role] + told_count(self._game, role, told_so_far(self._game))

    def news(self, told: Mapping[str, int]) -> dict[str, list[msgspec.Raw]]:
        """For each role the events from that number on: with their changes where no call has returned them yet, else
        without."""
        found: dict[str, list[msgspec.Raw]] = {}
        unsent = self._unsent
        fresh = self._read([role for role in told if role not in unsent] if unsent else told)
        for role, number in told.items():
            whole = fresh[role].whole if role in fresh else unsent.pop(role)
            known = self._told[role]
            count = len(known) - len(whole)
            found[role] = whole if number == count else [*known[number:count], *whole[max(0, number - count) :]]
        self._shared = {}
        return found

    def catch_up(self, role: str) -> list[msgspec.Raw]:
        """The role's events that no call has returned yet, with their changes."""
        return self.news({role: self.count(role)})[role]

    def since(self, role: str, number: int) -> list[msgspec.Raw]:
        """The role's events from that number on, without changes, for a late viewer."""
        self._unsent.pop(role, None)
        self._read_past(role)
        return self._told[role][number:]

    def part(self) -> dict[str, list[msgspec.Raw]]:
        """Each role's events since the last part was taken."""
        for role in self._in_parts:
            missed = self._before[role] + told_count(self._game, role, self._answered) - self.count(role)
            if missed > 0:  # nobody has been sent its news of the answers before the latest
                self._read_past(role, missed)
        for role, fresh in self._read(self._in_parts).items():
            self._unsent[role] = [*self._unsent.get(role, ()), *fresh.whole]
        taken = {role: self._told[role][start:] for role, start in self._in_parts.items()}
        self._in_parts = {role: len(events) for role, events in self._told.items()}
        return taken

    def _read(self, roles: Iterable[str]) -> dict[str, _Fresh]:
        """Read the events of these roles that have not been read yet."""
        if self._hides:  # what one sees another does not, but all of it is found on one way through the journal
            counts = {role: len(self._told[role]) - self._before[role] for role in roles}
            events = told_to(self._game, counts, self.parts)[0] if counts else {}
            return {role: self._keep(role, told) for role, told in events.items()}
        found: dict[str, _Fresh] = {}
        for role in roles:
            count = len(self._told[role]) - self._before[role]
            at = (self._before[role], count)
            fresh = self._shared.get(at)
            if fresh is None:
                events, is_alike = told_to(self._game, {role: count}, self.parts)
                fresh = self._keep(role, events[role])
                if is_alike:
                    self._shared[at] = fresh
            else:
                self._told[role] += fresh.past
            found[role] = fresh
        return found

    def _read_past(self, role: str, most: int | None = None) -> None:
        """Read the role's next events, without their changes, which cost far more than the rest."""
        count = len(self._told[role]) - self._before[role]
        self._keep(role, announced(self._game, count, role)[:most])

    def _keep(self, role: str, events: list[Event]) -> _Fresh:
        """Encode the role's next events."""
        fresh = _Fresh()
        before, known = self._before[role], self._told[role]
        for event, place in zip(events, places_told(self._game, len(known) - before, role), strict=False):
            event["move"] = self._moves_before + bisect_right(self._begins, place)
            if before:
                event["number"] += before
                if event["name"] == "undo":
                    event["args"] = _shifted(event["args"], before)
                    event["text"] = {**event["text"], "args": _shifted(event["text"]["args"], before)}
            changes = _encoder.encode(event.pop("changes", []))
            head = _encoder.encode(event)[:-1]
            fresh.whole.append(msgspec.Raw(b'%b,"changes":%b}' % (head, changes)))
            fresh.past.append(msgspec.Raw(head + _UNCHANGED))
        known += fresh.past
        return fresh


class _Fresh:
    """Events that have just been read."""

    def __init__(self) -> None:
        self.whole: list[msgspec.Raw] = []
        """With their changes."""
        self.past: list[msgspec.Raw] = []
        """Without."""


def _raw(data: Any) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(data))


_UNCHANGED: Final = b',"changes":[]}'


def _past(event: Event) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode({**event, "changes": []}))


def _shifted(args: dict[str, Any], by: int) -> dict[str, Any]:
    """The arguments of an undo, which name by their numbers the events that were taken back."""
    return {**args, "since": args["since"] + by, "until": args["until"] + by}
