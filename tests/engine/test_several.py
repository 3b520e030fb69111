"""Several active players: who is active, what is held meanwhile, and private states."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Game,
    GameEnd,
    Jump,
    MultipleActivePlayers,
    PrivateState,
    Prop,
    Row,
    To,
    TokenKind,
    _,
    on,
    rules,
)
from rondel.engine.record import replay, restore
from rondel.errors import AmbiguousMove, DefinitionError, IllegalMove, NothingToUndo, RulesError, UndoBarrier
from tests.engine.rules.market import Market
from tests.engine.witness import seen, witness


def texts(game: Game, role: str) -> list[str]:
    """What a role may do now."""
    return [str(move) for move in game.moves(role)]


def market(full: int = 0, **given: Any) -> Market:
    """A market in which so many stalls must discard first."""
    return Market(seed=given.pop("seed", 5), options={"full": full}, **given)


def shopping() -> Market:
    """Everybody is in the private state where he takes something."""
    game = market()
    assert (game.state, game.active) == ("Shop", ("apple", "bread", "cheese"))
    return game


# -- who is active -----------------------------------------------------------------------------------------------------


def test_entering_activates_whom_it_says() -> None:
    game = market(2)
    assert (game.state, game.active) == ("Discard", ("apple", "bread"))
    with pytest.raises(AmbiguousMove, match="several roles are active"):
        game.moves()
    with pytest.raises(IllegalMove, match=r"illegal move 'discard\(c0\)'; legal for cheese in state 'Discard': help_out"):
        game.push("discard(c0)", "cheese")


def test_entering_with_nobody_active_goes_on_at_once() -> None:
    assert market(0).state == "Shop"


def test_the_last_one_out_takes_the_transition() -> None:
    game = market(2)
    game.push("discard(b0)", "bread")
    game.push("to(bin)", "bread")
    assert (game.state, game.active) == ("Discard", ("apple",))
    game.push("discard(a0)", "apple")
    game.push("to(table)", "apple")
    assert (game.state, game.active) == ("Shop", ("apple", "bread", "cheese"))


def test_a_question_is_held_and_shows_nothing_to_anybody_meanwhile() -> None:
    game = market(2)
    before = [game.view(role)["containers"] for role in game.roles]
    game.push("discard(a0)", "apple")
    assert texts(game, "apple") == ["to(bin)", "to(table)"]
    assert game.view("apple")["question"]["text"] == "{you} must say where it goes"
    assert game.view("bread")["question"]["text"] == "{you} must discard"
    assert [game.view(role)["containers"] for role in game.roles] == before
    assert game.events(0, "bread") == []
    game.push("to(bin)", "apple")
    assert [event["name"] for event in game.events(0, "bread")] == ["discard"]


def test_an_out_of_turn_action_is_offered_to_those_who_wait() -> None:
    game = market(1)
    assert game.active == ("apple",)
    assert texts(game, "bread") == ["help_out"]
    game.push("help_out", "bread")
    assert game.active == ("apple",), "it does not make one active"
    assert game.weather.value == "fair"


def test_an_out_of_turn_action_of_one_active_players_state() -> None:
    game = shopping()
    for role in game.roles:
        game.push("go_home", role)
    assert (game.state, game.active) == ("Close", ("apple",))
    assert texts(game, "apple") == ["close"]
    assert texts(game, "bread") == ["ring"]
    game.push("ring", "bread")
    assert game.is_over


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


def test_a_question_to_somebody_else_is_refused_where_several_act() -> None:
    class Asker(Game):
        name = "asker"
        seats = ("one", "two")

        def setup(self) -> To[All]:
            return All

    class All(MultipleActivePlayers[Asker]):
        description = _("All act")
        my_turn = _("{you} act")

    @on(All, _("{actplayer} asks"))
    def ask(game: Asker) -> To[GameEnd]:
        game.choose([1, 2], ask=_("{you} answer"), role="two")
        return GameEnd

    All.__orig_bases__ = (MultipleActivePlayers[Asker],)  # type: ignore[attr-defined]
    game = Asker()
    before = witness(game)
    with pytest.raises(RulesError, match=r"a rule of one in state 'All' asked two.*ask the others in a state of their own"):
        game.push("ask", "one")
    assert witness(game) == before


# -- private states ----------------------------------------------------------------------------------------------------


def test_everybody_begins_where_the_master_says_and_goes_at_a_pace_of_his_own() -> None:
    game = shopping()
    assert [game.private_state(role) for role in game.roles] == ["Take"] * 3
    game.push("take(p)", "bread")
    game.push("take(q)", "apple")
    game.push("pay(9)", "bread")
    game.push("take(r)", "bread")
    game.push("pay(1)", "apple")
    assert [game.private_state(role) for role in game.roles] == ["", "Pay", "Take"]
    assert game.active == ("bread", "cheese")
    assert game.paid.value == {"bread": 0, "apple": 1}
    assert game.state == "Shop"


def test_a_private_state_has_its_own_text_args_and_actions() -> None:
    game = shopping()
    game.push("take(p)", "bread")
    bread, apple = game.view("bread"), game.view("apple")
    assert (bread["private"], apple["private"]) == ("Pay", "Take")
    assert bread["state"] == apple["state"] == "Shop"
    assert bread["args"] == {"goods": 6, "price": 3}
    assert apple["args"] == game.view("observer")["args"] == {"goods": 6}
    assert bread["question"]["text"] == "{you} must pay, from {goods} goods on the table"
    assert {move["action"] for move in bread["moves"]} == {"pay"}
    assert {move["action"] for move in apple["moves"]} == {"take", "go_home", "swap"}
    assert game.view("observer")["private"] is None


def test_who_is_done_may_come_back_while_others_are_not() -> None:
    game = shopping()
    game.push("go_home", "bread")
    assert texts(game, "bread") == ["come_back"]
    game.push("come_back", "bread")
    assert game.active == ("apple", "bread", "cheese")
    assert game.private_state("bread") == "Take"


def test_the_last_one_takes_the_game_on_and_all_leave_their_private_states() -> None:
    game = shopping()
    for role in game.roles:
        game.push("go_home", role)
    assert game.state == "Close"
    assert [game.private_state(role) for role in game.roles] == [""] * 3


@pytest.mark.parametrize("plies", [1, 3, 5, 8])
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


# -- taking back -------------------------------------------------------------------------------------------------------


def test_each_takes_back_what_is_his_own_whatever_the_others_did() -> None:
    game = shopping()
    game.push("take(p)", "apple")
    game.push("take(q)", "bread")
    game.push("pay(2)", "bread")
    assert game.may_undo("apple")
    game.undo("apple")
    assert [token.face for token in game.table] == ["p", "r", "s", "t", "u", "v"]
    assert [game.private_state(role) for role in game.roles] == ["Take", "", "Take"]
    assert game.paid.value["bread"] == 2
    game.undo("bread")
    assert game.private_state("bread") == "Pay"
    game.undo("bread")
    assert game.private_state("bread") == "Take"
    assert [token.face for token in game.table] == ["p", "q", "r", "s", "t", "u", "v"]
    with pytest.raises(NothingToUndo):
        game.undo("bread")


def test_who_is_done_takes_that_back_while_others_are_not() -> None:
    game = shopping()
    game.push("go_home", "apple")
    game.undo("apple")
    assert game.active == ("apple", "bread", "cheese")
    assert game.private_state("apple") == "Take"


def test_a_whole_turn_is_taken_back_step_by_step() -> None:
    game = shopping()
    start = game.key()
    game.push("take(p)", "apple")
    game.push("pay(9)", "apple")
    game.undo("apple", turn=True)
    assert game.key() == start
    with pytest.raises(NothingToUndo):
        game.undo("apple", turn=True)


def test_an_answer_within_a_held_rule_is_taken_back_to_its_question() -> None:
    game = shopping()
    game.push("swap(p)", "apple")
    game.push("name(q)", "apple")
    assert texts(game, "apple") == ["give(a0)", "give(a1)"]
    game.undo("apple")
    assert "name(q)" in texts(game, "apple")
    game.undo("apple")
    assert "swap(p)" in texts(game, "apple")


def test_what_another_has_built_on_stays() -> None:
    game = shopping()
    for text in ("swap(p)", "name(q)", "give(a0)"):
        game.push(text, "apple")
    game.push("take(a0)", "bread")
    assert not game.may_undo("apple", agreed=True), "another has what it gave"
    before = witness(game)
    with pytest.raises(UndoBarrier, match="another player has built on it since"):
        game.undo("apple", agreed=True)
    assert witness(game) == before
    game.undo("bread", agreed=True)
    assert game.may_undo("apple", agreed=True)


@pytest.mark.parametrize("seed", range(16))
def test_undos_and_pops_among_several_players_restore_exactly(seed: int) -> None:
    game = Market(seed=seed, options={"full": seed % 4}, chance="explicit" if seed % 3 == 0 else "seeded")
    chooser = random.Random(seed)
    stack: list[Any] = []
    done: Counter[str] = Counter()
    for _each in range(40):
        if chooser.random() < 0.3:
            role = chooser.choice(game.roles)
            alone = game.may_undo(role)
            if game.may_undo(role, agreed=True):
                stack.append(witness(game))
                game.undo(role, agreed=not alone)
                done["undo"] += 1
        elif chooser.random() < 0.15 and stack:
            game.pop()
            assert witness(game) == stack.pop()
        elif game.is_over:
            break
        else:
            role = chooser.choice([each for each in (*game.roles, "chance") if game.moves(each)])
            stack.append(witness(game))
            game.push(chooser.choice(game.moves(role)), role)
    assert done["undo"]
    assert seen(replay(Market, json.loads(json.dumps(game.record())), seed if seed % 3 else None)) == seen(game)
    while stack:
        game.pop()
        assert witness(game) == stack.pop()


# -- rounds ------------------------------------------------------------------------------------------------------------


class Council(Game):
    """Everybody votes or speaks, round after round; who speaks has a secret look and may send others out."""

    name = "council"
    seats = ("one", "two", "three")

    def setup(self) -> To[Session]:
        self.votes = self.add(Prop[Mapping[str, int]]("votes", {}, visible_to=EVERYONE))
        self.round = self.add(Prop("round", 0, visible_to=EVERYONE))
        self.notes = self.add(Prop("notes", "", visible_to=("one",)))
        return Session

    def measure(self) -> float:
        return 25 * self.round.value


class Session(MultipleActivePlayers[Council]):
    """At first one says where to begin; then all vote."""

    updates_progress = True

    description = _("Everybody votes")
    my_turn = _("{you} must vote")

    def enter(self, game: Council) -> None:
        game.votes.value = {}
        if not game.round.value:
            game.round.value = game.choose([1, 2], ask=_("{you} must say where to begin"), action="begin")
        game.activate(*game.play_order.value)


@on(Session, _("{actplayer} votes"))
def vote(game: Council, number: int) -> To[Tally]:
    """Open, and done."""
    game.votes.value = {**game.votes.value, game.actor: number}
    return Tally


@vote.options
def numbers(game: Council) -> Iterable[int]:
    """Against or for."""
    return (0, 1)


@on(Session, _("{actplayer} speaks"))
def speak(game: Council) -> To[Session]:
    """After a look at one's notes."""
    if game.actor == "one" and game.notes.value:
        return Session
    game.choose(["long", "short"], ask=_("{you} must say how long"), action="speak")
    return Session


