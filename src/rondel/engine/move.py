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
        self._message = message
        self._names = names
        self.lasting = not any(isinstance(arg, Token) for arg in args)
        """Whether it means nothing that belongs to one game only."""
        texts = [word(arg) for arg in args]
        self._words = texts
        self.text = f"{action}({','.join(texts)})" if texts else action

    def reword(self, words: list[str]) -> None:
        """Name the parts otherwise, where their own names would be ambiguous."""
        self._words = words
        self.text = f"{self.action}({','.join(words)})"

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


def word(value: object) -> str:
    """How a value is named in a move's text: cells by name, tokens by what the mover sees of them."""
    if isinstance(value, Cell):
        return value.name
    if isinstance(value, Token):
        holder = value.container
        return holder.name_of(value) if holder is not None else value.face or value.kind.name
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
