"""Players: everything that receives events and answers questions.

``player`` is the protocol, ``match`` the loop that drives one game with players, ``worker`` a bot in a process of its own.
``bots`` holds the bots and the registry that makes one from its spec. ``programs`` holds players in any language, over a pipe
or a WebSocket. ``terminal`` is a person at a terminal. ``spec`` parses the text that names a player.
"""

from rondel.players.bots.registry import BOTS, UnknownBot, bot
from rondel.players.match import Match, PlayerFault, play
from rondel.players.player import Budget, Leave, Player, Question, TakeBack

__all__ = [
    "BOTS",
    "Budget",
    "Leave",
    "Match",
    "Player",
    "PlayerFault",
    "Question",
    "TakeBack",
    "UnknownBot",
    "bot",
    "play",
]
