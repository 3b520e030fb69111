"""Batches: many games of one class side by side, each with a row in arrays that several processes can share.

`rondel.adapters.vector` is made of batches, in its own process or in others (`rondel.adapters.batch_workers`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from rondel.extras import need

need("rl", "numpy", "gymnasium", "pettingzoo")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from rondel.adapters.desk import Desk, Observation  # noqa: E402
from rondel.adapters.gymnasium import Solo  # noqa: E402
from rondel.adapters.pettingzoo import Turns  # noqa: E402
from rondel.door import find, load, loaded_from  # noqa: E402
from rondel.engine.game import Game  # noqa: E402
from rondel.errors import RondelError  # noqa: E402

ALIGNMENT = 64
"""Bytes at whose multiples an array begins: a cache line, so that two processes never write the same one."""


class GameFault(RondelError):
    """The rules of one game of a batch raised, or the process that played it ended; the other games cannot go on either.

    The game can be played again: `rondel.adapters.desk.Desk.new` with ``seed``, then ``actions`` one by one.
    """

    code = "game_fault"

    def __init__(self, message: str, number: int, seed: int | str | None, actions: Sequence[int], record: str | None) -> None:
        super().__init__(message)
        self.number = number
        """The index of the game in the batch."""
        self.seed = seed
        """The seed of the game; None if none was given."""
        self.actions = tuple(actions)
        """The actions since the game began, the last one included."""
        self.record = record
        """The record of the game up to the fault, as JSON; None if its process ended."""


@dataclass(frozen=True)
class Plan:
    """What each game of a batch is made of. It can be sent to another process."""

    game: str | type[Game]
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    actions: str = "auto"
    most: int = 256
    illegal: str = "error"
    limit: int | None = None
    """The number of actions of an agent after which a game is truncated."""
    role: str | None = None
    """The learning role, if ``against`` names bots."""
    against: str | Mapping[str, str] | None = None
    """The bots of the other roles; None if every role is an agent."""

    def __getstate__(self) -> dict[str, Any]:
        """Names the file of a game that was loaded from one: another process has to load it itself."""
        kind = self.game if isinstance(self.game, type) else find(self.game)
        file = loaded_from(kind)
        return {**self.__dict__, "game": self.game if file is None else file.absolute()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        game = state["game"]
        self.__dict__.update({**state, "game": load(game) if isinstance(game, Path) else game})

    def desk(self) -> Desk:
        """A new desk for these games. Raises what `Desk` raises."""
        more: dict[str, Any] = {"actions": self.actions, "most": self.most, "illegal": self.illegal}
        return Desk(self.game, seats=self.seats, options=self.options, **more)

    def side(self, desk: Desk) -> Side:
        """One game at a desk. Raises what `rondel.adapters.gymnasium.env` raises."""
        if self.against is None:
            return _InTurn(Turns(desk, self.limit, None))
        return _OneRole(Solo(desk, self.role, self.against, self.limit, None))

    def seated(self, desk: Desk) -> int:
        """The number of rewards of a game."""
        return len(desk.roles) if self.against is None else 1


class Side(Protocol):
    """What agents see of one game."""

    ended: bool
    """Whether the game ended with the last action."""
    cut: bool
    """Whether the game was truncated with the last action."""
    seat: int
    """The seat of the agent that acts next."""

    def begin(self, seed: int | None) -> Observation:
        """Begins a game; without a ``seed`` the next one of the sequence."""
        ...

    def act(self, action: int) -> Observation:
        """Plays an action."""
        ...

    def rewards(self) -> Sequence[float]:
        """The rewards of the last action."""
        ...

    def record(self) -> str:
        """The record of the game in progress, as JSON."""
        ...


class Arrays:
    """One row for each game: what was seen, what is done, what came of it. All lie in one block of memory."""

    def __init__(self, desk: Desk, games: int, seated: int, memory: Any = None) -> None:
        size, count = desk.encoding.size, desk.numbering.count
        kinds: tuple[tuple[str, tuple[int, ...], type[np.generic]], ...] = (
            ("observation", (games, size), np.float32),
            ("mask", (games, count), np.int8),
            ("last_observation", (games, size), np.float32),
            ("action", (games,), np.int64),
            ("reward", (games, seated), np.float64),
            ("terminated", (games,), np.bool_),
            ("truncated", (games,), np.bool_),
            ("seat", (games,), np.int64),
        )
        places, end = [], 0
        for _name, shape, kind in kinds:
            places.append(end)
            end += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // ALIGNMENT) * ALIGNMENT
        self.bytes = end
        """The size of the block."""
        self._memory = bytearray(end) if memory is None else memory
        made = {
            name: np.frombuffer(self._memory, kind, int(np.prod(shape)), start).reshape(shape)
            for (name, shape, kind), start in zip(kinds, places, strict=True)
        }
        self.observation: NDArray[np.float32] = made["observation"]
        """What the next agent of each game sees: ``(games, size)``."""
        self.mask: NDArray[np.int8] = made["mask"]
        """Its legal action mask: ``(games, actions)``."""
        self.last_observation: NDArray[np.float32] = made["last_observation"]
        """What was seen at the end of a game that ended with the last action; else of an earlier one: ``(games, size)``."""
        self.action: NDArray[np.int64] = made["action"]
        """The actions to be played: ``(games,)``."""
        self.reward: NDArray[np.float64] = made["reward"]
        """The rewards of the last action: ``(games, seats)``."""
        self.terminated: NDArray[np.bool_] = made["terminated"]
        self.truncated: NDArray[np.bool_] = made["truncated"]
        self.seat: NDArray[np.int64] = made["seat"]
        """The seat of the agent that acts next: ``(games,)``."""


class Batch:
    """The games ``first`` to ``last - 1`` of some arrays, played in this process."""

    def __init__(self, plan: Plan, desk: Desk, arrays: Arrays, first: int, last: int) -> None:
        self.first = first
        self.arrays = arrays
        self.sides = [plan.side(desk) for _game in range(first, last)]
        self.playing = first
        """The index of the game that is played at this moment."""

    def reset(self, seeds: Sequence[int | None]) -> None:
        """Begins all games, each with its seed. Raises `GameFault` if rules raise."""
        for number, seed in enumerate(seeds):
            self.playing = self.first + number
            try:
                self._write(self.playing, self.sides[number], self.sides[number].begin(seed))
            except Exception as error:
                raise self._fault(error) from error

    def step(self) -> None:
        """Plays the action of each game. A game that ends begins anew at once. Raises `GameFault` if rules raise."""
        arrays, number = self.arrays, self.first
        try:
            for side, action in zip(self.sides, arrays.action[number : number + len(self.sides)].tolist(), strict=True):
                self.playing = number
                seen = side.act(action)
                arrays.reward[number] = side.rewards()
                arrays.terminated[number], arrays.truncated[number] = side.ended, side.cut
                if side.ended or side.cut:
                    arrays.last_observation[number] = seen["observation"]
                    seen = side.begin(None)
                self._write(number, side, seen)
                number += 1
        except Exception as error:
            raise self._fault(error) from error

    def _write(self, number: int, side: Side, seen: Observation) -> None:
        arrays = self.arrays
        arrays.observation[number] = seen["observation"]
        arrays.mask[number] = seen["action_mask"]
        arrays.seat[number] = side.seat

    def _fault(self, error: Exception) -> GameFault:
        number = self.playing
        try:
            record = self.sides[number - self.first].record()
        except Exception:  # noqa: BLE001 - rules that raise may leave nothing to be recorded; the first error is what counts
            record = None
        message = f"game {number} of the batch: {type(error).__name__}: {error}"
        return GameFault(message, number, None, (), record)


class _InTurn:
    """A game in which every role is an agent."""

    def __init__(self, env: Turns) -> None:
        self._env = env
        self._seats = {agent: seat for seat, agent in enumerate(env.possible_agents)}
        self._nothing = (0.0,) * len(env.possible_agents)
        self.ended = self.cut = False
        self.seat = 0

    def begin(self, seed: int | None) -> Observation:
        self._env.reset(seed=seed)
        return self._seen()

    def act(self, action: int) -> Observation:
        self._env.step(action)
        return self._seen()

    def _seen(self) -> Observation:
        seen, _reward, self.ended, self.cut, _info = self._env.last()
        self.seat = self._seats[self._env.agent_selection]
        return seen  # type: ignore[no-any-return]

    def rewards(self) -> Sequence[float]:
        if not self.ended:
            return self._nothing
        return [self._env.rewards[agent] for agent in self._env.possible_agents]

    def record(self) -> str:
        return _record(self._env.game)


class _OneRole:
    """A game in which one role is an agent, and bots play the others."""

    def __init__(self, env: Solo) -> None:
        self._env = env
        self._reward = 0.0
        self.ended = self.cut = False
        self.seat = env.desk.roles.index(env.role)

    def begin(self, seed: int | None) -> Observation:
        return self._env.reset(seed=seed)[0]

    def act(self, action: int) -> Observation:
        seen, self._reward, self.ended, self.cut, _info = self._env.step(action)
        return seen

    def rewards(self) -> Sequence[float]:
        return (self._reward,)

    def record(self) -> str:
        return _record(self._env.game)


def _record(game: Game) -> str:
    return json.dumps(game.record())
