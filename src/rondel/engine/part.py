"""Parts: what a position is made of, a prop or a container, each with a name and those who may see it.

The engine watches what is read. While a rule runs, a part that not everybody may see notes that it was looked at: a
player whose rule has read what the player may not see cannot take it back alone, for the rule may have told it
something; and options or args that read it would tell it. An open part notes nothing, and costs one test.
"""

from __future__ import annotations

from rondel.engine.journal import Journal, Journaled
from rondel.engine.visibility import EVERYONE, Visibility


class Part(Journaled):
    """A named part of a position. Authors use `Prop` and the containers.

    Parts are made with every game, so those that most games have call the constructor of their base by its name: ``super()``
    would take the interpreter three times as long.
    """

    _journal: Journal | None = None

    def __init__(self, name: str, visible_to: Visibility) -> None:
        self.name = name
        self.label = ""
        """What a page writes above it instead of its name: a text to be translated. See `Game.add`."""
        self.visible_to = visible_to
        self._guarded = visible_to != EVERYONE
        """Whether somebody may not see it, so that every public method that reads it begins with ``_read``."""

    def _read(self) -> None:
        """Note that it is looked at. Only called for a guarded part, so that an open one costs nothing."""
        journal = self._journal
        if journal is not None and self not in journal.looked:
            journal.looked.append(self)
