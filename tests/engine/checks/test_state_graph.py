"""Outlines: every state and transition there is, in the order in which one comes to them."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine.checks.state_graph import outline
from rondel.errors import DefinitionError
from tests.engine.rules.market import Market


def test_every_kind_of_state_and_its_ways() -> None:
    found = outline(Market)
    assert [place.kind for place in found.places][-1] == "end"
    assert {place.kind for place in found.places} >= {"player", "automatic", "end"}
    names = [place.name for place in found.places]
    assert len(set(names)) == len(names)
    assert {end for way in found.ways for end in (way.begin, way.goal)} <= set(names)
    assert set(found.first) <= set(names)


@pytest.mark.parametrize("name", rondel.games())
def test_every_shipped_game_comes_to_its_end_by_the_ways_of_its_outline(name: str) -> None:
    found = outline(rondel.find(name))
    reached = set(found.first)
    while more := {way.goal for way in found.ways if way.begin in reached} - reached:
        reached |= more
    assert "GameEnd" in reached


def test_rules_that_cannot_work_have_none() -> None:
    class Nothing(rondel.Game):
        """No rules at all."""

        roles = ("one", "two")

    with pytest.raises(DefinitionError):
        outline(Nothing)
