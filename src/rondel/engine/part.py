"""Parts: what a position is made of, a prop or a container, each with a name and those who may see it."""

from __future__ import annotations

from rondel.engine.journal import Journal, Journaled
from rondel.engine.visibility import Visibility


class Part(Journaled):
    """A named part of a position. Authors use `Prop` and the containers."""

    def __init__(self, name: str, visible_to: Visibility) -> None:
        self.name = name
        self.visible_to = visible_to
        self._journal: Journal | None = None
