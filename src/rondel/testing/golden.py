"""Golden playthroughs: one game stored as a text, so that a change of the rules shows as changed lines.

    def test_golden() -> None:
        golden(lambda: rondel.new("reversi", seed=7), Path(__file__).parent / "golden" / "reversi.txt")

The text has the answers and, after each, the state, the active roles, digests of the position's key and of
each reader's view, the events, and the legal moves if they are few. With ``RONDEL_WRITE_GOLDEN=1`` in the
environment the file is written; read the difference before you keep it. A comparison plays the answers of the text,
so the order of the listed moves does not matter.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from rondel.engine import CHANCE, Game, render
from rondel.errors import RondelError
from rondel.testing.law import Answers, BrokenLaw, Make
from rondel.testing.play import readers, walk

VARIABLE: Final = "RONDEL_WRITE_GOLDEN"
"""The environment variable that has golden files written."""
SHORT: Final = 6
"""How many moves are listed in full."""
SHOWN: Final = 40
"""How many lines of a difference are shown."""


def golden(make: Make, file: str | Path, *, seed: int = 0, plies: int = 200) -> None:
    """Compare a game with the playthrough in a file, or write the file if ``RONDEL_WRITE_GOLDEN=1`` is set.

    ``make`` starts the game, with a seed; ``seed`` chooses the moves when the file is written, ``plies`` is their number.
    Raises `BrokenLaw` with the difference, or if the file is missing.

    >>> import rondel
    >>> golden(lambda: rondel.new("reversi", seed=7), "tests/shelf/golden/nowhere.txt")
    Traceback (most recent call last):
    rondel.testing.law.BrokenLaw: there is no golden playthrough 'nowhere.txt' yet: run this once with RONDEL_WRITE_GOLDEN=1
    """
    path = Path(file)
    if os.environ.get(VARIABLE):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(playthrough(make(), chosen(make(), seed, plies))) + "\n", encoding="utf-8")
        return
    if not path.is_file():
        raise BrokenLaw(f"there is no golden playthrough {path.name!r} yet: run this once with {VARIABLE}=1")
    kept = path.read_text(encoding="utf-8").splitlines()
    found: list[str] = []
    broken = ""
    try:
        found.extend(playthrough(make(), answers(kept)))
    except RondelError as error:
        broken = f"{type(error).__name__}: {error}\n"
    if broken or found != kept:
        raise BrokenLaw(
            f"the playthrough {path.name!r} is another one now (- as it was, + as it is); if that is meant, run this once with "
            f"{VARIABLE}=1:\n{broken}" + "\n".join(_differences(kept, found))
        )


def _differences(kept: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    lines = difflib.unified_diff(kept, found, "as it was", "as it is", lineterm="", n=2)
    yield from islice(lines, SHOWN)
    if next(lines, None) is not None:
        yield "..."


def chosen(game: Game, seed: int, plies: int) -> Answers:
    """The players' answers of a random game."""
    played: list[tuple[str, str]] = []
    for move in walk(game, Random(seed), plies):  # noqa: S311 (which moves are played is no secret)
        game.push(move)
        played.append((move.role, str(move)))
    return played


def answers(kept: Sequence[str]) -> Answers:
    """The players' answers in a golden text.

    >>> answers(["reversi, version 1", "> black play_disc(d3)", "NextPlayer"])
    [('black', 'play_disc(d3)')]
    """
    found: list[tuple[str, str]] = []
    for line in kept:
        if line.startswith("> "):
            role, _space, text = line[2:].partition(" ")
            found.append((role, text))
    return found


def playthrough(game: Game, played: Answers) -> Iterator[str]:
    """The lines of the text: the game's setup, then each answer with its effects."""
    options = "".join(f", {name} {value}" for name, value in game.record()["options"].items())
    yield f"{game.name}, version {game.version}, for {', '.join(game.roles)}{options}"
    heard = 0
    told = len(game.record()["answers"])
    yield from (f"  {role} {text}" for role, text in game.record()["answers"])
    yield from _stand(game)
    heard = len(game.events(0, game.roles[0]))
    for role, text in played:
        yield f"> {role} {text}"
        game.push(text, role)
        said = game.record()["answers"]
        yield from (f"  {who} {answer}" for who, answer in said[told:] if who == CHANCE)
        told = len(said)
        for event in game.events(heard, game.roles[0]):
            heard += 1
            if event["text"] is not None:
                yield f"  {game.roles[0]} hears: {render(event['text']['text'], event['text']['args'])}"
        yield from _stand(game)


def _stand(game: Game) -> Iterator[str]:
    """Where the game is now."""
    waits = f"{', '.join(game.active)} to answer" if game.active else f"over: {', '.join(game.winners) or 'nobody'} won"
    yield f"  {game.state}, {waits}; position {digest(repr(game.key()))}"
    views = " ".join(f"{role} {digest(json.dumps(game.view(role), sort_keys=True))}" for role in readers(game))
    yield f"  views: {views}"
    for role in game.active:
        listed = [str(move) for move in game.moves(role)]
        shown = " ".join(listed[:SHORT]) + (f" ... ({len(listed)})" if len(listed) > SHORT else "")
        yield f"  {role} may: {shown}"
    if game.is_over:
        yield f"  scores: {', '.join(f'{role} {score}' for role, score in game.scores.items())}"


def digest(text: str) -> str:
    """Eight letters that stand for a text.

    >>> digest("a position")
    '56f57b35'
    """
    return hashlib.sha256(text.encode()).hexdigest()[:8]
