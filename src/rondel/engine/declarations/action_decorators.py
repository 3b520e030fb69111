"""The decorators that make actions of functions: `on`, and `decline` for the action by which a player passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, overload

from rondel.engine.declarations.action import (
    KINDS,
    Action,
    OnePart,
    Plain,
    Says,
    ThreeParts,
    TwoParts,
    parameters,
    part_count,
)
from rondel.engine.declarations.state import Jump, State
from rondel.errors import RulesError, quoted

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

G = TypeVar("G", bound="Definition")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")

OWN: Final = __name__.removesuffix("action_decorators") + "state"
"""The module of the engine's own kinds of state."""


class _On(Generic[G]):
    """The decorator that `on` returns."""

    def __init__(
        self, state: type[State[G]], message: str, logged: bool, out_of_turn: bool, labels: Mapping[str, str], says: Says
    ) -> None:
        self._state = state
        self._message = message
        self._logged = logged
        self._out_of_turn = out_of_turn
        self._labels = labels
        self._says = says

    @overload
    def __call__(self, function: Callable[[G], Jump]) -> Plain[G]: ...
    @overload
    def __call__(self, function: Callable[[G, A], Jump]) -> OnePart[G, A]: ...
    @overload
    def __call__(self, function: Callable[[G, A, B], Jump]) -> TwoParts[G, A, B]: ...
    @overload
    def __call__(self, function: Callable[[G, A, B, C], Jump]) -> ThreeParts[G, A, B, C]: ...
    def __call__(self, function: Callable[..., Any]) -> Any:
        given: Any = function
        if isinstance(given, Action):
            raise RulesError(
                f"action {given.name!r} hangs on {given.state.__name__} already; write another function for "
                f"{self._state.__name__}"
            )
        if isinstance(given, type) or not callable(given):
            shown = given.__name__ if isinstance(given, type) else quoted(given)
            raise RulesError(
                f"@on({self._state.__name__}, ...) decorates {shown}; put it before the function that is the action"
            )
        kind = KINDS[part_count(function)]
        return kind(self._state, self._message, self._logged, self._out_of_turn, self._labels, function, self._says)


def on(
    state: type[State[G]],
    message: str = "",
    *,
    says: Says = "",
    logged: bool = True,
    out_of_turn: bool = False,
    labels: Mapping[str, str] | None = None,
) -> _On[G]:
    """Decorates a function: makes it an action of ``state``, with ``message`` as its description and log entry.

    An action of a base belongs to all states that extend it; there ``To[Base]`` means the present state.

    ``message`` may use ``{actplayer}``, ``{you}`` and the names of the function's parts. ``says`` is the move in a few words,
    for a button and to confirm it: ``_("Roll again")``, or with the parts, ``_("Bet {chips}")``; or a function of the game and
    the parts that returns them, called only for moves that a page shows. With ``logged=False`` the
    rules write their own log. With ``out_of_turn=True`` roles that are not active may use it as well; ``game.actor`` is the
    role that does. ``labels`` rename its transitions: ``{"GameEnd": "last"}``.

    Raises `RulesError` if ``state`` is not a state class of a game, or without a message: it describes the move even if it is
    not logged.

    >>> from rondel import ActivePlayer, GameEnd, To
    >>> class Turn(ActivePlayer[Any]):
    ...     description, my_turn = "{actplayer} must bid", "{you} must bid"
    >>> @on(Turn, "{actplayer} bids {amount}")
    ... def bid(game: Any, amount: int) -> To[GameEnd]:
    ...     return GameEnd
    >>> @bid.options
    ... def amounts(game: Any) -> range:
    ...     return range(1, 6)
    >>> bid
    <Action bid of Turn>
    """
    kind: Any = state  # see `is_a`
    if not isinstance(kind, type) or not issubclass(kind, State) or getattr(kind, "__module__", "") == OWN:
        name = kind.__name__ if isinstance(kind, type) else repr(kind)
        raise RulesError(f"an action cannot hang on {name}; give a state class of your own, @on(PlayerTurn, ...)")
    example = f'@on({kind.__name__}, _("{{actplayer}} plays"))'
    text: Any = message
    if not isinstance(text, str) or not text:
        what = quoted(text) if text else "no message"
        raise RulesError(
            f"an action of {kind.__name__} has {what} where its message belongs, by which it is described: {example}"
        )
    names: Any = labels
    if names is not None and not isinstance(names, Mapping):
        raise RulesError(
            f"an action of {kind.__name__} has the labels {quoted(names)}; they are a dict that says what the way to a "
            'state is called: {"GameEnd": "last"}'
        )
    return _On(state, message, logged, out_of_turn, labels or {}, says)


class _Decline(Generic[G]):
    """The decorator that `decline` returns; for functions without parts."""

    def __init__(self, on: _On[G]) -> None:
        self._on = on

    def __call__(self, function: Callable[[G], Jump]) -> Plain[G]:
        given: Any = function  # see `is_a`
        if callable(given) and not isinstance(given, Action | type) and len(parameters(given)) != 1:
            raise RulesError(
                f"action {given.__name__!r} has parts, and who declines chooses nothing; write @on(...) instead, and name "
                "the move of an absent player in the state's 'zombie'"
            )
        action = self._on(function)
        action.declines = True
        return action


def decline(
    state: type[State[G]],
    message: str = "",
    *,
    says: Says = "",
    logged: bool = True,
    labels: Mapping[str, str] | None = None,
) -> _Decline[G]:
    """Decorates a function: makes it an action of ``state``, as `on` does, by which a player passes. It is the move of an
    absent player, unless the state's ``zombie`` returns another or it is not legal.

        @decline(Land, _("{actplayer} lays no more"))
        def lay_nothing(game: HarvestWheel) -> To[NextTurn]:
            return NextTurn

    It has no parts. A state has at most one.

    >>> from rondel import ActivePlayer, GameEnd, To
    >>> class Turn(ActivePlayer[Any]):
    ...     description, my_turn = "{actplayer} may bid", "{you} may bid"
    >>> @decline(Turn, "{actplayer} passes")
    ... def skip(game: Any) -> To[GameEnd]:
    ...     return GameEnd
    >>> skip.declines
    True
    """
    return _Decline(on(state, message, says=says, logged=logged, labels=labels))
