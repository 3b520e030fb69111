"""The policy bot: plays by a policy that a solver has found (`rondel.search.strategies.policy`), from what its role knows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn

from rondel.engine.game import Game
from rondel.errors import BadRecord, RondelError
from rondel.players.bots.adviser import Adviser
from rondel.players.player import Question
from rondel.search.strategies.policy import Policy, from_json

SHIPPED: Final = Path(__file__).parent / "policies"
"""Policies that come with Rondel, one a game: near an equilibrium, found by ``rondel solve GAME --policy FILE``."""


class WrongPolicy(RondelError):
    """A policy cannot be read, is for another game, or knows nothing of how this one stands."""

    code = "wrong_policy"


class PolicyBot(Adviser):
    """Draws its moves by the probabilities of a policy, by default of the one that comes with the game (`shipped`).

    ``source`` is what errors call it. As an adviser it has no advice where the policy knows nothing; by itself it raises
    `WrongPolicy` there. For another game than the policy's, or another version of its rules, it raises that in both cases.
    """

    listens: bool = False
    imagines: bool = True

    def __init__(self, policy: Policy | None = None, *, source: str = "the policy", seed: int | None = None) -> None:
        self._policy = policy
        self._source = source
        self._rng = Random(seed)

    def answer(self, question: Question) -> str:
        chosen = self.advise(question)
        return chosen if chosen is not None else self._refuse(question)

    def advise(self, question: Question) -> str | None:
        state = question.information_state
        if self._policy is None:
            self._policy = shipped(state.game)
        policy = self._policy
        if policy is None:
            return None
        self._of_the_game(policy, state.game, state.version)
        return policy.choose(state, self._rng)

    def suits(self, game: Game) -> None:
        policy = self._policy or shipped(game.name)
        if policy is not None:
            self._of_the_game(policy, game.name, game.version)
        self._of_the_options(policy, game.name, game.record()["options"])

    def _refuse(self, question: Question) -> NoReturn:
        """Say why it does not know what to play."""
        state = question.information_state
        self._of_the_options(self._policy, state.game, state.options)
        raise WrongPolicy(
            f"{self._source} says nothing of what {state.role} knows now: it is for {state.game} with other seats, or from "
            "another position; solve the game that is played"
        )

    def _of_the_game(self, policy: Policy, game: str, version: int) -> None:
        if (game, version) != (policy.game, policy.version):
            raise WrongPolicy(
                f"{self._source} is for {policy.game}, version {policy.version}, and this game is {game}, version "
                f"{version}: a policy plays the game that it was made for, and no other"
            )

    def _of_the_options(self, policy: Policy | None, game: str, options: Mapping[str, Any]) -> None:
        if policy is None:
            raise WrongPolicy(f"no policy comes with {game}; write policy:FILE for one of your own (see rondel solve)")
        if options != policy.options:
            raise WrongPolicy(
                f"{self._source} is for {policy.game} with {_said(policy.options)}, and this game has {_said(options)}: "
                "start it with those options, or solve it with these"
            )


def read(path: Path) -> Policy:
    """The policy of a file. Raises `WrongPolicy` saying why there is none."""
    try:
        return from_json(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise WrongPolicy(f"the policy {str(path)!r} cannot be read: {error.strerror or error}") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise WrongPolicy(f"{str(path)!r} is no policy: it is no JSON ({error})") from error
    except BadRecord as error:
        raise WrongPolicy(f"{str(path)!r} is no policy: {error}") from error


def shipped(game: str) -> Policy | None:
    """The policy that comes with Rondel for a game; None where there is none.

    >>> shipped("kuhn_poker"), shipped("reversi")
    (<Policy for kuhn_poker: 12 information states>, None)
    """
    path = SHIPPED / f"{game}.json"
    return read(path) if path.is_file() else None


def _said(options: Mapping[str, Any]) -> str:
    return ", ".join([f"{name}={value}" for name, value in options.items()]) or "no options"
