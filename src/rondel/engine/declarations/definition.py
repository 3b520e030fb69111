"""Definitions: the declarations of an author in the body of a game class, and the hooks that the engine calls.

Everything has a default except ``setup``. `rondel.engine.checks.ruleset` and `rondel.engine.checks.hooks` check the
declarations of a game before it is first played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.token import Token, TokenKind
from rondel.engine.declarations.effect import Effects
from rondel.engine.declarations.facts import Facts
from rondel.engine.declarations.migration import Migration
from rondel.engine.declarations.option import Option
from rondel.engine.declarations.showcase import Showcase
from rondel.engine.declarations.statistic import Stat
from rondel.engine.text import Phrase
from rondel.engine.visibility import NOBODY

if TYPE_CHECKING:
    from rondel.engine.chance.seeded_random import SeededRandom
    from rondel.engine.components.cell import Spot
    from rondel.engine.components.container import Container
    from rondel.engine.components.move import Move


@mypyc_attr(allow_interpreted_subclasses=True)
class Definition:
    """The names, seats, options, kinds of token and hooks of a game. Authors extend `Game`."""

    name: ClassVar[str] = ""
    """The name for programs: ``"reversi"``."""
    title: ClassVar[str] = ""
    """The name for people; marked for translation."""
    summary: ClassVar[str] = ""
    """The game in one sentence; marked for translation."""
    version: ClassVar[int] = 1
    """The version of the rules. Raise it with every change that makes old records replay differently."""
    migrations: ClassVar[Sequence[Migration]] = ()
    """The steps from positions of older versions to this one."""
    seats: ClassVar[tuple[str, ...]] = ()
    """The roles of a full table, in the order of play."""
    fewest: ClassVar[int] = 0
    """The least number of players; 0 means that every seat is taken."""
    options: ClassVar[Sequence[Option[Any]]] = ()
    """The options, chosen before the game starts."""
    kinds: ClassVar[Sequence[TokenKind]] = ()
    """Every kind of token that may come into play."""
    effects: ClassVar[Sequence[Effects[Any]]] = ()
    """The effects of cards: a registry for each kind of token with effects. Every face must have one."""
    written: ClassVar[Mapping[str, str]] = {}
    """The game's own notation, if it names the moved piece and its target: ``{"knight": "N"}`` lets a page accept ``Nf3``. A
    move with another form has an entry of its own, ``{"king e1 g1": "O-O"}``."""
    score_sheet: ClassVar[str] = ""
    """The value in the messages of moves that stands in a score sheet, for players who move in turn: ``"san"`` for
    ``_("{actplayer} plays {san}")``. A page then lists the moves of a round in one line, a column for each player."""
    colours: ClassVar[Mapping[str, str]] = {}
    """The colours of roles. A role without one has the colour that all its pieces have, else the one that its name says
    (``red``), else a default colour."""
    score_visible_to: ClassVar[tuple[str, ...]] = NOBODY
    """The roles that may see the scores before the end."""
    teams: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """The roles that win or lose together: ``(("north", "south"), ("east", "west"))``; by default every role plays alone."""
    cooperative: ClassVar[bool] = False
    """Whether all play together against the game; `all_win` decides the result."""
    lowest_wins: ClassVar[bool] = False
    """Whether the lowest score wins."""
    losers_share_rank: ClassVar[bool] = False
    """Whether all roles that do not win have rank 2."""
    stats: ClassVar[Sequence[Stat[Any]]] = ()
    """The statistics that are counted during the game."""
    reveals: ClassVar[tuple[str, ...]] = ()
    """The names of containers and props that everyone sees after the end; ``("*",)`` for all."""
    announces: ClassVar[tuple[str, ...]] = ()
    """The events that reveal hidden data which is not visible in the position."""
    facts: ClassVar[Facts | None] = None
    """Facts about every game of this class, for programs; `rondel check` tests them."""
    showcase: ClassVar[Showcase] = Showcase()
    """How a library of games shows this one: its family, the minutes it takes, the position in its picture."""

    # -- hooks ---------------------------------------------------------------------------------------------------------

    def setup(self) -> type[Any]:
        """Build the position at the start and return the first state.

        It draws nothing from chance and asks no questions: deal in an automatic state.
        """
        raise NotImplementedError

    def measure(self) -> float:
        """The progress of the game, 0 to 100; measured on entering the states that update progress."""
        return 0

    def ending(self) -> str | Phrase:
        """How a game that is over has ended, in a few words that follow the result: ``_("by checkmate")``. Empty by default.

        Read from the position; a view calls it when the game is over.
        """
        return ""

    def marks(self, role: str) -> Mapping[Spot | Token, str | Phrase]:
        """The places that a player should look at, each with the reason in a word: ``{self.board.cell("e8"): _("check")}``.

        A page marks them, and names the reason to screen readers. A view calls it for each role and for ``"observer"``; the
        answer may tell them no more than they see.
        """
        return {}

    def decisive(self) -> Iterable[Spot | Token]:
        """The places that decided a game that is over, such as the four discs in a line. Empty by default.

        A page crowns what lies there, and draws a line through places that stand in a row. Read from the position; a view calls
        it when the game is over, so everybody sees the places.
        """
        return ()

    def estimate(self, role: str) -> float | None:
        """The expected final value of the game for a role, from data that the role may see; None if unknown.

        The scale is that of `returns`, so that bots can compare a position with a finished game: from -1, lost, to 1, won; or
        the units of the game's own `utility`, such as chips. The law ``estimate`` of `rondel.testing` checks it.
        """
        return None

    def urgencies(self, moves: Sequence[Move]) -> Sequence[float] | None:
        """The urgency of each of these legal moves, more than 0 for a tactical one such as a capture; None by default.

        A heuristic for search, which tries urgent moves first and estimates a position only after it has followed them
        (`rondel.search.exact.selective`). If all moves are urgent the position is forced, as in check. A game with urgencies
        returns an empty sequence for no moves.
        """
        return None

    def quiet_estimate(self, role: str) -> float | None:
        """The `estimate` of a position in which no urgent move changes much; the same by default.

        A search that follows urgent moves calls it millions of times, so it may ignore threats that such a search finds.
        """
        return self.estimate(role)

    def playout_move(self, role: str, moves: Sequence[Move]) -> Move | None:
        """The move of a playout policy among the legal moves of a role; None by default.

        A heuristic for search, which continues imagined games with it (`rondel.players.bots.rollout_bot`). One decision calls
        it thousands of times, so it follows a few rules and pushes no moves. It uses only data that the role may see. Where it
        returns None, the bot chooses by `estimate`, which is much slower.
        """
        return None

    def could_be(self, role: str, token: Token, container: Container) -> bool:
        """Whether a token hidden from ``role`` could lie in a container, as far as ``role`` knows; True by default.

        A constraint for `imagine`: a player who did not follow suit has no card of that suit.
        """
        return True

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """The likelihood, given the knowledge of ``role``, that another role or chance has made a hidden move; 0 for
        impossible, 1 by default.

        A likelihood for `imagine`. ``view`` is the last view of ``role``, with all earlier views as ``seen``, all events as
        ``told``, and the result of `suppose` as ``supposed``. This game is the imagined one, before the move. Moves of chance
        are also weighed by their probability.
        """
        return 1.0

    def suppose(self, role: str, view: Mapping[str, Any], rng: SeededRandom) -> Any:
        """A proposal for hidden data, sampled with ``rng`` once for each imagined game; None by default.

        Useful for `imagine` where data hidden early is revealed late, so that it is better sampled at once: the fleet of an
        enemy, the hands of others. `plausible` gets the result as ``view["supposed"]`` and prefers the moves that agree with
        it; the engine does not use it. ``view`` is that of `plausible`; this game has not begun.
        It is also called for the beginning of a history, which later samples share: ``view`` is then what the role knew at
        that time.
        `rondel.engine.chance.placement_sampler.pack` and `rondel.engine.chance.deal_sampler.allot` sample without bias.
        """
        return None
