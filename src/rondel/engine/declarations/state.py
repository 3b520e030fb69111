"""States: the nodes of the rules' state machine, as classes.

A state defines the active roles and the texts they are shown; `on` adds its actions. States hold no data: one instance serves
all games. A state class is generic in its game, so that editors and mypy know the type of ``game``.

| active | class |
| --- | --- |
| the current player | `ActivePlayer` |
| some or all players, in any order | `MultipleActivePlayers` |
| one of several players, each in a state of its own | `PrivateState` |
| nobody | `Automatic` |
| nobody, while cards are dealt | `Dealing` |
| chance | `ChanceState` |
| nobody, the game is over | `GameEnd` |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.container import Container
from rondel.engine.components.pile import Pile
from rondel.errors import RulesError, is_a, quoted

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

G = TypeVar("G", bound="Definition")
S = TypeVar("S", bound="State[Any]")

To: TypeAlias = type[S]
"""The target state of a rule: ``-> To[NextPlayer]``, ``-> To[PlayerTurn] | To[GameEnd]``. The state graph is read from these
annotations, and a rule that returns another state is refused. ``| str`` allows the names and labels of the same states.

>>> def enter(game: Any) -> To[ActivePlayer[Any]] | To[GameEnd]:
...     return GameEnd
>>> enter(None).__name__
'GameEnd'
"""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[G]):
    """The base of all states. Authors use its subclasses."""

    abstract: ClassVar[bool] = False
    """Whether the class is only a base with the texts, hooks and actions of other states. Not inherited: its subclasses are
    states."""
    description: ClassVar[str] = ""
    """The text for roles that wait: ``_("{actplayer} must play a disc")``."""
    my_turn: ClassVar[str] = ""
    """The text for active roles: ``_("{you} must play a disc")``."""
    updates_progress: ClassVar[bool] = False
    """Whether entering the state measures the progress with ``game.measure()``."""
    labels: ClassVar[Mapping[str, str]] = {}
    """The labels of the transitions of ``enter``, by the name of the target state, for diagrams, errors and return values. The
    default label of a transition is the name of its rule."""

    def enter(self, game: G, /) -> type[State[Any]] | str | None:
        """Runs on entering, before any question; an automatic state returns the next state. Does nothing by default."""
        return None

    def args(self, game: G, role: str, /) -> dict[str, Any]:
        """Data about this state for ``role``, besides the position: JSON values, also for placeholders in the texts.

        Called after ``enter``, for each role and for ``"observer"``; it must not change the position. Empty by default.
        """
        return {}

    def zombie(self, game: G, role: str, /) -> str | None:
        """The move of ``role`` while its player is absent: one of ``game.moves(role)``, as text. None, the default, means the
        state's `rondel.decline` action if it has one and it is legal, otherwise a random move."""
        return None


Jump: TypeAlias = type[State[Any]] | str
"""The return type of a rule that may go to any state: ``-> Jump``. It returns the name of the state, or its class.

>>> def back(game: Any) -> Jump:
...     return "PlayerTurn"
>>> back(None)
'PlayerTurn'
"""


@mypyc_attr(allow_interpreted_subclasses=True)
class ActivePlayer(State[G]):
    """One player acts: the current player, ``game.player``. Every such state has at least one action.

    The current player does not change within the state: a rule that changes the player returns a state.

    >>> from rondel.shelf.tic_tac_toe import PlayerTurn, TicTacToe
    >>> game = TicTacToe()
    >>> issubclass(PlayerTurn, ActivePlayer), game.state, game.active
    (True, 'PlayerTurn', ('x',))
    """


