"""Bots by name: ``"random"``, ``"greedy"``, ``"mcts:500"``, ``"level:3"``, ...

    random              any legal move
    greedy              the move with the best position right after it
    mcts                tree search, for a second a move; mcts:500 with 500 simulations, mcts:2s for two seconds,
                        mcts:500:8 with 500 simulations that play on 8 answers before they use the author's estimate,
                        mcts:2s*2 with two processes that search two seconds each, mcts:500*2:8 all of it
    flat                random games after each move, for a second; flat:500 and flat:2s as above
    rollout             the best move after everybody has played on greedily; rollout:8:2 in 8 imagined games, for 2 turns,
                        rollout:1s:2 in as many games as a second allows, rollout:8:deal up to the next answer of chance
    alphabeta           alpha-beta search of 5,000 positions, for two who see everything; alphabeta:20000 of 20,000,
                        alphabeta:1s for a second
    policy:FILE         the policy of a file, a network or what rondel solve has written; policy alone, the one that comes with
                        the game
    level:3             a level from 1 to 5, measured for each game (`rondel.players.bots.ladders`)
    greedy~25           any of them, with a quarter of its answers at random
    policy/greedy       the first where it is certain, else the second

Specs from untrusted users must be chosen from a list, because a policy is a file that is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rondel.errors import RondelError, closest
from rondel.players.bots.adviser import Advised, Adviser
from rondel.players.bots.alphabeta_bot import NODES, AlphabetaBot
from rondel.players.bots.blunders import Slips
from rondel.players.bots.flat_bot import FlatBot
from rondel.players.bots.greedy_bot import GreedyBot
from rondel.players.bots.level_bot import LEVELS, LevelBot
from rondel.players.bots.mcts_bot import MctsBot
from rondel.players.bots.policy_bot import PolicyBot, read
from rondel.players.bots.random_bot import RandomBot
from rondel.players.bots.rollout_bot import DEAL, RolloutBot
from rondel.players.player import Budget, Player


class UnknownBot(RondelError):
    """The spec names no known bot, or has invalid arguments.

    >>> from rondel.players import bot
    >>> bot("gredy")
    Traceback (most recent call last):
    rondel.players.bots.registry.UnknownBot: unknown bot 'gredy'; did you mean 'greedy'? known: random, ...
    """

    code = "unknown_bot"


def bot(spec: str, *, seed: int | None = None) -> Player:
    """The bot of a spec. ``"mcts:500"`` searches 500 simulations for each move, ``"mcts:2s"`` two seconds.

    Raises `UnknownBot` with the known names, and `rondel.players.bots.policy_bot.WrongPolicy` for a file that is not a policy.

    >>> type(bot("mcts:500")).__name__
    'MctsBot'
    >>> bot("mtcs")
    Traceback (most recent call last):
    rondel.players.bots.registry.UnknownBot: unknown bot 'mtcs'; did you mean 'mcts'? known: random, greedy, mcts, ...
    """
    slips = re.fullmatch(r"(.+)~(\d+)", spec)
    if slips:
        share = int(slips[2])
        if not 0 < share < 100:
            raise UnknownBot(f"bot {spec!r} slips in {share} of 100 answers; that is between 1 and 99, as in '{slips[1]}~25'")
        return Slips(bot(slips[1], seed=seed), share / 100, seed=seed)
    if "/" in spec and not spec.startswith(FILE):
        first, _slash, second = spec.partition("/")
        adviser = bot(first, seed=seed)
        if not isinstance(adviser, Adviser):
            raise UnknownBot(f"bot {spec!r} asks {first!r} first, which always has an answer; write {first!r} alone")
        return Advised(adviser, bot(second, seed=seed))
    name, colon, rest = spec.partition(":")
    make = BOTS.get(name)
    if make is None:
        close = closest(name, BOTS)
        hint = f"did you mean {close!r}? " if close else ""
        raise UnknownBot(f"unknown bot {name!r}; {hint}known: {', '.join(BOTS)}")
    return make(spec, rest if colon else None, seed)


def _random(spec: str, rest: str | None, seed: int | None) -> Player:
    _nothing(spec, rest)
    return RandomBot(seed=seed)


def _greedy(spec: str, rest: str | None, seed: int | None) -> Player:
    _nothing(spec, rest)
    return GreedyBot(seed=seed)


def _nothing(spec: str, rest: str | None) -> None:
    if rest is not None:
        name = spec.partition(":")[0]
        raise UnknownBot(f"bot {name!r} takes no budget; write {name!r} instead of {spec!r}")


def _mcts(spec: str, rest: str | None, seed: int | None) -> Player:
    if rest is None:
        return MctsBot(seed=seed)
    if not rest:
        raise UnknownBot("bot 'mcts:' has an empty budget; write 'mcts', 'mcts:500' or 'mcts:2s'")
    budget, _colon, foresight = rest.partition(":")
    if foresight and not re.fullmatch(r"\d+", foresight):
        raise UnknownBot(f"bot {spec!r} has the playout length {foresight!r}: give a number, as in 'mcts:{budget}:8'")
    budget, star, times = budget.partition("*")
    if star and not (re.fullmatch(r"\d+", times) and 0 < int(times) <= MOST_PROCESSES):
        raise UnknownBot(
            f"bot {spec!r} has {times!r} processes: give a number from 1 to {MOST_PROCESSES}, as in 'mcts:{budget}*2'"
        )
    return MctsBot(
        budget=_thought(spec, budget),
        foresight=int(foresight) if foresight else None,
        processes=int(times) if star else 1,
        seed=seed,
    )


def _flat(spec: str, rest: str | None, seed: int | None) -> Player:
    if rest is None:
        return FlatBot(seed=seed)
    return FlatBot(budget=_thought(spec, rest), seed=seed)


def _thought(spec: str, text: str) -> Budget:
    """The search budget in a spec."""
    seconds = re.fullmatch(r"(\d+(?:\.\d+)?)s", text)
    if seconds and float(seconds[1]) > 0:
        return Budget(seconds=float(seconds[1]))
    if re.fullmatch(r"\d+", text) and int(text) > 0:
        return Budget(simulations=int(text))
    raise UnknownBot(f"bot {spec!r} has no budget {text!r}: it is a number of simulations ('500') or of seconds ('2s')")


def _rollout(spec: str, rest: str | None, seed: int | None) -> Player:
    if rest is None:
        return RolloutBot(seed=seed)
    parts = re.fullmatch(r"(?:([1-9]\d*)|(\d*\.?\d+)s):(?:(\d+)|deal)", rest)
    if parts is None or (parts[2] and not float(parts[2])):
        raise UnknownBot(
            f"bot {spec!r} does not say in how many games for how many turns it plays on, as in 'rollout:8:2'; "
            "write '1s' for as many games as a second allows, 'deal' for all turns up to the next answer of chance"
        )
    return RolloutBot(
        worlds=int(parts[1]) if parts[1] else None,
        ahead=int(parts[3]) if parts[3] else DEAL,
        seconds=float(parts[2]) if parts[2] else None,
        seed=seed,
    )


def _alphabeta(spec: str, rest: str | None, seed: int | None) -> Player:
    if rest is None:
        return AlphabetaBot(seed=seed)
    seconds = re.fullmatch(r"(\d+(?:\.\d+)?)s", rest)
    if seconds and float(seconds[1]) > 0:
        return AlphabetaBot(seconds=float(seconds[1]), seed=seed)
    nodes = int(rest) if re.fullmatch(r"\d+", rest) else 0
    if nodes < 1:
        raise UnknownBot(
            f"bot {spec!r} has no budget {rest!r}: it is positions or seconds, as in 'alphabeta:{NODES}' or 'alphabeta:1s'"
        )
    return AlphabetaBot(nodes=nodes, seed=seed)


def _policy(spec: str, rest: str | None, seed: int | None) -> Player:
    if rest is None:
        return PolicyBot(seed=seed)
    if not rest:
        raise UnknownBot(
            "bot 'policy:' names no file; write 'policy:leduc.json', or 'policy' for the one that comes with a game"
        )
    path = Path(rest)
    if _is_archive(path):
        from rondel.players.networks import network_bot, network_policy  # needs NumPy

        return network_bot.NetworkBot(network_policy.read(path), source=repr(rest), seed=seed)
    return PolicyBot(read(path), source=repr(rest), seed=seed)


def _is_archive(path: Path) -> bool:
    """Whether the file holds a network: those are archives of arrays, and other policies are text."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b"PK"
    except OSError:
        return False  # `read` reports it


def _level(spec: str, rest: str | None, seed: int | None) -> Player:
    if rest is None or rest not in [str(each) for each in LEVELS]:
        raise UnknownBot(f"bot {spec!r} has no such level: write 'level:{LEVELS[0]}' to 'level:{LEVELS[-1]}'")
    return LevelBot(int(rest), lambda spec: bot(spec, seed=seed))


BOTS: Final[dict[str, Callable[[str, str | None, int | None], Player]]] = {
    "random": _random,
    "greedy": _greedy,
    "mcts": _mcts,
    "flat": _flat,
    "rollout": _rollout,
    "alphabeta": _alphabeta,
    "policy": _policy,
    "level": _level,
}
"""The maker of each bot, from its spec, the text after the colon, and a seed.

>>> list(BOTS)[:3]
['random', 'greedy', 'mcts']
"""
MOST_PROCESSES: Final = 256
"""Maximum number of processes of one bot."""
FILE: Final = "policy:"
"""The prefix of a spec that names a file."""
