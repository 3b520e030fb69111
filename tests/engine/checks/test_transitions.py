"""States and transitions: each rule goes where it says itself; what is never reached, what never ends, and private states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rondel.engine import ActivePlayer, Automatic, ChanceState, Game, GameEnd, Jump, MultipleActivePlayers, Option, To, _, on
from rondel.engine.checks.ruleset import rules_of
from rondel.engine.checks.transitions import Node
from rondel.errors import RulesError
from rondel.shelf.reversi import Reversi
from tests.engine.rules.nim import BEGIN, HOUSE, nim, problems
from tests.engine.rules.relay import Relay
from tests.engine.witness import witness

BEGINS = Option("begins", "Junction")
"""Where setup goes, whatever it says."""
PASSES = Option("passes", "Junction")
"""Where the states that nobody plays go, whatever they say."""


class Railway(Game):
    """Each rule returns what it is told to."""

    name = "railway"
    seats = ("one", "two")
    options = (BEGINS, PASSES)

    def setup(self) -> To[Junction] | To[Tunnel]:
        return self.named(BEGINS)  # type: ignore[no-any-return]

    def named(self, option: Option[str]) -> Any:
        """The state that an option names; or the text itself, where it names none."""
        by_name = rules_of(Railway).by_name
        name = self.option(option)
        return by_name[name].kind if name in by_name else name


class Junction(ActivePlayer[Railway]):
    """From here two actions go different ways."""

    description = _("{actplayer} must go on")
    my_turn = _("{you} must go on")


def goals(game: Railway) -> Iterable[str]:
    """All states, and every label there is."""
    return (*rules_of(Railway).by_name, "under", "over", "away", "last")


def _goal(name: str) -> Any:
    """A state as rules mostly give it: by its class."""
    by_name = rules_of(Railway).by_name
    return by_name[name].kind if name in by_name else name


@on(Junction, _("{actplayer} drives to {where}"), labels={"Tunnel": "under", "GameEnd": "away"})
def drive(game: Railway, where: str) -> To[Tunnel] | To[GameEnd]:
    """Through the tunnel."""
    return _goal(where)  # type: ignore[no-any-return]


drive.options(goals)


@on(Junction, _("{actplayer} climbs to {where}"), labels={"Bridge": "over"})
def climb(game: Railway, where: str) -> To[Bridge] | To[Signal] | To[Yard]:
    """Over the bridge."""
    return _goal(where)  # type: ignore[no-any-return]


climb.options(goals)


@on(Junction, _("{actplayer} flies to {where}"), labels={"GameEnd": "last"})
def fly(game: Railway, where: str) -> Jump:
    """Anywhere."""
    return _goal(where)  # type: ignore[no-any-return]


fly.options(goals)


class Tunnel(Automatic[Railway]):
    """Nobody acts; back."""

    def enter(self, game: Railway) -> To[Junction]:
        return game.named(PASSES)  # type: ignore[no-any-return]


class Bridge(Automatic[Railway]):
    """Nobody acts; back."""

    def enter(self, game: Railway) -> To[Junction]:
        return game.named(PASSES)  # type: ignore[no-any-return]


class Signal(ChanceState[Railway]):
    """Chance acts; back."""

    def outcomes(self, game: Railway) -> list[str]:
        return ["stop"]

    def happens(self, game: Railway, outcome: str) -> To[Junction]:
        return game.named(PASSES)  # type: ignore[no-any-return]


class Yard(MultipleActivePlayers[Railway]):
    """Both act, unless ``enter`` goes on at once."""

    description = _("All must park")
    my_turn = _("{you} must park")

    def enter(self, game: Railway) -> To[Junction] | None:
        return game.named(PASSES)  # type: ignore[no-any-return]


@on(Yard, _("{actplayer} parks"))
def park(game: Railway) -> To[GameEnd]:
    """The end."""
    return GameEnd


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (
            "drive(Bridge)",
            "went to 'Bridge', which it does not say: it goes to Tunnel, GameEnd; return one of these, or annotate it",
        ),
        (
            "climb(GameEnd)",
            "went to 'GameEnd', which it does not say: it goes to Yard, Bridge, Signal; return one of these, or",
        ),
        ("climb(under)", "took the unknown transition 'under', which is a label of 'drive'; known: Yard, Bridge, Signal, over"),
    ],
)
def test_what_another_rule_of_the_state_says_does_not_count(move: str, said: str) -> None:
    game = Railway()
    before = witness(game)
    with pytest.raises(RulesError) as caught:
        game.push(move)
    assert str(caught.value).startswith(f"{move[:5]!r} of state 'Junction' {said}")
    assert witness(game) == before


@pytest.mark.parametrize(("state", "rule"), [("Tunnel", "enter"), ("Signal", "happens"), ("Yard", "enter")])
def test_a_hook_goes_where_it_says(state: str, rule: str) -> None:
    """Also where every other rule of the game may go there."""
    assert Railway(seed=1, position={"state": state}).state == ("Yard" if state == "Yard" else "Junction")
    game = Railway(seed=1, options={"passes": "GameEnd"})
    with pytest.raises(RulesError) as caught:
        game.push(f"fly({state})")
    assert str(caught.value).startswith(
        f"{rule!r} of state {state!r} went to 'GameEnd', which it does not say: it goes to Junction; return"
    )
    assert game.state == "Junction"


def test_setup_goes_where_it_says() -> None:
    assert Railway(options={"begins": "Tunnel"}).state == "Junction"
    with pytest.raises(
        RulesError, match="'setup' went to 'Bridge', which it does not say: it goes to Junction, Tunnel; return"
    ):
        Railway(options={"begins": "Bridge"})


def test_a_position_may_name_a_state_that_setup_does_not() -> None:
    assert Railway(seed=1, position={"state": "Bridge"}).state == "Junction"


def test_a_rule_takes_its_own_labels() -> None:
    for label, over in (("drive(under)", False), ("drive(away)", True), ("climb(over)", False), ("fly(last)", True)):
        game = Railway()
        game.push(label)
        assert game.is_over is over, label


def test_a_jump_goes_anywhere() -> None:
    for state in ("Tunnel", "Bridge", "Signal", "GameEnd"):
        game = Railway(seed=1)
        game.push(f"fly({state})")
        assert game.state == ("GameEnd" if state == "GameEnd" else "Junction")


# -- nodes --------------------------------------------------------------------------------------------------------------


def test_a_node_knows_what_kind_of_state_it_is() -> None:
    turn, following, end = rules_of(Reversi).nodes
    assert [(node.one, node.automatic, node.end) for node in (turn, following, end)] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    assert [(node.enters, node.rests) for node in (turn, following, end)] == [(False, True), (True, False), (False, True)]
    assert turn.sole is turn.by_action["play_disc"]


def test_a_route_tells_a_goal_from_what_is_none() -> None:
    turn, following, _end = rules_of(Reversi).nodes
    route = turn.route("".join(["play", "_disc"]))  # equal to the action's own name, and another object
    assert route.goals == (following,)
    assert (route.to(following.kind), route.to(turn.kind), route.to("NextPlayer")) == (following, None, None)


def test_a_transition_is_called_by_its_label_or_else_by_its_rule() -> None:
    kind = nim(
        ('@on(Turn, _("{actplayer} takes {count}"))', '@on(Turn, _("{actplayer} takes {count}"), labels={"Next": "taken"})'),
        ("class Next(Automatic[Nim]):\n", "class Next(Automatic[Nim]):\n    labels = {'GameEnd': 'bare'}\n"),
    )
    turn, following, _end = rules_of(kind).nodes
    assert (turn.label("take", "Next"), turn.label("take", "Turn")) == ("taken", "take")
    assert (following.label("enter", "GameEnd"), following.label("enter", "Turn")) == ("bare", "enter")


def test_what_hangs_on_a_base_means_the_state_itself_by_the_name_of_the_base() -> None:
    kind = nim(
        ("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[Nim]):\n    abstract = True"),
        ("@on(Turn", "class Turn(Base): ...\nclass Last(Base): ...\n@on(Base"),
        ("count: int) -> To[Next]", "count: int) -> To[Next] | To[Last] | To[Base]"),
    )
    last = rules_of(kind).by_name["Last"]
    assert [last.meant(last.by_action["take"], goal) for goal in ("Base", "Next")] == ["Last", "Next"]
    assert sorted(last.edges["take"]) == ["Last", "Next"]


def test_a_state_that_others_extend_may_be_meant_as_their_base() -> None:
    first, last, end = rules_of(Relay).nodes
    assert first.base_of([first, last, end]) == ""
    base = Node(3, type("Sprint", (type(last.state),), {})())
    assert last.base_of([first, last, base]) == "; if it is only the base of 'Sprint', write abstract = True in it"


def test_states_may_share_a_base_that_is_none() -> None:
    rules = rules_of(Relay)
    assert [node.name for node in rules.nodes] == ["FirstRun", "LastRun", "GameEnd"]
    game = Relay()
    assert game.view("two")["question"]["text"] == "{actplayer} must run"
    game.push("hand_on")
    assert [event["name"] for event in game.events(0, "one")] == ["ready", "hand_on", "ready"]
    assert game.view("two")["question"]["text"] == "{you} must run"
    game.push("run_in")
    assert game.is_over


# -- paths --------------------------------------------------------------------------------------------------------------


SPOILT: dict[str, tuple[list[tuple[str, str]], str, list[str]]] = {
    # name: changes, more text, problems
    "unreachable state": (
        [],
        "class Pause(Automatic[Nim]):\n    def enter(self, game: Nim) -> To[Turn]: ...\n",
        ["state 'Pause' is never reached; no rule says '-> To[Pause]'"],
    ),
    "no way to the end": (
        [("-> To[Turn] | To[GameEnd]", "-> To[Turn]")],
        "",
        ["the game never ends; some rule must return GameEnd"],
    ),
    "dead end": (
        [("count: int) -> To[Next]", "count: int) -> To[Next] | To[Stuck]")],
        "class Stuck(Automatic[Nim]):\n    def enter(self, game: Nim) -> To[Stuck]: ...\n",
        ["from state 'Stuck' the end is never reached; a rule on the way from it must return GameEnd"],
    ),
    "a state extended by others that is never reached": (
        [("class Next(Automatic[Nim]):", "class Base(Automatic[Nim]):")],
        "class Next(Base): ...\n",
        [
            (
                "state 'Base' is never reached; no rule says '-> To[Base]'; if it is only the base of 'Next', write "
                "abstract = True in it"
            )
        ],
    ),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_each_state_is_reached_and_leads_to_the_end(fault: str) -> None:
    changes, more, expected = SPOILT[fault]
    assert problems(nim(*changes, more=more)) == expected


def test_paths_are_not_followed_where_a_way_leads_nowhere() -> None:
    """They would only repeat what is wrong already."""
    assert problems(nim(("def setup(self) -> To[Turn]:", "def setup(self) -> To[Tern]:"))) == [
        "setup goes to the unknown state 'Tern'; did you mean 'Turn'?"
    ]


def test_a_jump_may_lead_anywhere() -> None:
    assert nim(("-> To[Turn] | To[GameEnd]", "-> Jump"))().moves()


# -- private states ----------------------------------------------------------------------------------------------------


def house(old: str, new: str) -> list[str]:
    """What is wrong where the house is changed in one place."""
    assert HOUSE.count(old) == 1
    return problems(nim(*BEGIN, more=HOUSE.replace(old, new)))


def test_private_states_are_reached_from_their_masters_and_from_each_other() -> None:
    assert nim(*BEGIN, more=HOUSE)(seed=1).private_state("one") == "Room"


def test_a_game_does_not_begin_in_a_private_state() -> None:
    assert problems(nim(("def setup(self) -> To[Turn]:", "def setup(self) -> To[Room] | To[Hall]:"), more=HOUSE)) == [
        "setup goes to the private state 'Room'; go to the MultipleActivePlayers state whose 'first' leads there"
    ]


def test_no_open_state_leads_to_a_private_one() -> None:
    assert problems(nim(*BEGIN, ("-> To[Turn] | To[GameEnd]", "-> To[Turn] | To[Room] | To[GameEnd]"), more=HOUSE)) == [
        (
            "'enter' of state 'Next' goes to the private state 'Room'; private states begin where the 'first' of a "
            "MultipleActivePlayers state says, and lead to each other"
        )
    ]


def test_a_master_leads_its_players_to_private_states() -> None:
    assert house("To[Room]:", "To[Room] | To[Turn]:") == [
        "'first' of state 'Hall' goes to 'Turn', which is no private state; extend PrivateState"
    ]


def test_no_private_state_leads_back_to_its_master() -> None:
    assert house("To[Room] | To[Turn]:", "To[Hall] | To[Turn]:") == [
        (
            "'go_on' of the private state 'Room' goes to 'Hall', where its player is already; go to the state that follows "
            "when everybody is done"
        )
    ]


def test_the_name_of_a_rule_that_goes_to_two_states_means_neither() -> None:
    goes = "def enter(self, game: Nim) -> To[Turn] | To[GameEnd]:"
    game = nim((goes, f"{goes}\n        return 'enter'"))()
    with pytest.raises(RulesError, match="'enter' of state 'Next' took the unknown transition 'enter'"):
        game.push("take(1)")


def test_a_rule_that_forgets_to_return_is_told_so() -> None:
    game = nim(("    return Next\n", "    pass\n"))()
    with pytest.raises(RulesError, match="'take' of state 'Turn' returned nothing; end it with"):
        game.push("take(1)")


def test_an_action_needs_a_place_to_go_back_to() -> None:
    """A player's ``enter`` may go nowhere: then the player is asked."""
    kind = nim(("    my_turn = ", "    def enter(self, game: Nim) -> None:\n        game.notify('turn')\n    my_turn = "))
    game = kind()
    assert [event["name"] for event in game.events(0, "one")] == ["turn"]
    game.push("take(1)")
    assert [event["name"] for event in game.events(0, "one")] == ["turn", "take", "turn"]


def test_a_players_enter_may_go_on_elsewhere() -> None:
    enter = """
    def enter(self, game: Nim) -> To[Next] | None:
        return Next if game.player == "two" else None

    my_turn = """
    game = nim(("    my_turn = ", enter))()
    game.push("take(2)")
    assert (game.state, game.active) == ("Turn", ("one",)), "the second player's turn was skipped, and it went round"