@mypyc_attr(allow_interpreted_subclasses=True)
class MultipleActivePlayers(State[G]):
    """Several players act, in any order; ``game.actor`` is the one whose rule runs.

    By default every role in ``play_order`` is active; ``enter`` may choose others: ``game.activate("north", "south")``. An
    ``enter`` that activates nobody returns the next state. An action returns the state that follows *when no role is active any
    more*, and its player is done; or this state, and its player continues.

    A state that defines ``first`` is the master of private states: each active role begins in the state that ``first`` returns.

    >>> from rondel.shelf.battleship import Battleship
    >>> game = Battleship(seed=1)
    >>> game.state, game.active
    ('Placing', ('red', 'blue'))
    """

    def first(self, game: G, role: str, /) -> type[State[Any]]:
        """The private state in which ``role`` begins: ``-> To[Pick]``. Only a master defines it."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class PrivateState(State[G]):
    """A state of one of several active players, reached from a master's ``first``; the others are in states of their own.

    Its rules lead to other private states of the same player; or to a state of the game, and then the player is done, and the
    last player takes the game there. Only ``my_turn`` is shown: the texts for the other roles do not name the player.

    >>> from rondel.shelf.battleship import Battleship
    >>> game = Battleship(seed=1)
    >>> game.private_state(game.active[0])
    'PlaceShip'
    """


@mypyc_attr(allow_interpreted_subclasses=True)
class Automatic(State[G]):
    """Nobody acts: ``enter`` carries out a step of the rules and returns the next state.

    >>> from rondel.shelf.reversi import NextPlayer, Reversi
    >>> game = Reversi()
    >>> game.push(game.moves()[0])  # enters NextPlayer, which returns PlayerTurn
    >>> issubclass(NextPlayer, Automatic), game.state
    (True, 'PlayerTurn')
    """


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealing(Automatic[G]):
    """Nobody acts: cards are dealt. The state is entered again for each draw, so that each draw is a commit point, and a rule
    that runs again does not repeat earlier draws.

        class Deal(Dealing[Hearts]):
            def enter(self, game: Hearts) -> To[Deal] | To[Passing]:
                return self.deal(game, game.deck, game.hands) or Passing

    `deal` and `fill` draw one token and return the state itself; when there is nothing more to draw they return None.

    >>> from rondel.shelf.seed_swap import SeedSwap
    >>> game = SeedSwap(seed=1)  # it has dealt
    >>> game.state, len(set(map(len, game.hand.values())))
    ('Farm', 1)
    """

    def deal(self, game: G, pile: Pile, hands: Mapping[str, Container], count: int | None = None, /) -> type[Self] | None:
        """Draw a token to the hand of the current player, who then goes to the end of the queue. Returns None when that hand
        holds ``count`` or the pile is empty.

        ``hands`` has a container for each role, as `Game.each` makes them.
        """
        if not is_a(hands, Mapping):
            raise RulesError(
                f"deal takes the hands by role and not {quoted(hands)}: self.deal(game, game.deck, game.hands), with "
                'game.hands = self.each(Hand, "hand", visible_to=OWNER)'
            )
        referee: Any = game  # the methods of a game in progress are defined in a higher room
        hand = hands[referee.player]
        if not len(pile) or (count is not None and len(hand) >= count):
            return None
        referee.draw(pile, hand)
        referee.next_player()
        return type(self)

    def fill(self, game: G, pile: Pile, to: Container | Iterable[Container], count: int, /) -> type[Self] | None:
        """Draw a token to the first of the containers with fewer than ``count`` tokens. Returns None if there is none, or the
        pile is empty."""
        if is_a(to, Mapping):
            raise RulesError(
                "fill goes over containers, and a dict over its keys; write self.fill(game, pile, hands.values(), 5)"
            )
        containers: list[Container] = [to] if isinstance(to, Container) else list(to)
        for container in containers:
            if len(container) < count:
                if not len(pile):
                    return None
                referee: Any = game  # the methods of a game in progress are defined in a higher room
                referee.draw(pile, container)
                return type(self)
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class ChanceState(Automatic[G]):
    """Chance acts: it chooses one of the ``outcomes``, and ``happens`` carries it out.

    >>> class Weather(ChanceState[Any]):
    ...     def outcomes(self, game: Any) -> dict[str, int]:
    ...         return {"sun": 3, "rain": 1}
    ...     def happens(self, game: Any, outcome: str) -> To[GameEnd]:
    ...         return GameEnd
    >>> Weather().outcomes(None)
    {'sun': 3, 'rain': 1}
    """

    def outcomes(self, game: G, /) -> Mapping[Any, int] | Sequence[Any]:
        """The possible outcomes, equally likely; or a mapping of outcomes to weights: ``{"hit": 1, "miss": 5}``."""
        raise NotImplementedError

    def happens(self, game: G, outcome: Any, /) -> type[State[Any]] | str:
        """Carry out the outcome; returns the next state, ``-> To[NextPlayer]``."""
        raise NotImplementedError

    def enter(self, game: G, /) -> type[State[Any]] | str | None:
        """Ask chance."""
        referee: Any = game  # the methods of a game in progress are defined in a higher room
        found: Any = self.outcomes(game)  # see `is_a`
        where = f"'outcomes' of state {type(self).__name__!r}"
        if not isinstance(found, Mapping | Sequence) or not found:
            raise RulesError(
                f"{where} returned {quoted(found)}; return what may happen, at least one: a list, or a dict of weights"
            )
        if not isinstance(found, Mapping):
            return self.happens(game, referee.chance(found))
        weights = list(found.values())
        if not any(weights) or [each for each in weights if type(each) is not int or each < 0]:
            raise RulesError(
                f"{where} returned the weights {quoted(weights)}; they are whole numbers of at least 0, and not all 0"
            )
        return self.happens(game, referee.chance(list(found), weights))


@mypyc_attr(allow_interpreted_subclasses=True)
class GameEnd(State[Any]):
    """The game is over. Return it from the last rule; do not extend it.

    >>> import rondel
    >>> game = rondel.new("stones", seed=1)
    >>> while not game.is_over:
    ...     game.push(game.moves()[0])
    >>> game.state
    'GameEnd'
    """
