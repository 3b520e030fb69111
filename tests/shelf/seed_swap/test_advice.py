"""The advice of Seed Swap: its estimate, and matches of players that use it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import rondel
from rondel.shelf.seed_swap import PLOTS, WHEEL, worth
from tests.shelf.seed_swap.farms import carts, farm


def greedy(game: Any, role: str, random: Random) -> tuple[str, str]:
    """What brings most points at once: the card and where it goes, chosen from what ``role`` sees."""
    shown = game.view(role)["containers"]
    place = carts(game)[role]
    best: list[tuple[float, float, str, str]] = []
    for card in {token["face"] for token in shown[f"hand_{role}"]["tokens"]}:
        crop, _blank, steps = card.partition(" ")
        for number in range(PLOTS + 1):
            plots = [
                [token["face"].partition(" ")[0] for token in shown[f"plot_{each}_{role}"]["tokens"]] for each in (1, 2, 3)
            ]
            if number:
                plot = plots[number - 1]
                if plot[:1] == [crop] and len(plot) == 4:
                    continue
                plots[number - 1] = [*plot, crop] if plot[:1] in ([], [crop]) else [crop]
            ripe = WHEEL[(place - 1 + int(steps)) % len(WHEEL)]
            value = sum(worth(len(plot)) * (1 if plot[:1] == [ripe] else 0.6) for plot in plots)
            best.append((value, random.random(), card, str(number)))
    return max(best)[2:]


def test_who_thinks_beats_who_does_not(scaled: Callable[[int], int]) -> None:
    """A farmer who counts points against two who play at random."""
    games, won = scaled(600), 0.0
    for seed in range(games):
        random = Random(seed)
        game = rondel.new("seed_swap", seats=3, seed=seed)
        while not game.is_over:
            for role in game.active:
                if role == "birch":
                    card, plot = greedy(game, role, random)
                    game.push(f"pick({card})", role)
                    game.push(f"sow({plot})" if plot != "0" else "compost", role)
                else:
                    game.push(random.choice(game.moves(role)), role)
                    game.push(random.choice(game.moves(role)), role)
        won += ("birch" in game.winners) / len(game.winners)
    assert won > 0.85 * games


def test_the_estimate_likes_points_and_what_grows() -> None:
    even = farm(["wheat 1, wheat 2", "apple 1, apple 3"]).estimate("ash")
    ahead = farm(["wheat 1, wheat 2", "apple 1, apple 3"], scores=[9, 0]).estimate("ash")
    grown = farm(["wheat 1, wheat 2", "apple 1, apple 3"], plots={"1 ash": "apple 1, apple 1"}).estimate("ash")
    assert even == 0
    assert -1 < even < min(grown or 0, ahead or 0) < 1


def test_the_estimate_knows_what_the_picked_card_will_do() -> None:
    game = farm(["grape 1, grape 2, bean 3", "apple 1, apple 3, apple 3"], plots={"1 ash": "grape 3"})
    worth_of = {}
    for card in ("grape 1", "grape 2"):
        game.push(f"pick({card})", "ash")
        worth_of[card] = game.estimate("ash") or 0
        game.undo("ash")
    assert worth_of["grape 1"] > worth_of["grape 2"], "one step leads to the grapes"
    others = game.estimate("birch")
    game.push("pick(grape 1)", "ash")
    assert game.estimate("birch") == others, "birch does not see it"
    game.push("compost", "ash")
    assert (game.estimate("ash") or 0) < worth_of["grape 1"], "it was said where it goes"


def test_greedy_beats_random(scaled: Callable[[int], int]) -> None:
    """A look at the estimate of each answer against two who play at random."""
    games, won = max(8, scaled(60)), 0.0
    for seed in range(games):
        random = Random(seed)
        game = rondel.new("seed_swap", seats=3, seed=seed)
        while not game.is_over:
            role = game.active[0]
            moves = game.moves(role)
            if role == "birch":
                values: list[float] = []
                for move in moves:
                    game.push(move, role)
                    values.append(game.estimate(role) or 0)
                    game.pop()
                moves = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
            game.push(random.choice(moves), role)
        won += ("birch" in game.winners) / len(game.winners)
    assert won > 0.85 * games
