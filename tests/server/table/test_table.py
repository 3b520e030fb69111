"""A table's steps: their rows, the replay of its log, and the roles of clients."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec import structs

import rondel
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.protocol.refused import Refusal
from rondel.server.table import table as module
from rondel.server.table import views
from rondel.server.table.commands import Batch, BotMove, Faulted, Message, Outdated, Recipients, Roles, Setting, Unreachable
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import UNDO_REACH, Answer, Log, Snapshot
from rondel.server.table.table import Table


def entry(*kinds: str) -> TableEntry:
    seats = tuple(
        SeatEntry(role, kind, "random" if kind == "bot" else "", role.upper(), hashed(role) if kind == "person" else None)  # type: ignore[arg-type]
        for role, kind in zip(("x", "o"), kinds or ("person", "person"), strict=True)
    )
    return TableEntry("t", "tic_tac_toe", {}, b"s" * 32, hashed("invite"), seats)


def everybodys(name: str) -> TableEntry:
    """A table at which every seat is open, so that nobody need be asked for an undo."""
    return TableEntry("t", name, {}, b"s" * 32, b"", tuple(SeatEntry(role, "open") for role in rondel.new(name).roles))


def at(time: int = 0, chance: bytes = b"n" * 32) -> Setting:
    return Setting(time, chance)


def play(table: Table, role: str, move: str, client_id: str = "m", setting: Setting | None = None) -> Answer:
    """The answer that comes of a move given to the table as it is."""
    return table.step(protocol.Play(client_id, role, move, table.seq), (role,), setting or at()).answer


def undo(table: Table, role: str, held: tuple[str, ...], client_id: str = "m") -> Answer:
    return table.step(protocol.Undo(client_id, role, table.seq), held, at()).answer


def again(table: Table) -> Answer:
    return table.step(protocol.Again("g"), ("x", "o"), at()).answer


def won(table: Table) -> list[Answer]:
    pairs = [("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]
    return [play(table, role, f"mark({cell})", f"m-{table.seq}") for role, cell in pairs]


@pytest.mark.parametrize("name", ["reversi", "battleship"])
def test_a_table_that_catches_up_shows_what_the_one_that_was_played_at_shows(name: str) -> None:
    """Each answer as it comes, with its changes, and several at once; a snapshot of one node fits those of the other."""
    luck = Random(3)
    here, there = open_table(everybodys(name), Log()), open_table(everybodys(name), Log())
    groups = [(role,) for role in here.game.roles] + [()]
    told = views.welcomes(here, groups, ()).told
    assert told == views.welcomes(there, groups, ()).told
    rows: list[Answer] = []
    for number in range(40):
        if here.over:
            break
        role = here.game.active[0]
        rows.append(play(here, role, str(luck.choice(here.game.moves(role))), f"m{number}"))
        shown = views.updates(here, groups, told)
        if number % 5 in (0, 3):
            there.catch_up(rows)
            rows = []
            caught_up = views.updates(there, groups, told)
            if number % 5 == 3:  # of several answers, only the last is shown with its changes
                assert caught_up.frames == shown.frames
        told = shown.told
    there.catch_up(rows)
    assert (there.seq, there.state, there.game.snapshot()) == (here.seq, here.state, here.game.snapshot())
    with pytest.raises(Faulted, match="has a gap"):
        there.catch_up([Answer("t", here.seq + 2, 1, "undo", here.game.roles[0])])


def test_answers_are_numbered_without_gaps_and_say_all_that_is_needed_to_repeat_them() -> None:
    table = open_table(entry())
    answers = [
        play(table, "x", "mark(a1)", "m1", at(5)),
        undo(table, "x", ("x", "o"), "m2"),
        table.step(BotMove("x", 2, "mark(b2)"), (), at(9)).answer,
    ]
    assert answers == [
        Answer("t", 1, 1, "play", "x", "mark(a1)", "m1", at=5, active="o"),
        Answer("t", 2, 1, "undo", "x", "agreed", "m2", at=5, active="x"),  # the clock went back; the log does not
        Answer("t", 3, 1, "play", "x", "mark(b2)", None, at=9, active="o"),
    ]


def test_an_answer_says_whom_the_table_waits_for_after_it_and_the_last_how_the_round_ended() -> None:
    table = open_table(entry())
    log = [*won(table), again(table)]
    assert [answer.active for answer in log] == ["o", "x", "o", "x", "", "x"]
    assert [answer.result is not None for answer in log] == [False, False, False, False, True, False]
    assert json.loads(log[4].result or "") == {"ranks": {"x": 1, "o": 2}, "scores": {"x": 1, "o": 0}, "stats": {}}
    several = open_table(everybodys("harvest_wheel"))
    step = several.step(BotMove(several.game.active[0], 0), (), at())
    assert step.answer.active == ",".join(several.game.active)


def test_what_has_happened_since_a_role_answered_last_is_known_wherever_the_table_was_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 8)
    table, chance = open_table(everybodys("leduc_poker")), Random(3)
    roles, log, snapshots = table.game.roles, [], []
    while table.seq < 60:
        if table.game.is_over:
            message: Message = protocol.Again(f"g{table.seq}")
        else:
            role = table.game.active[0]
            move = str(chance.choice(table.game.moves(role)))
            # Sometimes a bot answers for who is away: they have not seen what happened.
            away = chance.random() < 0.3
            message = BotMove(role, table.seq, move) if away else protocol.Play(f"m{table.seq}", role, move, table.seq)
        step = table.step(message, roles, at())
        log.append(step.answer)
        snapshots += [step.snapshot] if step.snapshot else []
        round_ = tuple(each for each in log if each.round == table.round)
        here = [each for each in snapshots if each.round == table.round]
        answered = [each for each in round_ if each.client_id is not None and each.role]
        wanted = dict.fromkeys(roles, 0)
        for each in answered:
            before = open_table(everybodys("leduc_poker"), Log((), round_[: round_.index(each) + 1]))
            wanted[each.role] = len(before.game.events(0, each.role))
        assert table.heard_by(roles) == wanted
        assert open_table(everybodys("leduc_poker"), Log((), round_)).heard_by(roles) == wanted
        if here:
            rest = tuple(each for each in round_ if each.seq > here[-1].seq)
            assert open_table(everybodys("leduc_poker"), Log(tuple(here), rest)).heard_by(roles) == wanted
    assert table.round > 3


def test_a_step_depends_on_nothing_but_what_it_is_given() -> None:
    """Two tables that are told the same do the same, to the byte: what is stored, and what is sent."""
    setting, recipients = Setting(7, b"c" * 32), Recipients(frozenset({("x",), ("o",), ()}), frozenset({"x"}))
    one, two = open_table(entry("person", "bot")), open_table(entry("person", "bot"))
    for message in (protocol.Play("m", "x", "mark(b2)", 0), BotMove("o", 1), protocol.Undo("u", "x", 2)):
        held = ("x",)
        step = one.step(message, held, setting)
        assert step == two.step(message, held, setting)
        kind = step.answer.kind
        assert views.after(one, kind, recipients) == views.after(two, kind, recipients)


def test_the_log_makes_the_same_table_again() -> None:
    table = open_table(entry())
    log = [*won(table), again(table), play(table, "x", "mark(c3)"), play(table, "o", "mark(a1)")]
    log += [undo(table, "o", ("x", "o")), play(table, "o", "mark(b1)")]
    repeated = open_table(entry(), Log((), tuple(log[5:])))
    assert (repeated.seq, repeated.round, repeated.began) == (table.seq, table.round, table.began) == (10, 2, 6)
    for role in ("x", "o", "observer"):
        assert repeated.game.view(role) == table.game.view(role)
        assert repeated.game.events(0, role) == table.game.events(0, role)
    assert repeated.game.key() == table.game.key()


def test_where_a_round_ends_the_position_is_sealed_and_a_log_that_leads_elsewhere_is_not_played_on() -> None:
    log = won(open_table(entry()))
    assert [answer.digest is not None for answer in log] == [False, False, False, False, True]
    changed = [*log[:3], structs.replace(log[3], move="mark(c2)"), log[4]]
    with pytest.raises(Faulted, match="answer 5 of table t leads to another position than it did"):
        open_table(entry(), Log((), tuple(changed)))
    with pytest.raises(Faulted, match="answer 4 of table t, 'mark\\(a1\\)' by o, fails"):
        open_table(entry(), Log((), (*log[:3], structs.replace(log[3], move="mark(a1)"))))
    with pytest.raises(Faulted, match="gap: 4 follows 2"):
        open_table(entry(), Log((), (*log[:2], log[3])))


def test_a_table_is_played_by_the_version_of_the_rules_it_was_made_with() -> None:
    """Only newer rules may be at another node, or here after an upgrade; older ones have gone."""
    with pytest.raises(Outdated, match="is played by version 7 of tic_tac_toe, and version 1 is installed"):
        open_table(structs.replace(entry(), version=7))
    with pytest.raises(Faulted, match="is played by version 0 of tic_tac_toe, and version 1 is installed") as caught:
        open_table(structs.replace(entry(), version=0))
    assert not isinstance(caught.value, Outdated)


SEEDED = [("hearts", 1), ("chess", 2), ("cant_stop", 3), ("battleship", 4), ("stones", 5)]


def told(batch: Batch) -> dict[Roles, Any]:
    """What everybody is sent, but for what changed at the first event, which a table that was just opened cannot know."""
    frames = {roles: json.loads(frame) for roles, frame in batch.frames.items()}
    for frame in frames.values():
        for events in frame["events"].values():
            for event in events[:1]:
                event["changes"] = []
    return frames


@pytest.mark.parametrize(("name", "seed"), SEEDED)
def test_a_table_opened_from_a_snapshot_goes_on_as_one_that_was_never_closed(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random games, with moves taken back: views, logs, what may be undone, and every later answer are the same."""
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 8)
    roles = rondel.new(name).roles
    made = everybodys(name)
    live, random = open_table(made), Random(seed)
    answers: list[Answer] = []
    snapshots: list[Snapshot] = []
    opened: list[tuple[int, Table]] = []
    everybody = frozenset({(role,) for role in roles} | {()})
    while len(answers) < 60 and not live.game.is_over:
        if live.seq % 13 == 0 and live.seq > 8 + UNDO_REACH:
            kept = [each for each in snapshots if each.seq <= live.seq - UNDO_REACH]
            log = Log(tuple(kept), tuple(answers[kept[-1].seq :]))
            opened.append((live.seq, open_table(made, log)))
        role = random.choice(live.game.active)
        message: protocol.Play | protocol.Undo
        message = protocol.Play("m", role, str(random.choice(live.game.moves(role))), live.seq)
        last = answers[-1] if answers else None
        if last is not None and last.kind == "play" and not last.digest and random.random() < 0.1:
            message = protocol.Undo("m", last.role, live.seq) if live.undoable((last.role,)) else message
        counts = {each: live.events.count(each) for each in (*roles, "observer")}
        setting = Setting(len(answers), bytes(32))
        together = (live, *[each for _, each in opened])
        steps = [table.step(message, (message.role,), setting) for table in together]
        batches = [views.updates(table, everybody, counts) for table in together]
        for step, batch in zip(steps, batches, strict=True):
            assert (step.answer, batch.told, told(batch)) == (steps[0].answer, batches[0].told, told(batches[0]))
        answers.append(steps[0].answer)
        if steps[0].snapshot is not None:
            snapshots.append(steps[0].snapshot)
            assert answers[-1].digest is not None
    assert opened, "the game was too short to show anything"
    for _, table in opened:
        for role in (*roles, "observer"):
            assert views.welcomes(table, [(role,) if role in roles else ()], ()) == views.welcomes(
                live, [(role,) if role in roles else ()], ()
            )


