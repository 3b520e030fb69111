"""Points of Board Game Arena's state machine that no other test shows; docs/bga-points.md names the test of each."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rondel.engine import OBSERVER, ActivePlayer, Automatic, Game, GameEnd, Jump, MultipleActivePlayers, PrivateState, To, _, on
from rondel.engine.checks.ruleset import Rules, rules_of
from rondel.engine.records.record import replay, restore
from rondel.errors import DefinitionError, RulesError
from tests.engine.rules.market import Market
from tests.engine.rules.nim import nim
from tests.engine.rules.sample import ALL_TURNS, TURNS, Bid, Build, Euro, PlayerTurn, Sample
from tests.engine.rules.workshop import Workshop, trial, workshop

EVERYBODY = ("ann", "ben", "cat", OBSERVER)


# -- the sample machine ------------------------------------------------------------------------------------------------


def test_the_complete_sample_is_played_to_its_end() -> None:
    game = Sample()
    seen = []
    for count in (3, 1, 2, 3):
        seen.append((game.state, game.player, game.progress))
        game.push(f"take({count})")
    assert seen == [("PlayerTurn", "ann", 0), ("PlayerTurn", "ben", 33), ("PlayerTurn", "cat", 44), ("PlayerTurn", "ann", 67)]
    assert (game.is_over, game.state, game.winners, game.progress) == (True, "GameEnd", ("ann",), 100)


def test_a_state_may_lead_to_itself() -> None:
    """Ben and Cat sleep, so the automatic change of players goes past them by its transition "loopback"."""
    game = Sample()
    game.push("take(1)")
    game.push("sleep")
    game.push("sleep")
    game.push("take(1)")
    assert (game.player, game.state) == ("ann", "PlayerTurn")
    assert game.stat(ALL_TURNS) == 4


def test_the_change_of_players_gives_time_and_counts() -> None:
    game = Sample()
    game.push("take(1)")
    event = next(each for each in game.events(0, "cat") if each["name"] == "extra_time")
    assert (event["role"], event["args"]["seconds"]) == ("ben", 30)
    game.push("take(1)")
    assert [game.stat(TURNS, role) for role in game.roles] == [0, 1, 1]
    assert game.stat(ALL_TURNS) == 2


def test_a_players_state_may_end_the_game() -> None:
    game = Sample()
    game.push("give_up")
    assert game.is_over


def test_every_transition_has_the_name_it_was_given() -> None:
    rules = rules_of(Sample)
    assert {
        name: goal.name
        for name, goal in rules.by_name["NextPlayer"].ways["enter"].items()
        if isinstance(name, str) and name.islower()
    } == {
        "next": "PlayerTurn",
        "loopback": "NextPlayer",
        "last": "GameEnd",
    }
    turn = rules.by_name["PlayerTurn"]
    assert [turn.label(rule, goal) for rule, goals in turn.edges.items() for goal in goals] == ["next", "next", "last"]


def test_everybody_is_told_the_state_whoever_caused_it() -> None:
    game = Sample()
    for move in ("take(1)", "sleep", "take(2)", "give_up"):
        game.push(move)
        assert [game.view(role)["state"] for role in EVERYBODY] == [game.state] * 4
        assert [game.view(role)["active"] for role in EVERYBODY] == [list(game.active)] * 4


def test_a_round_with_all_players_then_one_after_the_other_then_nobody() -> None:
    game = Euro()
    phases = []
    while not game.is_over:
        phases.append((game.state, len(game.active)))
        role = game.active[-1]
        game.push(game.moves(role)[0], role)
    one_round = [("Bid", 3), ("Bid", 2), ("Bid", 1), ("Build", 1), ("Build", 1), ("Build", 1)]
    assert phases == one_round * 2


# -- names and numbers -------------------------------------------------------------------------------------------------


def test_states_are_named_and_never_numbered() -> None:
    """Rules whose states are written in another order take up records and snapshots of the old ones."""
    early = (
        "class Early(ActivePlayer[Nim]):\n    description = my_turn = 'Rest'\n\n"
        "@on(Early, 'Rested')\ndef rest(game: Nim) -> To[Turn]:\n    return Turn\n\n"
    )
    old = nim()
    new = nim(("class Turn(", f"{early}class Turn("), ("-> To[Turn] | To[GameEnd]", "-> To[Turn] | To[Early] | To[GameEnd]"))
    numbers = [{name: node.number for name, node in rules_of(kind).by_name.items()} for kind in (old, new)]
    assert numbers[0]["Turn"] != numbers[1]["Turn"]
    game = old(seed=1)
    game.push("take(3)")
    assert game.snapshot()["position"]["state"] == "Turn"
    for again in (restore(new, json.loads(json.dumps(game.snapshot()))), replay(new, game.record(), None)):
        assert (again.state, again.active, again.view("one")["props"]) == ("Turn", ("two",), game.view("one")["props"])


def test_the_end_is_the_engines_own() -> None:
    """A state that extends the end is none of the game's, so it cannot take its place."""
    more = "class Finale(GameEnd):\n    pass\n"
    with pytest.raises(DefinitionError, match="'enter' of state 'Next' goes to the unknown state 'Finale'"):
        Rules(nim(("-> To[Turn] | To[GameEnd]", "-> To[Turn] | To[Finale]"), more=more))


