"""Long games: the time of late moves in a game of 25,000, bytes per move, and moving a game to another process.

In the long game two walkers go round a ring of 26 cells. ``move`` lists the moves and carries one out; ``turn`` also reads
what a table sends to a player each time: the view, and the news since the last one. ``restore`` goes on from a snapshot,
``replay`` from a record.
"""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Iterable

import rondel
from rondel import EVERYONE, ActivePlayer, Cell, Game, GameEnd, Grid, Prop, To, TokenKind, _, on
from rondel.engine.records import record as records
from workloads.timing import repeat

STRETCH = 1_000
"""The number of timed moves, at the start or late in the game."""
WEIGHED = 5_000
"""Moves of the long game that are weighed together."""
Walker = TokenKind("walker")


class Walk(Game):
    """Two walkers on a ring of cells; it ends when they meet for the millionth time."""

    name = "walk"
    seats = ("one", "two")
    kinds = (Walker,)

    def setup(self) -> To[Turn]:
        self.ring = self.add(Grid("ring", rows=1, columns=26, visible_to=EVERYONE))
        self.steps = self.add(Prop("steps", 0, visible_to=EVERYONE))
        for role, cell in (("one", "a1"), ("two", "n1")):
            self.ring.put(Walker(role), cell)
        return Turn

    def measure(self) -> float:
        return min(100, self.steps.value / 10_000)


class Turn(ActivePlayer[Walk]):
    """One step forward or back."""

    description = _("{actplayer} must walk")
    my_turn = _("{you} must walk")
    updates_progress = True


@on(Turn, _("{actplayer} walks to {cell}"))
def walk(game: Walk, cell: Cell) -> To[Turn] | To[GameEnd]:
    """Walk, and count the step."""
    walker = game.ring[game.ring.owned(game.player)[0]]
    if walker is not None:
        game.ring.put(walker, cell)
    game.steps.value += 1
    game.next_player()
    return Turn if game.steps.value < 1_000_000 else GameEnd


@walk.options
def ahead(game: Walk) -> Iterable[Cell]:
    """The free cells beside the walker."""
    ring = game.ring
    column = ring.owned(game.player)[0].column
    beside = [ring.at(0, (column + step) % ring.columns) for step in (1, -1, 2, -2)]
    return [cell for cell in beside if ring.owner(cell) is None]


_PLAYED: dict[tuple[str, int], Game] = {}


def played(name: str, moves: int) -> Game:
    """A game after a number of moves, alternately the first and the second of the list; made once."""
    if (name, moves) not in _PLAYED:
        game = Walk(seed=1) if name == "walk" else rondel.new(name, seed=1)
        play(game, moves)
        _PLAYED[(name, moves)] = game
    return _PLAYED[(name, moves)]


def play(game: Game, moves: int) -> int:
    """Play on; returns the number of moves."""
    for number in range(moves):
        listed = game.moves()
        game.push(listed[number % 2])
    return moves


def play_and_read(game: Game, moves: int, heard: int) -> int:
    """The same, while a player reads the messages of a table after each move, from event ``heard`` on."""
    for number in range(moves):
        listed = game.moves()
        game.push(listed[number % 2])
        game.view("one")
        heard += len(game.events(heard, "one"))
    return moves


def of_rondel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """``move 0`` and ``turn 24000`` time moves; ``restore 25000`` restores; ``weigh 0`` gives bytes and moves instead."""
    what, after = way.split()
    if what == "weigh":
        return weigh(name)
    game = played(name, int(after))
    if what == "restore":
        data = json.loads(json.dumps(game.snapshot()))
        return repeat(lambda: len(records.restore(type(game), data).roles) // 2, seconds)

    if what == "replay":
        kept = json.loads(json.dumps(game.record()))
        return repeat(lambda: len(records.replay(type(game), kept, 1).roles) // 2, seconds)

    def back() -> None:
        for _move in range(STRETCH):
            game.pop()

    if what == "turn":
        heard = len(game.events(0, "one"))
        return repeat(lambda: play_and_read(game, STRETCH, heard), seconds, back)
    return repeat(lambda: play(game, STRETCH), seconds, back)


def weigh(name: str) -> tuple[int, float]:
    """The bytes that a game's moves occupy, and the number of moves."""
    game = Walk(seed=1) if name == "walk" else rondel.new(name, seed=1)
    play(game, 10)
    gc.collect()
    tracemalloc.start()
    try:
        moves = 0
        while moves < WEIGHED and not game.is_over:
            game.push(game.moves()[0])
            moves += 1
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return size, moves
