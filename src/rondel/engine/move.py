"""Moves: the listed answers to a question.

A move's text is stable, and unique among the moves that are legal beside it: ``play_disc(d3)``. Pushing a move and
pushing its text are the same. Moves made of cells, numbers and words are made once for all games; moves that mean
tokens belong to one game.
"""

from __future__ import annotations

from typing import Any

from rondel.engine.grid import Cell
from rondel.engine.text import render
from rondel.engine.token import Token
from rondel.engine.visibility import CHANCE, sees


class Move:
    """One legal answer of ``role``."""

    def __init__(self, role: str, action: str, args: tuple[Any, ...], message: str, names: tuple[str, ...]) -> None:
        self.role = role
        """Who makes it."""
        self.action = action
        """The name of the action, or ``choose`` inside a rule."""
        self.args = args
        self.forced = False
        """Whether it is the only one; the engine never makes it by itself."""
        self.probability = 1.0
        """For chance: how likely it is."""
        self.listed: list[Move] | None = None
        """The list its action has put it in last; thereby the action sees quickly that it put it there already."""
        self._alone: Move | None = None
        self._message = message
        self._names = names
        self.lasting = not any(isinstance(arg, Token) for arg in args)
        """Whether it means nothing that belongs to one game only."""
        texts = [word(arg, role) for arg in args]
        self._words = texts
        self.text = f"{action}({','.join(texts)})" if texts else action

    def reword(self, words: list[str]) -> None:
        """Name the parts otherwise, where their own names would be ambiguous."""
        self._words = words
        self.text = f"{self.action}({','.join(words)})"

    def alone(self) -> Move:
        """The same move where it is the only one: marked as forced."""
        if self._alone is not None:
            return self._alone
        move = Move(self.role, self.action, self.args, self._message, self._names)
        move._words = self._words
        move.text = self.text
        move.probability = self.probability
        move.forced = True
        if self.lasting:
            self._alone = move
        return move

    @property
    def places(self) -> tuple[str, ...]:
        """The place on the table each part of the move names, ``"board:d3"``; empty for a part that names none."""
        return tuple([place(arg) for arg in self.args])

    @property
    def words(self) -> list[str]:
        """The parts as text."""
        return list(self._words)

    def message(self) -> dict[str, Any]:
        """What it does, as a message and its arguments."""
        args: dict[str, Any] = {"actplayer": {"role": self.role}, "you": {"role": self.role}}
        args.update(zip(self._names, self._words, strict=False))
        return {"text": self._message or self.text, "args": args if self._message else {}}

    def describe(self, lang: str = "en") -> str:
        """What it does, in words."""
        message = self.message()
        return render(message["text"], message["args"])

    def to_json(self) -> dict[str, Any]:
        """What a page needs to offer it."""
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


def forced(listed: list[Move]) -> list[Move]:
    """The same moves, the only one marked as such."""
    if len(listed) != 1 or listed[0].forced:
        return listed
    return [listed[0].alone()]


def word(value: object, role: str) -> str:
    """How a value is named in a move's text: cells by name, tokens by what the mover sees of them, which is only where
    they lie when they are hidden from ``role``."""
    if isinstance(value, Cell):
        return value.name
    if isinstance(value, Token):
        holder = value.container
        if holder is None:
            return value.face or value.kind.name
        return holder.name_of(value) if role == CHANCE or sees(holder.visible_to, role) else holder.blind_name(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def place(value: object) -> str:
    """The place on the table a value names, if it names one."""
    if isinstance(value, Cell):
        return value.place
    if isinstance(value, Token) and value.container is not None:
        return f"{value.container.name}:{value.container.slot(value)}"
    return ""


def alike(one: object, other: object) -> bool:
    """Whether two options of one name are one choice: equal tokens of a container are."""
    if isinstance(one, Token) and isinstance(other, Token):
        return one.key() == other.key() and one.container is other.container
    return one == other


def names_for(value: object, role: str) -> list[str]:
    """What a value may be called in a move's text, the shortest first, where others might be called the same."""
    name = word(value, role)
    where = place(value)
    if isinstance(value, Token) and where:
        return [name, f"{name}@{where.rpartition(':')[2]}", f"{name}@{where}"]
    return [name, where] if where else [name]