def test_what_lies_before_the_snapshot_is_not_said_to_be_impossible_but_to_be_out_of_reach() -> None:
    made = everybodys("chess")
    table = open_table(made)
    snapshots: list[Snapshot] = []
    answers: list[Answer] = []
    while not snapshots:
        role = table.game.active[0]
        step = table.step(protocol.Play("m", role, str(table.game.moves(role)[0]), table.seq), (role,), at())
        answers.append(step.answer)
        snapshots += [step.snapshot] if step.snapshot else []
    opened = open_table(made, Log(tuple(snapshots)))
    message = protocol.Undo("u", role, table.seq)
    with pytest.raises(Unreachable):
        opened.step(message, (role,), at())
    whole = open_table(made, Log((), tuple(answers)))
    assert whole.step(message, (role,), at()) == table.step(message, (role,), at())


def test_a_bot_that_says_nothing_or_nonsense_is_answered_for_by_the_zombie() -> None:
    for said in (None, "mark(a1)", "nonsense"):
        table = open_table(entry("person", "bot"))
        play(table, "x", "mark(a1)")
        answer = table.step(BotMove("o", 1, said), (), at(chance=b"\x00")).answer
        assert (answer.role, answer.client_id) == ("o", None)
        assert answer.move in {f"mark({column}{row})" for column in "abc" for row in "123"} - {"mark(a1)"}


