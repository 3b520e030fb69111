"""The log: events with their place in the journal and their readers.

An entry is ``(mark, move, more)``: a logged move (with a `Played` if it names tokens, with a `Worded` if the rules have worded
it), or a `Told` by the rules. Its text is made when it is read. The changes between two entries are cut from the journal, so
the log costs nothing while playing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, TypeAlias

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.cell import Spot
from rondel.engine.components.container import Container
from rondel.engine.components.move import Move, shown
from rondel.engine.components.prop import thaw
from rondel.engine.components.token import Token
from rondel.engine.text import part_text
from rondel.engine.text import to_json as text_to_json
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility, sees

# The garbage collector need not look at acyclic objects, of which a game keeps many. They hold frozen values and tokens only,
# and neither leads back to the log.


@mypyc_attr(acyclic=True)
class Played:
    """The tokens of a logged move: where they lay, and the roles that may know which ones they are.

    A role may know them if it could see them where they lay when the move began, or where they lie when the rule first stops.
    For other roles a token is named by its kind.
    """

    def __init__(self, move: Move) -> None:
        self.tokens = [arg for arg in move.args if isinstance(arg, Token)]
        self.places = move.places
        self.readers: Visibility | None = None
        self._seen = [token.container.visible_to if token.container is not None else NOBODY for token in self.tokens]
        self._read = [token.readers() for token in self.tokens]
        self._mover = move.role

    def places_for(self, move: Move, role: str) -> list[str]:
        """The place of each part, empty for a token that ``role`` could not see there."""
        seen = iter(self._seen)
        return [
            place if not isinstance(arg, Token) or sees(next(seen), role) or role == self._mover else ""
            for arg, place in zip([arg for arg in move.args if arg is not None], self.places, strict=True)
        ]

    def settle(self, roles: tuple[str, ...]) -> None:
        """Fix the readers, when the rule has stopped for the first time."""
        if self.readers is not None:
            return
        hidden: list[tuple[Visibility, Visibility]] = []
        """Who could see a token before the rule and who sees it now, for tokens that somebody saw neither time."""
        for number, before in enumerate(self._read):
            if before != EVERYONE:
                now = self.tokens[number].readers()
                if now != EVERYONE:
                    hidden.append((before, now))
        if not hidden:
            self.readers = EVERYONE
            return
        readers: list[str] = []
        for role in (*roles, OBSERVER):
            known = role == self._mover
            for before, now in hidden:
                if not known and not sees(before, role) and not sees(now, role):
                    break
            else:
                readers.append(role)
        self.readers = tuple(readers)


@mypyc_attr(acyclic=True)
class Told:
    """An event of the rules: a name for programs, a text for people, arguments for both, and its readers."""

    def __init__(self, name: str, message: str, args: dict[str, Any], visible_to: Visibility) -> None:
        self.name = name
        self.message = message
        self.args = args
        self.visible_to = visible_to

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Told)
            and self.name == other.name
            and self.message == other.message
            and self.args == other.args
            and self.visible_to == other.visible_to
        )

    def __hash__(self) -> int:
        return hash((self.name, self.message))


@mypyc_attr(acyclic=True)
class Worded:
    """The rules' own message of a logged move, instead of its action's, and the message's arguments."""

    def __init__(self, message: str, args: dict[str, Any]) -> None:
        self.message = message
        self.args = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worded) and self.message == other.message and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.message)


@mypyc_attr(acyclic=True)
class Undone(Told):
    """The event of an undo: the range of events that it takes back, in each reader's own stream."""

    def __init__(self, name: str, message: str, role: str, numbers: dict[str, tuple[int, int]], visible_to: Visibility) -> None:
        super().__init__(name, message, {"role": role, "actplayer": role}, visible_to)
        self.numbers = numbers


def _label(parts: Sequence[Part], containers: Sequence[Container], roles: Sequence[str], wire: dict[str, Any]) -> None:
    """Give whole containers without a name of their own the label that they have on the table."""
    for name, arg in parts:
        if isinstance(arg, Spot) and name in wire and arg.name == arg.place:
            for container in [each for each in containers if each.name == arg.place]:
                wire[name] = part_text(container.name, roles, container.belongs_to)


def _cover(
    parts: Sequence[Part],
    role: str,
    containers: Sequence[Container],
    roles: Sequence[str],
    wire: dict[str, Any],
    args: dict[str, Any],
) -> None:
    """Replace the cells of boards that ``role`` may not see by the name of the board.

    A whole container is no secret: everybody knows the parts of the table.
    """
    for number, (name, arg) in enumerate(parts):
        if isinstance(arg, Spot):
            board, within, _cell = arg.place.partition(":")
            if not within:
                continue
            for hidden in [each for each in containers if each.name == board and not sees(each.visible_to, role)]:
                args[name] = board
                args["places"][number] = ""
                if name in wire:
                    wire[name] = part_text(board, roles, hidden.belongs_to)


Part: TypeAlias = tuple[str, object]
"""A part of a move, with its name."""
LogEntry: TypeAlias = tuple[int, Move | None, Told | Played | Worded | None]


