"""Specs: the text that names a player: a bot by its name and budget, a program by its command or address.

    mcts:500                    a bot (`rondel.players.bots.registry`)
    pipe:node my_bot.js         a program to start (`rondel.players.programs.pipe`)
    ws://localhost:9000/        a running program (`rondel.players.programs.websocket`)

Accept only names of bots from untrusted users: a spec may start programs.
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
    """The player that a spec names; close it when the game is over. ``seconds`` is a program's time for an answer, ``memory``
    the limit in bytes of a started one.

    Raises `rondel.players.bots.registry.UnknownBot`, and `rondel.players.programs.channel.BrokenChannel` for a program that
    cannot be started or reached.

    >>> type(player("greedy")).__name__, type(player("pipe:cat")).__name__
    ('GreedyBot', 'Program')
    """
    if spec.startswith(PIPE):
        return Program(Pipe(spec.removeprefix(PIPE), memory=memory), seconds=seconds)
    if spec.startswith(SOCKETS):
        return Program(WebSocket(spec), seconds=seconds)
    return bot(spec, seed=seed)


def is_program(spec: str) -> bool:
    """Whether the spec names a program, not a bot."""
    return spec.startswith((PIPE, *SOCKETS))
