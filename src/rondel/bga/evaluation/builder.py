"""The builder: a state spelt as a chain, ``GameStateBuilder::create()->name('turn')->...->build()``.

Method names ignore letter case, as in PHP. The initial keys of ``gameSetup``, ``endScore`` and ``gameEnd`` follow the
framework's description of its classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rondel.bga.php.source import Place
from rondel.bga.php.value import Array, Case, Marked, Unread, Value

METHODS: Final = {
    "name": "name",
    "type": "type",
    "description": "description",
    "descriptionmyturn": "descriptionmyturn",
    "action": "action",
    "args": "args",
    "possibleactions": "possibleactions",
    "transitions": "transitions",
    "updategameprogression": "updateGameProgression",
    "initialprivate": "initialprivate",
}
"""The keys of a state by the builder's methods, in small letters."""

SETUP, END = 1, 99
"""The ids the framework reserves."""


@dataclass(frozen=True)
class Call:
    """One call of the chain."""

    method: str
    given: Sequence[Value]
    place: Place
    text: str


def build(calls: Sequence[Call]) -> Value:
    """The state that a chain builds, as an array; an `Unread` with the reason if the chain cannot be read.

    >>> here = Place("states.inc.php", 1)
    >>> def call(method, *given): return Call(method, given, here, method)
    >>> build([call("create"), call("Name", "turn"), call("build")]).to_json()
    {'name': 'turn'}
    """
    first, *rest = calls
    state = Array()
    match first.method.lower():
        case "create":
            pass
        case "gamesetup":
            state = setup(first.given[0] if first.given else 2, first.place)
        case "endscore":
            state = _written(first.place, name="endScore", description="", type="game", action="stEndScore")
            state.put("transitions", _written(first.place, **{"": END}), first.place)
        case "gameend":
            state = end(first.place)
        case _:
            return Unread(first.place, first.text, f"GameStateBuilder has no {first.method}()")
    for call in rest:
        method = call.method.lower()
        if method == "build":
            continue
        key = METHODS.get(method)
        if key is None:
            state.gaps.append(Unread(call.place, call.text, f"the builder has no {call.method}()"))
        elif not call.given:
            state.gaps.append(Unread(call.place, call.text, f"{call.method}() has no argument"))
        else:
            value = call.given[0]
            state.put(key, value.value if isinstance(value, Case) else value, call.place)
    state.built = True
    return state


def setup(first: Value, place: Place) -> Array:
    """State 1, as the framework supplies it: it leads to the first state of the game."""
    state = _written(place, name="gameSetup", description="", type="manager", action="stGameSetup")
    state.put("transitions", _written(place, **{"": first}), place)
    return state


def end(place: Place) -> Array:
    """State 99, as the framework supplies it."""
    text = Marked("End of game")
    return _written(place, name="gameEnd", description=text, type="manager", action="stGameEnd", args="argGameEnd")


def _written(place: Place, **values: Value) -> Array:
    array = Array()
    for key, value in values.items():
        array.put(key, value, place)
    return array
