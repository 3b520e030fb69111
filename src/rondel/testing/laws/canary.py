"""A law about secrets: hidden data are marked, and the marks must not reach the other readers.

canary   a mark planted in every hidden token and hidden prop never reaches a reader it is hidden from

Pairs of games (`rondel.testing.laws.secrecy`) find outputs that depend on a secret; this law finds a secret that is
sent verbatim.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

from rondel.engine import Game
from rondel.engine.components.prop import freeze, thaw
from rondel.errors import RondelError
from rondel.testing.law import BrokenLaw, Make, NotTried
from rondel.testing.laws.secrecy import NOTHING
from rondel.testing.pair import face_up, glimpses, hides, open_to, restored, wire
from rondel.testing.play import pick, readers, walk

MARK: Final = "canary_"
EVERY: Final = 4
"""At every how many plies marks are planted."""
FOLLOWED: Final = 6
"""How many moves a marked position is followed."""


def canary(make: Make, random: Random, plies: int) -> None:
    """No mark of data hidden from a reader is in the reader's outputs."""
    game = make()
    tried = False
    for ply, move in enumerate(walk(game, random, plies)):
        if ply % EVERY == 0:
            for reader in readers(game):
                if hides(game, reader):
                    tried = True
                    _faces(game, reader)
                    _followed(game, reader, random)
        game.push(move)
    if not tried:
        raise NotTried(NOTHING)


def _faces(game: Game, reader: str) -> None:
    """Every hidden face and hidden text is a mark; the law ignores rules that cannot read such a position."""
    marked = _twin(game)
    if marked is None:
        return
    for container in marked._containers:
        for token in list(container.tokens()):
            if token.face and not face_up(marked, token, reader):
                token._face = f"{MARK}{container.name}_{token.serial}"
    for prop in marked._props:
        if not open_to(marked, prop, reader):
            prop._value = freeze(_marked(thaw(prop._value), f"{MARK}{prop.name}"), prop.name)
    for look in (lambda: marked.view(reader), lambda: marked.events(0, reader), marked.scene):
        _search(marked, reader, _looked(look), set())


def _looked(look: Callable[[], Any]) -> Any:
    """The reader's outputs; None if the rules fail because of the unknown face. Players do not receive those errors."""
    try:
        return look()
    except Exception:  # noqa: BLE001 - see above
        return None


def _marked(value: Any, mark: str) -> Any:
    """A value of the same shape with marks as texts."""
    if isinstance(value, str):
        return mark
    if isinstance(value, list):
        return [_marked(each, mark) for each in value]
    if isinstance(value, dict):
        return {name: _marked(each, mark) for name, each in value.items()}
    return value


def _followed(game: Game, reader: str, random: Random) -> None:
    """Every hidden token carries a mark as a prop, and the game goes on."""
    marked = _twin(game)
    if marked is None:
        return
    hidden: set[str] = set()
    for container in marked._containers:
        for token in list(container.tokens()):
            if not face_up(marked, token, reader):
                mark = f"{MARK}{container.name}_{token.serial}_"
                token._props = freeze({**thaw(token._props), "canary": mark}, "canary")  # type: ignore[assignment]
                hidden.add(mark)
    open_by_now = _in_sight(marked, reader)
    for _ply in range(FOLLOWED):
        _search(marked, reader, wire(marked, reader, 0, [""]), open_by_now)
        if marked.is_over:
            return
        try:
            move = pick(marked, random)
            length = len(marked._journal.entries)
            marked.push(str(move), move.role)
            open_by_now |= _in_sight(marked, reader)
            open_by_now |= set(re.findall(rf"{MARK}\w+_\d+_", json.dumps(glimpses(marked, reader, length))))
        except RondelError:
            return


def _twin(game: Game) -> Game | None:
    """A game to plant marks in; None in the middle of a rule, which would be run again from unmarked tokens."""
    kept = game.snapshot()
    return None if "rule" in kept else restored(game, kept)


def _in_sight(game: Game, reader: str) -> set[str]:
    """The marks the reader may see."""
    return {
        str(thaw(token._props).get("canary"))
        for container in game._containers
        for token in container.tokens()
        if face_up(game, token, reader)
    }


def _search(game: Game, reader: str, seen: Any, open_by_now: set[str]) -> None:
    sent = json.dumps(seen)
    for mark in open_by_now:
        sent = sent.replace(mark, "")
    if MARK not in sent:
        return
    begin = sent.index(MARK)
    raise BrokenLaw(
        f"law 'canary' is broken in state {game.state!r} of {game.name}: what is hidden from {reader} reaches it, "
        f"in ...{sent[max(0, begin - 60) : begin + 40]}...",
        played=[(role, text) for role, text in game.record()["answers"]],
    )
