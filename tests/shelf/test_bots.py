"""Bots play every shipped game to its end, without a fault, and the greedy one better than the random one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import rondel
from rondel.players.bots.registry import bot
from rondel.players.match import play
from rondel.shelf import CATALOGUE
from rondel.tournament import contest

SHORTER: dict[str, dict[str, Any]] = {
    "amazons": {"size": 6},  # on the large board a position has two thousand moves, of which the greedy bot tries each
    "battleship": {"size": 8, "fleet": "small"},  # each shot of the greedy bot weighs every place of every ship
    "corridors": {"size": 5, "walls": 4},
    "dots_and_boxes": {"rows": 3, "columns": 3},
    "hearts": {"target": 1},  # a hand or two: it is imagined from its first deal on
    "crazy_eights": {"one_deal": True},
    "gin_rummy": {"one_deal": True},
    "skat": {"deals": 1},
    "solitaire": {"draw": 3, "passes": 1},  # each table is imagined from its deal on
    "spades": {"target": 1, "mercy": -1},
    "swarm": {"limit": 60},
    "texas_holdem": {"hands": 3},
    "stones": {"turn_limit": 300},  # two greedy bots with a stone each may keep out of each other's way for ever
}
"""Options for games that take long without them."""
LONG = (
    "amazons",
    "backgammon",
    "banqi",
    "battleship",
    "cant_stop",
    "chess",
    "corridors",
    "crazy_eights",
    "dots_and_boxes",
    "fireworks",
    "gin_rummy",
    "go",
    "gomoku",
    "harvest_wheel",
    "hearts",
    "hex",
    "liars_dice",
    "seed_swap",
    "shogi",
    "skat",
    "solitaire",
    "spades",
    "swarm",
    "texas_holdem",
    "xiangqi",
    "y",
    "yacht",
)
"""Where a game takes seconds: one of each is enough, unless all are to be played."""


@pytest.mark.played
@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_random_and_greedy_bots_play_to_the_end(name: str, scaled: Callable[[int], int]) -> None:
    """One after the other round the table, each beginning as often; the number of players changes, where there is a choice."""
    kind = rondel.find(name)
    fewest = kind.fewest or len(kind.seats)
    games = scaled(200) if scaled(200) >= 200 else 1 if name in LONG else 4
    for number in range(games):
        seats = fewest + number // 2 % (len(kind.seats) - fewest + 1)
        game = rondel.new(name, seats=seats, seed=number, options=SHORTER.get(name, {}))
        specs = ("random", "greedy") if number % 2 else ("greedy", "random")
        players = {role: bot(specs[place % 2], seed=number) for place, role in enumerate(game.roles)}
        play(game, players)
        assert game.is_over
        assert game.progress == 100
        assert set(game.returns) == set(game.roles)
        least, most = kind.facts.length if kind.facts and kind.facts.length else (0, None)
        answers = len([role for role, _text in game.record()["answers"] if role != rondel.CHANCE])
        assert least <= answers
        assert most is None or answers <= most


@pytest.mark.parametrize(
    ("name", "games", "options", "points"),
    [
        ("tic_tac_toe", 60, {}, 45),
        ("connect_four", 30, {}, 28),
        ("stones", 20, {}, 17),
        ("liars_dice", 30, {"dice": 3}, 23),
        ("battleship", 6, {"size": 8, "fleet": "small"}, 5),
    ],
)
@pytest.mark.played
def test_greedy_beats_random(name: str, games: int, options: Mapping[str, Any], points: float) -> None:
    """Of so many games for two; who were no better would come to so many points in one case of a thousand, or of nine where
    they are six. The seed is fixed. The other games have this in their own tests."""
    greedy, _random = contest(rondel.find(name), ["greedy", "random"], games=games, seed=1, options=dict(options), seats=2)
    assert greedy.points >= points


@pytest.mark.played
@pytest.mark.parametrize(("name", "hands", "chips"), [("kuhn_poker", 200, 0.12), ("leduc_poker", 100, 0.5)])
def test_greedy_takes_chips_from_random(name: str, hands: int, chips: float) -> None:
    """So many a hand, on average; it folds what is likely lost, so how many hands are won says little. The seeds are fixed."""
    won = 0.0
    for seed in range(hands):
        game = rondel.new(name, seed=seed)
        greedy = game.roles[seed % 2]
        play(game, {role: bot("greedy" if role == greedy else "random", seed=seed) for role in game.roles})
        won += game.returns[greedy]
    assert won / hands >= chips
