"""Branches: a round is played on by the rules from any of its positions, without the table's chance."""

from __future__ import annotations

import msgspec
import pytest

import rondel
from rondel.server.history.branch import MOST_TRIED
from rondel.server.protocol import Terms, TriedAnswer, Try
from rondel.server.protocol.refused import Refusal
from tests.server.history.looking import branch
from tests.server.history.test_replay import entry, played


def tried(seq: int, *moves: str, first: str = "x", then: str = "o", name: str = "") -> Try:
    """Answers in turn."""
    return Try(seq, tuple([TriedAnswer((first, then)[number % 2], move) for number, move in enumerate(moves)]), name)


def test_a_branch_is_the_game_those_answers_make() -> None:
    _table, log = played("tic_tac_toe", most=4)
    game = rondel.new("tic_tac_toe")
    for answer in log[:2]:
        game.push(answer.move, answer.role)
    moves = []
    while not game.is_over:
        moves.append(str(game.moves()[-1]))
        game.push(moves[-1])
    made = branch(entry("tic_tac_toe"), 1, log, tried(2, *moves))
    assert made.views == {role: game.view(role) for role in (*game.roles, rondel.OBSERVER)}
    assert made.seq == 2 + len(moves)
    assert [event["args"] for event in made.events["x"] if event["name"] == "mark"] == [
        event["args"] for event in game.events(0, "x") if event["name"] == "mark"
    ][2:]
    assert branch(entry("tic_tac_toe"), 1, log, tried(4)).views["o"] == _table.game.view("o")


def test_what_chance_gives_in_a_branch_is_not_what_it_will_give_at_the_table() -> None:
    """The dice are the same in a branch of the same name, so that a branch can be told by its answers, and others in others."""
    table, log = played("cant_stop", most=1)
    rolls = {}
    for name in "abcdefgh":
        wanted = tried(1, "roll", first="ruby", name=name)
        made = branch(entry("cant_stop"), 1, log, wanted)
        rolls[name] = tuple(move["text"] for move in made.views["ruby"]["moves"])
        assert branch(entry("cant_stop"), 1, log, wanted) == made
    table.game.push("roll")
    assert len(set(rolls.values())) > 4, "the dice do not depend on the branch"
    assert table.game.record()["answers"][-1][0] == rondel.CHANCE


def test_nothing_is_tried_out_where_something_is_hidden() -> None:
    """Battleship tells all at its end, and Leduc poker does not."""
    for name, most in (("battleship", 30), ("leduc_poker", 10_000)):
        with pytest.raises(Refusal, match="hidden from somebody") as refused:
            branch(entry(name), 1, played(name, most)[1], Try(0))
        assert refused.value.code == "hidden_information"
    over = played("battleship")[1]
    assert branch(entry("battleship"), 1, over, Try(3)).views["red"]["over"] is False


def test_a_rated_round_is_tried_out_when_it_is_over() -> None:
    rated = msgspec.structs.replace(entry("tic_tac_toe"), terms=Terms(rated=True))
    with pytest.raises(Refusal, match="when it is over") as refused:
        branch(rated, 1, played("tic_tac_toe", most=3)[1], Try(0))
    assert refused.value.code == "not_over"
    assert branch(rated, 1, played("tic_tac_toe")[1], Try(0)).seq == 0


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (Try(5), "unknown_round"),
        (Try(-1), "unknown_round"),
        (tried(0, "mark(a1)", "mark(a1)"), "illegal_move"),
        (tried(0, "mark(a1)", "mark(b1)", then="x"), "not_your_turn"),
        (tried(0, *["mark(a1)"] * (MOST_TRIED + 1)), "too_large"),
    ],
)
def test_what_cannot_be_is_refused(wanted: Try, code: str) -> None:
    log = played("tic_tac_toe", most=4)[1]
    with pytest.raises(Refusal) as refused:
        branch(entry("tic_tac_toe"), 1, log, wanted)
    assert refused.value.code == code
