"""The games by which the C compiler learns what runs: they are played to the end, the same each time."""

from __future__ import annotations

import random

import pytest
import training


@pytest.mark.parametrize("name", ["tic_tac_toe", "hearts", "fireworks", "amazons"])
def test_random_games_of_every_kind_are_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with several active players, with chance, and where a rule asks in the middle."""
    monkeypatch.setattr(training, "DECISIONS", 12)
    monkeypatch.setattr(training, "LONGEST", 12)
    drawn = []
    for _each in range(2):
        rng = random.Random(1)
        training.by_pushes(name, rng)
        training.by_walks(name, rng)
        drawn.append(rng.random())
    assert drawn[0] == drawn[1]
