"""Several active players: who is active, what is held meanwhile, and private states."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Game,
    GameEnd,
    Jump,
    MultipleActivePlayers,
    PrivateState,
    Row,
    To,
    TokenKind,
    _,
    on,
)
from rondel.errors import AmbiguousMove, IllegalMove, RulesError
from tests.engine.rules.council import Council
from tests.engine.rules.market import market, shopping
from tests.engine.rules.whoever import Whoever
from tests.engine.witness import texts, witness

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


# -- what is refused ---------------------------------------------------------------------------------------------------


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


# -- rounds ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def council() -> Council:
    game = Council()
    game.push("begin(1)", "one")
    return game


def test_who_is_eliminated_has_nothing_more_to_do(council: Council) -> None:
    council.push("send_out", "three")
    council.push("out(ever)", "three")
    assert council.active == ("three",)
    assert texts(council, "two") == []
    council.push("vote(1)", "three")
    assert council.active == ("three",)
    assert council.round.value == 2


# -- whose hook it is --------------------------------------------------------------------------------------------------


def test_the_actor_of_a_hook_is_the_role_it_is_called_for() -> None:
    game = Whoever(seed=1)
    assert [game.private_state(role) for role in game.roles] == ["Room"] * 3, "'first' is called for each"
    game.push("think", "two")
    for role in game.roles:
        assert game.view(role)["args"] == {"actor": role}
    assert game.view("observer")["args"] == {"actor": ""}
    assert [str(game.zombie_move(role)) for role in ("one", "three")] == ["ring", "ring"]
    assert game.progress == 50, "it is measured for nobody"
    assert game.actor == "two", "looking changes nothing"


def test_no_hook_tells_who_has_moved_last() -> None:
    """What is held shows nothing to the others; neither does who has begun it."""
    game = Whoever(seed=1)
    before = {role: json.dumps(game.view(role)) for role in (*game.roles, "observer")}
    for mover in game.roles:
        game.push("think", mover)
        for role in (*game.roles, "observer"):
            if role != mover:
                assert json.dumps(game.view(role)) == before[role]
        game.pop()


def test_one_player_may_end_it_for_all_at_once() -> None:
    game = Whoever(seed=1)
    game.push("think", "two")
    game.push("ring", "one")
    assert game.is_over
    assert not game.moves("two")


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
