"""A table's pure steps: what an answer makes of it, that its log makes it again, and what each client may hold."""

from __future__ import annotations

import pytest

from rondel.errors import IllegalMove, NotYourTurn, UndoBarrier
from rondel.server.catalogue import SeatEntry, TableEntry, hashed
from rondel.server.refusal import Refusal
from rondel.server.store import Answer
from rondel.server.table import Table


def entry(*kinds: str) -> TableEntry:
    seats = tuple(
        SeatEntry(role, kind, "random" if kind == "bot" else "", role.upper(), hashed(role) if kind == "person" else None)  # type: ignore[arg-type]
        for role, kind in zip(("x", "o"), kinds or ("person", "person"), strict=True)
    )
    return TableEntry("t", "tic_tac_toe", {}, b"s" * 32, hashed("invite"), seats)


def won(table: Table) -> list[Answer]:
    pairs = [("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]
    return [table.play(role, f"mark({cell})", f"m-{table.seq}") for role, cell in pairs]


def test_answers_are_numbered_without_gaps_and_say_all_that_is_needed_to_repeat_them() -> None:
    table = Table(entry())
    answers = [table.play("x", "mark(a1)", "m1"), table.undo("x", agreed=True, client_id="m2"), table.play("x", "mark(b2)")]
    assert answers == [
        Answer("t", 1, 1, "play", "x", "mark(a1)", "m1"),
        Answer("t", 2, 1, "undo", "x", "agreed", "m2"),
        Answer("t", 3, 1, "play", "x", "mark(b2)", None),
    ]


def test_the_log_makes_the_same_table_again() -> None:
    table = Table(entry())
    log = [*won(table), table.again(b"n" * 32, "g"), table.play("x", "mark(c3)"), table.play("o", "mark(a1)")]
    log += [table.undo("o", agreed=True), table.play("o", "mark(b1)")]
    again = Table(entry(), log[5:])
    assert (again.seq, again.round) == (table.seq, table.round) == (10, 2)
    for role in ("x", "o", "observer"):
        assert again.game.view(role) == table.game.view(role)
        assert again.game.events(0, role) == table.game.events(0, role)
    assert again.game.key() == table.game.key()


def test_a_refused_answer_leaves_the_table_as_it_was() -> None:
    table = Table(entry())
    table.play("x", "mark(a1)")
    before = (table.seq, table.game.key())
    with pytest.raises(IllegalMove):
        table.play("o", "mark(a1)")
    with pytest.raises(NotYourTurn):
        table.play("x", "mark(b2)")
    with pytest.raises(UndoBarrier):
        table.undo("x", agreed=False)
    with pytest.raises(Refusal, match="not_over"):
        table.again(b"n" * 32)
    assert (table.seq, table.game.key()) == before


@pytest.mark.parametrize(
    ("kinds", "held", "consents"),
    [
        (("person", "person"), ("x",), False),
        (("person", "person"), ("x", "o"), True),
        (("person", "bot"), ("x",), True),
        (("person", "open"), ("x",), True),
    ],
)
def test_who_agrees_to_an_undo_unasked(kinds: tuple[str, str], held: tuple[str, ...], consents: bool) -> None:
    assert Table(entry(*kinds)).consents("x", held) is consents


def test_what_may_be_taken_back_without_asking() -> None:
    against_a_person, against_a_bot, alone = Table(entry()), Table(entry("person", "bot")), Table(entry())
    for table in (against_a_person, against_a_bot, alone):
        assert table.undoable(("x",)) == ()
        table.play("x", "mark(a1)")
    assert against_a_person.undoable(("x",)) == ()  # o has been asked since
    assert against_a_bot.undoable(("x",)) == ("x",)
    assert against_a_bot.undoable(()) == ()
    assert alone.undoable(("x", "o")) == ("x",)
    alone.play("o", "mark(b1)")
    assert alone.undoable(("x", "o")) == ("x", "o")
    won(table := Table(entry()))
    assert (table.undoable(("x",)), table.undoable(("o",))) == (("x",), ())  # nobody was asked after the last answer


def test_tokens_open_their_own_seats_and_a_wrong_one_opens_none() -> None:
    table = Table(entry("person", "open"))
    assert table.roles_of([]) == ()
    assert table.roles_of([hashed("x"), hashed("x")]) == ("x",)
    for wrong in (hashed("o"), hashed(""), hashed("invite"), b""):
        with pytest.raises(Refusal, match="unknown_seat"):
            table.roles_of([hashed("x"), wrong])
    table.sit(SeatEntry("o", "person", "", "Bob", hashed("o")))
    assert table.roles_of([hashed("o"), hashed("x")]) == ("x", "o")


def test_seats_as_everybody_sees_them_hold_no_secret() -> None:
    table = Table(entry("person", "bot"))
    shown = table.describe({"x", "o"})
    assert [(seat.kind, seat.name, seat.present) for seat in shown.seats] == [("person", "X", True), ("bot", "O", True)]
    assert [seat.present for seat in table.describe(()).seats] == [False, True]
    assert [seat.bot for seat in shown.seats] == ["", "random"]
    assert hashed("x").hex() not in repr(shown)


def test_a_bot_without_a_name_is_called_by_its_kind() -> None:
    table = Table(entry("person", "bot"))
    for kind, called in (("mcts", "Thinking bot"), ("gone", "gone")):
        table.sit(SeatEntry("o", "bot", kind))
        assert table.describe(()).seats[1].name == called


def test_bots_of_one_kind_are_told_apart_by_numbers() -> None:
    seats = [
        SeatEntry("jade", "bot", "mcts"),
        SeatEntry("garnet", "bot", "greedy"),
        SeatEntry("lapis", "bot", "mcts"),
        SeatEntry("opal", "bot", "mcts", "Deep Thought"),
    ]
    table = Table(TableEntry("t", "stones", {}, b"s" * 32, hashed("invite"), tuple(seats)))
    shown = [(seat.name, seat.number) for seat in table.describe(()).seats]
    assert shown == [("Thinking bot", 1), ("Greedy bot", 0), ("Thinking bot", 2), ("Deep Thought", 0)]


def test_the_bot_the_game_waits_for() -> None:
    table = Table(entry("person", "bot"))
    assert table.bot_to_move() is None
    table.play("x", "mark(a1)")
    seat = table.bot_to_move()
    assert seat is not None
    assert seat.role == "o"
