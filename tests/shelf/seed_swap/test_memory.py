"""A farmer's memory: determinizations agree with every card the farmer has seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import rondel
from rondel.engine import Game
from rondel.shelf.seed_swap import CROPS, STEPS
from rondel.testing import walk
from tests.shelf.seed_swap.farms import faces, offered, play


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_is_imagined_has_happened_as_the_farmer_saw_it(seats: int) -> None:
    game = rondel.new("seed_swap", seats=seats, seed=seats)
    random = Random(seats)
    for number, move in enumerate(walk(game, Random(seats), 1_000)):
        if number % (9 * seats) == 8:
            role = random.choice(game.roles)
            imagined = rondel.imagine(game.information_state(role), seed=number)
            assert imagined.consistent == "history"
            assert imagined.view(role) == game.view(role)
        game.push(move)
        if number % 13 == 5 and game.may_undo(move.role):
            game.undo(move.role)  # and so goes on otherwise


def test_a_hand_that_was_held_is_known_and_the_others_are_not() -> None:
    game = rondel.new("seed_swap", seats=3, seed=6)
    play(game, *[(offered(game, role)[0][5:-1], "0") for role in game.roles])
    own, passed_on = faces(game, "hand_ash", "ash"), faces(game, "hand_birch", "birch")
    imagined = [rondel.imagine(game.information_state("ash"), seed=seed) for seed in range(6)]
    assert all(faces(each, "hand_ash", "ash") == own for each in imagined)
    assert all(sorted(faces(each, "hand_birch", "birch")) == sorted(passed_on) for each in imagined)
    assert len({tuple(sorted(faces(each, "hand_cedar", "cedar"))) for each in imagined}) > 1


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"seasons": 4, "hand_size": 4}),
        (4, {"seasons": 3, "hand_size": 3}),
        (5, {"seasons": 1, "hand_size": 3}),
        (5, {"seasons": 2, "hand_size": 4}),
    ],
)
@pytest.mark.played
def test_every_seat_imagines_the_history_at_any_time_and_at_the_end(seats: int, options: dict[str, int]) -> None:
    for seed in range(2):
        random = Random(seed)
        game = rondel.new("seed_swap", seats=seats, seed=seed, options=options)
        for ply, move in enumerate(walk(game, random, 1_000)):
            if ply % (11 * seats) == 3 * seats + seed:
                fits(game, random.choice(game.roles), ply)
            game.push(move)
        assert game.is_over
        for role in game.roles[seed::2]:
            fits(game, role, seed)


def fits(game: Game, role: str, seed: int) -> None:
    """In what ``role`` imagines, everything has happened as it saw it."""
    imagined = game.imagine(role, seed)
    assert imagined.consistent == "history"
    assert imagined.view(role) == game.view(role)
    assert imagined.information_state(role) == game.information_state(role)


def test_cards_that_were_not_seen_are_as_likely_as_there_are_many() -> None:
    """Cedar holds what was dealt to birch, of which ash has seen one card; chi-squared of eleven degrees of freedom."""
    game = rondel.new("seed_swap", seats=3, seed=6, options={"hand_size": 3, "seasons": 1})
    seen = Counter(faces(game, "hand_ash", "ash"))
    played = [offered(game, role)[0][5:-1] for role in game.roles]
    play(game, *[(card, "0") for card in played])
    seen += Counter(faces(game, "hand_ash", "ash")) + Counter(played[1:])
    unseen = {face: 2 * 3 - seen[face] for face in every_face()}
    assert sum(unseen.values()) == 72 - 7
    held: Counter[str] = Counter()
    for seed in range(200):
        held.update(faces(game.imagine("ash", seed), "hand_cedar", "cedar"))
    expected = {face: 2 * 200 * count / 65 for face, count in unseen.items()}
    assert sum((held[face] - expected[face]) ** 2 / expected[face] for face in expected) < 31.3, "or once in a thousand times"


def every_face() -> list[str]:
    return [f"{crop} {steps}" for crop in CROPS for steps in STEPS]
