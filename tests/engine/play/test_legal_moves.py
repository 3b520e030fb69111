"""Who may answer now, and what, wherever a game is."""

from __future__ import annotations

import pytest

from rondel.engine.play.legal_moves import active, asked, held_of, moves, node_of
from rondel.errors import AmbiguousMove, UnknownRole
from tests.engine.rules.duel import Duel
from tests.engine.rules.market import Market


def test_one_player_acts() -> None:
    game = Duel(seed=1)
    machine = game._machine
    assert active(machine, game) == asked(machine, game) == ("left",)
    assert [str(move) for move in moves(machine, game, None)] == ["go"]
    assert moves(machine, game, "right") == []
    with pytest.raises(UnknownRole):
        moves(machine, game, "nobody")


def test_in_a_rule_those_act_whom_it_asks_and_who_has_answered_may_still_change_it() -> None:
    game = Duel(seed=1)
    game.push("go")
    game.push("say(2)", "left")
    machine = game._machine
    assert active(machine, game) == ("right",)
    assert asked(machine, game) == ("left", "right")
    assert [str(move) for move in moves(machine, game, "left")] == ["say(1)", "say(2)", "say(3)"]


def test_several_act_each_at_his_own_place() -> None:
    game = Market(seed=1, options={"full": 0})
    machine = game._machine
    assert active(machine, game) == ("apple", "bread", "cheese")
    with pytest.raises(AmbiguousMove):
        moves(machine, game, None)
    game.push("take(p)", "bread")
    assert [node_of(machine, role).name for role in game.roles] == ["Take", "Pay", "Take"]
    game.push("swap(q)", "apple")
    held = held_of(machine, "apple")
    assert held is not None
    assert (held.role, held_of(machine, "bread"), held_of(machine, "chance")) == ("apple", None, None)


def test_what_was_listed_for_several_is_listed_when_all_is_as_it_was_again() -> None:
    game = Market(seed=1, options={"full": 0})
    machine = game._machine
    before = {role: moves(machine, game, role) for role in game.roles}
    game.push("take(p)", "bread")
    assert [str(move) for move in moves(machine, game, "bread")] != [str(move) for move in before["bread"]]
    game.push("swap(q)", "apple")
    game.pop()
    game.pop()
    assert all(moves(machine, game, role) is before[role] for role in game.roles)


def test_nobody_acts_when_the_game_is_over() -> None:
    game = Duel(seed=1)
    for _each in range(3):
        game.push("go")
        for role in game.roles:
            game.push("say(1)", role)
    assert game.is_over
    assert active(game._machine, game) == ()
    assert moves(game._machine, game, None) == moves(game._machine, game, "left") == []
