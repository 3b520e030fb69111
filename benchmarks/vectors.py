"""Many games at once: steps a second of `rondel.adapters.vector` and of Gymnasium's AsyncVectorEnv over PettingZoo's classics.

    python benchmarks/vectors.py [--games 64] [--seconds 3] [--rounds 5]

Each side plays the same number of games at once, all roles at random by the mask, with observation and mask of who acts next; a
unit is one action. The sides take turns, and the ratios are those of their medians, with the smallest and the largest round.

Actions are also counted by the processor time of all processes of a side, this one included. That does not depend on what else
runs on the machine; what workers gain by the clock does.
"""

from __future__ import annotations

import argparse
import os
import time
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from server_moves import cpu_seconds

from rondel.adapters import vector

PAIRS = (("tic_tac_toe", "tictactoe_v3"), ("connect_four", "connect_four_v3"))
WORKERS = 2


class InTurn(gymnasium.Env[Any, Any]):
    """A game of PettingZoo in which every agent is played from outside, as AsyncVectorEnv needs it."""

    def __init__(self, name: str) -> None:
        self._env = import_module(f"pettingzoo.classic.{name}").raw_env()
        first = self._env.possible_agents[0]
        self.observation_space = self._env.observation_space(first)
        self.action_space = self._env.action_space(first)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._env.reset(seed=seed)
        return self._env.last()[0], {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._env.step(int(action))
        seen, reward, ended, cut, _info = self._env.last()
        return seen, reward, ended, cut, {}


def pettingzoo(name: str, games: int) -> Any:
    """PettingZoo's game, one process for each."""
    same_step = gymnasium.vector.AutoresetMode.SAME_STEP
    return gymnasium.vector.AsyncVectorEnv([lambda: InTurn(name)] * games, autoreset_mode=same_step)


class Rate(NamedTuple):
    """Actions of one round."""

    per_second: float
    per_cpu_second: float


def rate(envs: Any, games: int, seconds: float) -> Rate:
    """Play for the given seconds. The other contestants are idle meanwhile, so the processor time is that of this one."""
    rng = np.random.default_rng(1)
    seen, _infos = envs.reset(seed=1)
    steps, used, begun = 0, cpu_seconds(os.getpid()), time.perf_counter()
    while time.perf_counter() < begun + seconds:
        for _step in range(10):
            actions = (rng.random(seen["action_mask"].shape) * seen["action_mask"]).argmax(axis=1)
            seen, *_more = envs.step(actions)
        steps += 10 * games
    lasted, used = time.perf_counter() - begun, cpu_seconds(os.getpid()) - used
    return Rate(steps / lasted, steps / used)


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    typed = parser.parse_args()
    print(f"{typed.games} games at once; actions a second: median of {typed.rounds} rounds of {typed.seconds:g} s, range\n")
    for ours, theirs in PAIRS:
        made = {
            "one process": vector.turns(ours, typed.games),
            f"{WORKERS} workers": vector.turns(ours, typed.games, workers=WORKERS),
            "AsyncVectorEnv": pettingzoo(theirs, typed.games),
        }
        rates: dict[str, list[Rate]] = {name: [] for name in made}
        for _round in range(typed.rounds):
            for name, envs in made.items():
                rates[name].append(rate(envs, typed.games, typed.seconds))
        for envs in made.values():
            envs.close()
        for name, found in rates.items():
            by_clock, by_processor = zip(*found, strict=True)
            spread = f"({min(by_clock):,.0f}-{max(by_clock):,.0f})"
            print(f"{ours:14} {name:16} {median(by_clock):10,.0f}  {spread:20} {median(by_processor):10,.0f} per CPU-second")
        for way, number in (("by the clock", 0), ("by processor time", 1)):
            one, several, other = (median([each[number] for each in found]) for found in rates.values())
            compared = f"{several / one:.2f} times one process, {max(one, several) / other:.1f} times AsyncVectorEnv"
            print(f"{ours:14} {WORKERS} workers {compared}, {way}")
        print()


if __name__ == "__main__":
    main()
