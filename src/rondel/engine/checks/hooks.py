"""Checks of hooks: methods of games and states that are misspelt, have wrong parameters, or hide a method of the engine.

Python never calls a misspelt hook, and silently accepts a method that hides one of the engine. So names and parameters are
checked before the first game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.checks.source_places import used
from rondel.engine.declarations.state import Automatic, ChanceState, MultipleActivePlayers, State
from rondel.errors import closest

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

_OF_STATES: Final = ("abstract", "description", "my_turn", "updates_progress", "labels", "enter", "args", "zombie")
_OF_KINDS: Final[dict[type[State[Any]], tuple[str, ...]]] = {
    MultipleActivePlayers: ("first",),
    ChanceState: ("outcomes", "happens"),
}
"""The hooks of one kind of state."""
_OF_GAMES: Final = (
    "setup",
    "score",
    "team_score",
    "tie_break",
    "all_win",
    "utility",
    "measure",
    "ending",
    "decisive",
    "marks",
    "estimate",
    "quiet_estimate",
    "urgencies",
    "playout_move",
    "could_be",
    "plausible",
    "suppose",
)
"""The methods of a game that authors write; the others belong to the engine."""
_ENGINE: Final = __name__.removesuffix("checks.hooks")
"""The prefix of the engine's module names; other classes are the author's."""
HELD: Final = frozenset(
    (
        *("_roles", "_options", "_journal", "_containers", "_props", "play_order", "_result", "_tally", "_machine", "_first"),
        *("_start_position", "_begun", "_progress", "consistent"),
    )
)
"""The attributes of a game that the engine uses."""
_ALIKE: Final = 0.85
"""The minimum similarity, from 0 to 1, of a misspelt name to the hook that was probably meant."""
_MISSED: Final = 0.6
"""The same for a hook that the game needs and does not have."""


def takes(function: Callable[..., Any], count: int) -> bool:
    """Whether a function can be called with ``count`` positional arguments.

    >>> takes(lambda game, role="": role, 1)
    True
    """
    import inspect

    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def plain(function: Callable[..., Any], where: str, *, yields: bool = False) -> list[str]:
    """Problems of a function that does not run when it is called: an ``async def``, or a generator unless it ``yields`` by
    design.

    >>> plain(lambda game: None, "'take'")
    []
    """
    import inspect

    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return [f"{where} is async, and rules are plain functions; write 'def', and ask with game.choose(...)"]
    if inspect.isgeneratorfunction(function) and not yields:
        return [f"{where} has a 'yield', so calling it runs nothing; return what it gives, and ask with game.choose(...)"]
    return []


def of_state(kind: type[State[Any]]) -> list[tuple[str, str]]:
    """Problems of the attributes of a state class, each with its attribute."""
    name = f"state {kind.__name__!r}"
    hooks = (*_OF_STATES, *(each for base, more in _OF_KINDS.items() if issubclass(kind, base) for each in more))
    found: list[tuple[str, str]] = []
    for attribute, value in vars(kind).items():
        if attribute in hooks:
            found += [(attribute, each) for each in _misfit(getattr(_base(kind), attribute), value, f"{attribute!r} of {name}")]
        elif not attribute.startswith("_"):
            alike = [each for each in hooks if not callable(value) or callable(getattr(_base(kind), each, None))]
            close = closest(attribute, alike)
            fix = f"did you mean {close!r}?" if close else "put helpers on the game, or start the name with _"
            found.append((attribute, f"{name} defines {attribute!r}, which no state of its kind has; {fix}"))
    return found


def _base(kind: type[State[Any]]) -> type[State[Any]]:
    """The engine's kind of state that a state class extends."""
    kinds: tuple[type[State[Any]], ...] = (MultipleActivePlayers, ChanceState, Automatic)
    return next((base for base in kinds if issubclass(kind, base)), State)


def of_game(game: type[Definition]) -> list[tuple[str, str]]:
    """Problems of the methods of a game class, each with its name: they hide one of the engine's, or cannot be called like
    it."""
    found: list[tuple[str, str]] = []
    engine = engines(game)
    for own, kind in _written(game):
        for attribute, value in vars(own).items():
            if attribute in HELD:
                found.append((attribute, f"{kind}.{attribute} hides what the engine keeps by that name; give it another name"))
            if attribute in HELD or attribute not in engine or attribute.startswith("__"):
                continue
            if attribute in _OF_GAMES:
                found += [(attribute, each) for each in _misfit(engine[attribute], value, f"{attribute!r} of {kind}")]
            elif _serves(engine[attribute]) and not _stands_in(value, engine[attribute]):
                says = f"{kind}.{attribute} hides game.{attribute}, which every game has; give it another name"
                found.append((attribute, says))
    return found