def test_a_refused_message_leaves_the_table_as_it_was() -> None:
    table = open_table(entry())
    play(table, "x", "mark(a1)")
    before = (table.seq, table.game.key())
    refused: list[tuple[Message, tuple[str, ...], str]] = [
        (protocol.Play("m", "o", "mark(a1)", 1), ("o",), "illegal_move"),
        (protocol.Play("m", "x", "mark(b2)", 1), ("x",), "not_your_turn"),
        (protocol.Play("m", "o", "mark(b2)", 0), ("o",), "stale"),
        (protocol.Play("m", "o", "mark(b2)", 1), ("x",), "not_seated"),
        (protocol.Play("m", "nobody", "mark(b2)", 1), ("x",), "unknown_role"),
        (protocol.Undo("m", "x", 1), ("x",), "undo_barrier"),
        (protocol.Again("m"), ("x",), "not_over"),
        (protocol.Again("m"), (), "not_seated"),
        (BotMove("o", 0), (), "stale"),
    ]
    for message, held, code in refused:
        with pytest.raises(Refusal, match=f"^{code}:"):
            table.step(message, held, at())
        assert (table.seq, table.game.key()) == before


def test_what_may_be_taken_back_without_asking() -> None:
    against_a_person, against_a_bot, alone = open_table(entry()), open_table(entry("person", "bot")), open_table(entry())
    for table in (against_a_person, against_a_bot, alone):
        assert table.undoable(("x",)) == ()
        play(table, "x", "mark(a1)")
    assert against_a_person.undoable(("x",)) == ()  # o has been asked since
    assert against_a_bot.undoable(("x",)) == ("x",)
    assert against_a_bot.undoable(()) == ()
    assert alone.undoable(("x", "o")) == ("x",)
    play(alone, "o", "mark(b1)")
    assert alone.undoable(("x", "o")) == ("x", "o")
    won(table := open_table(entry()))
    assert (table.undoable(("x",)), table.undoable(("o",))) == (("x",), ())  # nobody was asked after the last answer


