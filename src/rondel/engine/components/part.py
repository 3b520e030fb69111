"""Parts: the base of props and containers: a name, and who may see it.

The engine tracks reads of hidden data. While a rule runs, a part that some viewer may not see notes each read. A player whose
rule has read data hidden from the player cannot undo it alone, because the rule may have revealed it. Options and args that
read such data would reveal it, too. A part that everybody sees notes nothing; its reads cost one test.
"""

from __future__ import annotations

from rondel.engine.components.journal import Journal, Journaled
from rondel.engine.visibility import EVERYONE, Visibility
from rondel.errors import RulesError


class Part(Journaled):
    """A named part of a position. Authors use `Prop` and the containers.

    Every new game makes its parts. So the most common classes call the constructor of their base by its name, which takes a
    third of the time of ``super()``.
    """

    __slots__ = ("_guarded", "_journal", "_name", "_visible_to", "belongs_to", "label")

    def __init__(self, name: str, visible_to: Visibility) -> None:
        self._journal: Journal | None = None
        self._name = name
        self.label = ""
        """The title in a page instead of the name; marked for translation. See `Game.add`."""
        self.belongs_to = ""
        """The role that `Game.each` made it for; empty for none."""
        self._visible_to = visible_to
        self._guarded = visible_to != EVERYONE
        """Whether some viewer may not see it. Then every public method that reads it begins with ``_read``."""

    @property
    def name(self) -> str:
        """Its name in rules, views and records. Read-only: assigning raises `RulesError`."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        raise RulesError(f"{self._name!r} cannot be called {name!r} now: a part keeps the name that it was made with in setup")

    @property
    def visible_to(self) -> Visibility:
        """The roles that may see its contents. Read-only: assigning raises `RulesError`."""
        return self._visible_to

    @visible_to.setter
    def visible_to(self, visible_to: Visibility) -> None:
        raise self._settled("visible_to", visible_to)

    def roles_named(self) -> tuple[str, ...]:
        """The roles that its declaration names, other than for its visibility. `Referee.add` checks them."""
        return ()

    def _settled(self, what: str, value: object) -> RulesError:
        """The error for an assignment to a visibility."""
        return RulesError(
            f"{what} of {self._name!r} cannot become {value!r}: who sees a part is said where it is made in setup, and stays; "
            f"{self._instead()}"
        )

    def _instead(self) -> str:
        """The advice for a rule that changes who sees data."""
        return "to let others see a value, keep it in another prop that they see"

    def _read(self) -> None:
        """Note that it is read. Called for guarded parts only."""
        journal = self._journal
        if journal is not None and self not in journal.looked:
            journal.looked.append(self)
