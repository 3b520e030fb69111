"""Players: whatever receives events and answers questions.

``player`` is the protocol, ``match`` the loop that drives a game with players. ``random_bot``, ``greedy_bot``, ``mcts_bot``,
``flat_bot``, ``rollout_bot``, ``alphabeta_bot`` and ``policy_bot`` think, ``mcts_bot`` with a ``crew`` of processes if it may.
An ``adviser`` is asked before another, who may make ``slips``.
``level_bot`` plays a level by the ``ladders``. ``bots`` knows them all by name, ``worker`` runs them in a process of their own.
A ``program`` plays in any language, over a ``channel``: a ``pipe`` or a ``websocket``. ``spec`` knows all of these by one text.
``terminal`` is a person at a terminal, with ``picture`` to draw the table and ``typed`` to understand what was typed.
"""

from rondel.players.bots import BOTS, UnknownBot, bot
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
