"""Desks: one game class laid out for learning: its games, what each role observes of them, and its moves by number.

All that the adapters share. A `Desk` knows nothing of the interfaces it serves; an environment of any of them is `AtDesk`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from rondel.extras import need

need("rl", "numpy", "gymnasium")

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
"""What an agent is shown: ``"observation"``, the numbers of its view, and ``"action_mask"``, which actions are legal."""

_zeros = np.zeros
_FLOAT: Final = np.dtype(np.float32)
_BYTE: Final = np.dtype(np.int8)

ILLEGAL: Final = ("error", "lose", "next")
MODES: Final = ("ansi",)
NO_GAME: Final = "no game is going on; reset() begins one"


class Desk:
    """How one game class is played by programs that learn.

    ``illegal`` says what an illegal action does: ``"error"`` raises `IllegalMove` and changes nothing; ``"lose"`` ends the
    game, -1 for who did it and 0 for the others; ``"next"`` is the next legal action by number instead, the first after the
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
            raise BadOption(f"illegal cannot be {illegal!r}: it is {', '.join(map(repr, ILLEGAL))}")
        self.kind = door.find(game) if isinstance(game, str) else game
        self.seats = seats
        self.options = dict(options or {})
        self.illegal = illegal
        first = self.kind(seats, 0, self.options, None, "explicit")  # nothing has been drawn in it yet
        self.roles = first.roles
        self.numbering = Numbering(first, actions, most)
        self.encoding = Encoding(first, self.numbering)
        facts = self.kind.facts
        self._draws = facts is None or facts.chance is not False
        # Looked up here once: it is done for every observation.
        self.legal = self.numbering.legal
        """What a role may do now in a game: see `Numbering.legal`."""
        self._look = self.encoding.look
        self._count, self._mark = self.numbering.count, self.numbering.mark
        self._sheet = np.zeros(self.encoding.size, _FLOAT)
        """Every observation is written here, and then copied: that takes less time than a new array each."""
        self._cells = self._sheet.data
        low, high = np.zeros(self.encoding.size, np.float32), np.zeros(self.encoding.size, np.float32)
        for each in self.encoding.features:
            low[each.start : each.start + each.size] = each.low
            high[each.start : each.start + each.size] = each.high
        self._bounds = low, high

    @property
    def features(self) -> list[Feature]:
        """What the numbers of an observation mean, block by block."""
        return self.encoding.features

    def new(self, seed: int | str | None, position: Mapping[str, Any] | None = None) -> Game:
        """A new game. Without a ``seed`` one comes from the operating system, if the game has use for it."""
        if seed is None and self._draws:
            return door.new(self.kind, seats=self.seats, options=self.options, position=position)
        return self.kind(self.seats, seed, self.options, position)

    def observation_space(self) -> spaces.Dict:
        """A new space of what an agent is shown."""
        return spaces.Dict(
            {
                "observation": spaces.Box(*self._bounds, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.numbering.count,), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        """A new space of what an agent may do."""
        return spaces.Discrete(self.numbering.count)

    def observe(self, game: Game, role: str, legal: Legal | None) -> Observation:
        """What a role is shown of a game; ``legal`` is what it may do now, None if it is not asked."""
        self._look(self._cells, game, role)
        if legal is None:
            mask = _zeros(self._count, _BYTE)
        elif legal.mask is None:
            mask = _zeros(self._count, _BYTE)
            self._mark(mask.data, legal.moves)
            if legal.kept:
                legal.mask = mask.copy()  # which is quicker than marking it again
        else:
            mask = legal.mask.copy()
        return {"observation": self._sheet.copy(), "action_mask": mask}

    def observe_view(self, view: Mapping[str, Any]) -> Observation:
        """The same as `observe` makes of the game, of a role's view as it comes over a wire."""
        mask = _zeros(self._count, _BYTE)
        if view["role"] in view["active"]:
            for place, move in enumerate(view["moves"]):
                mask[self.numbering.number(move["text"]) if self.numbering.fixed else place] = 1
        return {"observation": np.frombuffer(self.encoding.of_view(view), _FLOAT), "action_mask": mask}

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The blocks of an observation by name, each in its shape."""
        return {
            each.name: observation[each.start : each.start + each.size].reshape(each.shape) for each in self.encoding.features
        }

    def move(self, moves: Sequence[Move], action: Any, role: str) -> Move | None:
        """The legal move that an action means; None for an illegal one that loses. Raises `IllegalMove` as ``illegal`` says."""
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
            f"action {action!r}{meant} is illegal for {role} now; the mask of the observation says which are legal: "
            f"{', '.join(map(str, sorted(numbers)[:10]))}{', ...' if len(numbers) > 10 else ''}"
        )


class Begun:
    """An attribute of an environment that it has once a game has begun; whoever asks for it before is told so.

    Not a ``__getattr__``, with which every other attribute would take Python several times as long to find.
    """

    def __get__(self, env: object, kind: type[object]) -> Any:
        raise GameOver(NO_GAME)


class AtDesk:
    """What environments of all interfaces have: a desk, games of a limited length, and a table to be drawn."""

    game: Game = Begun()  # type: ignore[assignment]
    """The game that is played, once one has been begun: not for agents to look at."""

    def __init__(self, desk: Desk, what: str, limit: int | None, render_mode: str | None) -> None:
        if limit is not None and (type(limit) is not int or limit < 1):
            raise BadOption(f"{what} cannot be {limit!r}: it is a whole number from 1, or None")
        if render_mode is not None and render_mode not in MODES:
            raise BadOption(f"render_mode cannot be {render_mode!r}: it is 'ansi' or None")
        self.desk = desk
        self.render_mode = render_mode
        self._seeds = Seeds()

    @property
    def observation_features(self) -> list[Feature]:
        """What the numbers of an observation mean, block by block."""
        return self.desk.features

    @property
    def action_texts(self) -> tuple[str, ...]:
        """What each action means, where it always means the same; empty where it is a place in the list of legal moves."""
        return self.desk.numbering.texts

    def render(self) -> str | None:
        """The table as a watcher sees it, as text; nothing without a ``render_mode``."""
        return None if self.render_mode is None else str(Picture(self.game.scene()).draw(self.game.view(OBSERVER)))


class Seeds:
    """The seeds of one game after the other: the given one, then others that follow from it."""

    def __init__(self) -> None:
        self._given: int | None = None
        self._games = 0

    def next(self, seed: int | None) -> int | str | None:
        """The seed of the next game; None to ask the operating system, as long as none has been given."""
        if seed is not None:
            self._given, self._games = int(seed), 0
            return self._given
        self._games += 1
        return None if self._given is None else f"{self._given}/{self._games}"
