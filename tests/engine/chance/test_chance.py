"""Chance: a seat like any other, fed by a keyed counter stream."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import pytest

import rondel
from rondel.engine import CHANCE, Game, Pile
from rondel.engine.chance.chance import Stream, seed_bytes
from rondel.engine.records.record import replay, restore
from rondel.errors import BadRecord, IllegalMove, RulesError
from tests.engine.rules.flock import DECK, Flock
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.witness import seen, witness


@trial
def rolls_some(game: Workshop) -> None:
    game.counter.value = game.roll() * 100 + game.roll() * 10 + game.roll(4)


@trial
def draws_two(game: Workshop) -> None:
    for _each in range(2):
        game.draw(game.pile).move_to(game.open)


# -- the stream --------------------------------------------------------------------------------------------------------


def expected(seed: bytes, number: int, bound: int) -> int:
    """Draw ``number``, worked out anew: BLAKE2b of the draw's number and the block's, keyed by the seed."""
    for block in range(9):
        digest = blake2b(number.to_bytes(8, "big") + block.to_bytes(8, "big"), key=seed, digest_size=64).digest()
        value = int.from_bytes(digest, "big")
        if value < 2**512 // bound * bound:
            return value % bound
    raise AssertionError("nine rejected blocks in a row")


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 52, 1000, 2**511 + 1, 2**512 - 1, 2**512])
def test_draws_are_blake2b_in_counter_mode(bound: int) -> None:
    seed = bytes(range(32))
    stream = Stream(seed)
    assert [stream.below(number, bound) for number in range(40)] == [expected(seed, number, bound) for number in range(40)]


def test_a_draw_depends_on_the_seed_and_its_number_only() -> None:
    stream = Stream(7)
    ahead = [stream.below(number, 6) for number in range(50)]
    order = list(range(50))
    random.Random(1).shuffle(order)
    again = {number: stream.below(number, 6) for number in order}
    assert [again[number] for number in range(50)] == ahead
    assert [Stream(8).below(number, 6) for number in range(50)] != ahead


def test_seeds_of_every_form_make_a_stream_of_their_own() -> None:
    seeds: list[int | str | bytes] = [0, 1, -1, 2**300, "0", "", b"", b"0", bytes(32), bytes(31) + b"\x01"]
    streams = {tuple(Stream(seed).below(number, 2**64) for number in range(3)) for seed in seeds}
    assert len(streams) == len(seeds)
    assert all(len(seed_bytes(seed)) == 32 for seed in seeds)
    assert seed_bytes(bytes(32)) == bytes(32)


@pytest.mark.parametrize("bound", [2, 3, 5, 6, 52])
def test_draws_are_fair(bound: int, scaled: Callable[[int], int]) -> None:
    """A chi-square of the draws; the limit is passed by a fair stream about once in 30,000 seeds, and this seed is fixed."""
    count = 400 * bound + scaled(100_000)
    stream = Stream("fair?")
    found = Counter(stream.below(number, bound) for number in range(count))
    square = sum((found[value] - count / bound) ** 2 / (count / bound) for value in range(bound))
    free = bound - 1
    assert square < free * (1 - 2 / (9 * free) + 4 * (2 / (9 * free)) ** 0.5) ** 3  # Wilson and Hilferty, at 4 sigma


# -- in play -----------------------------------------------------------------------------------------------------------


def test_everything_random_comes_from_the_seed() -> None:
    for make in (Flock, Passing):
        one, other = make(seed="same"), make(seed="same")
        assert witness(one) == witness(other)
        assert one.key() != make(seed="different").key()


def test_a_game_without_a_seed_says_so_when_it_draws() -> None:
    game = Workshop(options={"trial": "rolls_some"})
    before = witness(game)
    with pytest.raises(RulesError, match=r"has no seed: start it with rondel.new\(...\), or give it seed=..."):
        game.push("do(rolls_some)")
    assert witness(game) == before
    # Several, because two shuffles may begin alike.
    assert len({rondel.new(Flock).key() for _each in range(8)}) > 1, "a seed is taken at the front door"


def test_pop_rewinds_the_draws_and_an_agreed_undo_does_not() -> None:
    game = workshop(rolls_some)
    rolled = []
    for _each in range(2):
        game.push("do(rolls_some)")
        rolled.append(game.counter.value)
        game.pop()
    assert rolled[0] == rolled[1]
    for _each in range(4):
        game.push("do(rolls_some)")
        rolled.append(game.counter.value)
        game.undo("left", agreed=True)
    assert len(set(rolled[2:])) == 4, "what was drawn is not drawn again"
    again = replay(Workshop, json.loads(json.dumps(game.record())), 5)
    game.push("do(rolls_some)")
    again.push("do(rolls_some)")
    assert witness(again) == witness(game)


@pytest.mark.parametrize("trials", [rolls_some, draws_two])
def test_the_record_holds_what_chance_answered_and_needs_no_seed(trials: Any) -> None:
    game = workshop(trials)
    game.push(f"do({trials.__name__})")
    game.push("wait")
    record = json.loads(json.dumps(game.record()))
    assert [role for role, _text in record["answers"]].count(CHANCE) == (3 if trials is rolls_some else 2)
    assert "seed" not in record
    assert seen(replay(Workshop, record, None)) == seen(game)


def test_only_the_referees_snapshot_holds_the_seed() -> None:
    game = workshop(rolls_some, seed=bytes(range(32)))
    game.push("do(rolls_some)")
    secret = bytes(range(32)).hex()
    assert secret in json.dumps(game.snapshot())
    shown = [game.record(), game.scene(), [game.view(role) for role in game.roles], game.events(0, "left"), repr(game)]
    assert secret not in json.dumps(shown)


# -- explicit chance ---------------------------------------------------------------------------------------------------


def test_explicit_chance_is_a_seat() -> None:
    game = Flock(chance="explicit")
    assert game.active == (CHANCE,)
    assert game.view("shepherd")["active"] == [CHANCE]
    assert game.view("shepherd")["moves"] == []
    moves = game.moves(CHANCE)
    counts = Counter(DECK)
    assert {str(move): Fraction(move.probability).limit_denominator(1000) for move in moves} == {
        f"draw({face})": Fraction(count, len(DECK)) for face, count in counts.items()
    }
    assert sum(move.probability for move in moves) == pytest.approx(1)
    assert all(move.role == CHANCE and move.action == "draw" for move in moves)
    with pytest.raises(IllegalMove):
        game.push("draw(Wolves)", CHANCE)
    game.push("draw(Meteor)", CHANCE)
    assert [card.face for card in game.hand] == ["Meteor"]
    assert "draw(Meteor)" not in map(str, game.moves())


@pytest.mark.parametrize("make", [Flock, lambda **given: Passing(options={"held": 3}, **given)])
@pytest.mark.parametrize("seed", range(3))
def test_explicit_chance_follows_the_same_rules(make: Callable[..., Game], seed: int) -> None:
    game, explicit = make(seed=seed), make(chance="explicit")
    chooser = random.Random(seed)

    def follow() -> None:
        known = game.record()["answers"]
        while len(explicit.record()["answers"]) < len(known):
            role, text = known[len(explicit.record()["answers"])]
            assert sum(move.probability for move in explicit.moves(CHANCE)) == pytest.approx(1)
            explicit.push(text, role)

    follow()
    while not game.is_over:
        assert seen(explicit) == seen(game)
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
        if role != CHANCE:
            explicit.push(game.record()["answers"][len(explicit.record()["answers"])][1], role)
        follow()
    assert seen(explicit) == seen(game)


@pytest.mark.parametrize("depth", range(4))
def test_a_record_that_ends_where_chance_is_asked_replays(depth: int) -> None:
    game = workshop(rolls_some, chance="explicit")
    if depth:
        game.push("do(rolls_some)")
    for _each in range(depth - 1):
        game.push(game.moves(CHANCE)[-1])
    again = replay(Workshop, json.loads(json.dumps(game.record())), None)
    assert seen(again) == seen(game)
    assert again.active == game.active
    restored = restore(Workshop, json.loads(json.dumps(game.snapshot())))
    assert seen(restored) == seen(game)
    copied = game.copy()
    assert (seen(copied), copied.active) == (seen(game), game.active)


def test_a_single_outcome_is_a_forced_answer() -> None:
    game = workshop(certain, chance="explicit")
    game.push("do(certain)")
    assert [(str(move), move.forced, move.probability) for move in game.moves()] == [("chance(sure)", True, 1.0)]


@trial
def certain(game: Workshop) -> None:
    game.chance(["sure", "never"], [3, 0])


# -- outcomes and weights ----------------------------------------------------------------------------------------------


@trial
def weighted(game: Workshop) -> None:
    game.own.value = game.chance(["a", "b", "a", "c"], [1, 2, 3, 0])


def test_equal_outcomes_are_merged_and_impossible_ones_left_out() -> None:
    game = workshop(weighted, chance="explicit")
    game.push("do(weighted)")
    assert {str(move): move.probability for move in game.moves()} == {"chance(a)": 4 / 6, "chance(b)": 2 / 6}
    game.push("chance(b)")
    assert game.own.value == "b"


def test_weights_are_kept_in_play(scaled: Callable[[int], int]) -> None:
    count = 400 + scaled(10_000)
    found = Counter()  # type: Counter[str]
    game = workshop(weighted)
    for _each in range(count):
        game.push("do(weighted)")
        found[game.own.value] += 1
    assert set(found) == {"a", "b"}
    assert abs(found["a"] / count - 4 / 6) < 4 * (2 / 9 / count) ** 0.5


@trial
def unlike_of_one_name(game: Workshop) -> None:
    game.pile.add(Piece("left", face="w"))
    game.own.value = game.draw(game.pile).owner


def test_unlike_outcomes_of_one_name_are_not_merged() -> None:
    game = workshop(unlike_of_one_name, chance="explicit")
    game.push("do(unlike_of_one_name)")
    shares = {str(move): move.probability for move in game.moves()}
    assert len(shares) == 5
    assert sorted(shares.values()) == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 6, 2 / 6])
    owners = []
    for move in game.moves():
        game.push(move)
        owners.append(game.own.value)
        game.pop()
    assert sorted(map(str, owners)) == ["None"] * 4 + ["left"]


def emptied(game: Workshop) -> Pile:
    for token in game.pile:
        token.remove()
    return game.pile


WRONG: dict[str, tuple[Callable[[Workshop], object], str]] = {
    "no outcomes": (lambda game: game.chance([]), "chance has nothing to choose from"),
    "no sides": (lambda game: game.roll(0), "chance has nothing to choose from"),
    "an empty pile": (lambda game: game.draw(emptied(game)), "pile 'pile' is empty: nothing can be drawn"),
    "too few weights": (lambda game: game.chance([1, 2], [1]), "chance has 2 outcomes but 1 weights; give one for each"),
    "too many weights": (lambda game: game.chance([1], [1, 1]), "chance has 1 outcomes but 2 weights; give one for each"),
    "a weight below 0": (lambda game: game.chance([1, 2], [3, -1]), "whole numbers of at least 0, and not all 0"),
    "all weights 0": (lambda game: game.chance([1, 2], [0, 0]), "whole numbers of at least 0, and not all 0"),
    "part of a weight": (lambda game: game.chance([1, 2], [0.5, 1]), "whole numbers of at least 0"),  # type: ignore[list-item]
}


@pytest.mark.parametrize("fault", WRONG)
def test_wrong_outcomes_are_refused(fault: str) -> None:
    rule, said = WRONG[fault]
    wrong.rule = rule  # type: ignore[attr-defined]
    game = workshop(wrong)
    before = witness(game)
    with pytest.raises(RulesError, match=said):
        game.push("do(wrong)")
    assert witness(game) == before


@trial
def wrong(game: Workshop) -> None:
    wrong.rule(game)  # type: ignore[attr-defined]


def test_a_roll_goes_from_one_to_its_sides(scaled: Callable[[int], int]) -> None:
    game = workshop(rolls_some, chance="explicit")
    game.push("do(rolls_some)")
    assert [str(move) for move in game.moves()] == [f"roll({number})" for number in range(1, 7)]
    game.push("roll(6)")
    game.push("roll(1)")
    assert [move.describe() for move in game.moves()] == [f"chance gives {number}" for number in range(1, 5)]
    game.push("roll(4)")
    assert game.counter.value == 614


def test_a_record_with_wrong_answers_of_chance_is_refused() -> None:
    game = workshop(rolls_some)
    game.push("do(rolls_some)")
    game.push("wait")
    good = game.record()["answers"]
    for number, text in ((1, "roll(7)"), (2, "draw(w)"), (3, "roll(5)")):
        answers = [list(answer) for answer in good]
        answers[number][1] = text
        said = f"the record says {text!r} by chance where chance must answer; possible: "
        with pytest.raises(BadRecord, match=re.escape(said)):
            replay(Workshop, {**game.record(), "answers": answers}, None)
    for wrong_answers in ([*good, [CHANCE, "roll(1)"]], [[CHANCE, "roll(1)"], *good], good[:2] + good[3:]):
        with pytest.raises(BadRecord):
            replay(Workshop, {**game.record(), "answers": wrong_answers}, None)
