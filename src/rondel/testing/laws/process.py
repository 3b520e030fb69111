"""A law about processes: a game is the same bytes in another process with another hash seed.

processes   position keys, views, events, records and determinizations are the same bytes in a process with another
            ``PYTHONHASHSEED``

Rules that iterate over a set of strings, or call `hash`, are deterministic only within one process: a table opened
by another server would continue as another game. The other process is this module, run as a program.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Any, Final

from rondel import door, sources
from rondel.engine import CHANCE, Game
from rondel.errors import HiddenInformation
from rondel.testing.law import BrokenLaw, Make, NotTried, difference, disorder
from rondel.testing.play import further, readers, told, walk

PLIES: Final = 60
"""The number of compared answers; dependence on hashes shows early."""
PROCESS_SECONDS: Final = 120.0
"""Seconds by the clock that the other process may take."""


def processes(make: Make, random: Random, plies: int) -> None:
    """The same seed and answers give the same bytes in another process with another hash seed."""
    game = make()
    home = address(type(game))
    for move in walk(game, random, min(plies, PLIES)):
        game.push(move)
    kept = json.loads(json.dumps(game.snapshot()))
    try:
        there = elsewhere(home, kept, random.randrange(1, 2**32))
    except BrokenLaw:
        list(trace(type(game), kept))  # rules that raise in every process raise here: that is one fault, and no other process's
        raise
    here = trace(type(game), kept)  # as far as both are alike: to imagine a game at its end takes longest
    for number, (other, one) in enumerate(zip_longest(there, here)):
        if one is None or other is None:
            raise BrokenLaw(f"law 'processes' is broken: after {number} lines, only one of two processes has more to tell")
        if one != other:
            data, twin = json.loads(one), json.loads(other)
            raise BrokenLaw(
                f"law 'processes' is broken after answer {max(number - 1, 0)} of {game.name}: in another process, with another "
                f"PYTHONHASHSEED, {difference(data, twin) or disorder(data, twin)} (a set has no order of its own: sort it)"
            )


def address(kind: type[Game]) -> dict[str, str]:
    """Where another process finds a game class. Raises `NotTried` where it cannot."""
    loaded = door.loaded_from(kind)
    if loaded is not None:
        return {"file": str(loaded.absolute())}
    file = sources.file_of(kind)
    if file is None or "<locals>" in kind.__qualname__ or kind.__module__ == "__main__":
        raise NotTried(f"another process cannot import {kind.__module__}.{kind.__qualname__}: put it at the top of a module")
    return {"module": kind.__module__, "class": kind.__qualname__}


def found(home: dict[str, str]) -> type[Game]:
    """The game class at that address."""
    if "file" in home:
        return door.load(home["file"])
    kind: Any = importlib.import_module(home["module"])
    for name in home["class"].split("."):
        kind = getattr(kind, name)
    game: type[Game] = kind
    return game


def trace(kind: type[Game], kept: dict[str, Any]) -> Iterator[str]:
    """Play a game again from its snapshot's beginning, with its seed: after each answer a line of JSON with all that is seen
    and told."""
    chance = "explicit" if kept["explicit"] else "seeded"
    seed = None if kept["seed"] is None else bytes.fromhex(kept["seed"])
    game = kind(kept["seats"], seed, kept["options"], kept.get("start"), chance)
    heard = dict.fromkeys(readers(game), 0)
    yield json.dumps(game.scene())
    yield _line(game, heard)
    for role, text in kept["answers"]:
        if role == CHANCE and chance == "seeded":
            continue  # drawn again
        game.push(text, role)
        yield _line(game, heard)
    yield json.dumps({"imagined": _imagined(game, game.roles[0])})


def _imagined(game: Game, role: str) -> object:
    """A role's determinization at the end, or the reason for none."""
    try:
        return game.imagine(role, 1).snapshot()
    except HiddenInformation as error:
        return str(error)


def _line(game: Game, heard: dict[str, int]) -> str:
    news = told(game, heard)
    heard.update(further(heard, news))
    views = {role: game.view(role) for role in readers(game)}
    line = {"key": repr(game.key()), "active": list(game.active), "views": views, "told": news}
    return json.dumps({**line, "answers": game.record()["answers"][-20:]})


def elsewhere(home: dict[str, str], kept: dict[str, Any], seed: int) -> list[str]:
    """The trace in another process. Raises `BrokenLaw` if the game cannot even be played there."""
    env = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rondel.testing.laws.process"],
            input=json.dumps({"home": home, "kept": kept}),
            capture_output=True,
            text=True,
            timeout=PROCESS_SECONDS,
            env=env,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotTried(f"the other process took more than {PROCESS_SECONDS:.0f} s, which is the limit of this law") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        raise BrokenLaw(
            f"law 'processes' is broken: the game cannot be played again in another process (PYTHONHASHSEED={seed}): {last}"
        )
    return done.stdout.splitlines()


if __name__ == "__main__":
    task = json.loads(sys.stdin.read())
    for line in trace(found(task["home"]), task["kept"]):
        sys.stdout.write(line + "\n")
