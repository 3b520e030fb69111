"""A trial: plays a game in one of its builds and writes what it saw, ``python -m rondel.compiler.trial``.

`rondel.compiler.comparison` starts one for each build, as a process of its own: compiled code that fails may end its process.
Both play the same random games, so that all that they write must be the same.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from rondel import door
from rondel.builds import Build
from rondel.engine import Game
from rondel.errors import RondelError
from rondel.fault import told
from rondel.testing.play import face, further, readers, walk
from rondel.testing.play import told as events
from rondel.testing.report import Subject, examine
from rondel.testing.watch import Watch

ANSWERS: Final = 200
"""Answers of the compared games together."""
LONGEST: Final = 60
"""Answers of one of them."""
GAMES: Final = 10
"""Games that each law is tried on, while there is time."""
LONG_GAME: Final = 200
"""Answers after which a game is left for the next one when the speed is measured."""
SPEED_SECONDS: Final = 1.0
"""Processor time for which random games are played to measure the speed."""
WRONG: Final = ("nonsense", "place(z99)", "")


@dataclass
class Seen:
    """What a trial saw."""

    failures: list[str] = field(default_factory=list)
    """The broken laws, as a report says them."""
    laws: int = 0
    """The laws that were tried."""
    untried: list[str] = field(default_factory=list)
    """Those for which time was lacking."""
    lines: list[list[Any]] = field(default_factory=list)
    """Of the compared games: where, and all that is seen there."""
    cut: bool = False
    """Whether time was up before all games were played."""
    speed: float = 0.0
    """Random decisions per second of processor time."""
    problem: str = ""
    """Why the game cannot even be loaded or started."""


def settings(kind: type[Game]) -> list[dict[str, Any]]:
    """The setups in which games are compared: the fewest and most players, and each option at its ends."""
    found: list[dict[str, Any]] = [{}]
    most = len(kind.seats)
    if kind.fewest and kind.fewest != most:
        found += [{"seats": kind.fewest}, {"seats": most}]
    for option in kind.options:
        values = option.values or tuple([each for each in (option.low, option.high) if each is not None])
        found += [{"options": {option.name: value}} for value in values[:4] if value != option.default]
    return found


def compared(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Random games in all `settings`: where, and what is seen there, answer by answer."""
    setups = settings(subject.kind)
    left, number = ANSWERS, 0
    while left > 0 and number < ANSWERS:
        setup = setups[number % len(setups)]
        where = f"game {number + 1}{f' ({json.dumps(setup)})' if setup else ''}"
        try:
            for after, seen in _played(subject.kind, setup, number, min(left, LONGEST)):
                left -= 1
                yield f"{where}, {after}", seen
        except RondelError as error:  # options that do not go together are refused alike
            yield where, f"{error.code}: {error}"
        number += 1


def _played(kind: type[Game], setup: dict[str, Any], seed: int, plies: int) -> Iterator[tuple[str, Any]]:
    random = Random(seed)
    game = door.new(kind, seed=seed, **setup)
    heard = dict.fromkeys(readers(game), 0)
    yield "at its beginning", _seen(game, random, heard)
    for move in walk(game, random, plies):
        role, text = move.role, str(move)
        game.push(move)
        if random.random() < 0.2:
            game.pop()
            game.push(text, role)
        yield f"after {role}:{text}", _seen(game, random, heard)
    yield "its record", game.record()


def _seen(game: Game, random: Random, heard: dict[str, int]) -> dict[str, Any]:
    moves = {role: [(str(move), move.describe()) for move in game.moves(role)] for role in game.active}
    news = events(game, heard)
    heard.update(further(heard, news))
    return {"face": {**face(game), "key": repr(game.key())}, "moves": moves, "told": news, "wrong": _refusal(game, random)}


def _refusal(game: Game, random: Random) -> str:
    """What the game says to a wrong answer."""
    try:
        game.push(random.choice(WRONG), game.roles[0])
    except RondelError as error:
        return f"{error.code}: {error}"
    game.pop()
    return "accepted"


def speed(subject: Subject, seconds: float = SPEED_SECONDS) -> float:
    """Random decisions per second, driven from Python."""
    chosen, count, seed = Random(1).random, 0, 0
    begun = time.process_time()
    while (took := time.process_time() - begun) < seconds or not count:
        game = subject.start(seed)
        for _answer in range(LONG_GAME):
            if game.is_over:
                break
            moves = game.moves(game.active[0])
            game.push(moves[int(chosen() * len(moves))])
            count += 1
        seed += 1
    return count / took


def processor_time() -> float:
    """Seconds of processor time of this process and its ended children: a busy machine tries as many laws as an idle one.

    >>> 0 < processor_time() <= processor_time()
    True
    """
    return sum(os.times()[:4])


def attempt(file: Path, build: Build | None, seconds: float) -> Seen:
    """Load the game in one of its builds, and try it."""
    seen = Seen()
    try:
        kind = door.load_build(file, lambda _file: build, instead=True)
        subject = Subject(kind, called=str(file))
        subject.start(0)
    except Exception as error:  # noqa: BLE001 - whatever the author's module raises
        seen.problem = told(error)
        return seen
    report = examine(subject, games=GAMES, seconds=seconds, describe=told, watch=Watch(clock=processor_time, last_resort=True))
    seen.failures = [line for failure in report.failures for line in failure.lines(report.skipped)]
    seen.untried = report.untried
    seen.laws = len(report.laws) - len(report.skipped) - len(report.untried)
    if seen.failures:
        return seen
    until = time.process_time() + seconds
    for where, what in compared(subject):
        seen.lines.append([where, json.loads(json.dumps(what, default=repr))])
        seen.cut = time.process_time() > until
        if seen.cut:
            break
    seen.speed = speed(subject)
    return seen


def main() -> None:
    """Read the file, the build and the seconds; write what was seen to a file, since rules may print."""
    task = json.loads(sys.stdin.read())
    build = None if task["build"] is None else Build(folder=Path(task["folder"]), **task["build"])
    seen = attempt(Path(task["file"]), build, task["seconds"])
    Path(task["out"]).write_text(json.dumps(vars(seen)), encoding="utf-8")


if __name__ == "__main__":
    main()
