"""Desks: one game class prepared for learning: its games, its observations, and its actions by number.

A `Desk` is shared by the adapters and independent of their interfaces; an environment of any of them is `AtDesk`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from rondel.engine.components.move import one_by_one
from rondel.extras import need

need("rl", "numpy", "gymnasium", "rich")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from rondel import door  # noqa: E402
from rondel.engine.components.move import Move  # noqa: E402
from rondel.engine.game import Game  # noqa: E402
from rondel.engine.visibility import OBSERVER  # noqa: E402
from rondel.errors import BadOption, GameOver, IllegalMove  # noqa: E402
from rondel.learning.action_space import MOST, Legal, Numbering  # noqa: E402
from rondel.learning.encoding import Encoding  # noqa: E402
from rondel.learning.features import Feature  # noqa: E402
from rondel.players.terminal.picture import Picture  # noqa: E402

Observation: TypeAlias = dict[str, NDArray[Any]]
"""An agent's observation: ``"observation"``, the encoded view, and ``"action_mask"``, the legal action mask."""

_zeros = np.zeros
_FLOAT: Final = np.dtype(np.float32)
_BYTE: Final = np.dtype(np.int8)

ILLEGAL: Final = ("error", "lose", "next")
MODES: Final = ("ansi",)
NO_GAME: Final = "no game in progress; call reset() to begin one"


