"""The laws find what they are for: each is shown a game with the fault planted."""

from __future__ import annotations

import doctest
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Move, Prop, To, _, on
from rondel.errors import AnswerError
from rondel.testing import LAWS, BrokenLaw, check, laws


class Counting(Game):
    """A sound game: two players count to twenty by ones, twos and threes; who gets there wins."""

    name = "counting"
    title = _("Counting")
    seats = ("odd", "even")

    def setup(self) -> To[Turn]:
        self.total = self.add(Prop("total", 0, visible_to=EVERYONE))
        self.memory: list[int] = []
        return Turn

    def listed(self) -> list[int]:
        return [number for number in (1, 2, 3) if self.total.value + number <= 20]

    def step(self, number: int) -> None:
        self.total.value += number

    def shown(self) -> dict[str, Any]:
        return {}


class Turn(ActivePlayer[Counting]):
    description = _("{actplayer} must count on")
    my_turn = _("{you} must count on")

    def args(self, game: Counting, role: str) -> dict[str, Any]:
        return game.shown()


@on(Turn, _("{actplayer} counts on by {number}"))
def say(game: Counting, number: int) -> To[Turn] | To[GameEnd]:
    game.step(number)
    if game.total.value == 20:
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return Turn


@say.options
def numbers(game: Counting) -> Iterable[int]:
    return game.listed()


class Repeating(Counting):
    """Lists a move twice, which the engine itself never does: equal options are one."""

    def moves(self, role: str | None = None) -> list[Move]:
        found = super().moves(role)
        return [*found, *found[:1]]


class Remembering(Counting):
    """Keeps something beside the position: it is not taken back, copied or stored."""

    def step(self, number: int) -> None:
        super().step(number)
        self.memory.append(number)

    def shown(self) -> dict[str, Any]:
        return {"memory": list(self.memory)}


DRIFT = Random(1)


class Drifting(Counting):
    """Plays otherwise each time."""

    def setup(self) -> To[Turn]:
        first = super().setup()
        self.mood = self.add(Prop("mood", 0.0))
        return first

    def step(self, number: int) -> None:
        super().step(number)
        self.mood.value = DRIFT.random()


COMMON: list[int] = []


class Sharing(Counting):
    """Every game of it writes to the same place."""

    def step(self, number: int) -> None:
        super().step(number)
        COMMON.append(number)

    def shown(self) -> dict[str, Any]:
        return {"common": len(COMMON)}


class Lenient(Counting):
    """Takes any answer, and forgets those it does not understand."""

    def push(self, move: Move | str, role: str | None = None) -> None:
        try:
            super().push(move, role)
        except AnswerError:
            return


class Grumbling(Counting):
    """Refuses what is not listed, and counts how often it had to."""

    def push(self, move: Move | str, role: str | None = None) -> None:
        try:
            super().push(move, role)
        except AnswerError:
            self.memory.append(1)
            raise

    def shown(self) -> dict[str, Any]:
        return {"refused": len(self.memory)}


class Odd(Counting):
    """Describes its table by something JSON does not know."""

    def scene(self) -> dict[str, Any]:
        return {**super().scene(), "numbers": {1, 2, 3}}


class Tupled(Counting):
    """Describes its table by something that comes out of JSON as something else."""

    def scene(self) -> dict[str, Any]:
        return {**super().scene(), "numbers": (1, 2, 3)}


@pytest.mark.parametrize("law", LAWS)
def test_a_sound_game_keeps_every_law(law: str) -> None:
    for seed in range(10):
        check(Counting, law, seed=seed)


def test_all_laws_are_tried_when_none_is_named() -> None:
    check(Counting, seed=1)
    with pytest.raises(BrokenLaw):
        check(Tupled, seed=1)


@pytest.mark.parametrize(
    ("law", "faulty", "said"),
    [
        ("moves", Repeating, r"at ply \d+, say\(\d\) in state 'Turn' of counting: 'say\(1\)' is listed twice for (odd|even)"),
        ("pop", Remembering, r"at ply 0, .*: /views/odd/.*memory: \[\] and \[\d\]"),
        ("pop", Drifting, r"pushed again: /key/3/1: 0\.\d+ and 0\.\d+"),
        ("record", Drifting, r"of counting: /key/3/1: "),
        ("snapshot", Remembering, r"/views/odd/.*memory: "),
        ("copy", Remembering, r"/views/odd/.*memory: "),
        ("copy", Sharing, r"pushed into the copy: /views/odd/.*common: \d+ and \d+"),
        ("refusal", Lenient, "was not refused"),
        ("refusal", Grumbling, "/views/odd/.*refused: 0 and "),
        ("json", Odd, "by the scene: Object of type set is not JSON serializable"),
        ("json", Tupled, r"by the scene: /numbers: \(1, 2, 3\) and \[1, 2, 3\]"),
    ],
)
def test_a_planted_fault_is_found(law: str, faulty: type[Counting], said: str) -> None:
    with pytest.raises(BrokenLaw, match=f"law '{law}' is broken .*{said}") as caught:
        check(faulty, law, seed=1)
    assert caught.value.code == "broken_law"


def test_every_law_has_a_fault_it_finds() -> None:
    (marked,) = [mark for mark in test_a_planted_fault_is_found.pytestmark if mark.name == "parametrize"]  # type: ignore[attr-defined]
    assert {each[0] for each in marked.args[1]} == set(LAWS)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(laws).failed == 0
