"""Definitions: what an author declares in the body of a game class, and the hooks that the engine calls.

Everything here has a default, but for ``setup``. What is written otherwise in a game is looked at before it is first played
(`rondel.engine.checks.ruleset`, `rondel.engine.checks.hooks`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.token import Token, TokenKind
from rondel.engine.declarations.effect import Effects
from rondel.engine.declarations.facts import Facts
from rondel.engine.declarations.migration import Migration
from rondel.engine.declarations.option import Option
from rondel.engine.declarations.statistic import Stat
from rondel.engine.visibility import NOBODY

if TYPE_CHECKING:
    from rondel.engine.chance.luck import Luck
    from rondel.engine.components.container import Container
    from rondel.engine.components.move import Move


@mypyc_attr(allow_interpreted_subclasses=True)
class Definition:
    """What makes one game another: its names, seats, options and kinds of token, and its hooks. Authors extend `Game`."""

    name: ClassVar[str] = ""
    """How programs call it: ``"reversi"``."""
    title: ClassVar[str] = ""
    """How people call it; marked for translation."""
    summary: ClassVar[str] = ""
    """What it is about, in a sentence; marked for translation."""
    version: ClassVar[int] = 1
    """Raised when a change of the rules makes old records replay otherwise."""
    migrations: ClassVar[Sequence[Migration]] = ()
    """How a position of an older version becomes one of this."""
    seats: ClassVar[tuple[str, ...]] = ()
    """The roles of a full table, in the order of play."""
    fewest: ClassVar[int] = 0
    """The least number of players; 0 means that every seat is taken."""
    options: ClassVar[Sequence[Option[Any]]] = ()
    """What can be chosen before the game starts."""
    kinds: ClassVar[Sequence[TokenKind]] = ()
    """Every kind of token that may come into play."""
    effects: ClassVar[Sequence[Effects[Any]]] = ()
    """What its cards do: a registry for each kind of token that has effects, of which none may be missing."""
    written: ClassVar[Mapping[str, str]] = {}
    """What things are in the game's own notation, where it has one that names what moves and where it goes: ``{"knight": "N"}``
    lets a page take ``Nf3``. A move called otherwise has its own entry, ``{"king e1 g1": "O-O"}``."""
    colours: ClassVar[Mapping[str, str]] = {}
    """The colour of a role, where it should have one of its own."""
    score_visible_to: ClassVar[tuple[str, ...]] = NOBODY
    """Who may see the scores while the game goes on."""
    teams: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Who wins or loses together: ``(("north", "south"), ("east", "west"))``; each for himself by default."""
    cooperative: ClassVar[bool] = False
    """Whether all play together against the game, and win or lose as `all_win` says."""
    lowest_wins: ClassVar[bool] = False
    """Whether the lowest score is the best: points are what nobody wants."""
    losers_share_rank: ClassVar[bool] = False
    """Whether there is a first place and no second: all who do not win have rank 2."""
    stats: ClassVar[Sequence[Stat[Any]]] = ()
    """What is counted while it is played."""
    reveals: ClassVar[tuple[str, ...]] = ()
    """The names of containers and props that everyone sees once the game is over; ``("*",)`` for all."""
    announces: ClassVar[tuple[str, ...]] = ()
    """The events by which, under the rules, something hidden becomes known to who hears them, and is kept nowhere else."""
    facts: ClassVar[Facts | None] = None
    """What is true of every game of this class, for programs; `rondel check` tells whether it is."""

    # -- hooks ---------------------------------------------------------------------------------------------------------

    def setup(self) -> type[Any]:
        """Build the position at the start and return the first state.

        Nothing random happens here, and nobody is asked: deal in an automatic state.
        """
        raise NotImplementedError

    def measure(self) -> float:
        """How far the game has come, 0 to 100; taken on entering the states that update progress."""
        return 0

    def estimate(self, role: str) -> float | None:
        """What the game is likely to be worth to a role in the end, from what the role may see; None where it cannot tell.

        It is on the scale of `returns`, so that bots can weigh a position against a game that is over: from -1, lost, to 1,
        won; or in the units of the game's own `utility`, such as chips. The law ``estimate`` of `rondel.testing` holds it
        to that.
        """
        return None

    def urgencies(self, moves: Sequence[Move]) -> Sequence[float] | None:
        """How urgent each of these legal moves is, more than 0 for a tactical one such as a capture; None by default.

        Only a help for search, which tries urgent moves first and estimates no position before it has followed them
        (`rondel.search.exact.selective`). Where all moves are urgent the position is forced, as in check. A game that answers
        for some moves answers for none with an empty sequence.
        """
        return None

    def quiet_estimate(self, role: str) -> float | None:
        """The `estimate` of a position in which no urgent move changes much; the same by default.

        A search that follows urgent moves asks for it millions of times, so it may leave out what such a search finds itself.
        """
        return self.estimate(role)

    def playout_move(self, role: str, moves: Sequence[Move]) -> Move | None:
        """The move that a playout policy chooses among the legal moves of a role, at once; None by default.

        Only a help for search, which plays imagined games on by it (`rondel.players.bots.rollout_bot`). It is called thousands
        of times for one decision, so it follows a few rules and pushes nothing. It uses what the role may see. A game that
        returns None in some positions has these moves chosen by its `estimate`, which is much slower.
        """
        return None

    def could_be(self, role: str, token: Token, container: Container) -> bool:
        """Whether a token that ``role`` does not see could lie in a container, as far as ``role`` knows; True by default.

        Only a help for imagining: from cards that a player did not follow suit with, ``role`` knows a suit he does not have.
        """
        return True

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """How likely it is for ``role`` that another, or chance, has made a hidden move, by what ``role`` knows now; 0 for
        impossible.

        Only a help for imagining: ``view`` is the last view of ``role``, with all views before it as ``seen``, all events as
        ``told``, and what `suppose` returned as ``supposed``; this game is the imagined one, when the move was made. What
        chance does is weighed by its own probability as well. 1 by default.
        """
        return 1.0

    def suppose(self, role: str, view: Mapping[str, Any], luck: Luck) -> Any:
        """What may lie where ``role`` does not see it, made up by ``luck`` once for each imagined game; None by default.

        Only a help for imagining, where what was hidden early shows late, so that it is better made up at one go: the fleet of
        an enemy, the hands of others. What it returns is handed to `plausible` as ``view["supposed"]``, which makes the moves
        come true that it speaks of; the engine does not look at it. ``view`` is that of `plausible`; this game has not begun.
        `rondel.engine.chance.placement_sampler.pack` and `rondel.engine.chance.deal_sampler.allot` draw such things, each as
        likely as the other.
        """
        return None
