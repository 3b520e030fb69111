"""Every error Rondel raises, named by whose fault it is, each with a stable code.

One tree under `RondelError`. A program branches on ``error.code`` or on the class; a person reads the message, which says
what was wrong, where, and what would have been right. This module does not format positions or moves: whoever raises an error
knows what its reader may see.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

LONGEST: Final = 80
"""Characters of what somebody gave that a message repeats."""


def quoted(given: object) -> str:
    """What somebody gave, as a message repeats it: as Python writes it, cut where it is long.

    >>> quoted("mark(a1)")
    "'mark(a1)'"
    >>> quoted("m" * 1000) == "'" + "m" * 77 + "…'"
    True
    """
    shown = repr(given)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 2]}…{shown[-1]}"


def meant(given: object, what: str, known: Iterable[str]) -> str:
    """Says ``what`` is wrong with a name, and which one was meant, or which there are.

    >>> meant("bored", "no container", ["board", "hand"])
    "no container; did you mean 'board'?"
    >>> meant("x", "no container", ["board", "hand"])
    "no container; known: 'board', 'hand'"
    """
    names = list(known)
    close = difflib.get_close_matches(given, names, 1) if isinstance(given, str) else []
    fix = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(map(repr, names)) or 'none'}"
    return f"{what}; {fix}" if what else fix


class RondelError(Exception):
    """The root of all errors; ``code`` is stable across versions.

    >>> IllegalMove("illegal move 'play_disc(a1)'").code
    'illegal_move'
    """

    code: ClassVar[str] = "error"


# -- the rules author's ------------------------------------------------------------------------------------------------


class RulesError(RondelError):
    """The rules of a game did something no rules may do, found while playing."""

    code = "rules"


class DefinitionError(RulesError):
    """The rules of a game cannot work, found before it is first played.

    Lists every offender at once: ``problems`` holds one sentence for each, with the fix in it.

    >>> print(DefinitionError("Nim", ["state 'Turn' has no action", "state 'Lost' is never reached"]))
    Nim cannot be played; 2 problems:
      - state 'Turn' has no action
      - state 'Lost' is never reached
    """

    code = "definition"

    def __init__(self, game: str, problems: Sequence[str]) -> None:
        self.game = game
        self.problems = tuple(problems)
        count = f"{len(self.problems)} problem" + ("" if len(self.problems) == 1 else "s")
        super().__init__(f"{game} cannot be played; {count}:\n" + "\n".join(f"  - {each}" for each in self.problems))


def endless(what: str) -> RulesError:
    """The error for what has called itself so often that Python gave up.

    >>> endless("'take(3)' in state 'Turn'")
    RulesError("'take(3)' in state 'Turn' calls itself without end; see in its traceback what comes round, and let it stop")
    """
    return RulesError(f"{what} calls itself without end; see in its traceback what comes round, and let it stop")


# -- the player's ------------------------------------------------------------------------------------------------------


class AnswerError(RondelError):
    """An answer was refused; the position is as it was."""

    code = "answer"


class MalformedMove(AnswerError):
    """The text is not a move of any kind, wherever it is played."""

    code = "malformed_move"


class IllegalMove(AnswerError):
    """A move, but not one of those that are legal here."""

    code = "illegal_move"


class AmbiguousMove(AnswerError):
    """It may be meant as more than one answer: several roles are active, or several moves fit."""

    code = "ambiguous_move"


class NotYourTurn(AnswerError):
    """The role exists, but has nothing to answer now."""

    code = "not_your_turn"


class GameOver(AnswerError):
    """The game has ended and takes no more answers."""

    code = "game_over"


class UndoBarrier(AnswerError):
    """Something was rolled, revealed or asked of another role since: taking it back needs the others' consent."""

    code = "undo_barrier"


class NothingToUndo(AnswerError):
    """There is no answer to take back."""

    code = "nothing_to_undo"


# -- the caller's ------------------------------------------------------------------------------------------------------


class UnknownGame(RondelError):
    """No game of that name is known."""

    code = "unknown_game"


class UnknownRole(RondelError):
    """The game has no such role."""

    code = "unknown_role"


class UnknownNotation(RondelError):
    """The game is not written in that notation."""

    code = "unknown_notation"


class BadOption(RondelError):
    """An option of a game is unknown or has a value it cannot have."""

    code = "bad_option"


class BadPosition(RondelError):
    """A position, snapshot or start position does not fit the rules."""

    code = "bad_position"


class BadRecord(RondelError):
    """A record does not replay under these rules."""

    code = "bad_record"
    answer: int | None = None
    """The number of the answer that does not fit, from 1; None where it is not one of them."""


class HiddenInformation(RondelError):
    """What was asked for needs more than the role may know."""

    code = "hidden_information"


class Unsolvable(RondelError):
    """A solver was given a game of a kind that it is not for, or one that is larger than it was allowed."""

    code = "unsolvable"
