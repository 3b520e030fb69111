"""The rival style on the real engine: an action is a class with ``options`` and ``do``, and a state lists its actions.

A shim for docs/adr/0001-authoring-surface.md. The engine has no state in which several roles act, only `choose_each`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from rondel.engine import Game, State
from rondel.engine.components.move import Move
from rondel.engine.declarations import action, state
from rondel.engine.play.choice import inquire
from rondel.engine.play.running.question import Question

G = TypeVar("G", bound=Game)
A = TypeVar("A")


class Action(ABC, Generic[G, A]):
    """One kind of move, with one part. Its name in moves is the class's: ``PlayDisc`` is ``play_disc(d3)``."""

    text: ClassVar[str]
    logged: ClassVar[bool] = True

    @abstractmethod
    def options(self, game: G, /) -> Iterable[A]: ...

    @abstractmethod
    def do(self, game: G, part: A, /) -> type[State[Any]]: ...

    def wanted(self, game: G, /) -> bool:
        """In a `SeveralActive` state: whether the game waits for ``game.actor`` to do this."""
        return True


def hang(kind: type[State[Any]], actions: Sequence[Action[Any, Any]]) -> list[action.Action]:
    for each in actions:
        made: action.OnePart[Any, Any] = action.OnePart(kind, each.text, each.logged, False, {}, each.do)
        made.name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(each).__name__).lower()
        made.options(each.options)
    if "actions" in vars(kind):
        del kind.actions  # type: ignore[attr-defined]  # The check knows no such attribute of a state.
    return action.ACTIONS.setdefault(kind, [])


class ActivePlayer(state.ActivePlayer[G]):
    """One player acts, by one of the listed actions."""

    actions: Sequence[Action[G, Any]] = ()

    def __init_subclass__(cls) -> None:
        hang(cls, cls.actions)


class SeveralActive(state.Automatic[G]):
    """Several roles act, in any order; each answer is a rule of its own."""

    actions: Sequence[Action[G, Any]] = ()

    def __init_subclass__(cls) -> None:
        listed, made = cls.actions, hang(cls, cls.actions)
        del action.ACTIONS[cls]  # The engine knows no such state: its question is asked on entering.

        def enter(self: State[Any], game: Any) -> Any:
            moves: dict[str, list[Move]] = {}
            waiting: list[str] = []
            for role in game.roles:
                game._machine.actor = role
                moves[role] = [move for each in made for move in each.moves(game, role)]
                waiting += [role for each in listed[:1] if each.wanted(game)]
            who, text = inquire(game._machine, lambda: Question(cls.my_turn, moves, tuple(waiting)), "")
            game._machine.actor = who
            chosen = next(each for each in moves[who] if each.text == text)
            return next(each for each in made if each.name == chosen.action).run(game, chosen.args)

        enter.__annotations__["return"] = " | ".join(each.do.__annotations__["return"] for each in listed)
        cls.enter = enter  # type: ignore[method-assign]
