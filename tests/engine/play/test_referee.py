"""The referee: what rules can do to build a game and to play it."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import EVERYONE, OBSERVER, OWNER, Counter, Grid, Hand, Prop, Row
from rondel.engine.components.part import Part
from rondel.errors import RulesError
from tests.engine.rules.corners import Corners
from tests.engine.rules.plan import SEATS, Plan
from tests.engine.rules.workshop import Step, Workshop, trial, workshop
from tests.engine.witness import WRONG_TYPE, witness

# -- building ----------------------------------------------------------------------------------------------------------


def test_what_is_added_comes_back(setup: Any) -> None:
    found: list[Part] = []
    parts: list[Part] = [Row("row"), Prop("prop", 1), Grid("grid", rows=1, columns=1)]
    setup(lambda game: found.extend(game.add(part) for part in parts))()
    assert found == parts


@pytest.mark.parametrize(
    "part", [Row("row"), Prop("row", 1), Prop("play_order", 1), Prop("scores", 1), Row("scores")], ids=repr
)
def test_names_are_used_once(setup: Any, part: Part) -> None:
    kind = setup(lambda game: (game.add(Row("row")), game.add(part)))
    with pytest.raises(RulesError, match=f"{part.name!r} is added twice; props and containers have names of their own"):
        kind()


@pytest.mark.parametrize(
    "part",
    [
        Row("row", visible_to=("one", "five")),
        Row("row", backs_visible_to=("five",)),
        Prop("row", 1, visible_to=("five",)),
        Row("row", visible_to=("three",)),
    ],
)
def test_parts_are_visible_to_roles(setup: Any, part: Part) -> None:
    kind = setup(lambda game: game.add(part))
    with pytest.raises(RulesError) as caught:
        kind(seats=2)
    wrong = "three" if part.visible_to == ("three",) else "five"
    assert str(caught.value) == (
        f"'row' is visible to {wrong!r}, which is no role; use EVERYONE or some of 'one', 'two', 'observer'"
    )


def test_each_makes_a_part_for_every_role(setup: Any) -> None:
    made: dict[str, Hand] = {}
    coins: dict[str, Counter] = {}

    def build(game: Any) -> None:
        made.update(game.each(Hand, "hand", visible_to=(*OWNER, OBSERVER), backs_visible_to=EVERYONE))
        coins.update(game.each(Counter, "coins", 3, most=9, visible_to=OWNER))

    game = setup(build)(seats=2)
    assert [(role, hand.name, hand.belongs_to, hand.visible_to) for role, hand in made.items()] == [
        ("one", "hand_one", "one", ("one", OBSERVER)),
        ("two", "hand_two", "two", ("two", OBSERVER)),
    ]
    assert [hand.backs_visible_to for hand in made.values()] == [EVERYONE, EVERYONE]
    assert [(each.value, each.most, each.visible_to) for each in coins.values()] == [(3, 9, ("one",)), (3, 9, ("two",))]
    assert game.scene()["owners"] == {"hand_one": "one", "hand_two": "two", "coins_one": "one", "coins_two": "two"}


def test_a_part_belongs_to_the_role_it_was_made_for_whatever_its_name_ends_with() -> None:
    game = Corners(seed=1)
    assert [board.belongs_to for board in game.boards.values()] == ["west", "north_west"]
    assert game.scene()["owners"] == {"hand_north_west": "west", "hand_north_north_west": "north_west"}
    game.push("mark(a1)")
    [mark] = [event for event in game.events(0, "north_west") if event["name"] == "mark"]
    assert mark["text"]["args"]["cell"]["args"] == {"thing": "Hand north", "player": {"role": "west"}}


def test_a_part_that_is_added_may_belong_to_a_role(setup: Any) -> None:
    row = Row("row")
    setup(lambda game: game.add(row, belongs_to="one"))(seats=2)
    assert row.belongs_to == "one"
    with pytest.raises(RulesError, match=r"^'row' belongs to 'three', which is no role; this game has 'one', 'two'$"):
        setup(lambda game: game.add(Row("row"), belongs_to="three"))(seats=2)


@pytest.mark.interpreted("a compiled engine refuses arguments of another type itself")
def test_each_takes_the_class_of_a_part(setup: Any) -> None:
    with pytest.raises(RulesError, match=r"takes the class and not .*: self.each\(Hand, .hand., visible_to=OWNER\)"):
        setup(lambda game: game.each(Row("row"), "row"))()
    with pytest.raises(RulesError, match="'hand_one' is added twice"):
        setup(lambda game: (game.each(Row, "hand"), game.each(Row, "hand")))()
    with pytest.raises(RulesError, match="is no part of a game: add containers and props"):
        setup(lambda game: game.each(str.upper, "hand"))()


def test_the_owner_is_a_role_only_in_each(setup: Any) -> None:
    with pytest.raises(RulesError, match=r"^'row' is visible to OWNER, and belongs to nobody: .* visible_to=\(role,\)$"):
        setup(lambda game: game.add(Row("row", visible_to=OWNER)))()


@pytest.mark.parametrize("visible_to", ["one", ["one"], ("*", "one")], ids=repr)
def test_who_may_see_a_part_is_a_tuple_of_roles(setup: Any, visible_to: Any) -> None:
    for part in (lambda: Row("row", visible_to=visible_to), lambda: Row("row", backs_visible_to=visible_to)):
        kind = setup(lambda game, part=part: game.add(part()))
        with pytest.raises((RulesError, *WRONG_TYPE), match=r"^'row' is visible to .*; use EVERYONE or |tuple"):
            kind(seats=2)


@pytest.mark.parametrize("name", ["", "two words", "a:b", "h\u00e4nde", "1st"])
def test_parts_have_plain_names(setup: Any, name: str) -> None:
    kind = setup(lambda game: game.add(Prop(name, 1)))
    with pytest.raises(RulesError, match="cannot name a prop or container; use plain ASCII letters, digits and _"):
        kind()


def test_the_observer_and_everyone_may_be_named(setup: Any) -> None:
    setup(lambda game: game.add(Row("row", visible_to=(OBSERVER, "one"), backs_visible_to=EVERYONE)))()


# -- playing -----------------------------------------------------------------------------------------------------------


def test_the_queue_of_players() -> None:
    game = Plan(seats=3)
    assert game.player == "one"
    assert game.next_player() == "two"
    assert game.play_order.value == ("two", "three", "one")
    game.eliminate("three")
    assert (game.next_player(), game.next_player()) == ("one", "two")
    assert game.roles == SEATS[:3]
    game.eliminate("three")


def test_the_opponent_in_a_game_for_two() -> None:
    game = Plan(seats=2)
    assert (game.opponent("one"), game.opponent("two")) == ("two", "one")
    game.eliminate("two")
    assert game.opponent("one") == "two"


@pytest.mark.parametrize(
    ("seats", "role", "complaint"),
    [
        (1, "one", "'one' has no one opponent: this game has 1 role"),
        (3, "one", "'one' has no one opponent: this game has 3 roles"),
        (2, "three", r"opponent\(\) was given 'three', which is no role: this game has 'one', 'two'"),
        (2, "", r"opponent\(\) was given '', which is no role"),
    ],
)
def test_no_opponent(seats: int, role: str, complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        Plan(seats=seats).opponent(role)


@trial
def looks_at_the_actor(game: Workshop) -> None:
    game.own.value = game.actor
    game.choose([1, 2], ask="?", role="right")
    game.own.value = [game.own.value, game.actor]


def test_the_actor_is_whose_rule_runs() -> None:
    game = workshop(looks_at_the_actor)
    game.push("do(looks_at_the_actor)")
    game.push("choose(2)", "right")
    assert list(game.own.value) == ["left", "left"]


@trial
def goes_to_step(game: Workshop) -> Any:
    return Step


@trial
def tells_a_token(game: Workshop) -> None:
    game.notify("shown", "{what}", what=game.open[0])


@trial
def tells_a_list(game: Workshop) -> None:
    given = [1, {"a": [2]}]
    game.notify("shown", "{what}", what=given)
    given.append(3)


@trial
def tells_places(game: Workshop) -> None:
    game.notify("went", "from {start} by {way}", start=game.board.cell("a2"), way=game.board.neighbours("a1"))


def test_a_place_is_told_by_its_name() -> None:
    game = workshop(tells_places)
    game.push("do(tells_places)")
    assert game.events(1, "left")[0]["args"] == {"start": "a2", "way": ["b1", "b2", "a2"]}


@trial
def keeps_a_place(game: Workshop) -> None:
    game.secret.value = {"goal": game.board.cell("a2")}


def test_a_prop_holds_the_name_of_a_place() -> None:
    with pytest.raises(RulesError, match=r"cannot hold Cell\('a2'\): only JSON values .*; write str\(cell\)"):
        workshop(keeps_a_place).push("do(keeps_a_place)")


def test_what_is_told_is_json_and_stays_as_it_was_told() -> None:
    game = workshop(tells_a_token)
    before = witness(game)
    with pytest.raises(RulesError, match=r"event 'shown\.what' cannot hold piece\(face='a'\): only JSON values"):
        game.push("do(tells_a_token)")
    assert witness(game) == before
    game = workshop(tells_a_list)
    game.push("do(tells_a_list)")
    assert game.events(1, "left")[0]["args"] == {"what": [1, {"a": [2]}]}


@trial
def tells_what_is_not_given(game: Workshop) -> None:
    game.notify("shown", "{player} shows {what}", player="left")


@trial
def tells_nobody_known(game: Workshop) -> None:
    game.notify("shown", to=("left", "north"))


@trial
def asks_for_what_is_not_given(game: Workshop) -> None:
    game.choose([1, 2], ask="{you} must choose {what}")


@trial
def asks_in_broken_braces(game: Workshop) -> None:
    game.choose([1, 2], ask="{you")


@trial
def sends_on_when_nobody_is_left(game: Workshop) -> None:
    game.play_order.value = ()
    game.next_player()


@pytest.mark.parametrize(
    ("guilty", "said"),
    [
        (tells_what_is_not_given, "the message of event 'shown' has the unknown placeholder {what}; known here: {player}"),
        (
            tells_nobody_known,
            "'shown' is visible to 'north', which is no role; use EVERYONE or some of 'left', 'right', 'observer'",
        ),
        (
            asks_for_what_is_not_given,
            "the question in state 'Step' has the unknown placeholder {what}; known here: {actplayer}, {you}",
        ),
        (asks_in_broken_braces, "the question in state 'Step', '{you', has broken braces: expected '}' before end of string"),
        (sends_on_when_nobody_is_left, "there is no next player: play_order is empty"),
    ],
)
def test_what_nobody_could_read_or_do_is_the_rules_fault(guilty: Any, said: str) -> None:
    game = workshop(goes_to_step, enter=guilty)
    before = witness(game)
    with pytest.raises(RulesError) as caught:
        game.push("do(goes_to_step)")
    assert str(caught.value) == said
    assert witness(game) == before


def test_only_rules_and_setup_tell(setup: Any) -> None:
    game = setup(lambda game: game.notify("welcome"))()
    assert [event["name"] for event in game.events(0, "one")] == ["welcome"]
    with pytest.raises(RulesError, match="of state 'Turn' told something; they only look"):
        game.notify("psst")
    with pytest.raises(RulesError, match="of state 'Turn' told something; they only look"):
        game.give_time("one", 5)
    assert [event["name"] for event in game.events(0, "one")] == ["welcome"]
