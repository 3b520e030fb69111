"""States: who acts, what is asked, and what each role may know besides the position."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from rondel.engine import (
    CHANCE,
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    ChanceState,
    Dealing,
    Game,
    GameEnd,
    Hand,
    Jump,
    Option,
    Pile,
    Prop,
    State,
    To,
    TokenKind,
    _,
    on,
)
from rondel.engine.checks.ruleset import rules_of
from rondel.errors import RulesError
from tests.engine.rules.workshop import Step, Work, Workshop, trial, workshop

Card = TokenKind("card")
IN_TURN = Option("in_turn", False, text=_("In turn"))
CARDS = Option("cards", 8, text=_("Cards"), low=1, high=9)


class Guess(Game):
    """One player knows a number; the state tells it to that player only."""

    name = "guess"
    seats = ("keeper", "guesser")

    def setup(self) -> To[Asking]:
        return Asking


class Asking(ActivePlayer[Guess]):
    """The args are other for each role."""

    description = "{actplayer} must say something about {what}"
    my_turn = "{you} must say something about {what}"

    def args(self, game: Guess, role: str) -> dict[str, Any]:
        return {"what": 7 if role == "keeper" else "a number", "for": role, "deep": {"list": [1, {"role": role}]}}


@on(Asking, "{actplayer} says yes")
def yes(game: Guess) -> To[GameEnd]:
    return GameEnd


def test_args_are_for_each_role() -> None:
    game = Guess()
    assert {role: game.view(role)["args"]["for"] for role in (*game.roles, "observer")} == {
        role: role for role in (*game.roles, "observer")
    }
    assert game.view("keeper")["question"] == {
        "text": "{you} must say something about {what}",
        "args": {
            "you": {"role": "keeper"},
            "actplayer": {"role": "keeper"},
            "what": 7,
            "for": "keeper",
            "deep": {"list": [1, {"role": "keeper"}]},
        },
    }
    assert game.view("guesser")["question"]["text"] == "{actplayer} must say something about {what}"
    assert "7" not in json.dumps([game.view("guesser")["args"], game.view("observer")["args"]])


def test_a_state_that_says_nothing_has_no_args_and_no_question() -> None:
    game = Guess()
    game.push("yes")
    assert (game.view("keeper")["args"], game.view("keeper")["question"]) == ({}, None)
    assert State[Any]().args(game, "keeper") == {}
    assert State[Any]().enter(game) is None


@trial
def returns_no_dict(game: Workshop) -> Any:
    return 5


@trial
def returns_a_token(game: Workshop) -> Any:
    return {"token": game.open[0]}


@trial
def returns_nan(game: Workshop) -> Any:
    return {"odds": [float("nan")]}


@pytest.mark.parametrize(
    ("guilty", "said"),
    [
        (returns_no_dict, "args of state 'Work' returned 5; return a dict with a value for each name"),
        (returns_a_token, "args of state 'Work.token' cannot hold piece(face='a'): only JSON values"),
        (returns_nan, "args of state 'Work.odds' cannot hold nan: JSON has no such number"),
    ],
)
def test_args_are_json(guilty: Any, said: str) -> None:
    game = workshop(options={"args": guilty.__name__})
    with pytest.raises(RulesError) as caught:
        game.view("left")
    assert str(caught.value).startswith(said)


def test_one_instance_of_a_state_serves_all_games() -> None:
    assert rules_of(Workshop).by_class[Work].state is rules_of(Workshop).by_name["Work"].state
    assert [node.kind for node in rules_of(Workshop).nodes] == [Work, Step, GameEnd]
    assert [(node.automatic, node.end, node.enters) for node in rules_of(Workshop).nodes] == [
        (False, False, False),
        (True, False, True),
        (False, True, False),
    ]
    assert issubclass(Step, Automatic)


# -- kinds of states, and how rules name where they go -----------------------------------------------------------------


class Ways(Game):
    """Whose rules go on by class, by name, by label, and anywhere."""

    name = "ways"
    seats = ("one",)

    def setup(self) -> To[Fork]:
        self.seen = self.add(Prop("seen", "", visible_to=EVERYONE))
        return Fork


class Fork(ActivePlayer[Ways]):
    """A choice of ways."""

    description = _("{actplayer} must go")
    my_turn = _("{you} must go")


@on(Fork, _("{actplayer} goes {way}"), labels={"GameEnd": "last", "Toss": "luck"})
def go(game: Ways, way: str) -> To[Fork] | To[Toss] | To[GameEnd] | str:
    """By a label or a name; or by one that is neither."""
    return way


@go.options
def ways(game: Ways) -> Iterable[str]:
    """Labels, names, and a slip."""
    return ("last", "luck", "Toss", "Fork", "lost")


@on(Fork, _("{actplayer} jumps {where}"))
def jump(game: Ways, where: str) -> Jump:
    """Anywhere."""
    return where


@jump.options
def wheres(game: Ways) -> Iterable[str]:
    """Somewhere this action names nowhere."""
    return ("Island", "GameEnd", "Atlantis")


class Island(ActivePlayer[Ways]):
    """Reached only by a jump."""

    description = _("{actplayer} is far away")
    my_turn = _("{you} are far away")


@on(Island, _("{actplayer} swims"))
def swim(game: Ways) -> To[Fork]:
    """Back."""
    return Fork


COIN: dict[str, Any] = {"fair": {"heads": 5, "tails": 4, "edge": 1}}
"""What may come of the toss; tests make it worse."""


class Toss(ChanceState[Ways]):
    """A coin that stands on its edge one time in ten."""

    def outcomes(self, game: Ways) -> dict[str, int]:
        return COIN["fair"]  # type: ignore[no-any-return]

    def happens(self, game: Ways, outcome: str) -> To[Fork] | To[Roll]:
        game.seen.value = outcome
        return Roll if outcome == "edge" else Fork


class Roll(ChanceState[Ways]):
    """A die, each side equally likely."""

    def outcomes(self, game: Ways) -> Sequence[int]:
        return range(1, 7)

    def happens(self, game: Ways, outcome: int) -> To[Fork]:
        game.seen.value = str(outcome)
        return Fork


def test_a_rule_goes_on_by_label_or_name() -> None:
    game = Ways(chance="explicit")
    game.push("go(Fork)")
    assert game.state == "Fork"
    game.push("go(luck)")
    assert game.active == ("chance",)
    game.pop()
    game.push("go(last)")
    assert game.is_over


def test_an_unknown_transition_is_refused_with_the_known_ones() -> None:
    game = Ways()
    with pytest.raises(RulesError, match="'go' of state 'Fork' took the unknown transition 'lost'; did you mean 'last'"):
        game.push("go(lost)")
    assert game.record()["answers"] == []


def test_a_jump_goes_anywhere_there_is() -> None:
    game = Ways()
    game.push("jump(Island)")
    assert game.state == "Island"
    game.push("swim")
    with pytest.raises(RulesError, match="took the unknown transition 'Atlantis'"):
        game.push("jump(Atlantis)")
    game.push("jump(GameEnd)")
    assert game.is_over


def test_a_state_reached_only_by_a_jump_is_reached() -> None:
    rules = rules_of(Ways)
    assert rules.by_name["Fork"].jumps == ["jump"]
    assert rules.by_name["Fork"].label("go", "GameEnd") == "last"
    assert rules.by_name["Fork"].label("go", "Fork") == "go"


def test_chance_acts_in_its_states() -> None:
    game = Ways(chance="explicit")
    game.push("go(Toss)")
    assert {str(move): move.probability for move in game.moves("chance")} == {
        "chance(heads)": 0.5,
        "chance(tails)": 0.4,
        "chance(edge)": 0.1,
    }
    game.push("chance(edge)")
    assert [move.probability for move in game.moves("chance")] == [1 / 6] * 6
    game.push("chance(4)")
    assert (game.state, game.seen.value) == ("Fork", "4")


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        (None, "returned None; return what may happen, at least one: a list, or a dict of weights"),
        ([], "returned []; return what may happen, at least one: a list, or a dict of weights"),
        (7, "returned 7; return what may happen, at least one: a list, or a dict of weights"),
        ({}, "returned {}; return what may happen, at least one: a list, or a dict of weights"),
        ({"heads": 0}, "returned the weights [0]; they are whole numbers of at least 0, and not all 0"),
        ({"heads": 1, "tails": -1}, "returned the weights [1, -1]; they are whole numbers of at least 0, and not all 0"),
        ({"heads": 0.5}, "returned the weights [0.5]; they are whole numbers of at least 0, and not all 0"),
        ({"heads": "often"}, "returned the weights ['often']; they are whole numbers of at least 0, and not all 0"),
    ],
)
def test_outcomes_that_chance_cannot_choose_from_are_named(monkeypatch: pytest.MonkeyPatch, outcomes: Any, said: str) -> None:
    monkeypatch.setitem(COIN, "fair", outcomes)
    game = Ways(seed=1)
    with pytest.raises(RulesError) as caught:
        game.push("go(Toss)")
    assert str(caught.value) == f"'outcomes' of state 'Toss' {said}"
    assert game.state == "Fork"


class Bridge(Game):
    """Three cards for each of two players, dealt in turn or one hand after the other; then nothing."""

    name = "bridge"
    seats = ("one", "two")
    kinds = (Card,)
    options = (IN_TURN, CARDS)

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER)
        for number in range(self.option(CARDS)):
            self.deck.add(Card(face=str(number)))
        return Deal


class Deal(Dealing[Bridge]):
    """One draw for each time it is entered."""

    def enter(self, game: Bridge) -> To[Deal] | To[Done]:
        if game.option(IN_TURN):
            return self.deal(game, game.deck, game.hands, 3) or Done
        return self.fill(game, game.deck, game.hands.values(), 3) or Done


class Done(ActivePlayer[Bridge]):
    """The cards are dealt."""

    description = _("{actplayer} may look")
    my_turn = _("{you} may look")


@on(Done, _("{actplayer} has looked"))
def look(game: Bridge) -> To[GameEnd]:
    """That is all."""
    return GameEnd


@pytest.mark.parametrize(("in_turn", "sizes"), [(True, [(1, 0), (1, 1), (2, 1)]), (False, [(1, 0), (2, 0), (3, 0)])])
def test_each_draw_of_a_deal_is_a_commit_of_its_own(in_turn: bool, sizes: list[tuple[int, int]]) -> None:
    game = Bridge(seed=1, options={"in_turn": in_turn}, chance="explicit")
    for one, two in sizes:
        assert game.state == "Deal"
        game.push(game.moves()[0])
        assert (len(game.hands["one"]), len(game.hands["two"])) == (one, two)
        rule = game._machine.suspended
        assert rule is None or not rule.answers  # no rule that waits has drawn a card before
    while game.active == (CHANCE,):
        game.push(game.moves()[0])
    assert game.state == "Done"
    assert [len(hand) for hand in game.hands.values()] == [3, 3]
    assert len(game.deck) == 2


@pytest.mark.parametrize("in_turn", [True, False])
def test_a_deal_ends_with_its_pile(in_turn: bool) -> None:
    game = Bridge(seed=1, options={"in_turn": in_turn, "cards": 5})
    assert game.state == "Done"
    assert sum([len(hand) for hand in game.hands.values()]) == 5


def test_a_deal_says_what_it_takes() -> None:
    game = Bridge(seed=1)
    anything: Any = Deal()
    with pytest.raises(RulesError, match=r"fill goes over containers, and a dict over its keys; write self.fill"):
        anything.fill(game, game.deck, game.hands, 5)
    with pytest.raises((RulesError, TypeError), match=r"deal takes the hands by role and not|Mapping"):
        anything.deal(game, game.deck, 5)
