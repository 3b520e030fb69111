"""Suspension: rules that ask in the middle of their code, and games that stand still there."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rondel.engine import EVERYONE, Game, State
from rondel.engine.records.record import replay, restore
from rondel.errors import RondelError
from tests.engine.components.test_journal import scramble
from tests.engine.play.running.test_machine import Slip, meddle
from tests.engine.rules.flock import RANKS, Flock
from tests.engine.rules.workshop import NUMBER, Piece, Step, Workshop, trial, workshop
from tests.engine.seeds import mostly_compiled
from tests.engine.witness import seen, witness


def flock(field: Sequence[int], hand: Sequence[str], *, deck: Sequence[str] = (), **given: Any) -> Flock:
    """A flock in the middle of the game."""
    stock = [str(rank) for rank in RANKS for _each in range(7 - list(field).count(rank))]
    containers = {
        "field": [{"kind": "sheep", "face": str(rank)} for rank in field],
        "stock": [{"kind": "sheep", "face": rank} for rank in stock],
        "hand": [{"kind": "card", "face": card} for card in hand],
        "deck": [{"kind": "card", "face": card} for card in deck],
        "discard": [],
        "exile": [],
    }
    given.setdefault("seed", 1)
    return Flock(position={"state": "PlayCard", "containers": containers}, **given)


def faces(game: Flock, *containers: str) -> list[list[str]]:
    """What lies where, as the shepherd sees it."""
    seen = game.view("shepherd")["containers"]
    return [[token["face"] for token in seen[each]["tokens"]] for each in containers]


def texts(game: Game, role: str | None = None) -> list[str]:
    return [str(move) for move in game.moves(role)]


def play(game: Game, *answers: str) -> None:
    for answer in answers:
        game.push(answer)


COPIED_METEOR = ("play(All-purpose Sheep)", "choose(Meteor)", "choose(1)", "choose(3)", "choose(10)")

ELSEWHERE: dict[str, Callable[[Game], Game]] = {
    "copied": lambda game: game.copy(),
    "restored": lambda game: restore(type(game), json.loads(json.dumps(game.snapshot()))),
    "replayed": lambda game: replay(type(game), json.loads(json.dumps(game.record())), None),
}


# -- what a suspended rule looks like ----------------------------------------------------------------------------------


def test_all_purpose_copies_meteor() -> None:
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    play(game, *COPIED_METEOR)
    assert faces(game, "field", "hand", "exile", "discard") == [["30"], ["Meteor"], ["All-purpose Sheep"], []]
    assert (game.state, game.active) == ("PlayCard", ("shepherd",))


@pytest.mark.parametrize("field", [[1], [1, 3], [1, 3, 10]])
def test_meteor_takes_all_of_a_small_flock_and_goes_into_exile(field: list[int]) -> None:
    game = flock(field, ["Meteor", "Multiply"])
    play(game, "play(Meteor)", *[f"choose({rank})" for rank in field])
    assert game.is_over
    assert faces(game, "field", "exile", "discard") == [[], ["Meteor"], []]


def test_what_a_suspended_rule_has_done_so_far_is_seen() -> None:
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    play(game, "play(All-purpose Sheep)")
    assert faces(game, "hand", "discard", "exile") == [["Meteor"], ["All-purpose Sheep"], []]
    play(game, "choose(Meteor)")
    assert faces(game, "field", "discard", "exile") == [["1", "3", "10", "30"], [], ["All-purpose Sheep"]]
    play(game, "choose(3)")
    assert faces(game, "field", "exile") == [["1", "10", "30"], ["All-purpose Sheep"]]
    assert texts(game) == ["choose(1)", "choose(10)", "choose(30)"]


def test_the_question_is_asked_of_its_role_and_others_are_told_nothing() -> None:
    game = flock([1, 3], ["Falling Rock", "Meteor"])
    play(game, "play(Falling Rock)")
    assert game.view("shepherd")["question"] == {
        "text": "{you} must release a sheep",
        "args": {"you": {"role": "shepherd"}, "actplayer": {"role": "shepherd"}},
    }
    assert game.view("observer")["question"]["text"] == "{actplayer} must choose"
    assert game.view("observer")["moves"] == []


def test_equal_options_are_offered_once_and_a_single_one_is_forced() -> None:
    game = flock([3, 3, 3], ["Falling Rock", "Falling Rock", "Multiply"])
    assert [(str(move), move.forced) for move in game.moves()] == [("play(Falling Rock)", False), ("play(Multiply)", False)]
    play(game, "play(Falling Rock)")
    assert [(str(move), move.forced) for move in game.moves()] == [("choose(3)", True)]


# -- a suspended game goes anywhere ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ELSEWHERE)
@pytest.mark.parametrize("depth", range(len(COPIED_METEOR) + 1))
def test_a_suspended_game_taken_elsewhere_is_the_same_and_goes_on(way: str, depth: int) -> None:
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    play(game, *COPIED_METEOR[:depth])
    twin = ELSEWHERE[way](game)
    assert seen(twin) == seen(game)
    assert twin.record() == game.record()
    for answer in COPIED_METEOR[depth:]:
        game.push(answer)
        twin.push(answer)
        assert seen(twin) == seen(game)


@pytest.mark.parametrize("way", ELSEWHERE)
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_go_elsewhere_at_every_answer(way: str, seed: int) -> None:
    game: Game = Flock(seed=seed)
    chooser = random.Random(seed)
    while not game.is_over:
        twin = ELSEWHERE[way](game)
        assert seen(twin) == seen(game)
        assert twin.record() == game.record()
        if way != "replayed":  # A replay has no seed to draw with.
            game = twin
        game.push(chooser.choice(game.moves()))


@pytest.mark.parametrize("seed", range(6))
def test_answers_given_at_once_or_one_by_one_lead_to_the_same(seed: int) -> None:
    game = Flock(seed=seed)
    chooser = random.Random(seed)
    while not game.is_over:
        game.push(chooser.choice(game.moves()))
    again = replay(Flock, game.record(), seed)
    assert witness(again) == witness(game)


def test_a_copy_shares_nothing_with_its_source() -> None:
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    play(game, *COPIED_METEOR[:3])
    before = witness(game)
    twin = game.copy()
    play(twin, *COPIED_METEOR[3:])
    assert witness(game) == before
    with pytest.raises(RondelError, match="nothing has been pushed since this game, or copy of a game, began"):
        game.copy().pop()


# -- taking back -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", ["seeded", "explicit"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.no_cover
def test_pop_restores_everything_at_every_depth(seed: int, chance: str) -> None:
    game = Flock(seed=seed, chance=chance)
    chooser = random.Random(seed)
    for _way in range(2):  # along one way and back, then along another
        witnesses = []
        while game.active:
            witnesses.append(witness(game))
            game.push(chooser.choice(game.moves()))
        assert witnesses
        while witnesses:
            game.pop()
            assert witness(game) == witnesses.pop()


@trial
def makes_pieces_and_asks(game: Workshop) -> None:
    """Makes one piece, asks, makes another, asks again about all."""
    game.open.add(Piece(face="n"))
    first = game.choose(game.open, ask="which first?")
    first.move_to(game.hidden)
    game.open.add(Piece("right", face="m"))
    second = game.choose(game.open, ask="which then?")
    second.owner = "left"
    second.move_to(game.hidden)


def test_pop_after_pieces_were_made_within_the_suspended_rule() -> None:
    game = workshop(makes_pieces_and_asks)
    start = witness(game)
    game.push("do(makes_pieces_and_asks)")
    asked = witness(game)
    assert texts(game) == ["choose(a)", "choose(b)", "choose(c)", "choose(n)"]
    for _again in range(2):
        game.push("choose(n)")
        assert texts(game) == ["choose(a)", "choose(b)", "choose(c)", "choose(m)"]
        deeper = witness(game)
        game.push("choose(m)")
        assert [token.face for token in game.hidden] == ["h", "n", "m"]
        assert [token.owner for token in game.hidden] == [None, None, "left"]
        game.pop()
        assert witness(game) == deeper
        game.pop()
        assert witness(game) == asked
    # A move listed after the pops means the piece that lies there now.
    game.push(game.moves()[3])
    assert [token.face for token in game.open] == ["a", "b", "c", "m"]
    game.pop()
    game.pop()
    assert witness(game) == start
    assert [str(move) for move in game.moves()] == ["do(makes_pieces_and_asks)", "wait", "end"]


def test_serials_of_pieces_made_again_are_the_same() -> None:
    game = workshop(makes_pieces_and_asks)
    game.push("do(makes_pieces_and_asks)")
    first = game.view("left")["containers"]["open"]
    game.push("choose(a)")
    game.pop()
    assert game.view("left")["containers"]["open"] == first
    game.push("choose(b)")
    ids = [token["id"] for token in game.view("left")["containers"]["open"]["tokens"]]
    assert len(set(ids)) == len(ids)


@trial
def rolls_between_questions(game: Workshop) -> None:
    """What is rolled between two questions stays, whatever is answered to the second."""
    game.choose(["on", "off"], ask="?")
    game.counter.value = game.roll(6) * 10 + game.roll(6)
    game.choose([1, 2, 3], ask="?")
    game.counter.value += 100 * game.roll(6)


def test_chance_between_questions_is_asked_once() -> None:
    game = workshop(rolls_between_questions)
    game.push("do(rolls_between_questions)")
    game.push("choose(on)")
    rolled = game.counter.value
    assert 11 <= rolled <= 66
    game.push("choose(2)")
    assert game.counter.value % 100 == rolled
    assert [who for who, _text in game.record()["answers"]] == ["left", "left", "chance", "chance", "left", "chance"]
    result = game.counter.value
    game.pop()
    game.pop()
    game.push("choose(off)")
    assert game.counter.value == rolled, "pop rewinds the draws"
    game.push("choose(3)")
    assert game.counter.value == result


@pytest.mark.parametrize("way", ELSEWHERE)
def test_chance_between_questions_goes_elsewhere(way: str) -> None:
    game = workshop(rolls_between_questions)
    play(game, "do(rolls_between_questions)", "choose(on)")
    assert seen(ELSEWHERE[way](game)) == seen(game)


# -- a question in an automatic state ----------------------------------------------------------------------------------


@trial
def steps(game: Workshop) -> type[State[Any]]:
    game.counter.value += 1
    game.notify("stepping", "on to the next state")
    return Step


@trial
def asks_on_entering(game: Workshop) -> None:
    game.notify("entered", "in the next state")
    game.open.add(Piece(face="e"))
    picked = game.choose(game.open, ask="?", role="right")
    picked.remove()
    game.notify("picked", "{what} it is", what=picked.face)
    game.choose(["yes", "no"], ask="sure?")


@pytest.mark.parametrize("way", ELSEWHERE)
def test_an_automatic_state_may_ask(way: str) -> None:
    game = workshop(steps, enter=asks_on_entering)
    marks = [witness(game)]
    for answer, role, asked in (("do(steps)", "left", "right"), ("choose(e)", "right", "left"), ("choose(no)", "left", "left")):
        game.push(answer, role)
        assert game.active == (asked,)
        assert seen(ELSEWHERE[way](game)) == seen(game)
        marks.append(witness(game))
    assert game.state == "Work"
    while marks:
        assert witness(game) == marks.pop()
        if marks:
            game.pop()


def test_what_a_suspended_rule_has_told_is_told_once() -> None:
    game = workshop(steps, enter=asks_on_entering)
    game.push("do(steps)")
    assert [event["name"] for event in game.events(0, "left")] == ["do", "stepping", "entered"]
    game.push("choose(e)", "right")
    assert [event["name"] for event in game.events(0, "left")] == ["do", "stepping", "entered", "picked"]
    game.push("choose(yes)")
    assert [event["name"] for event in game.events(3, "left")] == ["picked"]


# -- rules of every kind -----------------------------------------------------------------------------------------------


@trial
def does_anything(game: Workshop) -> type[State[Any]] | None:
    """A rule that writes, makes, asks, draws and tells in an order of its own; the same each time from the same position."""
    chooser = random.Random(f"{game.option(NUMBER)} {game.counter.value} {game.own.value}")
    game.counter.value += 1
    for _each in range(chooser.randrange(1, 8)):
        match chooser.randrange(9):
            case 0 if len(game.open):
                game.choose(game.open, ask="?").move_to(chooser.choice([game.open, game.hidden, game.pile, game.hands["left"]]))
            case 1:
                tokens = game.choose_some(game.hands["left"], most=chooser.randrange(1, 4), ask="?", role="left")
                for token in tokens:
                    token.move_to(game.open)
            case 2:
                said = game.choose_each({role: range(3) for role in game.roles}, ask="?")
                game.own.value = [said["left"][0], said["right"][0]]
            case 3 if len(game.pile):
                game.draw(game.pile).move_to(chooser.choice([game.open, game.hands["left"], game.hands["right"]]))
            case 4:
                game.set_score("left", game.roll() + game.score("left"))
            case 5:
                game.notify("told", "{n}", to=chooser.choice([EVERYONE, ("left",), ()]), n=game.counter.value)
            case 6:
                game.open.add(Piece(face=chooser.choice("abc")))
            case 7:
                scramble(game, chooser)
            case _:
                game.next_player()
    return chooser.choice([None, Step]) if game.state == "Work" else None


@pytest.mark.parametrize("chance", ["seeded", "explicit"])
@pytest.mark.parametrize("seed", mostly_compiled(range(12), 1))
@pytest.mark.no_cover
def test_rules_of_every_kind_are_taken_back_and_elsewhere_at_every_answer(seed: int, chance: str) -> None:
    game = workshop(does_anything, enter=does_anything, options={"number": seed}, chance=chance, seed=seed)
    chooser = random.Random(seed)
    history = []
    for _each in range(24):
        history.append((witness(game), game.record()["answers"]))
        for way in ELSEWHERE.values():
            assert seen(way(game)) == seen(game)
        role = chooser.choice(game.active)
        game.push(chooser.choice([move for move in game.moves(role) if str(move) != "end"]), role)
    end, answers = witness(game), game.record()["answers"]
    for then, _answers in reversed(history):
        game.pop()
        assert witness(game) == then
    given = len(history[0][1])
    while given < len(answers):
        role, text = answers[given]
        game.push(text, role)
        given = len(game.record()["answers"])
    assert witness(game) == end


# -- rules that fail after an answer -----------------------------------------------------------------------------------


@trial
def fails_between_questions(game: Workshop) -> None:
    meddle(game)
    if game.choose(["safe", "unsafe"], ask="?") == "unsafe":
        meddle(game)
        raise Slip("no such sheep")
    game.choose([1, 2], ask="?")


def test_after_a_failed_answer_another_one_may_be_given() -> None:
    game = workshop(fails_between_questions)
    game.push("do(fails_between_questions)")
    before = witness(game)
    unsafe = game.moves()[1]
    for _again in range(2):
        with pytest.raises(Slip):
            game.push(unsafe)
        assert witness(game) == before
    game.push("choose(safe)")
    assert [str(move) for move in game.moves()] == ["choose(1)", "choose(2)"]
    game.pop()
    assert witness(game) == before
