"""Table actions: what players did besides moves (offers, resignations, flags), read from the rows of the log.

They are listed beside the game's events and not among them: the rules do not know them, and a record replays without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rondel.engine import _
from rondel.engine.text import to_json
from rondel.server.protocol import TableAction
from rondel.server.protocol.play.replay import TableActionKind
from rondel.server.table.log.entries import Answer

_KINDS: Final[dict[str, TableActionKind]] = {
    "start": "start",
    "resign": "resign",
    "flag": "flag",
    "claim": "claim",
    "offer": "offer",
    "agree": "agree",
    "decline": "decline",
    "withdraw": "withdraw",
}
"""The rows that are table actions; moves and undos are events of the game."""

_TEXTS: Final = {
    "start": _("The game begins"),
    "resign": _("{player} resigns"),
    "flag": _("The time of {player} is up"),
    "claim": _("{player} claims the win"),
    "offer draw": _("{player} offers a draw"),
    "offer undo": _("{player} asks to take back the last answer"),
    "offer end": _("{player} proposes to end the game without a result"),
    "offer pause": _("{player} proposes to pause the clocks"),
    "offer resume": _("{player} proposes to end the pause"),
    "agree": _("{player} agrees"),
    "agree alone": _("All who are there have agreed"),
    "decline": _("{player} declines"),
    "withdraw": _("{player} withdraws the offer"),
}
_OUTCOMES: Final = {
    "agreed": _("The game is a draw by agreement"),
    "ended": _("The game ends without a result"),
}


class TableActions:
    """Finds the table actions of a round, row by row.

    >>> rows = [Answer("t", 1, 1, "play", "x", "mark(a1)"), Answer("t", 2, 1, "resign", "o")]
    >>> [action.kind for action in TableActions().of(rows)]
    ['resign']
    """

    def __init__(self) -> None:
        self._offered: dict[str, str] = {}

    def of(self, rows: Iterable[Answer]) -> Iterator[TableAction]:
        """The table actions among rows that follow those given before."""
        for row in rows:
            kind = _KINDS.get(row.kind)
            if kind is None:
                continue
            if kind == "offer":
                self._offered[str(row.seq)] = row.move
            what = row.move if kind == "offer" else self._offered.get(row.move, "")
            if what == "rematch":  # about the next round
                continue
            yield TableAction(row.seq, row.at, kind, row.role, what, row.row_data().state.outcome if row.active == "" else None)


def told(action: TableAction) -> list[dict[str, Any]]:
    """A table action as texts, in the form of an event's text: the action, and the outcome where the action does not imply
    it."""
    key = action.kind if action.kind != "offer" else f"offer {action.what}"
    if action.kind == "agree" and not action.role:
        key = "agree alone"
    texts = [to_json(_TEXTS[key], {"player": action.role} if "{player}" in _TEXTS[key] else {})]
    if action.outcome is not None and action.outcome.reason in _OUTCOMES:
        texts.append(to_json(_OUTCOMES[action.outcome.reason], {}))
    return texts
