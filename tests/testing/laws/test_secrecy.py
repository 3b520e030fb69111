"""The laws about secrets on sound rules (their planted faults: test_registry.py), and declared announcements."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import ClassVar

import pytest

from rondel.engine import Game, Token, _
from rondel.testing import BrokenLaw, NotTried, check
from rondel.testing.law import Law
from rondel.testing.laws.registry import attempt
from rondel.testing.laws.secrecy import histories, secrets
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market
from tests.engine.rules.passing import Passing
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.counting import Counting


@pytest.mark.parametrize("law", [secrets, histories], ids=lambda law: law.__name__)
@pytest.mark.parametrize("kind", [Bazaar, Flock, Market])
def test_sound_rules_keep_it(kind: type[Game], law: Law, scaled: Callable[[int], int]) -> None:
    tried = 0
    for seed in range(scaled(100)):
        try:
            law(partial(kind, seed=seed), Random(seed), 60)
            tried += 1
        except NotTried as reason:
            assert str(reason) == "no two games were met that differ only in what is hidden"  # noqa: PT017
    assert tried


@pytest.mark.parametrize("law", [secrets, histories], ids=lambda law: law.__name__)
def test_simultaneous_secrets_keep_it(law: Law, scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(40)):
        law(partial(Passing, seed=seed, options={"held": 4}), Random(seed), 60)


@pytest.mark.parametrize("law", [secrets, histories], ids=lambda law: law.__name__)
def test_there_is_nothing_to_try_where_nothing_is_hidden(law: Law) -> None:
    with pytest.raises(NotTried, match="nothing is hidden from anybody"):
        law(Counting, Random(1), 60)


class Announcing(Bazaar):
    """Whoever draws a good card must say so, by the rules."""

    announces: ClassVar[tuple[str, ...]] = ("boast",)

    def drawn(self, card: Token, role: str) -> None:
        if card.face > "C":
            self.notify("boast", _("{player} boasts"), player=role)


class Boasting(Announcing):
    """The same, and not declared."""

    announces = ()


def test_an_event_that_is_declared_to_announce_may_tell(scaled: Callable[[int], int]) -> None:
    for seed in range(12):
        assert attempt(partial(Announcing, seed=seed), "histories", seed=seed).error is None
    with pytest.raises(
        BrokenLaw, match=r"law 'histories' is broken .*: /events.*; tell it only .* name the event in announces"
    ):
        boasted()


def boasted() -> None:
    """Try to catch who boasts."""
    for seed in range(12):
        check(partial(Boasting, seed=seed), "histories", seed=seed)


def test_the_message_has_the_moves_and_the_difference() -> None:
    with pytest.raises(BrokenLaw, match=r"\(answer \d+: chance:[a-z]+\(\w\) and chance:[a-z]+\(\w\)\)") as caught:
        boasted()
    assert caught.value.played
    assert caught.value.played[0][0] == "chance"
