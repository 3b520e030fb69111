"""Take-backs: whose last answer may be taken back by the terms, and whether the others must consent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rondel.engine import Game
from rondel.errors import NothingToUndo
from rondel.server.protocol import Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements import TableState
from rondel.server.table.commands import Unreachable
from rondel.server.table.entries import SeatEntry


def consents(seats: Iterable[SeatEntry], role: str, held: Sequence[str]) -> bool:
    """Whether no consent is needed: bots and empty seats consent, and so do the other seats of the same client.

    >>> seats = (SeatEntry("x", "person"), SeatEntry("o", "person"))
    >>> consents(seats, "x", ["x"]), consents(seats, "x", ["x", "o"])
    (False, True)
    """
    return not [1 for seat in seats if seat.kind == "person" and seat.role != role and seat.role not in held]


def allowed(game: Game, terms: Terms, state: TableState, role: str, agreed: bool) -> bool:
    """Whether the role's last answer can be taken back now; ``agreed`` says that the others consent.

    >>> import rondel

    >>> game = rondel.new("tic_tac_toe")
    >>> game.push("mark(b2)")
    >>> [allowed(game, Terms(undo=each), TableState(), "x", True) for each in ("free", "asked", "never")]
    [True, True, False]
    """
    if terms.undo == "never" or (terms.undo == "asked" and not agreed):
        return False
    if state.outcome is not None or role in state.departed:
        return False
    if game.is_over and (terms.rated or terms.clock is not None):
        return False
    return bool(game.may_undo(role, agreed=agreed))


def check_offered(game: Game, terms: Terms, state: TableState, role: str, opened_at: int) -> None:
    """Refuse an offer of an undo that is impossible even with consent. Raises `Unreachable` as `take_back`."""
    if allowed(game, terms, state, role, True):
        return
    if opened_at and terms.undo != "never":
        raise _unreachable()
    raise Refusal("no_undo", "there is nothing that could be taken back, or by the terms of this table nothing is")


def take_back(game: Game, terms: Terms, role: str, agreed: bool, opened_at: int) -> None:
    """Take the role's last answer back. Refused where the terms or the rules do not allow it. Raises `Unreachable` where the
    answer may lie before the snapshot ``opened_at``, from which the game was opened; 0 for the start of the round."""
    if terms.undo == "never":
        raise Refusal("no_undo", "by the terms of this table nothing is taken back")
    if game.is_over and (terms.rated or terms.clock is not None):
        raise Refusal("game_over", "the game is over, and counts")
    if terms.undo == "asked" and not agreed:
        raise Refusal("undo_barrier", "by the terms of this table the others must agree before anything is taken back")
    try:
        game.undo(role, agreed=agreed)
    except NothingToUndo:
        if not opened_at:
            raise
        raise _unreachable() from None


def _unreachable() -> Unreachable:
    return Unreachable("what is to be taken back lies before the snapshot")