class Desk:
    """Observations and actions of one game class, for learning programs.

    ``illegal`` sets the effect of an illegal action: ``"error"`` raises `IllegalMove` and changes nothing; ``"lose"`` ends the
    game with -1 for the agent and 0 for the others; ``"next"`` plays the next legal action by number, the first after the
    last.

    Raises `UnknownGame`, `BadOption`, and `DefinitionError` for rules that cannot work.
    """

    def __init__(
        self,
        game: str | type[Game],
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        actions: str = "auto",
        most: int = MOST,
        illegal: str = "error",
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal cannot be {illegal!r}: it must be one of {', '.join(map(repr, ILLEGAL))}")
        self.kind = door.find(game) if isinstance(game, str) else game
        self.seats = seats
        self.options = dict(options or {})
        self.illegal = illegal
        first = self.kind(seats, 0, self.options, None, "explicit")  # chance has not drawn yet
        self.roles = first.roles
        self.numbering = Numbering(first, actions, most)
        self.encoding = Encoding(first, self.numbering)
        facts = self.kind.facts
        self._draws = facts is None or facts.chance is not False
        # Bound once, since every observation calls it.
        self.legal = self.numbering.legal
        """The legal moves of a role: see `Numbering.legal`."""
        self._look = self.encoding.look
        self._count, self._mark = self.numbering.count, self.numbering.mark
        self._sheet = np.zeros(self.encoding.size, _FLOAT)
        """The buffer in which every observation is written before it is copied, which is faster than a new array each."""
        self._cells = self._sheet.data
        low, high = np.zeros(self.encoding.size, np.float32), np.zeros(self.encoding.size, np.float32)
        for each in self.encoding.features:
            low[each.start : each.start + each.size] = each.low
            high[each.start : each.start + each.size] = each.high
        self._bounds = low, high

    @property
    def features(self) -> list[Feature]:
        """The features of an observation, block by block."""
        return self.encoding.features

    def new(self, seed: int | str | None, position: Mapping[str, Any] | None = None) -> Game:
        """A new game. Without a ``seed`` one comes from the operating system, if the game uses chance."""
        if seed is None and self._draws:
            return door.new(self.kind, seats=self.seats, options=self.options, position=position)
        return self.kind(self.seats, seed, self.options, position)

    def observation_space(self) -> spaces.Dict:
        """A new observation space."""
        return spaces.Dict(
            {
                "observation": spaces.Box(*self._bounds, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.numbering.count,), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        """A new action space."""
        return spaces.Discrete(self.numbering.count)

    def observe(self, game: Game, role: str, legal: Legal | None) -> Observation:
        """The observation of a role; ``legal`` holds its legal moves, None if the role is not active."""
        self._look(self._cells, game, role)
        if legal is None:
            mask = _zeros(self._count, _BYTE)
        elif legal.mask is None:
            mask = _zeros(self._count, _BYTE)
            self._mark(mask.data, legal.moves)
            if legal.kept:
                legal.mask = mask.copy()  # which is faster than marking it again
        else:
            mask = legal.mask.copy()
        return {"observation": self._sheet.copy(), "action_mask": mask}

    def observe_view(self, view: Mapping[str, Any]) -> Observation:
        """As `observe`, from a role's view in JSON."""
        mask = _zeros(self._count, _BYTE)
        if view["role"] in view["active"]:
            for place, move in enumerate(one_by_one(view["moves"])):
                mask[self.numbering.number(move["text"]) if self.numbering.fixed else place] = 1
        return {"observation": np.frombuffer(self.encoding.of_view(view), _FLOAT), "action_mask": mask}

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The blocks of an observation by name, each in its shape."""
        return {
            each.name: observation[each.start : each.start + each.size].reshape(each.shape) for each in self.encoding.features
        }

    def move(self, moves: Sequence[Move], action: Any, role: str) -> Move | None:
        """The legal move of an action; None for an illegal one that loses. Raises `IllegalMove` depending on ``illegal``."""
        try:
            number = int(action)
        except (TypeError, ValueError):
            number = -1
        found = self.numbering.find(moves, number)
        if found is not None or self.illegal == "lose":
            return found
        numbers = self.numbering.numbers(moves)
        if self.illegal == "next":
            later = [each for each in numbers if each > number]
            return moves[numbers.index(min(later or numbers))]
        meant = f", {self.numbering.texts[number]}," if self.numbering.fixed and 0 <= number < self.numbering.count else ""
        raise IllegalMove(
            f"action {action!r}{meant} is illegal for {role} now; legal by the action mask: "
            f"{', '.join(map(str, sorted(numbers)[:10]))}{', ...' if len(numbers) > 10 else ''}"
        )


class Begun:
    """An attribute of an environment that exists once a game has begun; reading it earlier raises `GameOver`.

    A ``__getattr__`` would do the same, but would slow down every other attribute several times.
    """

    def __get__(self, env: object, kind: type[object]) -> Any:
        raise GameOver(NO_GAME)


class AtDesk:
    """The common parts of all environments: a desk, games of a limited length, and a drawing of the table."""

    game: Game = Begun()  # type: ignore[assignment]
    """The game in progress; not for agents to read."""

    def __init__(self, desk: Desk, what: str, limit: int | None, render_mode: str | None) -> None:
        if limit is not None and (type(limit) is not int or limit < 1):
            raise BadOption(f"{what} cannot be {limit!r}: it must be a whole number from 1, or None")
        if render_mode is not None and render_mode not in MODES:
            raise BadOption(f"render_mode cannot be {render_mode!r}: it must be 'ansi' or None")
        self.desk = desk
        self.render_mode = render_mode
        self._seeds = Seeds()

    @property
    def observation_features(self) -> list[Feature]:
        """The features of an observation, block by block."""
        return self.desk.features

    @property
    def action_texts(self) -> tuple[str, ...]:
        """The text of each action with a fixed numbering; empty with a numbering by list."""
        return self.desk.numbering.texts

    def render(self) -> str | None:
        """The table as an observer sees it, as text; None without a ``render_mode``."""
        return None if self.render_mode is None else str(Picture(self.game.scene()).draw(self.game.view(OBSERVER)))


class Seeds:
    """The seeds of successive games: the given one, then others derived from it."""

    def __init__(self) -> None:
        self._given: int | None = None
        self._games = 0

    def next(self, seed: int | None) -> int | str | None:
        """The seed of the next game; None to use the operating system's, before any was given."""
        if seed is not None:
            self._given, self._games = int(seed), 0
            return self._given
        self._games += 1
        return None if self._given is None else f"{self._given}/{self._games}"
