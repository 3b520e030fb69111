"""The two authoring styles of docs/adr/0001: the same games, and the planted mistakes found as the page says."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import rival_mistakes
from rival_flock import RivalFlock
from rival_passing import RivalPassing
from rival_reversi import RivalReversi

import rondel
from rondel.engine import Game
from rondel.shelf.reversi import Reversi
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adr" / "0001-authoring-surface.md"


def contents(game: Game) -> dict[str, list[tuple[str, str | None]]]:
    """What lies in each container, faces and owners alone."""
    return {holder.name: [(token.face, token.owner) for token in holder] for holder in game._containers}


def parts(game: Game, role: str) -> list[str]:
    """What a role may choose, without the action's name, in which the styles differ."""
    return [",".join(move.words) for move in game.moves(role)]


def same(one: Game, other: Game) -> None:
    """Nobody at the table can tell the two apart."""
    assert one.active == other.active
    assert one.is_over == other.is_over
    assert contents(one) == contents(other)
    assert one.scores == other.scores
    for role in one.roles:
        assert parts(one, role) == parts(other, role)


def pushed(game: Game, role: str, part: str) -> None:
    """Answer with the move of that part."""
    game.push(next(move for move in game.moves(role) if ",".join(move.words) == part), role)


def play_both(one: Game, other: Game, rng: random.Random) -> int:
    """Play both to the end with the same random answers, then take all of them back; how many there were."""
    keys = []
    while not one.is_over:
        same(one, other)
        keys.append((one.key(), other.key()))
        role = rng.choice([role for role in one.roles if one.moves(role)])
        part = rng.choice(parts(one, role))
        pushed(one, role, part)
        pushed(other, role, part)
    same(one, other)
    for before in reversed(keys):
        one.pop()
        other.pop()
        assert (one.key(), other.key()) == before
    return len(keys)


@pytest.mark.parametrize("seed", range(3))
def test_reversi_is_the_same_game_in_both_styles(seed: int) -> None:
    assert play_both(rondel.new(Reversi, seed=seed), rondel.new(RivalReversi, seed=seed), random.Random(seed)) > 20


@pytest.mark.parametrize("seed", range(3))
def test_the_passing_of_hearts_is_the_same_game_in_both_styles(seed: int) -> None:
    # A role that has chosen may begin its choice again while others have not, so there may be more than 12 answers.
    games = [rondel.new(kind, seed=seed, options={"held": 6}) for kind in (Passing, RivalPassing)]
    assert play_both(games[0], games[1], random.Random(seed)) >= 13


def table(hand: list[str], field: list[int]) -> dict[str, Any]:
    """A position of the flock with nothing to draw."""
    cards = [{"kind": "card", "face": face} for face in hand]
    sheep = [{"kind": "sheep", "face": str(rank)} for rank in field]
    stock = [{"kind": "sheep", "face": "3"} for _each in range(7)]
    return {"state": "PlayCard", "containers": {"deck": [], "hand": cards, "field": sheep, "stock": stock}}


def test_all_purpose_sheep_copies_meteor_and_is_exiled_in_its_place() -> None:
    position = table(["All-purpose Sheep", "Meteor"], [1, 3, 10, 30])
    for kind in (Flock, RivalFlock):
        game = rondel.new(kind, seed=1, position=position)
        for part in ("All-purpose Sheep", "Meteor", "1", "3", "10"):
            pushed(game, "shepherd", part)
        lying = contents(game)
        assert [face for face, _owner in lying["field"]] == ["30"]
        assert [face for face, _owner in lying["hand"]] == ["Meteor"]
        assert [face for face, _owner in lying["exile"]] == ["All-purpose Sheep"]
        assert lying["discard"] == []


@pytest.mark.parametrize("field", [[1, 3, 10, 30], [1, 1, 3], [3, 3], [1, 3, 3, 10, 10, 30, 100]])
@pytest.mark.parametrize(
    "hand", [["All-purpose Sheep", "Meteor", "Multiply"], ["Meteor"], ["Falling Rock", "Meteor", "All-purpose Sheep"]]
)
def test_the_effects_are_the_same_in_both_styles(hand: list[str], field: list[int]) -> None:
    for seed in range(3):
        one, other = (rondel.new(kind, seed=1, position=table(hand, field)) for kind in (Flock, RivalFlock))
        assert play_both(one, other, random.Random(seed)) > 0


def test_the_planted_mistakes_are_found_as_the_page_says(tmp_path: Path) -> None:
    told = PAGE.read_text(encoding="utf-8").splitlines()
    assert [row for row in rival_mistakes.rows(tmp_path) if row not in told] == []