@on(Session, _("{actplayer} sends the first out"))
def send_out(game: Council) -> To[Session]:
    """For this round, or for good."""
    game.deactivate("one")
    if game.choose(["now", "ever"], ask=_("{you} must say for how long"), action="out") == "ever":
        game.eliminate("one", "two")
    return Session


class Tally(Automatic[Council]):
    """On to the next round."""

    def enter(self, game: Council) -> To[Session] | To[GameEnd]:
        game.round.value += 1
        return Session if game.round.value < 4 else GameEnd


@pytest.fixture
def council() -> Council:
    game = Council()
    game.push("begin(1)", "one")
    return game


def test_what_was_done_in_another_round_of_the_same_state_is_not_taken_back_alone(council: Council) -> None:
    council.push("vote(0)", "two")
    council.push("vote(1)", "one")
    assert council.may_undo("two")
    council.push("vote(1)", "three")
    assert council.round.value == 2
    for role in council.roles:
        assert not council.may_undo(role), "the next round has begun, and others have been asked"
        assert council.may_undo(role, agreed=True)
    council.undo("one", agreed=True)
    assert council.round.value == 1
    assert council.votes.value == {"two": 0}
    assert council.active == ("one", "three")


def test_what_a_state_asked_on_entering_is_taken_back_to_its_question(council: Council) -> None:
    assert not council.may_undo("one"), "the others have been asked"
    council.undo("one", agreed=True)
    assert council.active == ("one",)
    assert texts(council, "one") == ["begin(1)", "begin(2)"]


