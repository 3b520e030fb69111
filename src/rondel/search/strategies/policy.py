"""Policies: the probabilities of a role's moves, by information state.

A policy is a plain mapping from the short name of an information state (`name_of`) to the probabilities of its moves. It can be
stored as JSON and played by a bot that receives an information state and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from random import Random
from typing import Any, Final

from rondel.engine.belief.information_state import InformationState
from rondel.errors import BadRecord, RulesError

FORMAT: Final = 1


def name_of(state: InformationState) -> str:
    """A short, stable name of an information state: equal states have equal names, different states different ones (a hash).

    >>> from rondel import new
    >>> names = [name_of(new("kuhn_poker", seed=seed).information_state("first")) for seed in range(20)]
    >>> len(names[0]), len(set(names))
    (24, 3)
    """
    options = sorted(state.options.items())
    known = (state.game, state.version, state.seats, options, state.role, state.position, state.stream)
    return blake2b(repr(known).encode(), digest_size=12).hexdigest()


class Policy:
    """The probabilities of the moves at each information state it holds.

    ``moves`` maps the names of information states to ``{move text: probability}``.

    >>> policy = Policy("nim", 1, {}, {"0a": {"take(1)": 0.25, "take(2)": 0.75}})
    >>> policy.game, policy
    ('nim', <Policy for nim: 1 information states>)
    """

    def __init__(self, game: str, version: int, options: Mapping[str, Any], moves: dict[str, dict[str, float]]) -> None:
        self.game = game
        """The name of its game."""
        self.version = version
        self.options = dict(options)
        self.moves = moves

    def at(self, state: InformationState) -> dict[str, float] | None:
        """The probabilities of the moves at an information state; None if the policy does not hold it."""
        return self.moves.get(name_of(state))

    def choose(self, state: InformationState, rng: Random) -> str | None:
        """A move, drawn by its probability; None if the policy does not hold the information state.

        Raises `RulesError` if no legal move has a probability above 0.
        """
        known = self.at(state)
        if known is None:
            return None
        left = rng.random()
        last = ""
        for text, probability in known.items():
            if probability > 0:
                left -= probability
                last = text
                if left < 0:
                    return text
        if not last:
            raise RulesError(f"the policy gives no move of {', '.join(map(repr, known)) or 'none'} a probability above 0")
        return last  # rounding: the probabilities may sum to slightly less than 1

    def to_json(self) -> dict[str, Any]:
        """As plain JSON data; `from_json` reads it."""
        return {
            "rondel": FORMAT,
            "game": self.game,
            "version": self.version,
            "options": self.options,
            "policy": {name: dict(moves) for name, moves in self.moves.items()},
        }

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<Policy for {self.game}: {len(self.moves):,} information states>"


def from_json(data: Mapping[str, Any]) -> Policy:
    """The policy of plain data. Raises `BadRecord` for invalid data.

    >>> from_json(Policy("nim", 1, {}, {"0a": {"take(1)": 0.25, "take(2)": 0.75}}).to_json())
    <Policy for nim: 1 information states>
    """
    given: Any = data  # the content of a file is not typed
    if not isinstance(given, Mapping) or given.get("rondel") != FORMAT or not isinstance(given.get("policy"), Mapping):
        raise BadRecord("this is not a policy of this version of Rondel; pass the data that to_json() returned")
    moves: dict[str, dict[str, float]] = {}
    for name, chances in given["policy"].items():
        if not isinstance(chances, Mapping) or not chances:
            raise BadRecord(f"the policy at {name!r} is {chances!r}; it says how likely each move is, {{'check': 1.0}}")
        known: dict[str, float] = {}
        for text, probability in chances.items():
            number: Any = probability
            if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
                raise BadRecord(f"the policy at {name!r} plays {text!r} with {number!r}; a probability lies between 0 and 1")
            known[str(text)] = float(number)
        total = sum(known.values())
        if total < 0.999 or total > 1.001:
            raise BadRecord(f"the probabilities of the policy at {name!r} sum to {total:g}; they must sum to 1")
        moves[str(name)] = known
    try:
        return Policy(str(given["game"]), int(given["version"]), dict(given["options"]), moves)
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"the policy cannot be read: {error!r}") from error
