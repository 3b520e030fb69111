"""Players: the protocol of everything that answers for a role.

A player receives events (`Player.receive`) and answers questions (`Player.answer`). It gets the JSON data of its role's view
and, for a search, determinizations of the game made from its role's information. It never gets the game being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rondel.engine.belief.information_state import InformationState
from rondel.engine.components.move import one_by_one
from rondel.engine.game import Game
from rondel.engine.imagination import Imagination
from rondel.errors import HiddenInformation
from rondel.search.budget import Budget as Budget


@dataclass(frozen=True)
class Question:
    """A question to a player; the answer is the text of one of ``view["moves"]``.

    >>> import rondel
    >>> from rondel.players import Player, play
    >>> class Last(Player):
    ...     def answer(self, question: Question) -> str:
    ...         return question.moves[-1] if question.role == "x" else question.moves[0]
    >>> play(rondel.new("tic_tac_toe"), {"x": Last(), "o": Last()}).is_over
    True
    """

    role: str
    """The role that is asked."""
    view: Mapping[str, Any]
    """The role's view with its legal moves: `Game.view`."""
    budget: Budget = field(default_factory=Budget)
    """The budget of the answer."""
    imagination: Imagination | None = field(default=None, repr=False)
    """The source of determinizations; None if the player does not imagine."""

    @property
    def moves(self) -> list[str]:
        """The texts of the legal moves, those of a range of numbers one by one."""
        return [move["text"] for move in one_by_one(self.view["moves"])]

    def imagine(self, seed: int) -> Game:
        """A determinization that agrees with the role's information, for the player's own use. Equal seeds give equal games.

        Raises `HiddenInformation` if no such game can be made.
        """
        if self.imagination is None:
            raise HiddenInformation(f"{self.role} cannot imagine this game")
        return self.imagination.imagine(seed)

    @property
    def information_state(self) -> InformationState:
        """The role's information state, the key of a policy.

        Raises `HiddenInformation` if the player does not imagine.
        """
        if self.imagination is None:
            raise HiddenInformation(f"{self.role} has no information state: its player does not imagine")
        return self.imagination.information_state


class Player:
    """Answers for a role. Subclass it and write `answer`; all other methods have defaults.

    One player object answers for one role in one game.

    >>> class First(Player):
    ...     def answer(self, question: Question) -> str:
    ...         return question.moves[0]
    >>> import rondel
    >>> from rondel.players import play
    >>> play(rondel.new("tic_tac_toe"), {"x": First(), "o": First()}).winners
    ('x',)
    """

    listens: bool = True
    """Whether it receives events; for a player that does not, no events are made."""
    imagines: bool = False
    """Whether it receives determinizations; for a player that does not, none are made."""

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        """Receives each event that its role may know, in order, own answers included; ``view`` is the role's view after it.

        Events are those of `Game.events`. Two more come from the match and have no ``seq``: ``@undo_refused`` (nothing was
        taken back; its text gives the reason) and ``@over`` (the game has ended).
        """

    def answer(self, question: Question) -> str:
        """The text of one of the question's moves. May raise `TakeBack` or `Leave` instead."""
        raise NotImplementedError

    def suits(self, game: Game) -> None:
        """Raises a `RondelError` with the reason if it cannot play such a game; called before the match begins.

        ``game`` has just begun and is a sample; a player reads from it the game's name, version and options.
        """

    def agrees(self, role: str, view: dict[str, Any]) -> bool:
        """Whether ``role`` may take back an answer after this player was asked, or saw something, since."""
        return True

    def close(self) -> None:
        """Releases its resources: a program, a connection. The creator of the player calls it when the game is over."""


class TakeBack(Exception):
    """Raised by a player instead of an answer: it wants to take back its last one.

    >>> issubclass(TakeBack, Exception)
    True
    """


class Leave(Exception):
    """Raised by a player instead of an answer: it leaves, and the match ends unfinished.

    >>> import rondel
    >>> from rondel.players import Match, Player, bot
    >>> class Leaver(Player):
    ...     def answer(self, question: Question) -> str:
    ...         raise Leave
    >>> match = Match(rondel.new("tic_tac_toe"), {"x": Leaver(), "o": bot("random", seed=1)})
    >>> match.step()
    >>> match.left, match.going_on
    (True, False)
    """
