"""States: the nodes of the rules' state machine, as classes.

A state says who acts and what they are asked; its actions are functions hung on it with `on`. States hold nothing: one
instance serves all games. A state class is generic in its game, so that an author's editor and mypy know what ``game``
is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from rondel.engine.compiling import mypyc_attr

if TYPE_CHECKING:
    from rondel.engine.game import Game

G = TypeVar("G", bound="Game")
S = TypeVar("S", bound="State[Any]")

To: TypeAlias = type[S]
"""The state a rule goes to: ``-> To[NextPlayer]``, ``-> To[PlayerTurn] | To[GameEnd]``. The graph is read from these."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[G]):
    """What all states share. Authors use its subclasses."""

    description: ClassVar[str] = ""
    """What is asked, for those who wait: ``_("{actplayer} must play a disc")``."""
    my_turn: ClassVar[str] = ""
    """The same for those who act: ``_("{you} must play a disc")``."""
    updates_progress: ClassVar[bool] = False
    """Whether ``game.measure()`` is taken on entering."""

    def enter(self, game: G, /) -> type[State[Any]] | None:
        """What happens on entering, before anybody is asked; an automatic state returns where to go. Does nothing by
        default."""
        return None

    def args(self, game: G, role: str, /) -> dict[str, Any]:
        """What ``role`` may know about this state besides the position: JSON values, also for placeholders in the texts.

        Called after ``enter``, for each role and for ``"observer"``; it must not change anything. Empty by default.
        """
        return {}


@mypyc_attr(allow_interpreted_subclasses=True)
class ActivePlayer(State[G]):
    """One player acts: the current player, ``game.player``. Every such state has at least one action."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Automatic(State[G]):
    """Nobody acts: ``enter`` does what the rules say and returns the next state."""


@mypyc_attr(allow_interpreted_subclasses=True)
class GameEnd(State[Any]):
    """The game is over. Return it from the last rule; do not extend it."""
