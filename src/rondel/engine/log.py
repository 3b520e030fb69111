"""The log: what has been told at the table, with the place in the journal where it was told.

An entry is ``(mark, move, told)``: a move that logs itself, or a `Told` that the rules wrote. The text is made when it
is read. What has changed between two entries is cut from the journal, so it costs nothing while playing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from rondel.engine.move import Move
from rondel.engine.visibility import Visibility, sees


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


LogEntry: TypeAlias = tuple[int, Move | None, Told | None]


class Log:
    """What has been told in one game, oldest first."""

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []

    def heard(self, role: str) -> list[LogEntry]:
        """The entries ``role`` may know of."""
        return [entry for entry in self.entries if entry[2] is None or sees(entry[2].visible_to, role)]


def to_json(entry: LogEntry, number: int) -> dict[str, Any]:
    """An entry as plain data; ``number`` is its place in the stream of the role it is for."""
    _mark, move, told = entry
    if move is not None:
        message = move.message()
        args: dict[str, Any] = dict(zip(move._names, move.words, strict=False))
        args["places"] = list(move.places)
        return {"seq": number, "name": move.action, "role": move.role, "text": message, "args": args}
    if told is None:
        return {"seq": number, "name": "", "role": None, "text": None, "args": {}}
    args = {name: value for name, value in told.args.items() if name != "role"}
    text = None
    if told.message:
        wire = dict(args)
        for name in ("actplayer", "otherplayer", "player"):
            if isinstance(wire.get(name), str):
                wire[name] = {"role": wire[name]}
        text = {"text": told.message, "args": wire}
    return {"seq": number, "name": told.name, "role": told.args.get("role"), "text": text, "args": args}
