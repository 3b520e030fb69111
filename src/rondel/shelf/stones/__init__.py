"""Stones, and its interface for programs that play it.

`Stones`                    the rules                 rules.py
`array_of`, `start_from`    boards as nested arrays   board.py
`StonesPlayer` and messages the players' interface    protocol.py
`play`, `Match`             matches of programs       match.py
"""

from rondel.shelf.stones.board import array_of, start_from
from rondel.shelf.stones.match import Match, play
from rondel.shelf.stones.protocol import (
    Chat,
    GameDrawn,
    GameStart,
    Hit,
    InvalidMove,
    MatchAborted,
    Message,
    Move,
    PlayerFailed,
    PlayerLost,
    PlayerWon,
    Situation,
    StonesPlayer,
    TurnTo,
)
from rondel.shelf.stones.rules import Stones

__all__ = [
    "Chat",
    "GameDrawn",
    "GameStart",
    "Hit",
    "InvalidMove",
    "Match",
    "MatchAborted",
    "Message",
    "Move",
    "PlayerFailed",
    "PlayerLost",
    "PlayerWon",
    "Situation",
    "Stones",
    "StonesPlayer",
    "TurnTo",
    "array_of",
    "play",
    "start_from",
]
