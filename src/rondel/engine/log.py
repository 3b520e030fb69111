"""The log: what has been told at the table, with the place in the journal where it was told.

An entry is ``(mark, move, more)``: a move that logs itself (with a `Played` if it means tokens), or a `Told` that the
rules wrote. The text is made when it
is read. What has changed between two entries is cut from the journal, so it costs nothing while playing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from rondel.engine.move import Move
from rondel.engine.prop import thaw
from rondel.engine.token import Token
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility, sees


class Played:
    """What a logged move means where it means tokens: where they lay, and who may know which ones they are.

    Those may know who could see them where they lay when the move began, or where they lay when the rule first
    stopped; for the others a token is called by its kind.
    """

    def __init__(self, move: Move) -> None:
        self.tokens = [arg for arg in move.args if isinstance(arg, Token)]
        self.places = move.places
        self.readers: Visibility | None = None
        self._seen = [token.container.visible_to if token.container is not None else NOBODY for token in self.tokens]
        self._mover = move.role

    def places_for(self, move: Move, role: str) -> list[str]:
        """Where each part lay, for who could see it there."""
        seen = iter(self._seen)
        return [
            place if not isinstance(arg, Token) or sees(next(seen), role) or role == self._mover else ""
            for arg, place in zip(move.args, self.places, strict=True)
        ]

    def settle(self, roles: tuple[str, ...]) -> None:
        """Fix who may know, now that the rule has stopped for the first time."""
        if self.readers is None:
            readers: list[str] = []
            for role in (*roles, OBSERVER):
                known = role == self._mover
                for token, before in zip(self.tokens, self._seen, strict=True):
                    after = token.container.visible_to if token.container is not None else NOBODY
                    if not known and not sees(before, role) and not sees(after, role):
                        break
                else:
                    readers.append(role)
            self.readers = tuple(readers)


class Told:
    """A notification by the rules: a name for programs, a text for people, arguments for both, and who may know."""

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


LogEntry: TypeAlias = tuple[int, Move | None, Told | Played | None]


class Log:
    """What has been told in one game, oldest first."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self._private = -1
        """The number of the last entry that was not told to everyone; -1 if there has been none."""

    def tell(self, mark: int, told: Told) -> None:
        """Add what the rules tell, at that place in the journal."""
        if told.visible_to != EVERYONE:
            self._private = len(self.entries)
        self.entries.append((mark, None, told))

    def heard(self, role: str, since: int) -> tuple[int, list[LogEntry]]:
        """The entries ``role`` may know of, from number ``since`` of its own stream on, and the mark of the one before.

        Where all has been told to everyone the earlier entries are not looked at: what is new costs the same late in a
        long game as at its start.
        """
        if self._private < 0:
            before = self.entries[since - 1][0] if 0 < since <= len(self.entries) else 0
            return before, self.entries[since:]
        heard = [entry for entry in self.entries if not isinstance(entry[2], Told) or sees(entry[2].visible_to, role)]
        return heard[since - 1][0] if 0 < since <= len(heard) else 0, heard[since:]


def to_json(entry: LogEntry, number: int, role: str) -> dict[str, Any]:
    """An entry as ``role`` may read it; ``number`` is its place in that role's stream."""
    _mark, move, told = entry
    args: dict[str, Any]
    if move is not None:
        message = move.message()
        args = dict(zip(move._names, move.words, strict=False))
        args["places"] = told.places_for(move, role) if isinstance(told, Played) else list(move.places)
        if isinstance(told, Played) and not sees(told.readers or NOBODY, role):
            for name, arg in zip(move._names, move.args, strict=False):
                if isinstance(arg, Token):
                    args[name] = arg.kind.name
                    if name in message["args"]:
                        message["args"][name] = arg.kind.name
        return {"seq": number, "name": move.action, "role": move.role, "text": message, "args": args}
    if not isinstance(told, Told):
        return {"seq": number, "name": "", "role": None, "text": None, "args": {}}
    args = {name: thaw(value) for name, value in told.args.items() if name != "role"}
    text = None
    if told.message:
        wire = dict(args)
        for name in ("actplayer", "otherplayer", "player"):
            if isinstance(wire.get(name), str):
                wire[name] = {"role": wire[name]}
        text = {"text": told.message, "args": wire}
    return {"seq": number, "name": told.name, "role": told.args.get("role"), "text": text, "args": args}
