"""Steps of learning environments driven from Python, each with observation and mask; a unit is one action of an agent.

Games begin with ``reset`` and are played at random until all agents have left: the first action that the mask allows from a
random number on. The same lines of Python drive Rondel's environments and PettingZoo's own.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

from workloads.timing import repeat

BATCH = {"chess": 1, "chess.chess": 1}
"""Games between two looks at the clock; 20 by default."""


def of_rondel(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Steps of random games of Rondel."""
    from rondel.adapters import pettingzoo

    return _steps(pettingzoo.env(name), name, seconds)


def of_pettingzoo(name: str, way: str, seconds: float) -> tuple[int, float]:
    """Steps of random games of PettingZoo's classics, as their ``env()`` makes them."""
    return _steps(import_module(f"pettingzoo.classic.{name}").env(), name, seconds)


def _steps(env: Any, name: str, seconds: float) -> tuple[int, float]:
    rng = random.Random(1)

    def play() -> int:
        steps = 0
        for _game in range(BATCH.get(name, 20)):
            env.reset()
            for _agent in env.agent_iter():
                observation, _reward, termination, truncation, _info = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                mask = observation["action_mask"].tobytes()
                action = mask.find(1, int(rng.random() * len(mask)))
                env.step(action if action >= 0 else mask.find(1))
                steps += 1
        return steps

    return repeat(play, seconds)
