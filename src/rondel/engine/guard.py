"""The guard of a game's attributes: after setup they stay as they are.

Kept out of the compiled build: a compiled function could not stand in for ``__setattr__`` of an author's class, and
compiled games, whose attributes the compiler writes directly, are tested interpreted as well.
"""

from __future__ import annotations

from typing import Any, Final

_OWN: Final = frozenset(("_progress", "_start_position"))
"""What the engine itself assigns to a game that has begun."""


def guard(game: type[Any]) -> None:
    """Refuse assignments to attributes of this game class once a game has begun."""
    store = object.__setattr__  # Looked up once: every attribute of every game goes through here.

    def __setattr__(self: Any, name: str, value: object) -> None:
        if self._sealed and name not in _OWN:
            from rondel.errors import RulesError

            raise RulesError(
                f"{game.__name__}.{name} cannot be assigned after setup: it would not be undone, copied or stored; "
                f"make it a prop in setup, self.{name} = self.add(Prop({name!r}, ...)), and assign self.{name}.value"
            )
        store(self, name, value)

    # A compiled class writes its attributes directly and cannot be given this method.
    if "__setattr__" not in vars(game) and not _compiled(game):
        game.__setattr__ = __setattr__  # type: ignore[assignment]


def _compiled(game: type[Any]) -> bool:
    setup = vars(game).get("setup")
    return setup is not None and getattr(setup, "__code__", None) is None
