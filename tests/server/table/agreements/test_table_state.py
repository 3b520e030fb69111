"""The table state: who leaves and when that is the end, what is shown, and that it comes through JSON as it was."""

from __future__ import annotations

import doctest

import msgspec
import pytest

from rondel.server.protocol import Absence, Clock, Fischer, Outcome, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.agreements import Clocks, Offers, TableState, table_state
from rondel.server.table.time_controls import FIRST

FOUR = (("n",), ("e",), ("s",), ("w",))
BLITZ = Terms(Fischer(180, 2))


def test_of_two_the_other_wins() -> None:
    left = TableState().left_by("x", "resigned", (("x",), ("o",)), ["x", "o"])
    assert left.outcome == Outcome("resigned", {"x": 2, "o": 1})


def test_of_four_the_game_goes_on_until_one_is_left() -> None:
    left = TableState()
    for role in ("e", "n"):
        left = left.left_by(role, "resigned", FOUR, ["n", "e", "s", "w"])
        assert left.outcome is None
    left = left.left_by("w", "time", FOUR, ["n", "e", "s", "w"])
    assert left.outcome == Outcome("time", {"n": 3, "e": 4, "s": 1, "w": 2})
    assert list(left.departed) == ["e", "n", "w"]


def test_bots_do_not_play_on_by_themselves() -> None:
    left = TableState().left_by("n", "resigned", FOUR, ["n"])
    assert left.outcome == Outcome("resigned", {"n": 4, "e": 1, "s": 1, "w": 1})


def test_a_team_goes_on_while_one_of_it_is_there() -> None:
    teams = (("n", "s"), ("e", "w"))
    one = TableState().left_by("n", "time", teams, ["n", "e", "s", "w"])
    assert one.outcome is None
    two = one.left_by("s", "time", teams, ["n", "e", "s", "w"])
    assert two.outcome == Outcome("time", {"n": 4, "s": 3, "e": 1, "w": 1})


def test_who_leaves_a_game_they_play_alone_or_together_has_lost_to_it() -> None:
    assert TableState().left_by("shepherd", "resigned", (("shepherd",),), ["shepherd"]).outcome == Outcome(
        "resigned", {"shepherd": 2}
    )
    together = TableState().left_by("a", "resigned", (("a", "b"),), ["a", "b"])
    assert together.outcome is None


def test_a_table_waits_to_be_begun_where_its_terms_say_so() -> None:
    assert TableState.first(Terms()) == TableState()
    assert not TableState.first(BLITZ).begun
    assert not TableState.first(Terms(start="host")).begun
    assert TableState.first(Terms(absence=Absence("skip"))).begun
    begun = TableState.first(BLITZ).begin(BLITZ, ["x"], ["x", "o"])
    assert begun == TableState(clocks=Clocks({"x": 180_000}, ("x",), {"x": FIRST}))


def test_clocks_stop_at_the_end_and_who_has_left_has_none() -> None:
    running = TableState(clocks=Clocks({"x": 10_000, "o": 10_000, "z": 10_000}, ("x",)))
    over = running.ended("agreed", {}).timed(BLITZ, 4_000, "", ())
    assert over.clocks == Clocks({"x": 6_000, "o": 10_000, "z": 10_000})
    lost = msgspec.structs.replace(over, departed={"x": "time"}, clocks=running.clocks).timed(BLITZ, 10_100, "", ())
    assert lost.shown(0, ()).clocks["x"] == Clock(0, False), "the clock of the loser stays to be seen"
    left = msgspec.structs.replace(running, departed={"x": "time"}).timed(BLITZ, 4_000, "", ["x", "o"])
    assert left.clocks == Clocks({"o": 10_000, "z": 10_000}, ("o",))
    assert TableState().timed(Terms(), 4_000, "x", ["o"]) == TableState()


