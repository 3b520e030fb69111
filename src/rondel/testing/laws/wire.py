"""Laws about the engine's outputs: views, events, moves, the scene.

json      all outputs are plain JSON data, and survive a round trip through JSON
delta     the changes of the events, applied to a view, give the next view
texts     every text has a value for each placeholder
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from rondel.engine import Game, Move, render
from rondel.errors import RulesError
from rondel.testing.law import BrokenLaw, Make, at, same
from rondel.testing.play import readers, walk


def plain(make: Make, random: Random, plies: int) -> None:
    """The engine's outputs are plain JSON data: they survive a round trip through JSON."""
    game = make()
    _plain("scene", game.scene())
    heard = dict.fromkeys(readers(game), 0)
    for move in walk(game, random, plies):
        for role, since in heard.items():
            _plain(f"view of {role}", game.view(role))
            events = game.events(since, role)
            _plain(f"events of {role}", events)
            heard[role] = since + len(events)
        game.push(move)
    for role in heard:
        _plain(f"view of {role}", game.view(role))
    _plain("record", game.record())
    _plain("snapshot", game.snapshot())


def _plain(what: str, data: object) -> None:
    try:
        again = json.loads(json.dumps(data, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise BrokenLaw(f"law 'json' is broken by the {what}: {error}") from error
    same("json", f"by the {what}", data, again)


# -- deltas ------------------------------------------------------------------------------------------------------------


def delta(make: Make, random: Random, plies: int) -> None:
    """The changes of the following events, applied to a view, give the view at each event.

    The position at a move's own event is known: the event is logged before the move changes anything, so the result must be
    the view before the push. At the end the events are read again, all at once, and must be
    equal to those read one by one.
    """
    game = make()
    folded = {role: _parts(game.view(role)) for role in readers(game)}
    first = {role: len(game.events(0, role)) for role in folded}
    read: dict[str, list[dict[str, Any]]] = {role: [] for role in folded}
    for ply, move in enumerate(walk(game, random, plies)):
        before = {role: _parts(game.view(role)) for role in folded}
        tells = _tells(game, move)
        game.push(move)
        for role, parts in folded.items():
            news = game.events(first[role] + len(read[role]), role)
            read[role].extend(news)
            for number, event in enumerate(news):
                _fold(parts, event)
                if tells and number == 0 and event["name"] == move.action and event["role"] == move.role:
                    same("delta", f"{at(game, ply, move)}, folded by {role}", before[role], parts)
    for role, events in read.items():
        again = game.events(first[role], role)
        same("delta", f"at the end of {game.name}, events of {role} read again from the start", events, again)


def _tells(game: Game, move: Move) -> bool:
    """Whether the engine logs a move before its rule runs; other moves are logged by the rule, or not at all."""
    nodes = [node for node in game._machine.rules.nodes if move.action in node.by_action]
    return bool(nodes) and all(node.by_action[move.action].logged for node in nodes)


def _parts(view: dict[str, Any]) -> dict[str, Any]:
    """The parts of a view that events tell the changes of, by the names they call them."""
    parts = {f"container:{name}": part for name, part in view["containers"].items()}
    return {**parts, **{f"prop:{name}": value for name, value in view["props"].items()}}


def _fold(parts: dict[str, Any], event: dict[str, Any]) -> None:
    for change in event["changes"]:
        parts[change["of"]] = change["is"]


# -- texts -------------------------------------------------------------------------------------------------------------


def texts(make: Make, random: Random, plies: int) -> None:
    """Every text in an output can be filled in: questions, descriptions of moves, events, and options."""
    game = make()
    _filled("the scene", game.scene())
    heard = dict.fromkeys(readers(game), 0)
    for ply, move in enumerate(walk(game, random, plies)):
        _all_filled(game, heard, at(game, ply, move))
        game.push(move)
    _all_filled(game, heard, f"at the end of {game.name}")


def _all_filled(game: Game, heard: dict[str, int], where: str) -> None:
    for role, since in heard.items():
        _filled(f"the view of {role} {where}", game.view(role))
        news = game.events(since, role)
        _filled(f"the events of {role} {where}", news)
        heard[role] = since + len(news)


def _filled(what: str, data: object) -> None:
    for text, args in messages(data):
        try:
            render(text, args)
        except (RulesError, KeyError, IndexError, ValueError, AttributeError) as error:
            raise BrokenLaw(f"law 'texts' is broken by {what}: {text!r} cannot be filled in from {args!r}: {error}") from error


def messages(data: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every message in a piece of wire data, with its arguments: wherever a dict has a ``text`` and ``args``.

    >>> list(messages([{"question": {"text": "{you} must pay", "args": {"you": {"role": "north"}}}}]))
    [('{you} must pay', {'you': {'role': 'north'}})]
    """
    if isinstance(data, dict):
        if isinstance(data.get("text"), str) and isinstance(data.get("args"), dict):
            yield data["text"], data["args"]
        for each in data.values():
            yield from messages(each)
    elif isinstance(data, list):
        for each in data:
            yield from messages(each)
