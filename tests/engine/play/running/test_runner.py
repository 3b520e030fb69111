"""The runner: each rule goes to a state of its game, automatic states end, and a player's state has a player."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import ActivePlayer, Automatic, Game, GameEnd, Option, State, To, _, on
from rondel.errors import (
    RulesError,
)
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.workshop import Step, Work, Workshop, trial, workshop
from tests.engine.witness import refuses, witness


@trial
def goes_round_and_round(game: Workshop) -> type[State[Any]]:
    game.counter.value += 1
    return Step


def test_automatic_states_that_never_end_are_found() -> None:
    game = workshop(goes_round_and_round, enter=goes_round_and_round)
    before = witness(game)
    with pytest.raises(RulesError, match="automatic states follow each other without end: Step → Step"):
        game.push("do(goes_round_and_round)")
    assert witness(game) == before


@trial
def goes_nowhere(game: Workshop) -> Any:
    return 7


@trial
def goes_to_its_game(game: Workshop) -> Any:
    return Workshop


@trial
def goes_to_another_games_state(game: Workshop) -> Any:
    return next(node.kind for node in TicTacToe()._machine.rules.nodes)


@trial
def goes_to_two(game: Workshop) -> Any:
    return [Work, Step]


@pytest.mark.parametrize("guilty", [goes_nowhere, goes_to_its_game, goes_to_another_games_state, goes_to_two])
def test_a_rule_goes_to_a_state_of_its_game(guilty: Any) -> None:
    game = workshop(guilty)
    before = witness(game)
    with pytest.raises(
        RulesError, match=r"'do' of state 'Work' returned .*, which is no state of its game; it goes to Work, Step, GameEnd"
    ):
        game.push(f"do({guilty.__name__})")
    assert witness(game) == before


@trial
def sends_everybody_away(game: Workshop) -> None:
    game.eliminate("left")
    game.eliminate("right")


@trial
def ends(game: Workshop) -> type[State[Any]]:
    sends_everybody_away(game)
    return GameEnd


@trial
def puts_a_stranger_first(game: Workshop) -> None:
    game.play_order.value = ("stranger", "left")


def test_the_player_is_a_role() -> None:
    game = workshop(puts_a_stranger_first)
    before = witness(game)
    with pytest.raises(RulesError, match=r"play_order is \('stranger', 'left'\); it lists roles of 'left', 'right', each once"):
        game.push("do(puts_a_stranger_first)")
    assert witness(game) == before


class Exodus(Game):
    """A player's state whose ``enter`` leaves nobody to play, after a question if that is asked for."""

    name = "exodus"
    seats = ("one",)
    options = (Option("asks", False),)

    def setup(self) -> To[Leave]:
        return Leave


class Leave(ActivePlayer[Exodus]):
    """Everybody leaves."""

    description = "{actplayer} leaves"
    my_turn = "{you} leave"

    def enter(self, game: Exodus) -> None:
        if game._options["asks"]:
            game.choose(["now"], ask="{you} must leave")
        game.eliminate("one")


@on(Leave, "{actplayer} leaves")
def leave(game: Exodus) -> To[GameEnd]:
    return GameEnd


def test_a_players_state_needs_a_player_after_its_enter() -> None:
    with pytest.raises(RulesError, match="state 'Leave' has no player: play_order is empty"):
        Exodus()
    game = Exodus(options={"asks": True})
    assert refuses(game, "choose(now)", error=RulesError) == "state 'Leave' has no player: play_order is empty"


def test_a_players_state_needs_a_player() -> None:
    game = workshop(sends_everybody_away)
    before = witness(game)
    with pytest.raises(RulesError, match="state 'Work' has no player: play_order is empty"):
        game.push("do(sends_everybody_away)")
    assert witness(game) == before
    game = workshop(ends)
    game.push("do(ends)")
    assert game.is_over


class Detour(Game):
    """Its turn may end, but says that it only goes on; the end is reached from elsewhere."""

    name = "detour"
    seats = ("one",)

    def setup(self) -> To[Crossing]:
        return Crossing


class Crossing(ActivePlayer[Detour]):
    """Choose a way."""

    description = _("{actplayer} must choose a way")
    my_turn = _("{you} must choose a way")


@on(Crossing, _("{actplayer} goes on"))
def go_on(game: Detour) -> To[Road]:
    """Says it goes to the road, and goes home."""
    return GameEnd  # type: ignore[return-value]


class Road(Automatic[Detour]):
    """Leads to the end."""

    def enter(self, game: Detour) -> To[GameEnd]:
        return GameEnd


def test_a_rule_that_goes_where_it_does_not_say_is_named() -> None:
    """The checked graph, the diagram and the reachability of the end would otherwise be about another game."""
    game = Detour()
    before = witness(game)
    with pytest.raises(
        RulesError, match=r"'go_on' of state 'Crossing' went to 'GameEnd', which it does not say: it goes to Road; return"
    ):
        game.push("go_on")
    assert witness(game) == before