def test_the_first_whose_time_is_up_is_named_and_nobody_before() -> None:
    running = TableState(clocks=Clocks({"x": 1_000, "o": 500}, ("x", "o")))
    assert [running.overdue(elapsed) for elapsed in (0, 600, 601, 5_000)] == ["", "", "o", "o"]
    assert TableState().overdue(10**12) == ""


def test_what_is_shown_is_the_time_that_is_left_now() -> None:
    running = TableState(clocks=Clocks({"x": 1_000, "o": 500}, ("x",)))
    assert running.shown(300, ["o"]).clocks == {"x": Clock(700, True), "o": Clock(500, False)}
    assert running.shown(1_050, []).clocks["x"] == Clock(0, True)
    assert running.shown(0, ["o", "b"]).away == ("b", "o")


def test_a_pact_comes_through_json_as_it_was_and_the_plain_one_is_empty() -> None:
    offers = TableState().offers.made(3, "draw", "x", ("o",)).made(4, "end", "o", ("x",))
    full = TableState(True, Clocks({"x": 5}, ("x",)), offers, {"z": "time"}, Outcome("time", {"x": 1}))
    assert msgspec.json.decode(msgspec.json.encode(full), type=TableState) == full
    assert msgspec.json.encode(TableState()) == b"{}"


def test_who_has_left_comes_last_of_those_the_rules_have_ranked_and_no_offer_outlives_the_round() -> None:
    left = TableState(departed={"x": "time"}, offers=Offers().made(3, "end", "o", ("z",)))
    over = left.decided(("x", "o", "z"), {"x": 1, "o": 2, "z": 3})
    assert (over.outcome, over.offers) == (Outcome("rules", {"o": 1, "z": 2, "x": 3}), Offers())
    nobody_left = msgspec.structs.replace(left, departed={})
    assert nobody_left.decided(("x", "o"), {"x": 1, "o": 2}) == TableState(), "the rules say it all"
    ended = left.ended("agreed", {"x": 1, "o": 1, "z": 1})
    assert ended.decided(("x", "o", "z"), {"x": 1, "o": 2, "z": 3}) == ended


def test_what_lapses_with_an_answer_and_with_one_that_is_taken_back() -> None:
    offers = Offers().made(1, "undo", "x", ("o",)).made(2, "draw", "x", ("o",)).made(3, "end", "x", ("o",))
    assert [each.what for each in TableState(offers=offers).lapsed("x", undone=False).offers.open] == ["draw", "end"]
    assert [each.what for each in TableState(offers=offers).lapsed("o", undone=False).offers.open] == ["end"]
    assert [each.what for each in TableState(offers=offers).lapsed("", undone=True).offers.open] == ["end"]
    assert TableState(offers=offers).lapsed("", undone=False).offers == offers


def test_a_view_shows_how_the_round_has_ended_and_offers_no_moves_to_who_cannot_play() -> None:
    view = {"over": False, "active": ["x"], "moves": ["pass"], "question": {}, "ranks": None, "winners": [], "several": 1}
    over = TableState().ended("agreed", {"x": 1, "o": 1}).over("x", view)
    assert over == {"over": True, "active": [], "moves": [], "question": None, "ranks": {"x": 1, "o": 1}, "winners": ["x", "o"]}
    assert TableState().ended("ended", {}).over("x", view)["ranks"] is None
    for each in (TableState(begun=False), TableState(departed={"x": "time"})):
        assert each.over("x", view)["moves"] == []
        assert "several" not in each.over("x", view)
    assert TableState(departed={"x": "time"}).over("o", view) == view


@pytest.mark.parametrize(
    ("stands", "code"),
    [
        (TableState(begun=False), "not_begun"),
        (TableState().ended("ended", {}), "game_over"),
        (TableState(departed={"x": "resigned"}), "departed"),
    ],
)
def test_only_who_plays_on_in_a_game_that_goes_on_may_play(stands: TableState, code: str) -> None:
    with pytest.raises(Refusal, match=rf"^{code}: "):
        stands.check_playing("x")
    TableState(departed={"x": "resigned"}).check_playing("o")


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(table_state).failed == 0
