"""Many games at once, in this process or in several: Gymnasium's vector environments, and batches of agents in turn.

    >>> from rondel.adapters import vector
    >>> envs = vector.env("tic_tac_toe", 4, against="random")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["observation"].shape, observations["action_mask"].shape
    ((4, 26), (4, 9))
    >>> for _step in range(20):
    ...     actions = observations["action_mask"].argmax(axis=1)  # the first legal one of each game
    ...     observations, rewards, terminated, truncated, infos = envs.step(actions)
    >>> envs.close()

A game that ends begins anew in the same step. With ``workers`` the games are played by that many processes, which
start like the program itself, so it keeps its own start below ``if __name__ == "__main__":``.

docs/learning.md describes observations and actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rondel.extras import need

need("rl", "gymnasium", "numpy", "pettingzoo")

import numpy as np  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from rondel.adapters.batch import Arrays, Batch, GameFault, Plan  # noqa: E402
from rondel.adapters.batch_workers import BatchWorkers  # noqa: E402
from rondel.adapters.desk import NO_GAME, Observation  # noqa: E402
from rondel.engine.game import Game  # noqa: E402
from rondel.errors import BadOption, GameOver, IllegalMove  # noqa: E402
from rondel.learning.action_space import MOST  # noqa: E402


def env(
    game: str | type[Game],
    num_envs: int = 1,
    *,
    workers: int = 0,
    role: str | None = None,
    against: str | Mapping[str, str] = "random",
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    actions: str = "auto",
    most: int = MOST,
    illegal: str = "error",
    max_steps: int | None = None,
    patience: float | None = None,
    copy: bool = True,
    **more: int | str | bool,
) -> Vector:
    """``num_envs`` games as Gymnasium's vector environment: one ``role`` learns, bots play the others.

    Each game is that of `rondel.adapters.gymnasium.env` with the same options and its seed: ``reset(seed=7)`` gives
    the games the seeds 7, 8, 9, and so on. ``workers`` is the number of further processes; 0 plays in this one. Workers that
    do not answer within ``patience`` seconds are a fault. Without ``copy`` a step overwrites the arrays of the one before.

    Raises `BadOption` for numbers that cannot be, and the errors of `rondel.adapters.gymnasium.env`.

    >>> from rondel.adapters import vector
    >>> envs = vector.env("tic_tac_toe", 3, role="o", against="greedy")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["action_mask"].sum(axis=1).tolist()
    [8, 8, 8]
    """
    plan = Plan(game, seats, {**(options or {}), **more}, actions, most, illegal, max_steps, role, against)
    return Vector(plan, num_envs, workers, patience, copy)


def turns(
    game: str | type[Game],
    num_envs: int = 1,
    *,
    workers: int = 0,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    actions: str = "auto",
    most: int = MOST,
    illegal: str = "error",
    max_cycles: int | None = None,
    patience: float | None = None,
    copy: bool = True,
    **more: int | str | bool,
) -> VectorTurns:
    """``num_envs`` games in which every role is an agent, for self-play: a row shows what the agent sees that acts next.

    ``seat`` names that agent by its index in ``possible_agents``; rewards have a column for each seat. Each game is that of
    `rondel.adapters.pettingzoo.env` with the same options and its seed. Other options as in `env`.

    >>> from rondel.adapters import vector
    >>> envs = vector.turns("tic_tac_toe", 2)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step([4, 0])
    >>> envs.seat.tolist(), rewards.shape
    ([1, 1], (2, 2))
    """
    plan = Plan(game, seats, {**(options or {}), **more}, actions, most, illegal, max_cycles)
    return VectorTurns(plan, num_envs, workers, patience, copy)


class _Games(VectorEnv[Any, Any, Any]):
    """The common part of both environments: the arrays, and who plays."""

    arrays: Arrays

    def __init__(self, plan: Plan, num_envs: int, workers: int, patience: float | None, copy: bool) -> None:
        _check("num_envs", num_envs, 1)
        _check("workers", workers, 0)
        if patience is not None and not patience > 0:
            raise BadOption(f"patience cannot be {patience!r}: it must be a number of seconds above 0, or None")
        self.desk = plan.desk()
        plan.side(self.desk)  # what cannot be is said here, and not by a worker
        self.num_envs = num_envs
        self.metadata = {"name": self.desk.kind.name, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = self.desk.observation_space()
        self.single_action_space = self.desk.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy, self._strict = copy, plan.illegal == "error"
        self._rows = np.arange(num_envs)
        self._seeds: list[int | str | None] = [None] * num_envs
        self._played: list[list[int]] = [[] for _game in range(num_envs)]
        self._begun = False
        self.games: Batch | BatchWorkers
        """Who plays: this process, or workers."""
        if workers == 0:
            self.arrays = Arrays(self.desk, num_envs, plan.seated(self.desk))
            self.games = Batch(plan, self.desk, self.arrays, 0, num_envs)
        else:
            self.games = BatchWorkers(plan, self.desk, num_envs, min(workers, num_envs), patience)
            self.arrays = self.games.arrays

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games anew. ``seed`` is that of the first game, and counts up for the others; or one for each game.

        Raises `BadOption` for another number of seeds, `GameOver` if the workers have ended, and `GameFault` if rules raise.
        """
        if isinstance(self.games, BatchWorkers) and self.games.closed:
            raise GameOver("the workers of these games have ended; make the environment anew")
        if seed is None:
            seeds: Sequence[int | None] = [None] * self.num_envs
        elif isinstance(seed, int | np.integer):
            seeds = [int(seed) + each for each in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise BadOption(f"{len(seeds)} seeds for {self.num_envs} games; give one for each, or the first one")
        for number, each in enumerate(seeds):
            self._note(number, each)
        self._begun = False
        self._run(self.games.reset, seeds)
        self._begun = True
        return self._observed(), {}

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the workers."""
        self._begun = False
        if isinstance(self.games, BatchWorkers):
            self.games.close()

    def _advance(self, actions: Sequence[int] | NDArray[Any]) -> dict[str, Any]:
        """Plays an action of each game. Returns the infos."""
        if not self._begun:
            raise GameOver(NO_GAME)
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise BadOption(f"actions of shape {chosen.shape} and type {chosen.dtype}; give {self.num_envs} whole numbers")
        if self._strict:
            self._refuse(chosen)
        arrays = self.arrays
        arrays.action[:] = chosen
        for played, action in zip(self._played, chosen.tolist(), strict=True):
            played.append(action)
        self._run(self.games.step)
        ended = arrays.terminated | arrays.truncated
        if not ended.any():
            return {}
        last = np.empty(self.num_envs, object)
        for number in np.flatnonzero(ended).tolist():
            self._note(number, None)
            nothing = np.zeros(self.desk.numbering.count, np.int8)
            last[number] = {"observation": arrays.last_observation[number].copy(), "action_mask": nothing}
        return {"final_obs": last, "_final_obs": ended, "final_info": {}, "_final_info": ended}

    def _refuse(self, chosen: NDArray[Any]) -> None:
        """Raises `IllegalMove` for the first illegal action, before any is played."""
        count = self.desk.numbering.count
        known = (chosen >= 0) & (chosen < count)
        legal = known & (self.arrays.mask[self._rows, np.where(known, chosen, 0)] == 1)
        if not legal.all():
            game = int(np.flatnonzero(~legal)[0])
            listed = np.flatnonzero(self.arrays.mask[game])
            more = ", ..." if len(listed) > 10 else ""
            raise IllegalMove(
                f"action {chosen[game]} is illegal in game {game}, and no action was played; legal by the action mask: "
                f"{', '.join(map(str, listed[:10]))}{more}"
            )

    def _note(self, number: int, seed: int | None) -> None:
        """Notes the beginning of a game, so that it can be played again."""
        self._played[number] = []
        before = self._seeds[number]
        if seed is not None or before is None:
            self._seeds[number] = seed
        else:
            given, _slash, games = str(before).partition("/")
            self._seeds[number] = f"{given}/{int(games or 0) + 1}"

    def _run(self, order: Any, *words: Any) -> None:
        try:
            order(*words)
        except GameFault as fault:
            self.close_extras()
            seed, played = self._seeds[fault.number], self._played[fault.number]
            told = f"{fault}; its seed is {seed!r}, its actions {played}"
            raise GameFault(told, fault.number, seed, played, fault.record) from fault.__cause__

    def _observed(self) -> Observation:
        return {"observation": self._out(self.arrays.observation), "action_mask": self._out(self.arrays.mask)}

    def _out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


class Vector(_Games):
    """One role's side of many games; made by `env`."""

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in each game, and what the bots answer. A game that ends begins anew; ``final_obs`` has its end.

        Raises `IllegalMove` for the first illegal action, unless ``illegal`` is set, and changes nothing; `GameFault` if
        rules raise or a worker ends.
        """
        infos = self._advance(actions)
        arrays = self.arrays
        return (
            self._observed(),
            self._out(arrays.reward[:, 0]),
            self._out(arrays.terminated),
            self._out(arrays.truncated),
            infos,
        )


class VectorTurns(_Games):
    """Many games of agents in turn; made by `turns`."""

    @property
    def possible_agents(self) -> list[str]:
        """The agents of a game by seat, named as in PettingZoo."""
        return [f"{role}_{number}" for number, role in enumerate(self.desk.roles)]

    @property
    def seat(self) -> NDArray[np.int64]:
        """The seat of the agent that acts next in each game: ``(num_envs,)``."""
        return self._out(self.arrays.seat)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action of the next agent of each game. Rewards are ``(num_envs, seats)``. Else as `Vector.step`."""
        infos = self._advance(actions)
        arrays = self.arrays
        return self._observed(), self._out(arrays.reward), self._out(arrays.terminated), self._out(arrays.truncated), infos


def _check(name: str, number: Any, least: int) -> None:
    if type(number) is not int or number < least:
        raise BadOption(f"{name} cannot be {number!r}: it must be a whole number from {least}")