def notes(game: type[Definition]) -> list[str]:
    """Names in a game class that are similar to a hook and used by the rules: possible misspellings."""
    return [
        f"{own.__name__} defines {attribute!r}, which the engine does not know; did you mean {hook!r}?"
        for own, attribute, hook in _similar(game)
        if attribute in used(own)
    ]


def misspellings(game: type[Definition]) -> list[tuple[type[Any], str, str]]:
    """The misspelt hooks of a game: each with its class and the hook that was meant. Rules do not use them anywhere."""
    return [(own, attribute, hook) for own, attribute, hook in _similar(game) if attribute not in used(own)]


def _similar(game: type[Definition]) -> Iterator[tuple[type[Any], str, str]]:
    """The names in a game class that are similar to a hook. Methods are compared with methods, values with values."""
    engine = engines(game)
    values = [each for each in engine if not (each.startswith("_") or _serves(engine[each]))]
    for own, _kind in _written(game):
        for attribute, value in vars(own).items():
            if attribute not in engine and not attribute.startswith("_"):
                close = closest(attribute.lower(), _OF_GAMES if _serves(value) else values, _ALIKE)
                if close:
                    yield own, attribute, close


def misspelt(game: type[Any], hook: str) -> str:
    """The method of a game whose name is most like that of a missing hook, as probably misspelt; empty for none.

    >>> misspelt(type("Nim", (), {"__module__": "nim", "mesure": lambda self: 50}), "measure")
    'mesure'
    """
    engine = engines(game)
    known: dict[str, str] = {
        attribute.lower(): attribute
        for own, _kind in _written(game)
        for attribute, value in vars(own).items()
        if _serves(value) and attribute not in engine and not attribute.startswith("_")
    }
    return known.get(closest(hook.lower(), known, _MISSED), "")


def _serves(attribute: object) -> bool:
    """Whether an attribute of `Game` is a method or a property."""
    return callable(attribute) or hasattr(attribute, "__get__")


def _stands_in(value: object, engine: object) -> bool:
    """Whether a method overrides the engine's on purpose: it has the same parameters, or both are properties."""
    if isinstance(value, property):
        return isinstance(engine, property) or not callable(engine)
    if not callable(value) or not callable(engine):
        return False
    return _names(value) == _names(engine)


def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    import inspect

    return tuple(inspect.signature(function).parameters)


def engines(game: type[Any]) -> dict[str, object]:
    """The attributes of `Game`, by name."""
    found: dict[str, object] = {}
    for kind in reversed(game.__mro__):
        if _ours(kind):
            found.update(vars(kind))
    return found


def writes(game: type[Any], hook: str) -> bool:
    """Whether the author of a game has written this method."""
    return any(hook in vars(kind) for kind, _name in _written(game))


def _ours(kind: type[Any]) -> bool:
    """Whether a class is `Game` or one of its bases."""
    return str(getattr(kind, "__module__", "")).startswith(_ENGINE)


def _written(game: type[Any]) -> Iterator[tuple[type[Any], str]]:
    """The classes of a game that its author has written, with their names."""
    for kind in game.__mro__:
        if _ours(kind):
            return
        yield kind, kind.__name__


def _misfit(hook: Any, written: Any, where: str) -> list[str]:
    """Problems of an attribute written for a hook: it cannot be called like the hook, or is not a text."""
    if isinstance(hook, str):
        return [] if isinstance(written, str) else [f'{where} is {written!r}; it is a text, _("...")']
    if not callable(hook):
        return []
    from rondel.engine.declarations.action import parameters

    names = parameters(hook)
    asked = f"write 'def {hook.__name__}({', '.join(names)})'"
    if not callable(written):
        return [f"{where} is {written!r}, which cannot be called; {asked}"]
    if not takes(written, len(names)):
        return [f"{where} takes ({', '.join(parameters(written))}); {asked}"]
    return plain(written, where)
