"""Real input: 2,000 games of strong players replay through Reversi; every move is legal and every winner right."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

import rondel
from rondel.errors import AnswerError

GAMES = Path(__file__).resolve().parents[1] / "data" / "othello_games.csv"
PART = 125
"""Games in each test, so that several workers can share them."""
WINNERS = {"1": ("black",), "-1": ("white",), "0": ("black", "white")}


@cache
def games() -> list[tuple[str, str, str]]:
    """Number, winner and squares of each game."""
    with GAMES.open(encoding="ascii", newline="") as file:
        return [(row["game_id"], row["winner"], row["moves"]) for row in csv.DictReader(file)]


def test_there_are_two_thousand_different_games() -> None:
    assert len(games()) == 2_000
    assert len({number for number, _winner, _moves in games()}) == 2_000


@pytest.mark.parametrize("first", range(0, 2_000, PART))
@pytest.mark.played
def test_every_move_is_legal_and_every_winner_right(first: int) -> None:
    wrong = [said for number, winner, moves in games()[first : first + PART] for said in faults(number, winner, moves)]
    assert wrong == []


def faults(number: str, winner: str, moves: str) -> list[str]:
    """What is wrong with a game, if anything."""
    game = rondel.new("reversi", seed=0)
    for start in range(0, len(moves), 2):
        square = moves[start : start + 2]
        try:
            game.push(f"play_disc({square})")
        except AnswerError as error:
            return [f"game {number}, move {start // 2 + 1}: {error}"]
    if not game.is_over:
        return [f"game {number} is not over after its last move"]
    if game.winners != WINNERS[winner]:
        return [f"game {number} was won by {WINNERS[winner]}, not by {game.winners}: {game.scores}"]
    return []


def test_a_wrong_move_and_a_wrong_winner_would_be_found() -> None:
    number, winner, moves = games()[0]
    assert "move 2: illegal move 'play_disc(a1)'" in faults(number, winner, moves[:2] + "a1" + moves[4:])[0]
    assert "was won by" in faults(number, str(-int(winner)), moves)[0]
    assert "is not over" in faults(number, winner, moves[:20])[0]


def test_passes_are_not_written_and_yet_happen() -> None:
    """The data leave passes out; our automatic ones must therefore stand where the turns do not alternate."""
    passes = 0
    for _number, _winner, moves in games()[:100]:
        game = rondel.new("reversi", seed=0)
        for start in range(0, len(moves), 2):
            game.push(f"play_disc({moves[start : start + 2]})")
        passes += sum(event["name"] == "pass" for event in game.events(0, "observer"))
    assert passes > 0
