"""Actions that several states share through a common base."""

from __future__ import annotations

import pytest

from rondel.cli.commands.diagram import mermaid
from rondel.engine.checks.ruleset import rules_of
from rondel.testing import LAWS, check
from tests.engine.rules.haggle import Haggle


def test_what_hangs_on_a_base_is_offered_in_each_state_that_extends_it() -> None:
    game = Haggle()
    assert [str(move) for move in game.moves()] == ["hand_over", "raise_by(1)", "raise_by(4)", "leave"]
    game.push("raise_by(1)")
    assert (game.state, game.price.value) == ("Bid", 2), "to go to the base is to stay"
    game.push("hand_over")
    assert (game.state, [str(move) for move in game.moves()]) == ("Ask", ["raise_by(1)", "raise_by(4)", "leave"])
    game.push("raise_by(4)")
    assert (game.state, game.player) == ("Ask", "seller")
    game.pop()
    game.pop()
    assert (game.state, game.price.value) == ("Bid", 2)
    for move in ("raise_by(4)", "hand_over", "raise_by(1)", "raise_by(1)", "raise_by(1)"):
        game.push(move)
    assert game.is_over


def test_an_action_that_states_share_has_its_edges_and_labels_in_each() -> None:
    bid, ask = rules_of(Haggle).by_name["Bid"], rules_of(Haggle).by_name["Ask"]
    assert bid.edges == {"hand_over": ("Ask",), "raise_by": ("Bid", "GameEnd"), "leave": ("GameEnd",)}
    assert ask.edges == {"raise_by": ("Ask", "GameEnd"), "leave": ("GameEnd",)}
    assert [each.label("raise_by", each.name) for each in (bid, ask)] == ["raised", "raised"]
    assert mermaid(Haggle).splitlines()[1:] == [
        "    [*] --> Bid",
        "    Bid --> Ask : hand_over",
        "    Bid --> Bid : raised",
        "    Bid --> GameEnd : sold, leave",
        "    Ask --> Ask : raised",
        "    Ask --> GameEnd : sold, leave",
        "    GameEnd --> [*]",
    ]


@pytest.mark.parametrize("law", LAWS)
def test_every_law_holds_where_states_share_actions(law: str) -> None:
    check(Haggle, law, seed=7)
