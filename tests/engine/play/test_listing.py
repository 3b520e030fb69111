"""The listing: what a state's actions offer a role, by its own actor, and not kept while a rule runs."""

from __future__ import annotations

import pytest

from rondel.engine.play.listing import listed_by, offer, stuck
from rondel.errors import RulesError
from rondel.shelf.tic_tac_toe import TicTacToe


def test_the_moves_of_some_actions_are_listed_for_a_role_and_nothing_else_changes() -> None:
    game = TicTacToe()
    machine = game._machine
    actor, asking = machine.actor, machine.asking
    assert len(listed_by(machine, game, "x", machine.node.actions)) == 9
    assert listed_by(machine, game, "x", []) == []
    assert (machine.actor, machine.asking) == (actor, asking)


def test_an_offer_is_kept_until_a_rule_runs() -> None:
    game = TicTacToe()
    machine = game._machine
    once = offer(machine, game, machine.node, "x", True)
    assert offer(machine, game, machine.node, "x", True) is once
    machine.offered.clear()
    machine.asking = True
    assert offer(machine, game, machine.node, "x", True) is not offer(machine, game, machine.node, "x", True)


def test_who_is_not_active_has_only_moves_out_of_turn() -> None:
    game = TicTacToe()
    assert offer(game._machine, game, game._machine.node, "o", False) == []


def test_a_player_without_a_move_is_the_rules_fault() -> None:
    game = TicTacToe()
    with pytest.raises(RulesError, match="x has no move in state 'PlayerTurn'"):
        raise stuck("x", game._machine.node)
