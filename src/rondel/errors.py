"""Every error Rondel raises, grouped by who can correct it, each with a stable code.

All classes derive from `RondelError`. A program branches on ``error.code`` or on the class. The message is for people: it
says what was wrong, where, and what to change. This module formats no positions and no moves: only the code that raises an
error knows what its reader may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

LONGEST: Final = 80
"""The most characters of an input that a message repeats."""


def quoted(given: object) -> str:
    """The ``repr`` of an input for a message, cut to `LONGEST` characters.

    >>> quoted("mark(a1)")
    "'mark(a1)'"
    >>> quoted("m" * 1000) == "'" + "m" * 77 + "…'"
    True
    """
    shown = repr(given)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 2]}…{shown[-1]}"


def is_a(given: object, *kinds: type) -> bool:
    """Whether an argument of a rule is an instance of one of these types, whatever its annotation says.

    Authors call the engine from unchecked code. Where a parameter is annotated, type checkers and the compiler take a plain
    ``isinstance`` for always true, and leave the error message out.

    >>> is_a(3, int), is_a("3", int)
    (True, False)
    """
    return isinstance(given, kinds)


def closest(name: str, known: Iterable[str], alike: float = 0.6) -> str:
    """The known name that is most like a wrong one, and at least ``alike``, from 0 to 1; empty if there is none.

    >>> closest("bored", ["board", "hand"]), closest("x", ["board", "hand"])
    ('board', '')
    """
    import difflib  # only for an error: every import of Rondel would take longer

    found = difflib.get_close_matches(name, list(known), 1, alike)
    return found[0] if found else ""


def meant(given: object, what: str, known: Iterable[str]) -> str:
    """The message that ``what`` is wrong with a name, with the closest known name, or all known names.

    >>> meant("bored", "no container", ["board", "hand"])
    "no container; did you mean 'board'?"
    >>> meant("x", "no container", ["board", "hand"])
    "no container; known: 'board', 'hand'"
    """
    names = list(known)
    close = closest(given, names) if isinstance(given, str) else ""
    fix = f"did you mean {close!r}?" if close else f"known: {', '.join(map(repr, names)) or 'none'}"
    return f"{what}; {fix}" if what else fix


class RondelError(Exception):
    """The root of all errors; ``code`` is stable across versions.

    >>> IllegalMove("illegal move 'play_disc(a1)'").code
    'illegal_move'
    """

    code: ClassVar[str] = "error"


# -- errors in the rules ------------------------------------------------------------------------------------------------


class RulesError(RondelError):
    """The rules of a game broke a restriction during play."""

    code = "rules"


class DefinitionError(RulesError):
    """The definition of a game is invalid; raised before its first game starts.

    ``problems`` lists all problems at once, one sentence each with its fix. ``places`` lists their places in the source, as
    ``"nim.py line 44"``, or "" where there is none.

    >>> print(DefinitionError("Nim", ["state 'Turn' has no action", "state 'Lost' is never reached"]))
    Nim cannot be played; 2 problems:
      - state 'Turn' has no action
      - state 'Lost' is never reached
    """

    code = "definition"

    def __init__(self, game: str, problems: Sequence[str], places: Sequence[str] = ()) -> None:
        self.game = game
        self.problems = tuple(problems)
        self.places = tuple(places) or ("",) * len(self.problems)
        count = f"{len(self.problems)} problem" + ("" if len(self.problems) == 1 else "s")
        super().__init__(f"{game} cannot be played; {count}:\n" + "\n".join(f"  - {each}" for each in self.placed()))

    def placed(self) -> list[str]:
        """The problems, each with its place in parentheses.

        >>> DefinitionError("Nim", ["state 'Turn' has no action"], ["nim.py line 44"]).placed()
        ["state 'Turn' has no action (nim.py line 44)"]
        """
        return [f"{problem} ({place})" if place else problem for problem, place in zip(self.problems, self.places, strict=True)]


def endless(what: str) -> RulesError:
    """The error for a rule that exceeded Python's recursion limit.

    >>> endless("'take(3)' in state 'Turn'")
    RulesError("'take(3)' in state 'Turn' calls itself without end; find the repeated call in its traceback and stop it")
    """
    return RulesError(f"{what} calls itself without end; find the repeated call in its traceback and stop it")


# -- a player's errors -------------------------------------------------------------------------------------------------


class AnswerError(RondelError):
    """An answer was refused; the position did not change."""

    code = "answer"


class MalformedMove(AnswerError):
    """The text does not have the form of a move."""

    code = "malformed_move"


class IllegalMove(AnswerError):
    """The move is not legal in this position."""

    code = "illegal_move"


class AmbiguousMove(AnswerError):
    """The answer is ambiguous: several roles are active, or several moves match."""

    code = "ambiguous_move"


class NotYourTurn(AnswerError):
    """The role is not active now."""

    code = "not_your_turn"


class GameOver(AnswerError):
    """The game has ended and accepts no more answers."""

    code = "game_over"


class UndoBarrier(AnswerError):
    """The undo needs the others' consent: since the answer, chance was drawn, something was revealed or another role asked."""

    code = "undo_barrier"


class NothingToUndo(AnswerError):
    """The role has no answer to undo."""

    code = "nothing_to_undo"


# -- a caller's errors -------------------------------------------------------------------------------------------------


class UnknownGame(RondelError):
    """No known game has that name."""

    code = "unknown_game"


class UnknownRole(RondelError):
    """The game has no such role."""

    code = "unknown_role"


class UnknownNotation(RondelError):
    """The game does not support that notation."""

    code = "unknown_notation"


class BadOption(RondelError):
    """An option of a game is unknown, or its value is invalid."""

    code = "bad_option"


class BadPosition(RondelError):
    """A position, snapshot or start position does not fit the rules."""

    code = "bad_position"


class BadRecord(RondelError):
    """A record does not replay under these rules."""

    code = "bad_record"
    answer: int | None = None
    """The number of the answer that failed, from 1; None if the fault is elsewhere in the record."""


class HiddenInformation(RondelError):
    """The result would need information that the role may not know."""

    code = "hidden_information"


class Unsolvable(RondelError):
    """The solver does not support this kind of game, or the game exceeds its size limit."""

    code = "unsolvable"
