"""Pending rules: the rule of one active player waits for an answer while the others go on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial

import pytest

from rondel.engine import (
    CHANCE,
    EVERYONE,
    Game,
    GameEnd,
    MultipleActivePlayers,
    PrivateState,
    Prop,
    Row,
    To,
    TokenKind,
    _,
    on,
)
from rondel.engine.records.record import replay, restore
from rondel.errors import BadRecord, NotYourTurn, RulesError
from tests.engine.rules.council import Council
from tests.engine.rules.fair import FairDay
from tests.engine.rules.market import Market, market, shopping
from tests.engine.witness import seen, texts, witness

# -- held rules --------------------------------------------------------------------------------------------------------


def test_what_others_do_goes_on_while_a_rule_is_held() -> None:
    game = shopping()
    game.push("swap(p)", "apple")
    game.push("take(q)", "bread")
    assert "name(q)" not in texts(game, "apple"), "it lies no more on the table"
    assert "name(r)" in texts(game, "apple")
    game.push("name(r)", "apple")
    game.push("give(a0)", "apple")
    assert sorted(token.face for token in game.stalls["apple"]) == ["a1", "p"]


def test_a_held_answer_that_another_has_made_impossible_is_dropped_and_asked_anew() -> None:
    game = shopping()
    game.push("swap(p)", "apple")
    assert "name(q)" in texts(game, "apple")
    before = len(game.events(0, "apple"))
    game.push("take(p)", "bread")
    assert "take(q)" in texts(game, "apple"), "what it began with is gone, so it begins anew"
    events = game.events(before, "apple")
    assert [event["name"] for event in events] == ["take", "changed"]
    assert "changed" not in [event["name"] for event in game.events(0, "bread")]


def test_an_answer_in_the_middle_that_does_not_fit_any_more_is_asked_anew_and_those_before_it_stay() -> None:
    game = shopping()
    game.push("swap(p)", "apple")
    game.push("name(q)", "apple")
    assert texts(game, "apple") == ["give(a0)", "give(a1)"]
    before = witness(game)
    game.push("take(q)", "bread")
    assert texts(game, "apple") == [f"name({face})" for face in "prstuv"]
    assert [event["name"] for event in game.events(0, "apple")] == ["take", "changed"]
    game.push("name(r)", "apple")
    game.push("give(a1)", "apple")
    assert sorted(token.face for token in game.stalls["apple"]) == ["a0", "p"]
    for _each in range(3):
        game.pop()
    assert witness(game) == before


class Relay(Game):
    """Two runners, of whom the second needs fewer answers the further the first has run."""

    name = "relay"
    seats = ("one", "two")

    def setup(self) -> To[Run]:
        self.left = self.add(Prop("left", 2, visible_to=EVERYONE))
        return Run


class Run(MultipleActivePlayers[Relay]):
    """Both run."""

    description = _("Both run")
    my_turn = _("{you} run")


@on(Run, _("{actplayer} runs"))
def run(game: Relay) -> To[GameEnd]:
    """One step asked for each that is left when it begins."""
    for _each in range(game.left.value):
        game.choose(["on", "still"], ask=_("{you} must take a step"), action="step")
    game.left.value = 1
    return GameEnd


def test_a_held_rule_that_another_has_shortened_comes_to_its_end_by_that() -> None:
    game = Relay()
    game.push("run", "one")
    game.push("step(on)", "one")
    game.push("run", "two")
    game.push("step(on)", "two")
    assert game.active == ("one", "two")
    before = witness(game)
    game.push("step(still)", "two")
    assert game.is_over, "one has taken all the steps that are left"
    assert [event["role"] for event in game.events(0, "observer")] == ["two", "one"]
    assert seen(replay(Relay, json.loads(json.dumps(game.record())), None)) == seen(game)
    game.pop()
    assert witness(game) == before


def test_a_rule_stops_another_only_when_it_is_carried_out() -> None:
    council = Council()
    council.push("begin(1)", "one")
    council.push("speak", "one")
    council.push("send_out", "two")
    assert texts(council, "one") == ["speak(long)", "speak(short)"]
    assert council.active == council.roles
    council.push("out(now)", "two")
    assert council.active == ("two", "three")
    assert texts(council, "one") == []


@pytest.mark.parametrize("plies", [1, 3, 5, 8])
@pytest.mark.played
def test_private_states_and_held_rules_survive_storing_and_replaying(plies: int) -> None:
    for seed in range(12):
        game = market(seed % 4, seed=seed)
        chooser = random.Random(seed)
        for _each in range(plies):
            if not game.is_over:
                role = chooser.choice(game.active)
                game.push(chooser.choice(game.moves(role)), role)
        stored = json.loads(json.dumps(game.snapshot()))
        for again in (game.copy(), restore(Market, stored), replay(Market, json.loads(json.dumps(game.record())), seed)):
            assert seen(again) == seen(game)
            assert again.key() == game.key()
            assert [texts(again, role) for role in game.roles] == [texts(game, role) for role in game.roles]


# -- where somebody else answers for chance ----------------------------------------------------------------------------


def back_and_forth(game: Game, chooser: random.Random, answers: int) -> None:
    """Play at random, and take back again and again."""
    for _each in range(answers):
        role = chooser.choice(game.roles)
        if chooser.random() < 0.3:
            turn = chooser.random() < 0.3
            if game.may_undo(role, agreed=True, turn=turn):
                game.undo(role, agreed=True, turn=turn)
        elif game.is_over:
            break
        else:
            role = chooser.choice([each for each in (*game.roles, CHANCE) if game.moves(each)])
            game.push(chooser.choice(game.moves(role)), role)


@pytest.mark.parametrize("kind", [FairDay, partial(Market, options={"full": 3})], ids=["fair", "market"])
@pytest.mark.parametrize("chance", ["explicit", "seeded"])
@pytest.mark.played
def test_the_same_answers_mean_the_same_however_chance_is_answered(
    kind: Callable[..., Game], chance: str, scaled: Callable[[int], int]
) -> None:
    """A record is replayed with chance answering at once, by the record; and given answer by answer."""
    for seed in range(scaled(25)):
        game = kind(seed=seed, chance=chance)
        back_and_forth(game, random.Random(seed), 50)
        record = json.loads(json.dumps(game.record()))
        stepwise = kind(chance="explicit")
        for role, text in record["answers"]:
            if text.startswith("@undo"):
                stepwise.undo(role, agreed=text.endswith("!"), turn="turn" in text)
            else:
                stepwise.push(text, role)
        stored = json.loads(json.dumps(game.snapshot()))
        for again in (replay(type(game), record, None), stepwise, restore(type(game), stored), game.copy()):
            assert seen(again) == seen(game)
            assert again.key() == game.key()


def test_all_wait_while_chance_must_answer_for_one() -> None:
    game = FairDay(chance="explicit")
    game.push("play(1)", "ann")  # the purse is even, so she throws first
    assert game.active == (CHANCE,)
    assert [texts(game, role) for role in (*game.roles, CHANCE)] == [[], [], [], ["roll(1)", "roll(2)", "roll(3)"]]
    before = witness(game)
    with pytest.raises(NotYourTurn, match="it is not bob's turn: the game waits for chance"):
        game.push("go_home", "bob")
    assert witness(game) == before
    game.push("roll(3)", CHANCE)
    assert game.active == game.roles
    assert texts(game, "ann") == ["name(1)", "name(2)", "name(3)"]


# -- rules that fail on another's table --------------------------------------------------------------------------------

Coin = TokenKind("coin")


class Till(Game):
    """Two customers and what is left in the till, which their rules take for granted."""

    name = "till"
    seats = ("one", "two")
    kinds = (Coin,)

    def setup(self) -> To[Counting]:
        self.till = self.add(Row("till", visible_to=EVERYONE))
        self.spent = self.add(Row("spent", visible_to=EVERYONE))
        self.closed = self.add(Prop("closed", False, visible_to=EVERYONE))
        for face in "abc":
            self.till.add(Coin(face=face))
        return Counting


class Counting(MultipleActivePlayers[Till]):
    """Each in his own place."""

    description = _("Both are at the till")

    def first(self, game: Till, role: str) -> To[Before]:
        return Before


class Before(PrivateState[Till]):
    """At the till."""

    my_turn = _("{you} must do something")


@on(Before, _("{actplayer} asks for change"))
def change(game: Till) -> To[Before]:
    """Takes the first coin there is for granted, and that there is another to choose."""
    game.choose(["small", "large"], ask=_("{you} must say which"), action="size")
    first = game.till[0]
    game.choose(game.till, ask=_("{you} must choose a coin"), action="coin").move_to(game.spent)
    if first.container is game.till:
        first.move_to(game.spent)
    return Before


@on(Before, _("{actplayer} empties the till"))
def empty(game: Till) -> To[Before]:
    """Whatever the other is about."""
    for coin in game.till.tokens():
        coin.move_to(game.spent)
    return Before


@on(Before, _("{actplayer} goes on"))
def go_on(game: Till) -> To[After]:
    """To the other side."""
    return After


class After(PrivateState[Till]):
    """Past the till, where one is asked on entering."""

    my_turn = _("{you} must leave")

    def enter(self, game: Till) -> None:
        game.choose(["bag", "box"], ask=_("{you} must say what for"), action="want")
        if len(game.till):
            game.choose(game.till, ask=_("{you} must leave a coin"), action="leave").move_to(game.spent)


@on(After, _("{actplayer} leaves"))
def leave(game: Till) -> To[GameEnd]:
    """Done."""
    return GameEnd


@pytest.mark.parametrize("answers", [["change"], ["change", "size(small)"]])
def test_what_fails_on_the_table_of_another_is_dropped_and_the_others_push_succeeds(answers: list[str]) -> None:
    """However it fails: an answer that is missing, a choice of nothing, or an error in the rule."""
    game = Till()
    for text in answers:
        game.push(text, "one")
    before, heard = witness(game), len(game.events(0, "two"))
    game.push("empty", "two")
    assert [token.face for token in game.spent] == ["a", "b", "c"]
    assert game.active == ("one", "two")
    if len(answers) > 1:
        assert texts(game, "one") == ["change", "empty", "go_on"]
        assert [event["name"] for event in game.events(0, "one")] == ["empty", "changed"]
    else:
        assert texts(game, "one") == ["size(small)", "size(large)"], "it has not come to where it would fail"
    assert [event["name"] for event in game.events(heard, "two")] == ["empty"]
    assert seen(replay(Till, json.loads(json.dumps(game.record())), None)) == seen(game)
    game.pop()
    assert witness(game) == before


def test_a_rule_that_cannot_be_carried_out_at_all_fails_for_who_begins_it() -> None:
    game = Till()
    game.push("empty", "two")
    game.push("change", "one")
    before = witness(game)
    with pytest.raises((IndexError, RulesError)):
        game.push("size(small)", "one")
    assert witness(game) == before


def test_entering_a_private_state_is_asked_from_its_start_where_its_answers_do_not_fit_any_more() -> None:
    game = Till()
    game.push("go_on", "one")
    game.push("want(bag)", "one")
    assert texts(game, "one") == ["leave(a)", "leave(b)", "leave(c)"]
    game.push("empty", "two")
    assert game.private_state("one") == "After"
    assert texts(game, "one") == ["leave"], "nothing is left to be asked"
    assert not game.may_undo("one", agreed=True), "its rule has come to its end by what two did"


def test_a_state_of_several_that_asks_on_entering_survives_storing() -> None:
    council = Council()
    assert council.active == ("one",)
    stored = json.loads(json.dumps(council.snapshot()))
    again = restore(Council, stored)
    assert seen(again) == seen(council)
    again.push("begin(2)", "one")
    assert again.active == again.roles
    del stored["rule"]
    with pytest.raises(BadRecord, match="in state 'Session' of Council, where nobody could answer"):
        restore(Council, stored)
