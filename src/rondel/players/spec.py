"""Specs: how a player is named in one text: a bot by its name and budget, a program by its command or address.

    mcts:500                    a bot (`rondel.players.bots.registry`)
    pipe:node my_bot.js         a program that is started (`rondel.players.programs.pipe`)
    ws://localhost:9000/        a program that runs already (`rondel.players.programs.websocket`)

Whoever takes specs from strangers takes only the names of bots: a spec may start programs.
"""

from __future__ import annotations

from typing import Final

from rondel.players.bots.registry import bot
from rondel.players.player import Player
from rondel.players.programs.memory_limit import MEMORY
from rondel.players.programs.pipe import Pipe
from rondel.players.programs.program import Program
from rondel.players.programs.websocket import WebSocket

PIPE: Final = "pipe:"
SOCKETS: Final = ("ws://", "wss://")


def player(spec: str, *, seed: int | None = None, seconds: float | None = None, memory: int = MEMORY) -> Player:
    """The player a spec names; close it when the game is over. A program has so many ``seconds`` for an answer, and one that
    is started so many bytes of ``memory``.

    Raises `rondel.players.bots.registry.UnknownBot`, and `rondel.players.programs.channel.BrokenChannel` for a program that is
    not there.

    >>> type(player("greedy")).__name__, type(player("pipe:cat")).__name__
    ('GreedyBot', 'Program')
    """
    if spec.startswith(PIPE):
        return Program(Pipe(spec.removeprefix(PIPE), memory=memory), seconds=seconds)
    if spec.startswith(SOCKETS):
        return Program(WebSocket(spec), seconds=seconds)
    return bot(spec, seed=seed)


def is_program(spec: str) -> bool:
    """Whether it names a program, and not a bot of ours."""
    return spec.startswith((PIPE, *SOCKETS))
