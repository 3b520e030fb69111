"""State graphs: every state and transition, in the order in which a game reaches them."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine.checks.state_graph import state_graph
from rondel.errors import DefinitionError
from tests.engine.rules.market import Market


def test_every_kind_of_state_and_its_transitions() -> None:
    graph = state_graph(Market)
    assert [state.kind for state in graph.states][-1] == "end"
    assert {state.kind for state in graph.states} >= {"player", "automatic", "end"}
    names = [state.name for state in graph.states]
    assert len(set(names)) == len(names)
    assert {end for each in graph.transitions for end in (each.begin, each.goal)} <= set(names)
    assert set(graph.first) <= set(names)


@pytest.mark.parametrize("name", rondel.games())
def test_every_shipped_game_reaches_its_end_by_its_transitions(name: str) -> None:
    graph = state_graph(rondel.find(name))
    reached = set(graph.first)
    while more := {each.goal for each in graph.transitions if each.begin in reached} - reached:
        reached |= more
    assert "GameEnd" in reached


def test_rules_that_cannot_work_have_none() -> None:
    class Nothing(rondel.Game):
        """No rules at all."""

        roles = ("one", "two")

    with pytest.raises(DefinitionError):
        state_graph(Nothing)
