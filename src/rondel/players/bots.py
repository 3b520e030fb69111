"""Bots by name: ``"random"``, ``"greedy"``, ``"mcts"``, with a budget where one makes sense: ``"mcts:500"``, ``"mcts:2s"``."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import Final

from rondel.errors import RondelError
from rondel.players.greedy_bot import GreedyBot
from rondel.players.mcts_bot import MctsBot
from rondel.players.player import Budget, Player
from rondel.players.random_bot import RandomBot


class UnknownBot(RondelError):
    """No bot is called that, or its budget is none."""

    code = "unknown_bot"


def _random(budget: Budget, seed: int | None) -> Player:
    return RandomBot(seed=seed)


def _greedy(budget: Budget, seed: int | None) -> Player:
    return GreedyBot(seed=seed)


def _mcts(budget: Budget, seed: int | None) -> Player:
    return MctsBot(budget=budget, seed=seed)


BOTS: Final[dict[str, Callable[[Budget, int | None], Player]]] = {"random": _random, "greedy": _greedy, "mcts": _mcts}
"""How each bot is made from a budget and a seed."""

SEARCHERS: Final = ("mcts",)
"""Those who can use a budget."""


def bot(spec: str, *, seed: int | None = None) -> Player:
    """The bot of that name. ``"mcts:500"`` searches 500 simulations for each move, ``"mcts:2s"`` two seconds.

    Raises `UnknownBot` saying what is known.

    >>> type(bot("mcts:500")).__name__
    'MctsBot'
    >>> bot("mtcs")
    Traceback (most recent call last):
    rondel.players.bots.UnknownBot: unknown bot 'mtcs'; did you mean 'mcts'? known: random, greedy, mcts
    """
    name, _colon, budget = spec.partition(":")
    make = BOTS.get(name)
    if make is None:
        close = difflib.get_close_matches(name, BOTS, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise UnknownBot(f"unknown bot {name!r}; {hint}known: {', '.join(BOTS)}")
    return make(_budget(spec, name, budget), seed)


def _budget(spec: str, name: str, text: str) -> Budget:
    if not text:
        if spec.endswith(":"):
            raise UnknownBot(f"bot {spec!r} has an empty budget; write {name!r}, '{name}:500' or '{name}:2s'")
        return Budget()
    if name not in SEARCHERS:
        raise UnknownBot(f"bot {name!r} takes no budget; write {name!r} instead of {spec!r}")
    seconds = re.fullmatch(r"(\d+(?:\.\d+)?)s", text)
    if seconds and float(seconds[1]) > 0:
        return Budget(seconds=float(seconds[1]))
    if re.fullmatch(r"\d+", text) and int(text) > 0:
        return Budget(simulations=int(text))
    raise UnknownBot(f"bot {spec!r} has no budget {text!r}: it is a number of simulations ('500') or of seconds ('2s')")