@pytest.mark.parametrize("name", ["Player Turn", "Player.Turn", "2nd"])
def test_a_state_with_a_space_in_its_name_is_refused(name: str) -> None:
    class Odd(Game):
        """A state of it is made, so that it can have any name."""

        name = "odd"
        seats = ("one",)

        def setup(self) -> To[GameEnd]:
            return GameEnd

    made = type(name, (Automatic,), {"__orig_bases__": (Automatic[Odd],)})
    with pytest.raises(DefinitionError) as caught:
        Rules(Odd)
    assert made.__name__ == name
    said = f"state {name!r} has no plain name; use ASCII letters, digits and _, as in 'PlayerTurn'"
    assert said in caught.value.problems


# -- args --------------------------------------------------------------------------------------------------------------


def test_public_args_those_of_the_active_players_and_those_of_one_go_together() -> None:
    """What Board Game Arena drops silently: a part for the active players and a part for one player, in one state."""
    game = Sample()
    assert {role: game.view(role)["args"] for role in EVERYBODY} == {
        "ann": {"left": 9, "hint": "odd"},
        "ben": {"left": 9, "own": {"asleep": False}},
        "cat": {"left": 9},
        OBSERVER: {"left": 9},
    }
    game.push("take(1)")
    assert game.view("ben")["args"] == {"left": 8, "hint": "even", "own": {"asleep": False}}
    assert game.view("ann")["args"] == game.view(OBSERVER)["args"] == {"left": 8}


def test_args_are_of_the_state_they_come_with() -> None:
    """One shape for everybody and always: the view says the state, and the args in it are those of that state."""
    game = Euro()
    assert (game.view("ann")["state"], game.view("ann")["args"]) == ("Bid", {})
    sample = Sample()
    view = sample.view("ann")
    assert (view["state"], view["args"]["left"]) == ("PlayerTurn", 9)
    assert view["question"]["args"]["left"] == view["args"]["left"]
    sample.push("give_up")
    assert (sample.view("ann")["state"], sample.view("ann")["args"]) == ("GameEnd", {})


class Order(Game):
    """Whose state changes something on entering, and tells it in its args."""

    name = "order"
    seats = ("one", "two")

    def setup(self) -> To[Entered]:
        from rondel.engine import EVERYONE, Prop

        self.entered = self.add(Prop("entered", 0, visible_to=EVERYONE))
        return Entered


class Entered(ActivePlayer[Order]):
    """Entered so many times."""

    description = _("{actplayer} has entered {times} times")
    my_turn = _("{you} have entered {times} times")

    def enter(self, game: Order) -> None:
        game.entered.value += 1

    def args(self, game: Order, role: str) -> dict[str, Any]:
        return {"times": game.entered.value}


@on(Entered, _("{actplayer} enters again"))
def again(game: Order) -> To[Entered] | To[GameEnd]:
    """Or leaves after three times."""
    return Entered if game.entered.value < 3 else GameEnd


def test_a_state_is_entered_once_and_its_args_come_after() -> None:
    game = Order()
    for times in (1, 2, 3):
        for _look in range(3):  # looking, storing and coming back do not enter it again
            assert game.view("one")["args"] == {"times": times}
            assert restore(Order, game.snapshot()).view("two")["args"] == {"times": times}
        game.push("again")
    assert game.is_over


# -- who acts ----------------------------------------------------------------------------------------------------------


class Wrong(Game):
    """Whose state changes the player while he is asked."""

    name = "wrong"
    seats = ("one", "two")

    def setup(self) -> To[Changing]:
        return Changing


class Changing(ActivePlayer[Wrong]):
    """Too late."""

    description = _("{actplayer} must wait")
    my_turn = _("{you} must wait")

    def enter(self, game: Wrong) -> None:
        game.next_player()


@on(Changing, _("{actplayer} waits"))
def waits(game: Wrong) -> To[GameEnd]:
    """Never reached."""
    return GameEnd


def test_the_active_player_does_not_change_during_a_state() -> None:
    with pytest.raises(
        RulesError, match=r"the active player changed from 'one' .*during state 'Changing'; change it before: in"
    ):
        Wrong()


def test_the_player_who_answers_is_the_one_whose_rule_runs() -> None:
    """The sender, that is; where several are active there is no other."""
    game = Euro()
    game.push("bid(2)", "cat")
    game.push("bid(1)", "ann")
    assert game.bids.value == {"cat": 2, "ann": 1}
    assert game.player == "ann", "the head of the queue has nothing to do with it"


