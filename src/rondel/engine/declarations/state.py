"""States: the nodes of the rules' state machine, as classes.

A state says who acts and what they are asked; its actions are functions hung on it with `on`. States hold nothing: one
instance serves all games. A state class is generic in its game, so that an author's editor and mypy know what ``game``
is.

| who acts | class |
| --- | --- |
| the current player | `ActivePlayer` |
| some or all players, in any order | `MultipleActivePlayers` |
| one of several players, each at a place of its own | `PrivateState` |
| nobody | `Automatic` |
| nobody, while cards are dealt | `Dealing` |
| chance | `ChanceState` |
| nobody any more | `GameEnd` |
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
"""The state a rule goes to: ``-> To[NextPlayer]``, ``-> To[PlayerTurn] | To[GameEnd]``. The graph is read from these, and a
rule that returns another state is refused. ``| str`` besides lets it return the names and labels of the same states."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[G]):
    """What all states share. Authors use its subclasses."""

    abstract: ClassVar[bool] = False
    """Whether it is no state of the game, but what those that extend it share: texts, hooks and actions. Written in its body;
    those that extend it are states again."""
    description: ClassVar[str] = ""
    """What is asked, for those who wait: ``_("{actplayer} must play a disc")``."""
    my_turn: ClassVar[str] = ""
    """The same for those who act: ``_("{you} must play a disc")``."""
    updates_progress: ClassVar[bool] = False
    """Whether ``game.measure()`` is taken on entering."""
    labels: ClassVar[Mapping[str, str]] = {}
    """What the transitions of ``enter`` are called, by the name of the state they lead to: for diagrams, errors, and to be
    returned. Without a label a transition is called by the rule that takes it."""

    def enter(self, game: G, /) -> type[State[Any]] | str | None:
        """What happens on entering, before anybody is asked; an automatic state returns where to go. Does nothing by
        default."""
        return None

    def args(self, game: G, role: str, /) -> dict[str, Any]:
        """What ``role`` may know about this state besides the position: JSON values, also for placeholders in the texts.

        Called after ``enter``, for each role and for ``"observer"``; it must not change anything. Empty by default.
        """
        return {}

    def zombie(self, game: G, role: str, /) -> str | None:
        """The move that is made for ``role`` while its player is absent: one of ``game.moves(role)``, as text. None, the
        default, is the state's `rondel.decline` action if it has one and it is legal, else a random move."""
        return None


Jump: TypeAlias = type[State[Any]] | str
"""What a rule returns that may go anywhere: ``-> Jump``. It names the state, or gives its class."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ActivePlayer(State[G]):
    """One player acts: the current player, ``game.player``. Every such state has at least one action.

    The current player does not change while the state is on: a rule that goes on to another player returns a state.
    """


@mypyc_attr(allow_interpreted_subclasses=True)
class MultipleActivePlayers(State[G]):
    """Several players act, in any order; ``game.actor`` is the one whose rule runs.

    Everybody in ``play_order`` does, unless ``enter`` says who: ``game.activate("north", "south")``. An ``enter`` that
    activates nobody returns where the game goes at once. An action returns where the game goes *when nobody is active any
    more*, and its player is done; or the state itself, and its player goes on.

    A state that defines ``first`` is the master of private states: everybody who becomes active begins where it says.
    """

    def first(self, game: G, role: str, /) -> type[State[Any]]:
        """The private state in which ``role`` begins: ``-> To[Pick]``. Only a master defines it."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class PrivateState(State[G]):
    """One of several players acts, while the others are elsewhere: reached from a master's ``first``.

    Its rules lead to other private states, each player on a way of its own; or to a state of the game, and then the
    player is done, and the last one takes the game there. Only ``my_turn`` is shown: for the others nobody is waited for
    by name.
    """


@mypyc_attr(allow_interpreted_subclasses=True)
class Automatic(State[G]):
    """Nobody acts: ``enter`` does what the rules say and returns the next state."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealing(Automatic[G]):
    """Nobody acts: cards are dealt. The state is entered again for each draw, so that each draw is a commit of its own, and no
    rule that runs again repeats the draws before it.

        class Deal(Dealing[Hearts]):
            def enter(self, game: Hearts) -> To[Deal] | To[Passing]:
                return self.deal(game, game.deck, game.hands) or Passing

    `deal` and `fill` draw one token and return the state itself; when there is nothing more to draw they return None.
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
        referee: Any = game  # every game in progress has the referee's methods, which are made above this room
        hand = hands[referee.player]
        if not len(pile) or (count is not None and len(hand) >= count):
            return None
        referee.draw(pile, hand)
        referee.next_player()
        return type(self)

    def fill(self, game: G, pile: Pile, to: Container | Iterable[Container], count: int, /) -> type[Self] | None:
        """Draw a token to the first of the containers that holds fewer than ``count``. Returns None when each holds as many or
        the pile is empty."""
        if is_a(to, Mapping):
            raise RulesError(
                "fill goes over containers, and a dict over its keys; write self.fill(game, pile, hands.values(), 5)"
            )
        containers: list[Container] = [to] if isinstance(to, Container) else list(to)
        for container in containers:
            if len(container) < count:
                if not len(pile):
                    return None
                referee: Any = game  # every game in progress has the referee's methods, which are made above this room
                referee.draw(pile, container)
                return type(self)
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class ChanceState(Automatic[G]):
    """Chance acts: one of the ``outcomes`` happens, and ``happens`` says what becomes of it."""

    def outcomes(self, game: G, /) -> Mapping[Any, int] | Sequence[Any]:
        """What may happen, each equally likely; or as likely as a mapping says: ``{"hit": 1, "miss": 5}``."""
        raise NotImplementedError

    def happens(self, game: G, outcome: Any, /) -> type[State[Any]] | str:
        """What follows from the outcome; returns the next state, ``-> To[NextPlayer]``."""
        raise NotImplementedError

    def enter(self, game: G, /) -> type[State[Any]] | str | None:
        """Ask chance."""
        referee: Any = game  # every game in progress has the referee's ``chance``, which is made above this room
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
    """The game is over. Return it from the last rule; do not extend it."""
