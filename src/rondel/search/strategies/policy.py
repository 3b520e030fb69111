"""Policies: the probabilities of a role's moves, by information state.

A policy is a plain mapping from the short name of an information state (`name_of`) to the probabilities of its moves. It can be
stored as JSON and played by a bot that receives an information state and nothing else. The names depend on the rules' data, and
not on texts for people, so a policy outlives a better wording of its game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from random import Random
from typing import Any, Final

from rondel.engine.belief.information_state import SAID, InformationState, view_delta
from rondel.engine.components.prop import thaw
from rondel.errors import BadRecord, RulesError

FORMAT: Final = 1


def name_of(state: InformationState) -> str:
    """A short, stable name of an information state: a hash of the role's answers, and of what it has seen and been told.

    Texts for people do not count: questions, descriptions, labels, marks, and the messages of events. So states that differ in
    nothing else have the same name.

    >>> from rondel import new
    >>> names = [name_of(new("kuhn_poker", seed=seed).information_state("first")) for seed in range(20)]
    >>> len(names[0]), len(set(names))
    (24, 3)
    """
    known: list[object] = [state.game, state.version, state.seats, state.options, state.role, thaw(state.position)]
    before: dict[str, Any] = {}
    for (kind, text), (view, events, _new) in zip(state.stream, state.observations(), strict=True):
        if kind == SAID:
            known.append(text)
            continue
        now = _without_texts({name: value for name, value in view.items() if name != "says"})
        told = [_without_texts({**event, "text": None}) for event in events]
        new = view_delta(before, now)
        if new or told:
            known.append([new, told])
        before = now
    return blake2b(json.dumps(known, sort_keys=True).encode(), digest_size=12).hexdigest()


def _without_texts(data: Any) -> Any:
    """JSON data of a view without the texts for people: of a message only the values of its placeholders stay, of a move
    neither its description nor its short form."""
    if isinstance(data, list):
        return [_without_texts(each) for each in data]
    if not isinstance(data, dict):
        return data
    if isinstance(data.get("text"), str) and isinstance(data.get("args"), dict):  # a message
        return _without_texts(data["args"])
    left_out = ("describe", "says") if "describe" in data else ()
    return {name: _without_texts(value) for name, value in data.items() if name not in left_out}


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