def test_tokens_open_their_own_seats_and_a_wrong_one_opens_none() -> None:
    table = open_table(entry("person", "open"))
    assert table.roles_of([]) == ()
    assert table.roles_of([hashed("x"), hashed("x")]) == ("x",)
    for wrong in (hashed("o"), hashed(""), hashed("invite"), b""):
        with pytest.raises(Refusal, match="unknown_seat"):
            table.roles_of([hashed("x"), wrong])
    table.sit(SeatEntry("o", "person", "", "Bob", hashed("o")))
    assert table.roles_of([hashed("o"), hashed("x")]) == ("x", "o")


def test_seats_as_everybody_sees_them_hold_no_secret() -> None:
    table = open_table(entry("person", "bot"))
    shown = views.describe(table, {"x", "o"})
    assert [(seat.kind, seat.name, seat.present) for seat in shown.seats] == [("person", "X", True), ("bot", "O", True)]
    assert [seat.present for seat in views.describe(table, ()).seats] == [False, True]
    assert [seat.bot for seat in shown.seats] == ["", "random"]
    assert hashed("x").hex() not in repr(shown)


def test_the_bot_the_game_waits_for() -> None:
    table = open_table(entry("person", "bot"))
    assert table.bot_to_move() is None
    play(table, "x", "mark(a1)")
    seat = table.bot_to_move()
    assert seat is not None
    assert seat.role == "o"