@mypyc_attr(free_list_len=1)
class Log:
    """The events of one game, oldest first."""

    __slots__ = ("_hidden_from", "_private", "_read", "_restricted", "entries", "silent")

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        """Whoever takes entries away calls `cut`."""
        self.silent = False
        """Whether events are discarded: during the step of a `rondel.engine.play.walk.Walk`."""
        self._private = False
        """Whether there may be entries with restricted readers."""
        self._restricted: list[int] = []
        """The places of these among the first ``_read`` entries."""
        self._read = 0
        self._hidden_from: dict[str, tuple[list[int], int]] = {}
        """For each role that has read: the places that it may not read, and how many of the ``_restricted`` ones were looked
        at."""

    def tell(self, mark: int, told: Told) -> None:
        """Add an event of the rules at that place in the journal."""
        if told.visible_to != EVERYONE:
            self._private = True
        self.entries.append((mark, None, told))

    def reword(self, worded: Worded) -> bool:
        """Reword the last entry. Returns False unless it is a logged move without tokens."""
        mark, move, told = self.entries[-1] if self.entries else (0, None, None)
        if move is None or told is not None:
            return False
        self.entries[-1] = (mark, move, worded)
        return True

    def cut(self, length: int) -> None:
        """Take all entries from that place on away."""
        entries = self.entries
        while len(entries) > length:
            entries.pop()
        if self._read > length:
            self._read = length
            while self._restricted and self._restricted[-1] >= length:
                self._restricted.pop()
            self._hidden_from.clear()

    def count(self, role: str, end: int) -> int:
        """The number of entries among the first ``end`` that a role may read."""
        return end - bisect_left(self._hidden(role), end)

    def is_alike(self, since: int) -> bool:
        """Whether all readers have the same events, from that number of their own stream on."""
        return not self._private and not [1 for entry in self.entries[since:] if isinstance(entry[2], Played)]

    def places(self, role: str, since: int) -> Sequence[int]:
        """The place in the log of each entry from number ``since`` of a role's stream on."""
        if not self._private:
            return range(since, len(self.entries))
        hidden = self._hidden(role)
        places = range(_place(hidden, since), len(self.entries))
        if not hidden or hidden[-1] < places.start:
            return places
        return [place for place in places if place not in hidden]

    def heard(self, role: str, since: int) -> tuple[int, list[LogEntry]]:
        """The mark of the entry before number ``since`` of a role's stream, and the entries from there on.

        The earlier entries are not read, so the cost does not grow with the game, but for entries that the role may not read.
        """
        entries = self.entries
        if not self._private:
            return entries[since - 1][0] if 0 < since <= len(entries) else 0, entries[since:]
        hidden = self._hidden(role)
        begin = _place(hidden, since)
        last = _place(hidden, since - 1)
        before = entries[last][0] if since > 0 and last < len(entries) else 0
        if not hidden or hidden[-1] < begin:
            return before, entries[begin:]
        return before, [entry for place, entry in enumerate(entries[begin:], begin) if place not in hidden]

    def _hidden(self, role: str) -> list[int]:
        """The places of the entries that a role may not read."""
        if not self._private:
            return []
        entries = self.entries
        restricted = self._restricted
        for place in range(self._read, len(entries)):
            told = entries[place][2]
            if isinstance(told, Told) and told.visible_to != EVERYONE:
                restricted.append(place)
        self._read = len(entries)
        hidden, looked = self._hidden_from.get(role) or ([], 0)
        if looked < len(restricted):
            for place in restricted[looked:]:
                told = entries[place][2]
                if isinstance(told, Told) and not sees(told.visible_to, role):
                    hidden.append(place)
            self._hidden_from[role] = hidden, len(restricted)
        return hidden


def _place(hidden: Sequence[int], number: int) -> int:
    """The place of the entry of that number in the stream of a role that may not read the ``hidden`` ones."""
    for count in range(len(hidden), 0, -1):  # from the end, where most readers are
        if hidden[count - 1] - (count - 1) <= number:
            return number + count
    return number


def to_json(
    entry: LogEntry, number: int, role: str, containers: Sequence[Container] = (), roles: Sequence[str] = ()
) -> dict[str, Any]:
    """An entry as ``role`` may read it, as JSON data; ``number`` is its place in that role's stream, ``containers`` and
    ``roles`` are those of the game."""
    _mark, move, told = entry
    args: dict[str, Any]
    if move is not None:
        message = move.message()
        parts = [(name, arg) for name, arg in zip(move._names, move.args, strict=False) if arg is not None]
        args = {name: word for (name, _arg), word in zip(parts, move.words, strict=False)}
        if "@" in move.text:  # the place of a token tells it from another on offer; when it is read, the token lies elsewhere
            for (name, arg), word in zip(parts, move.words, strict=False):
                if isinstance(arg, Token) and name in message["args"]:
                    message["args"][name] = shown(arg, word.partition("@")[0])
        args["places"] = told.places_for(move, role) if isinstance(told, Played) else list(move.places)
        if isinstance(told, Played) and not sees(told.readers or NOBODY, role):
            for name, arg in parts:
                if isinstance(arg, Token):
                    args[name] = arg.kind.name
                    if name in message["args"]:
                        message["args"][name] = arg.kind.name
        if isinstance(told, Worded):
            said = {name: thaw(value) for name, value in told.args.items()}
            message = text_to_json(told.message, {**message["args"], **said})
            args.update(said)
        _label(parts, containers, roles, message["args"])
        if role != move.role:
            _cover(parts, role, containers, roles, message["args"], args)
        return {"number": number, "name": move.action, "role": move.role, "text": message, "args": args}
    if not isinstance(told, Told):
        return {"number": number, "name": "", "role": None, "text": None, "args": {}}
    args = {name: thaw(value) for name, value in told.args.items() if name != "role"}
    if isinstance(told, Undone):
        args["since"], args["until"] = told.numbers[role]
    text = text_to_json(told.message, args) if told.message else None
    return {"number": number, "name": told.name, "role": told.args.get("role"), "text": text, "args": args}
