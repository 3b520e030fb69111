"""The machine: one answer at a time; what is refused or fails leaves everything as it was."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from rondel.engine import CHANCE, Game, Move, State
from rondel.errors import (
    AmbiguousMove,
    GameOver,
    IllegalMove,
    MalformedMove,
    NothingToUndo,
    NotYourTurn,
    RondelError,
    RulesError,
    UnknownRole,
)
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Piece, Step, Work, Workshop, trial, workshop
from tests.engine.witness import COMPILED, WRONG_TYPE, refuses, witness

# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_game_from_start_to_end() -> None:
    game = TicTacToe()
    for answer, over in (("a1", False), ("b1", False), ("a2", False), ("b2", False), ("a3", True)):
        assert game.active == (("x", "o")[len(game.board) % 2],)
        game.push(f"mark({answer})")
        assert game.is_over is over
    assert (game.active, game.moves(), game.state, game.winners) == ((), [], "GameEnd", ("x",))
    assert game.returns == {"x": 1, "o": -1}


def test_a_move_and_its_text_are_the_same() -> None:
    one, other = TicTacToe(), TicTacToe()
    one.push(one.moves()[4])
    other.push("mark(b2)")
    assert witness(one) == witness(other)


def test_the_list_of_moves_is_the_callers() -> None:
    game = TicTacToe()
    game.moves().clear()
    assert len(game.moves()) == 9


def test_a_role_may_be_left_out_when_one_is_active() -> None:
    game = TicTacToe()
    assert [str(move) for move in game.moves()] == [str(move) for move in game.moves("x")]
    assert game.moves("o") == []
    game.push("mark(a1)", "x")
    assert game.moves("x") == []


def test_the_only_move_is_marked_as_forced_and_not_made() -> None:
    cells = [f"{column}{row}" for row in "123" for column in "abc"]
    owners = "xoxxoxoxo"
    tokens = [{"at": cell, "kind": "mark", "owner": owner} for cell, owner in zip(cells, owners, strict=True)]
    game = TicTacToe(position={"state": "PlayerTurn", "containers": {"board": tokens[:8]}})
    assert [(str(move), move.forced) for move in game.moves()] == [("mark(c3)", True)]
    game = TicTacToe(position={"state": "PlayerTurn", "containers": {"board": tokens[:7]}})
    assert [move.forced for move in game.moves()] == [False, False]


# -- refusing ----------------------------------------------------------------------------------------------------------


def test_an_illegal_move_is_told_from_what_is_no_move() -> None:
    game = Reversi()
    assert refuses(game, "play_disc(a1)", error=IllegalMove) == (
        "illegal move 'play_disc(a1)'; legal for black in state 'PlayerTurn': "
        "play_disc(d3), play_disc(c4), play_disc(f5), play_disc(e6)"
    )
    for text in ("play_dics(d3)", "d3", "", "play_disc(d3", "play_disc((d3)", "PLAY_DISC(d3)", " play_disc(d3)"):
        said = refuses(game, text, error=MalformedMove)
        assert said.startswith(f"{text!r} is not a move; legal for black in state 'PlayerTurn': play_disc(d3), ")


def test_a_long_list_of_legal_moves_is_cut() -> None:
    assert refuses(TicTacToe(), "mark(d4)", error=IllegalMove).endswith("mark(a3), mark(b3), mark(c3)")
    game = workshop(offers_twenty)
    game.push("do(offers_twenty)")
    assert refuses(game, "choose(99)", error=IllegalMove).endswith("choose(10), choose(11), ... (20 in all)")


def test_a_player_without_a_move_is_the_rules_fault() -> None:
    game = Reversi(position={"state": "PlayerTurn", "containers": {"board": []}})
    said = "black has no move in state 'PlayerTurn'; an automatic state before it should have gone elsewhere"
    with pytest.raises(RulesError, match=said):
        game.moves()


@trial
def offers_twenty(game: Workshop) -> None:
    game.choose(range(20), ask="?")


def test_a_role_that_is_not_active_is_refused() -> None:
    game = TicTacToe()
    assert refuses(game, "mark(a1)", "o", error=NotYourTurn) == "it is not o's turn: the game waits for x"
    assert refuses(game, "mark(a1)", CHANCE, error=NotYourTurn) == "it is not chance's turn: the game waits for x"


def test_a_role_that_does_not_exist_is_refused() -> None:
    game = TicTacToe()
    said = "unknown role 'z': this game has 'x', 'o'"
    assert refuses(game, "mark(a1)", "z", error=UnknownRole) == said
    assert refuses(game, "mark(a1)", "observer", error=UnknownRole) == said.replace("'z'", "'observer'")
    with pytest.raises(UnknownRole, match=said):
        game.moves("z")
    game.push("mark(a1)")
    for answer in ("b1", "a2", "b2", "a3"):
        game.push(f"mark({answer})")
    with pytest.raises(UnknownRole, match=said):
        game.moves("z")


def test_a_finished_game_takes_no_more_answers() -> None:
    game = TicTacToe()
    for answer in ("a1", "b1", "a2", "b2", "a3"):
        game.push(f"mark({answer})")
    assert refuses(game, "mark(c3)", error=GameOver) == "'mark(c3)' cannot be played: the game is over"
    assert game.moves("x") == []


def test_several_active_roles_must_be_told_apart() -> None:
    game = Passing(seed=1, options={"held": 3})
    with pytest.raises(AmbiguousMove, match=r"several roles are active \(north, east, south, west\): say which one"):
        game.moves()
    assert "as in game.moves('north')" in refuses(game, "choose(2C)", error=AmbiguousMove)


def test_a_stale_move_means_its_text() -> None:
    game = TicTacToe()
    stale = game.moves()[0]
    game.push("mark(b2)")
    assert "x's turn" in refuses(game, stale, error=NotYourTurn)
    game.push("mark(a1)", "o")
    assert refuses(game, stale, error=IllegalMove).startswith("illegal move 'mark(a1)'")
    later = game.moves()[0]
    assert str(later) == "mark(b1)"
    other = TicTacToe()
    other.push(later)  # Another game's move is understood by its text.
    assert other.board.owner("b1") == "x"


@pytest.mark.parametrize(
    "answer", [None, 5, 1.5, b"mark(a1)", ["mark(a1)"], {"text": "mark(a1)"}, object, Move, ("x", "mark(a1)")]
)
def test_only_moves_and_texts_are_answers(answer: Any) -> None:
    game = TicTacToe()
    before = witness(game)
    with pytest.raises((MalformedMove, *WRONG_TYPE)) as caught:
        game.push(answer)
    assert COMPILED or str(caught.value).endswith("is not a move: push a Move from game.moves() or its text")
    assert witness(game) == before


@pytest.mark.parametrize(
    "make", [TicTacToe, lambda: Passing(seed=3, options={"held": 3}), lambda: Flock(seed=2, chance="explicit")]
)
def test_nonsense_never_changes_anything(make: Callable[[], Game]) -> None:
    game = make()
    chooser = random.Random(1)
    letters = "mark(a1),choose drw\x00\u0416😀)(\n"
    before = witness(game)
    for _each in range(300):
        text = "".join(chooser.choices(letters, k=chooser.randrange(12)))
        role = chooser.choice([None, "x", "north", "shepherd", CHANCE, "observer", text, 3, ()])
        with pytest.raises((RondelError, *WRONG_TYPE)):
            game.push(text, role)  # type: ignore[arg-type]
    assert witness(game) == before


# -- failing rules -----------------------------------------------------------------------------------------------------


class Slip(Exception):
    """What a wrong rule raises."""


def meddle(game: Workshop) -> None:
    """Change something of every kind, and draw."""
    game.counter.value += 1
    game.secret.value = {"a": [1]}
    game.open[0].move_to(game.hidden)
    game.open[0].face = "turned"
    game.open[-1].owner = "right"
    game.open[-1].set("hits", 2)
    game.open.add(Piece(face="new"))
    game.board.tokens()[0].remove()
    game.board.add(Piece("right"))
    game.draw(game.pile).move_to(game.hands["left"])
    game.counter.value += game.roll()
    game.set_score("left", 7)
    game.next_player()
    game.notify("meddled", "all is changed", to=("left",), how="badly")


@trial
def fails(game: Workshop) -> None:
    meddle(game)
    raise Slip("no such sheep")


@trial
def fails_after_a_question(game: Workshop) -> None:
    meddle(game)
    game.choose(game.open, ask="?").remove()
    meddle(game)
    raise Slip("no such sheep")


@trial
def goes_on(game: Workshop) -> type[State[Any]]:
    meddle(game)
    return Step


@pytest.mark.parametrize("chance", ["seeded", "explicit"])
@pytest.mark.parametrize(
    ("guilty", "enter"), [(fails, None), (goes_on, fails), (fails_after_a_question, None), (goes_on, fails_after_a_question)]
)
def test_an_exception_in_a_rule_leaves_everything_as_it_was(guilty: Any, enter: Any, chance: str) -> None:
    game = workshop(guilty, enter=enter, chance=chance)
    game.push("wait")
    game.push("wait")
    history = [witness(game)]
    move: Move | str = f"do({guilty.__name__})"
    for _each in range(20):
        try:
            game.push(move)
        except Slip:
            break
        history.append(witness(game))
        move = game.moves(game.active[0])[-1]
    else:
        pytest.fail("it never failed")
    assert len(history) > 1 or (chance, guilty, enter) in (("seeded", fails, None), ("seeded", goes_on, fails))
    while history:
        assert witness(game) == history.pop()
        if history:
            game.pop()
    game.push("wait")
    assert game.active == ("right",)


@trial
def comes_round(game: Workshop) -> Any:
    return comes_round(game)


@trial
def comes_round_after_a_question(game: Workshop) -> Any:
    game.choose([1, 2], ask="?")
    return comes_round(game)


STOP = "calls itself without end; find the repeated call in its traceback and stop it"


@pytest.mark.parametrize(
    ("guilty", "enter", "moves", "said"),
    [
        (comes_round, None, ["do(comes_round)"], "'do(comes_round)' in state 'Work'"),
        (goes_on, comes_round, ["do(goes_on)"], "'enter' of state 'Step', after 'do(goes_on)' in state 'Work',"),
        (
            comes_round_after_a_question,
            None,
            ["do(comes_round_after_a_question)", "choose(2)"],
            "'choose(2)' in state 'Work'",
        ),
    ],
)
def test_a_rule_that_calls_itself_without_end_is_named(guilty: Any, enter: Any, moves: list[str], said: str) -> None:
    game = workshop(guilty, enter=enter)
    for move in moves[:-1]:
        game.push(move)
    assert refuses(game, moves[-1], error=RulesError) == f"{said} {STOP}"


def test_what_looks_and_calls_itself_without_end_is_named() -> None:
    game = workshop(options={"looks": "comes_round"})
    with pytest.raises(RulesError) as caught:
        game.moves()
    assert str(caught.value) == f"what may be chosen for 'do', 'wait', 'end' of state 'Work' {STOP}"
    game = workshop(options={"args": "comes_round"})
    with pytest.raises(RulesError, match=rf"^options, args, .* of state 'Work' {STOP}"):
        game.view("left")
    with pytest.raises(RulesError, match=rf"^'enter' of state 'Step' {STOP}"):
        workshop(enter=comes_round, position={"state": "Step"})


@trial
def pushes(game: Workshop) -> None:
    game.counter.value += 1
    game.push("wait")


@trial
def pops(game: Workshop) -> None:
    game.counter.value += 1
    game.pop()


@trial
def undoes(game: Workshop) -> None:
    game.undo("left", agreed=True)


@trial
def asks_then_pops(game: Workshop) -> None:
    game.choose([1, 2], ask="?")
    game.pop()


@pytest.mark.parametrize("guilty", [pushes, pops, undoes, asks_then_pops])
def test_a_rule_cannot_answer_or_take_back(guilty: Any) -> None:
    game = workshop(guilty, options={"enter": guilty.__name__})
    for answer in ("wait", "wait"):
        game.push(answer)
    if guilty is asks_then_pops:
        game.push("do(asks_then_pops)")
    before = witness(game)
    with pytest.raises(RulesError, match="a rule of state 'Work' called push, pop or undo: rules ask with"):
        game.push("choose(1)" if guilty is asks_then_pops else f"do({guilty.__name__})")
    assert witness(game) == before
    game.pop()


@trial
def tries_things_out(game: Workshop) -> None:
    twin = game.copy()
    twin.push("wait")
    game.own.value = twin.active[0]


def test_a_rule_may_try_things_out_on_a_copy() -> None:
    game = workshop(tries_things_out)
    game.push("do(tries_things_out)")
    assert (game.own.value, game.active) == ("right", ("left",))


# -- taking back -------------------------------------------------------------------------------------------------------


def test_pop_at_the_start_is_refused() -> None:
    game = TicTacToe()
    with pytest.raises(NothingToUndo, match="nothing has been pushed since this game, or copy of a game, began"):
        game.pop()
    game.push("mark(a1)")
    game.pop()
    with pytest.raises(NothingToUndo):
        game.pop()


def test_pop_a_long_way_back() -> None:
    """Longer than lists of moves are remembered."""
    game = Workshop()
    for _each in range(90):
        game.push("wait")
    assert len(game._machine.befores) == 90
    for left in range(90, 0, -1):
        assert game.active == ("left" if left % 2 == 0 else "right",)
        game.pop()
        assert [str(move) for move in game.moves()] == ["do()", "wait", "end"]
    assert len(game.record()["answers"]) == 0


@pytest.mark.parametrize("make", [Reversi, lambda: Passing(seed=3, options={"held": 4})])
@pytest.mark.no_cover
@pytest.mark.played
def test_pop_restores_whole_games(make: Callable[[], Game]) -> None:
    game = make()
    chooser = random.Random(2)
    history = []
    while not game.is_over:
        history.append(witness(game))
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
    assert len(history) > 12
    while history:
        game.pop()
        assert witness(game) == history.pop()


def test_the_state_that_rules_went_to_is_the_one_they_name() -> None:
    game = workshop(goes_on)
    game.push("do(goes_on)")
    assert game.state == Work.__name__
