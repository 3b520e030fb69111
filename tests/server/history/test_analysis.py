"""Positions for an analysis: of ended rounds that hide nothing, with what their players answered."""

from __future__ import annotations

import pytest
from msgspec import structs

import rondel
from rondel.server.protocol import Terms
from rondel.server.protocol.refused import Refusal
from tests.server.history.looking import position
from tests.server.history.test_replay import entry, played


@pytest.mark.parametrize("rated", [False, True])
def test_a_round_is_analysed_when_it_is_over_and_not_before(rated: bool) -> None:
    table = structs.replace(entry("tic_tac_toe"), terms=Terms(rated=rated))
    with pytest.raises(Refusal, match="when it is over") as refused:
        position(table, 1, played("tic_tac_toe", most=3)[1], 1)
    assert refused.value.code == "not_over"
    log = played("tic_tac_toe")[1]
    found = position(table, 1, log, 1)
    assert (found.role, found.next) == (log[1].role, log[1].move)
    assert found.next in found.moves
    assert found.moves[found.next]["text"] == "{actplayer} marks {cell}"
    assert found.game is not None
    assert rondel.restore(found.game).view("x")["active"] == ["o"]


def test_the_end_has_its_result_and_no_question() -> None:
    table, log = played("tic_tac_toe")
    found = position(entry("tic_tac_toe"), 1, log, log[-1].seq)
    assert (found.role, found.game, found.values) == ("", None, table.game.returns)
    for seq in (-1, log[-1].seq + 1):
        with pytest.raises(Refusal, match="has no position"):
            position(entry("tic_tac_toe"), 1, log, seq)


def test_what_stays_hidden_is_not_analysed() -> None:
    """Leduc poker does not tell a folded hand, not even at its end; Battleship tells all then."""
    with pytest.raises(Refusal, match="hidden from somebody") as refused:
        position(entry("leduc_poker"), 1, played("leduc_poker", 10_000)[1], 0)
    assert refused.value.code == "hidden_information"
    assert position(entry("battleship"), 1, played("battleship")[1], 3).role in ("red", "blue")


def test_a_position_has_not_the_chance_of_the_table() -> None:
    table, log = played("cant_stop")
    first = next(each.seq for each in log if each.move == "roll") - 1
    found = position(entry("cant_stop"), 1, log, first)
    assert found.game is not None
    again = rondel.restore(found.game)
    again.push("roll")
    rolls = [answer for who, answer in table.game.record()["answers"] if who == rondel.CHANCE]
    drawn = [answer for who, answer in again.record()["answers"] if who == rondel.CHANCE]
    assert drawn[:-1] == rolls[: len(drawn) - 1]
    assert drawn[-1] != rolls[len(drawn) - 1]
