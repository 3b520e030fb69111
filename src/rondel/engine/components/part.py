"""Parts: the base of props and containers: a name, and who may see it.

The engine watches what is read. While a rule runs, a part that not everybody may see notes that it was looked at: a
player whose rule has read what the player may not see cannot take it back alone, for the rule may have told it
something; and options or args that read it would tell it. An open part notes nothing, and costs one test.
"""

from __future__ import annotations

from rondel.engine.components.journal import Journal, Journaled
from rondel.engine.visibility import EVERYONE, Visibility
from rondel.errors import RulesError


class Part(Journaled):
    """A named part of a position. Authors use `Prop` and the containers.

    Parts are made with every game, so those that most games have call the constructor of their base by its name: ``super()``
    would take the interpreter three times as long.
    """

    __slots__ = ("_guarded", "_journal", "_name", "_visible_to", "belongs_to", "label")

    def __init__(self, name: str, visible_to: Visibility) -> None:
        self._journal: Journal | None = None
        self._name = name
        self.label = ""
        """What a page writes above it instead of its name: a text to be translated. See `Game.add`."""
        self.belongs_to = ""
        """The role it is made for, by `Game.each`; empty for none."""
        self._visible_to = visible_to
        self._guarded = visible_to != EVERYONE
        """Whether somebody may not see it, so that every public method that reads it begins with ``_read``."""

    @property
    def name(self) -> str:
        """How rules, views and records call it. It stays: assigning raises `RulesError`."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        raise RulesError(f"{self._name!r} cannot be called {name!r} now: a part keeps the name that it was made with in setup")

    @property
    def visible_to(self) -> Visibility:
        """Who may see what is in it. It stays: assigning raises `RulesError`."""
        return self._visible_to

    @visible_to.setter
    def visible_to(self, visible_to: Visibility) -> None:
        raise self._settled("visible_to", visible_to)

    def _settled(self, what: str, value: object) -> RulesError:
        """The error for who tries to change who sees it."""
        return RulesError(
            f"{what} of {self._name!r} cannot become {value!r}: who sees a part is said where it is made in setup, and stays; "
            f"{self._instead()}"
        )

    def _instead(self) -> str:
        """What to do where something shall be seen by others than before."""
        return "to let others see a value, keep it in another prop that they see"

    def _read(self) -> None:
        """Note that it is looked at. Only called for a guarded part, so that an open one costs nothing."""
        journal = self._journal
        if journal is not None and self not in journal.looked:
            journal.looked.append(self)
