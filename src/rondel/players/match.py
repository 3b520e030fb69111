"""Matches: one game, driven by players.

Only the match holds the game. It tells each player what its role may know, asks the active roles, checks the answers, and
handles take-backs. It waits only for the player it asks; clocks and the network belong to the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine.game import Game
from rondel.engine.imagination import Imagination
from rondel.engine.visibility import CHANCE, OBSERVER
from rondel.errors import AnswerError, BadOption, NothingToUndo, RondelError, UndoBarrier, UnknownRole
from rondel.players.player import Budget, Leave, Player, Question, TakeBack


class PlayerFault(RondelError):
    """A player gave an illegal answer; the message names the player, the move and the reason.

    >>> import rondel
    >>> from rondel.players import Player, Question, play
    >>> class Cheat(Player):
    ...     def answer(self, question: Question) -> str:
    ...         return "mark(z9)"
    >>> play(rondel.new("tic_tac_toe"), {"x": Cheat(), "o": Cheat()})
    Traceback (most recent call last):
    rondel.players.match.PlayerFault: ...
    """

    code = "player_fault"

    def __init__(self, role: str, player: Player, move: object, reason: str) -> None:
        self.role = role
        self.player = player
        self.move = move
        self.reason = reason
        super().__init__(f"{type(player).__name__}, playing {role}, answered {move!r}: {reason}")


class Match:
    """A game in progress and its players, by role. A player may watch as ``"observer"`` or answer for `CHANCE`.

    Raises `BadOption` if a role has no player, and `UnknownRole` for a role that the game does not have.

    >>> import rondel
    >>> from rondel.players import bot
    >>> game = rondel.new("tic_tac_toe")
    >>> match = Match(game, {"x": bot("greedy", seed=1), "o": bot("random", seed=1)})
    >>> while match.going_on:
    ...     match.step()
    >>> game.winners
    ('x',)
    """

    def __init__(self, game: Game, players: Mapping[str, Player], *, budget: Budget | None = None) -> None:
        unknown = [role for role in players if role not in (*game.roles, OBSERVER, CHANCE)]
        if unknown:
            raise UnknownRole(f"unknown role {unknown[0]!r}: this game has {', '.join(map(repr, game.roles))}")
        missing = [role for role in game.roles if role not in players]
        if missing:
            raise BadOption(f"no player for {', '.join(missing)}: give a player for each role")
        self._game = game
        self._players = dict(players)
        self._budget = budget or Budget()
        self._told = dict.fromkeys(players, 0)
        self.left = False
        """Whether a player has left."""
        self._tell()

    @property
    def going_on(self) -> bool:
        """Whether a role is active and no player has left."""
        return not self.left and not self._game.is_over

    def step(self) -> None:
        """Asks one player and plays its answer. Raises `PlayerFault` for an illegal one; the game is then unchanged."""
        role = self._next()
        player = self._players[role]
        try:
            move = player.answer(self._question(role, player))
        except TakeBack:
            self._take_back(role)
            return
        except Leave:
            self.left = True
            return
        if not isinstance(move, str):
            raise PlayerFault(role, player, move, "an answer is the text of a move")
        try:
            self._game.push(move, role)
        except AnswerError as error:
            raise PlayerFault(role, player, move, str(error)) from error
        self._tell()

    def _next(self) -> str:
        """The role asked next: the first active one."""
        active = self._game.active
        if not active:
            raise BadOption("the match is over: no role is active")
        if active[0] not in self._players:
            raise BadOption(f"no player answers for {active[0]}: start the game with seeded chance, or give a player for it")
        return active[0]

    def _question(self, role: str, player: Player) -> Question:
        game = self._game
        if role == CHANCE:
            # Chance gets the observer's view and its own moves.
            view = game.view(OBSERVER)
            view["moves"] = [{**move.to_json(), "probability": move.probability} for move in game.moves(CHANCE)]
            return Question(role, view, self._budget)
        imagination = Imagination(game, role) if player.imagines else None
        return Question(role, game.view(role), self._budget, imagination)

    def _tell(self) -> None:
        """Tells every player the new events that its role may know."""
        game = self._game
        for role, player in self._players.items():
            if not player.listens or role == CHANCE:
                continue
            new = game.events(self._told[role], role)
            view = game.view(role) if new or game.is_over else {}
            for event in new:
                player.receive(event, view)
            self._told[role] += len(new)
            if game.is_over:
                player.receive(said("@over"), view)

    def _take_back(self, role: str) -> None:
        game = self._game
        try:
            try:
                game.undo(role)
            except UndoBarrier:
                against = [
                    other
                    for other, player in self._players.items()
                    if other not in (role, CHANCE, OBSERVER) and not player.agrees(role, game.view(other))
                ]
                if against:
                    raise
                game.undo(role, agreed=True)
        except (UndoBarrier, NothingToUndo) as error:
            self._players[role].receive(said("@undo_refused", str(error), code=error.code), game.view(role))
            return


def said(name: str, message: str = "", **args: str) -> dict[str, Any]:
    """An event of the match, not of the game."""
    text = {"text": message, "args": {}} if message else None
    return {"number": None, "name": name, "role": None, "text": text, "args": args, "changes": []}


def play(game: Game, players: Mapping[str, Player], *, budget: Budget | None = None, limit: int | None = None) -> Game:
    """Play ``game`` to its end with these players, by role; returns it.

    Stops early when a player leaves, or after ``limit`` answers.

    Raises `PlayerFault` for an illegal answer.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe
    >>> from rondel.players.bots.random_bot import RandomBot
    >>> play(TicTacToe(), {"x": RandomBot(seed=1), "o": RandomBot(seed=2)}).is_over
    True
    """
    match = Match(game, players, budget=budget)
    asked = 0
    while match.going_on and (limit is None or asked < limit):
        match.step()
        asked += 1
    return game