def test_who_is_in_the_middle_of_a_rule_cannot_be_told_by_ones_own_undo(council: Council) -> None:
    council.push("vote(0)", "two")
    council.undo("two")
    council.push("speak", "one")  # which looks at what two may not see
    council.push("vote(0)", "two")
    assert council.may_undo("two")


def test_a_rule_stops_another_only_when_it_is_carried_out(council: Council) -> None:
    council.push("speak", "one")
    council.push("send_out", "two")
    assert texts(council, "one") == ["speak(long)", "speak(short)"]
    assert council.active == council.roles
    council.push("out(now)", "two")
    assert council.active == ("two", "three")
    assert texts(council, "one") == []


def test_who_is_eliminated_has_nothing_more_to_do(council: Council) -> None:
    council.push("send_out", "three")
    council.push("out(ever)", "three")
    assert council.active == ("three",)
    assert texts(council, "two") == []
    council.push("vote(1)", "three")
    assert council.active == ("three",)
    assert council.round.value == 2


# -- faults ------------------------------------------------------------------------------------------------------------

Piece = TokenKind("piece")


class Faulty(Game):
    """Whose rules go wrong when they are told to."""

    name = "faulty"
    seats = ("one", "two")
    fault = ""

    def setup(self) -> To[Both]:
        self.row = self.add(Row("row", visible_to=EVERYONE))
        return Both


