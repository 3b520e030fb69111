"""Moves: the listed answers to a question.

A move's text is stable, and unique among the legal moves of its role: ``play_disc(d3)``. Pushing a move and pushing its text
are the same. Moves of cells, numbers and words are shared by all games; moves with tokens belong to one game.
"""

from __future__ import annotations

from typing import Any

from rondel.engine.components.cell import Spot
from rondel.engine.components.token import Token
from rondel.engine.text import Phrase, read, to_json
from rondel.engine.visibility import CHANCE, sees
from rondel.errors import RulesError


class Move:
    """One legal answer of ``role``.

    >>> import rondel
    >>> move = rondel.new("tic_tac_toe").moves()[4]
    >>> str(move), move.role, move.describe(), move.places
    ('mark(b2)', 'x', 'x marks b2', ('board:b2',))
    """

    def __init__(self, role: str, action: str, args: tuple[Any, ...], message: str, names: tuple[str, ...]) -> None:
        self.role = role
        """The role that makes it."""
        self.action = action
        """The name of the action, or ``choose`` inside a rule."""
        self.args = args
        self.only: Any = args[0] if len(args) == 1 else None
        """Its only part; None for any other number of parts."""
        self.forced = False
        """Whether it is the only legal move; the engine does not make it by itself."""
        self.probability = 1.0
        """The probability of a move of chance; 1 for players."""
        self.listed: list[Move] | None = None
        """The list that its action added it to last; a quick test for duplicates."""
        self._alone: Move | None = None
        self._places: tuple[str, ...] | None = None
        self._message = message
        self._names = names
        self.lasting = not any(isinstance(arg, Token) for arg in args)
        """Whether it has no tokens, so that all games can share it."""
        texts = [word(arg, role) for arg in args if arg is not None]
        self._words = texts
        self.text = f"{action}({','.join(texts)})" if texts else action
        self.answer = (role, self.text)
        """Its entry in a record."""

    def reword(self, words: list[str]) -> None:
        """Replace the names of its parts, which were ambiguous."""
        self._words = words
        self.text = f"{self.action}({','.join(words)})"
        self.answer = (self.role, self.text)

    def alone(self) -> Move:
        """The same move marked as forced, for a role with no other move."""
        if self._alone is not None:
            return self._alone
        move = Move(self.role, self.action, self.args, self._message, self._names)
        move._words = self._words
        move.text = self.text
        move.answer = self.answer
        move.probability = self.probability
        move.forced = True
        if self.lasting:
            self._alone = move
        return move

    def settle(self) -> None:
        """Store the places of its parts; called before the effects of the rule that offers it are rolled back."""
        self._places = self.places

    @property
    def places(self) -> tuple[str, ...]:
        """The place on the table of each part, ``"board:d3"``; empty for a part without a place."""
        if self._places is not None:
            return self._places
        return tuple([place(arg, self.role) for arg in self.args if arg is not None])

    @property
    def words(self) -> list[str]:
        """The parts as text."""
        return list(self._words)

    def message(self) -> dict[str, Any]:
        """Its description, as a message with arguments."""
        if not self._message:
            return {"text": self.text, "args": {}}
        args: dict[str, Any] = {"actplayer": self.role, "you": self.role}
        said = iter(self._words)
        for name, arg in zip(self._names, self.args, strict=False):
            word = "" if arg is None else next(said)
            args[name] = arg if isinstance(arg, Phrase) else _shown(arg, word)
        return to_json(self._message, args)

    def describe(self, lang: str = "en") -> str:
        """Its description in that language; in English if there is no translation."""
        return read(self.message(), {}, lang).rstrip()  # a part that is None has no text

    def to_json(self) -> dict[str, Any]:
        """The data for a page that offers it."""
        return {
            "text": self.text,
            "action": self.action,
            "places": list(self.places),
            "forced": self.forced,
            "describe": self.message(),
        }

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text} by {self.role}>"


def _shown(arg: object, said: str) -> str:
    """The text of a part for people: the text on a face, for a token that is named by its face."""
    if isinstance(arg, Token) and said == arg._face and said in arg.kind.faces:
        return arg.kind.faces[said].text or said
    return said


def forced(listed: list[Move]) -> list[Move]:
    """The same moves; a single one is marked as forced."""
    if len(listed) != 1 or listed[0].forced:
        return listed
    return [listed[0].alone()]


def word(value: object, role: str) -> str:
    """The text of a value in a move. Cells are named by their name and visible tokens by their face. A token hidden from
    ``role`` is named by its slot, and in a hand, whose slots are hidden too, by its kind."""
    if isinstance(value, Spot):
        return value.name
    if isinstance(value, Token):
        holder = value.container
        if holder is None:
            return value._face or value.kind.name
        if role == CHANCE or value.seen_by(role):
            return holder.name_of(value)
        return value.kind.name if blind(value, role) else holder.blind_name(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    kind = type(value)
    if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__:  # Python's default text differs each time
        raise RulesError(
            f"{kind.__name__} has no text to be chosen by; offer tokens, cells, texts and numbers, or give it a __str__"
        )
    return str(value)


def place(value: object, role: str = CHANCE) -> str:
    """The place of a value on the table, as far as ``role`` may know it; empty for none."""
    if isinstance(value, Spot):
        return value.place
    if isinstance(value, Token) and value.container is not None:
        holder = value.container
        return holder.name if blind(value, role) else f"{holder.name}:{holder.slot(value)}"
    return ""


def blind(value: object, role: str) -> bool:
    """Whether a value is a token that ``role`` cannot distinguish from its neighbours: in a hidden hand.

    Only the owner of a hand may know its order. For other roles the whole hand is one option, and chance decides the token
    (docs/adr/0008-blind-choices.md).
    """
    if role == CHANCE or not isinstance(value, Token) or value.container is None:
        return False
    holder = value.container
    return not holder.ordered and not sees(holder.visible_to, role)


def alike(one: object, other: object, role: str = CHANCE) -> bool:
    """Whether two options with the same name are one choice for ``role``: equal tokens of a container, and tokens that it
    cannot distinguish."""
    if isinstance(one, Token) and isinstance(other, Token):
        return one.container is other.container and (one.key() == other.key() or (blind(one, role) and blind(other, role)))
    return one == other


def names_for(value: object, role: str) -> list[str]:
    """The possible names of a value in a move's text, the shortest first; longer ones resolve ambiguities."""
    name = word(value, role)
    where = place(value, role)
    if isinstance(value, Token) and where:
        return [name, f"{name}@{where.rpartition(':')[2]}", f"{name}@{where}"]
    return [name, where] if where else [name]
