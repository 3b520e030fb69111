"""Players: the protocol of everything that answers for a role.

A player is told what happens (`Player.receive`) and is asked questions (`Player.answer`). What it gets is the JSON data of its
role's view and, if it wants to search, a game *imagined* from what its role knows. It never gets the game being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rondel.engine.belief.determinize import Imagination
from rondel.engine.belief.information_state import InformationState
from rondel.engine.game import Game
from rondel.errors import HiddenInformation
from rondel.search.budget import Budget as Budget


@dataclass(frozen=True)
class Question:
    """What a player is asked: one of ``view["moves"]``, by its text."""

    role: str
    """Who is asked."""
    view: Mapping[str, Any]
    """What the role may see now, its legal moves included: `Game.view`."""
    budget: Budget = field(default_factory=Budget)
    """How much it may think."""
    imagination: Imagination | None = field(default=None, repr=False)
    """The games that the role may imagine; None if the player does not imagine."""

    @property
    def moves(self) -> list[str]:
        """The texts of the legal moves."""
        return [move["text"] for move in self.view["moves"]]

    def imagine(self, seed: int) -> Game:
        """A game consistent with all the role knows, the player's own to play on. Equal seeds give equal games.

        Raises `HiddenInformation` where no such game can be made.
        """
        if self.imagination is None:
            raise HiddenInformation(f"{self.role} cannot imagine this game")
        return self.imagination.imagine(seed)

    @property
    def information_state(self) -> InformationState:
        """All that the role knows, as a value: what a policy is a policy for.

        Raises `HiddenInformation` where the player does not imagine.
        """
        if self.imagination is None:
            raise HiddenInformation(f"{self.role} was not told what it knows: its player does not imagine")
        return self.imagination.information_state


class Player:
    """Answers for a role. Extend it and write `answer`; everything else may stay as it is.

    One player object answers for one role in one game.
    """

    listens: bool = True
    """Whether it wants to be told what happens; for those who do not, nothing is cut from the log."""
    imagines: bool = False
    """Whether it wants games to search; for those who do not, none are made."""

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        """Told of everything its role may know, in order, own answers included; ``view`` is how things stand now.

        Events are those of `Game.events`. Two more come from the match and have no ``seq``: ``@undo_refused`` (nothing was
        taken back; its text says why) and ``@over`` (the game has ended).
        """

    def answer(self, question: Question) -> str:
        """The text of one of the question's moves. May raise `TakeBack` or `Leave` instead."""
        raise NotImplementedError

    def suits(self, game: Game) -> None:
        """Raises a `RondelError` that says why, where it could not play such a game; looked at before anybody is seated.

        ``game`` has just begun and is nobody's; a player sees from it which game it is, its version and its options.
        """

    def agrees(self, role: str, view: dict[str, Any]) -> bool:
        """Whether ``role`` may take back an answer although this player has been asked, or seen something, since."""
        return True

    def close(self) -> None:
        """Let go of whatever it holds: a program, a connection. Whoever made the player calls it when the game is over."""


class TakeBack(Exception):
    """Raised by a player instead of an answer: it wants to take back its last one."""


class Leave(Exception):
    """Raised by a player instead of an answer: it leaves, and the match ends unfinished."""