class Both(MultipleActivePlayers[Faulty]):
    """Both act."""

    description = _("Both act")
    my_turn = _("{you} act")

    def enter(self, game: Faulty) -> To[GameEnd] | None:
        if Faulty.fault != "nobody":
            game.activate("one", "nobody" if Faulty.fault == "stranger" else "two")
        return GameEnd if Faulty.fault == "both" else None


@on(Both, _("{actplayer} acts"))
def act(game: Faulty) -> To[Both] | To[GameEnd]:
    """Stops everybody, or is done."""
    if Faulty.fault == "stops":
        game.deactivate("one", "two")
        return Both
    return GameEnd


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("nobody", "'enter' of state 'Both' activated nobody; call game.activate"),
        ("both", "'enter' of state 'Both' activated one, two and yet went to"),
        ("stranger", r"game.activate\(...\) in state 'Both' names 'nobody', which is no role: this game has 'one', 'two'"),
    ],
)
def test_entering_goes_wrong_with_the_reason(fault: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Faulty, "fault", fault)
    with pytest.raises(RulesError, match=said):
        Faulty()


def test_nobody_left_and_nowhere_to_go(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Faulty()
    monkeypatch.setattr(Faulty, "fault", "stops")
    before = witness(game)
    with pytest.raises(RulesError, match="nobody is active in state 'Both' any more, and no rule says where the game goes"):
        game.push("act", "one")
    assert witness(game) == before


def test_players_are_activated_only_where_several_act() -> None:
    game = shopping()
    for role in game.roles:
        game.push("go_home", role)
    with pytest.raises(RulesError, match="state 'Close' cannot activate players: only a Multiple"):
        game.activate("bread")


class Crossed(Game):
    """Whose private states are reached from where they must not be."""

    name = "crossed"
    seats = ("one", "two")

    def setup(self) -> To[Master]:
        return Master


class Master(MultipleActivePlayers[Crossed]):
    """Begins in a state that is not private, and has an action nobody is offered."""

    description = _("All act")

    def first(self, game: Crossed, role: str) -> To[Open]:
        return Open


@on(Master, _("{actplayer} waits"))
def wait(game: Crossed) -> To[GameEnd]:
    """Never offered."""
    return GameEnd


class Open(MultipleActivePlayers[Crossed]):
    """Goes into a private state."""

    description = _("All act")
    my_turn = _("{you} act")


@on(Open, _("{actplayer} hides"))
def hide(game: Crossed) -> To[Hidden]:
    """From the open into the private."""
    return Hidden


class Hidden(PrivateState[Crossed]):
    """Reached from nowhere that may."""

    my_turn = _("{you} act")


@on(Hidden, _("{actplayer} ends"))
def end(game: Crossed) -> To[GameEnd]:
    """The end."""
    return GameEnd


def test_private_and_open_states_are_not_crossed() -> None:
    with pytest.raises(DefinitionError) as caught:
        Crossed()
    said = "\n".join(caught.value.problems)
    assert "action 'wait' of state 'Master' is never offered" in said
    with pytest.MonkeyPatch.context() as patch:
        wait.out_of_turn = True
        patch.setattr("rondel.engine.rules._RULES", {})
        with pytest.raises(DefinitionError) as caught:
            Crossed()
        wait.out_of_turn = False
    said = "\n".join(caught.value.problems)
    assert "'first' of state 'Master' goes to 'Open', which is no private state" in said
    assert "'hide' of state 'Open' goes to the private state 'Hidden'" in said


class Astray(Game):
    """Whose rules jump between private and open states."""

    name = "astray"
    seats = ("one", "two")

    def setup(self) -> To[Hub]:
        return Hub


class Hub(MultipleActivePlayers[Astray]):
    """Everybody is in a room of his own."""

    description = _("All act")

    def first(self, game: Astray, role: str) -> To[Room]:
        return Room


class Room(PrivateState[Astray]):
    """From here to anywhere, but not back to where one is."""

    my_turn = _("{you} act")


@on(Room, _("{actplayer} leaves for {where}"))
def leave(game: Astray, where: str) -> Jump:
    """Jumps."""
    return where


@leave.options
def wheres(game: Astray) -> Iterable[str]:
    """All states."""
    return ("Hub", "Room", "Porch", "Yard")


class Porch(PrivateState[Astray]):
    """One is asked on entering, and waits; or lets a coin decide."""

    my_turn = _("{you} act")

    def enter(self, game: Astray) -> To[Yard] | None:
        how = game.choose(["wait", "go", "toss"], ask=_("{you} must say how long"), action="stay")
        return Yard if how == "go" or (how == "toss" and game.roll(2) == 1) else None


@on(Porch, _("{actplayer} goes in"))
def go_in(game: Astray) -> To[Room]:
    """Again."""
    return Room


class Yard(ActivePlayer[Astray]):
    """From here to anywhere, but into no room."""

    description = _("{actplayer} acts")
    my_turn = _("{you} act")


@on(Yard, _("{actplayer} goes to {where}"))
def walk(game: Astray, where: str) -> Jump:
    """Jumps."""
    return where


@walk.options
def places(game: Astray) -> Iterable[str]:
    """Some states."""
    return ("Hub", "Room")


def test_a_jump_does_not_cross_between_private_and_open_states() -> None:
    game = Astray()
    with pytest.raises(RulesError, match="'leave' of the private state 'Room' went to 'Hub', where its player is already"):
        game.push("leave(Hub)", "one")
    game.push("leave(Room)", "one")
    for role in game.roles:
        game.push("leave(Yard)", role)
    with pytest.raises(RulesError, match="'walk' of state 'Yard' went to the private state 'Room', to which only"):
        game.push("walk(Room)", "one")
    assert game.state == "Yard"
    game.push("walk(Hub)", "one")
    assert game.private_state("one") == "Room"


def test_a_private_state_may_ask_on_entering_and_keep_its_player() -> None:
    game = Astray()
    game.push("leave(Porch)", "one")
    game.push("stay(wait)", "one")
    assert (game.private_state("one"), texts(game, "one")) == ("Porch", ["go_in"])
    game.push("leave(Porch)", "two")
    game.push("stay(go)", "two")
    assert game.active == ("one",)


def test_what_chance_has_decided_is_not_taken_back_alone_whoever_answers_for_it() -> None:
    game = Astray(chance="explicit")
    game.push("leave(Porch)", "one")
    game.push("stay(toss)", "one")
    assert not game.may_undo("one"), "chance must answer first"
    game.push("roll(1)", "chance")
    assert list(game.active) == ["two"]
    assert not game.may_undo("one")
    game.undo("one", agreed=True)
    assert list(game.active) == ["one", "two"]
    assert texts(game, "one") == ["stay(wait)", "stay(go)", "stay(toss)"]


def test_a_game_does_not_begin_in_a_private_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Astray.setup.__annotations__, "return", "To[Room]")
    monkeypatch.delitem(rules._RULES, Astray, raising=False)
    with pytest.raises(DefinitionError, match="setup goes to the private state 'Room'; go to the MultipleActivePlayers state"):
        Astray()
