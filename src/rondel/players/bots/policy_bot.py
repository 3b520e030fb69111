"""The policy bot: plays a solved policy from its role's information state (`rondel.search.strategies.policy`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn, Protocol

from rondel.engine.game import Game
from rondel.errors import BadRecord, RondelError
from rondel.players.bots.adviser import Adviser
from rondel.players.player import Question
from rondel.search.strategies.policy import Policy, from_json

SHIPPED: Final = Path(__file__).parent / "policies"
"""The policies shipped with Rondel, one a game: near-equilibria, made by ``rondel solve GAME --policy FILE``."""


class WrongPolicy(RondelError):
    """A policy is unreadable, is for another game, or does not hold the information state."""

    code = "wrong_policy"


class PolicyBot(Adviser):
    """Draws its moves by the probabilities of a policy, by default the one shipped for the game (`shipped`).

    ``source`` names the policy in errors. For an information state that the policy does not hold, an adviser has no advice and
    a player raises `WrongPolicy`. For another game, or another version of its rules, both raise it.
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
        same_game(policy, self._source, state.game, state.version)
        return policy.choose(state, self._rng)

    def suits(self, game: Game) -> None:
        policy = self._policy or shipped(game.name)
        if policy is not None:
            same_game(policy, self._source, game.name, game.version)
        self._of_the_options(policy, game.name, game.record()["options"])

    def _refuse(self, question: Question) -> NoReturn:
        """Raises the error that explains why there is no move."""
        state = question.information_state
        self._of_the_options(self._policy, state.game, state.options)
        raise WrongPolicy(
            f"{self._source} does not hold the information state of {state.role}: it is for {state.game} with other seats, "
            "or from another position; solve the game that is played"
        )

    def _of_the_options(self, policy: Policy | None, game: str, options: Mapping[str, Any]) -> None:
        if policy is None:
            raise WrongPolicy(f"Rondel ships no policy for {game}; write policy:FILE for one of your own (see rondel solve)")
        same_options(policy, self._source, options)


class MadeFor(Protocol):
    """A policy of any kind: made for one version of a game, with the options that it names."""

    @property
    def game(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def options(self) -> Mapping[str, Any]: ...


def same_game(policy: MadeFor, source: str, game: str, version: int) -> None:
    """Raises `WrongPolicy` if the policy, which errors call ``source``, is for another game or version."""
    if (game, version) != (policy.game, policy.version):
        raise WrongPolicy(
            f"{source} is for {policy.game}, version {policy.version}, and this game is {game}, version "
            f"{version}: a policy plays only the game that it was made for"
        )


def same_options(policy: MadeFor, source: str, options: Mapping[str, Any]) -> None:
    """Raises `WrongPolicy` if the policy is for other options."""
    if options != policy.options:
        raise WrongPolicy(
            f"{source} is for {policy.game} with {_said(policy.options)}, and this game has {_said(options)}: "
            "start the game with the policy's options, or make a policy for the game's"
        )


def read(path: Path) -> Policy:
    """The policy of a file. Raises `WrongPolicy` with the reason if there is none."""
    try:
        return from_json(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise WrongPolicy(f"the policy {str(path)!r} cannot be read: {error.strerror or error}") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise WrongPolicy(f"{str(path)!r} is no policy: it is no JSON ({error})") from error
    except BadRecord as error:
        raise WrongPolicy(f"{str(path)!r} is no policy: {error}") from error


def shipped(game: str) -> Policy | None:
    """The policy shipped with Rondel for a game; None if there is none.

    >>> shipped("kuhn_poker"), shipped("reversi")
    (<Policy for kuhn_poker: 12 information states>, None)
    """
    path = SHIPPED / f"{game}.json"
    return read(path) if path.is_file() else None


def _said(options: Mapping[str, Any]) -> str:
    return ", ".join([f"{name}={value}" for name, value in options.items()]) or "no options"