def test_everybody_is_active_where_a_state_does_not_say_who() -> None:
    game = Euro()
    assert game.state == Bid.__name__
    assert list(game.active) == ["ann", "ben", "cat"]
    game.push("bid(0)", "ben")
    assert list(game.active) == ["ann", "cat"]
    assert game.moves("ben") == []


def test_every_state_can_be_left_by_absent_players() -> None:
    for kind in (Sample, Euro, Market):
        game: Game = kind(seed=3)
        for _each in range(200):
            if game.is_over:
                break
            role = game.active[0]
            game.push(game.zombie_move(role), role)
        assert game.is_over


@trial
def turns_back(game: Workshop) -> None:
    order = game.play_order.value
    game.play_order.value = order[-1:] + order[:-1]


def test_the_queue_of_players_may_be_turned_the_other_way() -> None:
    game = workshop(turns_back, seats=None)
    before = game.play_order.value
    game.push("do(turns_back)")
    assert game.active == (before[-1],)
    assert game.play_order.value == (before[-1], *before[:-1])


# -- looking again -----------------------------------------------------------------------------------------------------


def test_whoever_comes_back_sees_what_he_would_have_seen() -> None:
    """A reload: the game comes from its snapshot, and shows each role the same."""
    chooser = random.Random(7)
    for kind in (Sample, Euro):
        game: Game = kind(seed=2)
        while not game.is_over:
            again = restore(kind, json.loads(json.dumps(game.snapshot())))
            assert [json.dumps(again.view(role)) for role in EVERYBODY] == [json.dumps(game.view(role)) for role in EVERYBODY]
            role = chooser.choice(game.active)
            game.push(chooser.choice(game.moves(role)), role)


def test_what_one_is_offered_does_not_change_with_what_another_does() -> None:
    """In Board Game Arena's client another player's activity calls the update of one's own buttons."""
    game = Euro()
    offered = [str(move) for move in game.moves("ann")]
    asked = game.view("ann")["question"]["text"]
    game.push("bid(1)", "cat")
    assert [str(move) for move in game.moves("ann")] == offered
    assert game.view("ann")["question"]["text"] == asked


def test_a_state_says_in_its_class_what_its_table_says_in_the_other() -> None:
    """The turn overview: kinds and transitions of a machine can be read off it."""
    rules = rules_of(Euro)
    assert sorted((node.name, node.one, node.several, node.automatic) for node in rules.nodes) == [
        ("Bid", False, True, False),
        ("Build", True, False, False),
        ("GameEnd", False, False, False),
        ("NextBuilder", False, False, True),
        ("Upkeep", False, False, True),
    ]
    assert issubclass(Build, ActivePlayer)
    assert not issubclass(PlayerTurn, Automatic)


# -- several active players, once more -----------------------------------------------------------------------------------


class Hall(Game):
    """Everybody is in a room of the hall, until somebody rings."""

    name = "hall"
    seats = ("ann", "ben", "cat")

    def setup(self) -> To[Rooms]:
        return Rooms


class Rooms(MultipleActivePlayers[Hall]):
    """The master of the rooms."""

    description = _("Everybody is in the hall")

    def first(self, game: Hall, role: str) -> To[Parlour] | To[Kitchen]:
        return Kitchen if role == "cat" else Parlour


class Parlour(PrivateState[Hall]):
    """Where most begin."""

    my_turn = _("{you} may go on")


class Kitchen(PrivateState[Hall]):
    """Where the cook begins."""

    my_turn = _("{you} may go back")


@on(Parlour, _("{actplayer} goes to {room}"))
def go(game: Hall, room: str) -> Jump:
    """Anywhere, by name."""
    return room


@go.options
def rooms(game: Hall) -> list[str]:
    """A room, or out."""
    return ["Kitchen", "Parlour", "GameEnd"]


@on(Kitchen, _("{actplayer} goes back"))
def back(game: Hall) -> To[Parlour]:
    """To the parlour."""
    return Parlour


@on(Kitchen, _("{actplayer} rings"))
def ring(game: Hall) -> To[GameEnd]:
    """All leave."""
    game.deactivate(*game.active)
    return GameEnd


def test_the_first_private_state_may_depend_on_the_role() -> None:
    game = Hall()
    assert [game.private_state(role) for role in game.roles] == ["Parlour", "Parlour", "Kitchen"]


def test_a_private_state_may_be_set_by_a_jump() -> None:
    game = Hall()
    game.push("go(Kitchen)", "ann")
    game.push("go(Parlour)", "ben")
    assert [game.private_state(role) for role in game.roles] == ["Kitchen", "Parlour", "Kitchen"]
    game.push("go(GameEnd)", "ben")
    assert (game.active, game.private_state("ben"), game.is_over) == (("ann", "cat"), "", False)


def test_one_may_make_everybody_inactive_and_so_take_the_game_on() -> None:
    game = Hall()
    game.push("ring", "cat")
    assert (game.is_over, game.active) == (True, ())
