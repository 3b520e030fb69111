"""Choices: one, some, or each in secret."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from math import comb
from typing import Any

import pytest

from rondel.engine import Automatic, Game, GameEnd, To
from rondel.engine.records.record import replay, restore
from rondel.errors import HiddenInformation, IllegalMove, RulesError
from tests.engine.rules.duel import Duel
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.witness import seen, witness

ROLES = ("north", "east", "south", "west")

Rule = Callable[[Workshop], Any]
NOW: list[Rule] = []
"""The rule that ``runs`` runs."""


@trial
def runs(game: Workshop) -> None:
    game.own.value = NOW[-1](game)


def asked(rule: Rule, **given: Any) -> Workshop:
    """A workshop in which the rule has been begun."""
    NOW.append(rule)
    game = workshop(runs, **given)
    game.push("do(runs)")
    return game


def texts(game: Game, role: str | None = None) -> list[str]:
    return [str(move) for move in game.moves(role)]


# -- one ---------------------------------------------------------------------------------------------------------------


def test_what_is_chosen_comes_back() -> None:
    game = asked(lambda game: game.choose([3, 1, 2], ask="how many?"))
    assert texts(game) == ["choose(3)", "choose(1)", "choose(2)"]
    game.push("choose(1)")
    assert game.own.value == 1


def test_a_choice_may_be_called_otherwise_and_asked_of_another() -> None:
    game = asked(lambda game: game.choose([True, False], ask="{you} may pass", role="right", action="pass_on"))
    assert game.active == ("right",)
    assert texts(game, "left") == []
    assert texts(game) == ["pass_on(yes)", "pass_on(no)"]
    assert game.view("right")["question"]["text"] == "{you} may pass"
    assert game.view("left")["question"]["text"] == "{actplayer} must choose"
    assert game.view("left")["question"]["args"]["actplayer"] == {"role": "right"}
    game.push("pass_on(no)")
    assert game.own.value is False


@pytest.mark.parametrize("options", [[], (), {}, range(0)])
def test_nothing_to_choose_from_is_the_rules_fault(options: Any) -> None:
    with pytest.raises(RulesError, match=r"nothing to choose from at 'which\?'; ask only when there is something"):
        asked(lambda game: game.choose(options, ask="which?"))


def test_options_may_be_of_any_kind() -> None:
    game = asked(lambda game: game.board.where(game.choose(iter(game.board.tokens()), ask="?")).name)
    assert texts(game) == ["choose(a1)", "choose(c3)"]
    assert game.moves()[1].places == ("board:c3",)
    game.push("choose(c3)")
    assert game.own.value == "c3"
    game = asked(lambda game: str(game.choose(game.board.empty(), ask="?")))
    game.push("choose(b2)")
    assert game.own.value == "b2"


def unlike(game: Workshop) -> list[Any]:
    """Five tokens called "a"; the two that follow each other are alike."""
    game.open.add(Piece(face="a"))
    game.open.add(Piece("left", face="a"))
    game.hands["left"].add(Piece(face="a"))
    game.hidden.add(Piece(face="a"))
    return [*game.open, *game.hands["left"]]


def test_unlike_options_of_one_name_are_told_apart_by_where_they_lie() -> None:
    def rule(game: Workshop) -> Any:
        chosen = game.choose(unlike(game), ask="?")
        assert chosen.container is not None
        return [chosen.container.name, chosen.owner]

    game = asked(rule)
    listed = [each for each in texts(game) if each.startswith("choose(a")]
    assert listed == ["choose(a)", "choose(a@4)", "choose(a@3)"]
    for text, what in zip(listed, (["open", None], ["open", "left"], ["hand_left", None]), strict=True):
        game.push(text)
        assert list(game.own.value) == what
        game.pop()


def test_options_that_read_alike_but_are_not_are_refused() -> None:
    with pytest.raises(RulesError, match="two options are both called '1'; give options that read differently"):
        asked(lambda game: game.choose([1, "1"], ask="?"))


def test_a_hand_that_one_cannot_see_is_one_option_and_chance_decides() -> None:
    """Drawing a card from another's hand tells nothing before it is drawn: not even where in the hand it was."""
    drawn: dict[str, int] = {}
    for seed in range(60):
        game = asked(lambda game: game.choose(game.hands["right"], ask="?").face, seed=seed)
        assert texts(game) == ["choose(piece)"]
        assert game.moves()[0].places == ("hand_right",)
        shown = json.dumps(game.view("left"))
        assert not any(f'"{face}"' in shown or f"({face})" in shown for face in "stu")
        game.push("choose(piece)")
        drawn[game.own.value] = drawn.get(game.own.value, 0) + 1
    assert set(drawn) == set("stu")
    assert min(drawn.values()) > 60 / 3 / 2, "each as likely as the others"
    game = asked(lambda game: game.choose(game.hands["right"], ask="?", role="right").face)
    assert texts(game) == ["choose(s)", "choose(t)", "choose(u)"]


def test_explicit_chance_is_asked_which_unseen_card_was_meant() -> None:
    game = asked(lambda game: game.choose(game.hands["right"], ask="?").face, chance="explicit")
    game.push("choose(piece)")
    assert game.active == ("chance",)
    assert {str(move): round(move.probability, 3) for move in game.moves("chance")} == {
        "draw(s)": 0.333,
        "draw(t)": 0.333,
        "draw(u)": 0.333,
    }
    game.push("draw(t)")
    assert game.own.value == "t"


def test_several_unseen_cards_are_drawn_one_after_the_other() -> None:
    game = asked(lambda game: "".join(card.face for card in game.choose_some(game.hands["right"], ask="?", least=2, most=2)))
    game.push("choose(piece)")
    game.push("choose(piece)")
    assert len(set(game.own.value)) == 2
    assert [who for who, _text in game.record()["answers"]] == ["left", "left", "left", "chance", "chance"]


def test_what_lies_in_a_row_that_one_cannot_see_is_named_by_its_place() -> None:
    """A row has an order, also for those who see only backs: it is there on the table."""
    game = asked(lambda game: game.choose([*game.hidden], ask="?").face)
    assert texts(game) == ["choose(0)"]


# -- some --------------------------------------------------------------------------------------------------------------


def ways(game: Game) -> Iterator[tuple[str, ...]]:
    """Every way to answer until the rule has ended."""
    if game.state == "Work" and "wait" in texts(game):
        yield ()
        return
    for text in texts(game):
        game.push(text)
        for rest in ways(game):
            yield (text, *rest)
        game.pop()


def results(game: Workshop) -> Counter[tuple[str, ...]]:
    """How many ways lead to each result."""
    found: Counter[tuple[str, ...]] = Counter()
    for way in list(ways(game)):
        for text in way:
            game.push(text)
        found[tuple(game.own.value)] += 1
        for _each in way:
            game.pop()
    return found


SETS = ["", "a", "abcd", "aab", "abab", "aaaa", "aabbc"]
BOUNDS = [(0, 2), (1, 1), (2, 2), (0, 9), (1, 3), (3, 3)]


@pytest.mark.parametrize(
    ("options", "least", "most"), [(options, *bounds) for options in SETS for bounds in BOUNDS if bounds[0] <= len(options)]
)
def test_every_set_can_be_chosen_in_exactly_one_way(options: str, least: int, most: int) -> None:
    game = asked(lambda game: list(game.choose_some(options, least=least, most=most, ask="?")))
    expected = {
        tuple(sorted(chosen))
        for count in range(least, min(most, len(options)) + 1)
        for chosen in itertools.combinations(options, count)
    }
    found = results(game)
    assert Counter({tuple(sorted(result)): number for result, number in found.items()}) == Counter(dict.fromkeys(expected, 1))
    if len(set(options)) == len(options):
        assert len(found) == sum(comb(len(options), count) for count in range(least, most + 1))


def test_one_by_one_in_the_order_of_the_options() -> None:
    game = asked(lambda game: list(game.choose_some("cab", least=1, most=3, ask="which?")))
    assert texts(game) == ["choose(c)", "choose(a)", "choose(b)"], "done is not possible yet"
    game.push("choose(a)")
    assert texts(game) == ["choose(b)", "done"], "nothing before the last one"
    assert [move.describe() for move in game.moves()] == ["left chooses b", "left is done"]
    game.push("choose(b)")
    assert [(str(move), move.forced) for move in game.moves()] == [("done", True)]
    game.push("done")
    assert list(game.own.value) == ["a", "b"]


@pytest.mark.parametrize(
    ("options", "least", "most"), [(options, *bounds) for options in SETS[1:] for bounds in BOUNDS if bounds[0] <= len(options)]
)
def test_what_a_page_is_told_leads_to_every_set(options: str, least: int, most: int) -> None:
    """Chosen in any order and sent in that of the options, with "done" where there is room for more."""
    for count in range(least, min(most, len(options)) + 1):
        for chosen in itertools.combinations(options, count):
            game = asked(lambda game: list(game.choose_some(options, least=least, most=most, ask="?")))
            told = game.view("left")["several"]
            assert (told["least"], told["most"]) == (least, min(most, len(options)))
            answers = [each["move"] for each in told["options"] for _ in range(chosen.count(each["move"][7:-1]))]
            for answer in [*answers, *(["done"] if count < told["most"] else [])]:
                game.push(answer)
            assert sorted(game.own.value) == sorted(chosen)


def test_a_page_is_told_once_and_only_who_is_asked() -> None:
    game = asked(lambda game: list(game.choose_some("cab", least=1, most=3, ask="which?")))
    assert game.view("left")["several"]["options"][0] == {"move": "choose(c)", "places": [""]}
    assert "several" not in game.view("right")
    game.push("choose(a)")
    assert "several" not in game.view("left"), "something has been chosen: the rest follows in its order"


def test_enough_must_remain() -> None:
    game = asked(lambda game: list(game.choose_some("abc", least=2, most=2, ask="?")))
    assert texts(game) == ["choose(a)", "choose(b)"]
    game.push("choose(b)")
    assert [(str(move), move.forced) for move in game.moves()] == [("choose(c)", True)]


def test_choosing_nothing_from_nothing_asks_nothing() -> None:
    assert list(asked(lambda game: list(game.choose_some([], most=3, ask="?"))).own.value) == []


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (4, 5, "cannot choose at least 4 of 3"),
        (2, 1, "cannot choose at least 2 and at most 1"),
        (-1, 2, "cannot choose at least -1 and at most 2"),
    ],
)
def test_impossible_numbers_are_the_rules_fault(least: int, most: int, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        asked(lambda game: game.choose_some("abc", least=least, most=most, ask="?"))


# -- each, in secret ---------------------------------------------------------------------------------------------------


def passing(seed: int = 1) -> Passing:
    return Passing(seed=seed, options={"held": 4})


def choose_three(game: Game, role: str, chooser: random.Random) -> list[str]:
    """Give all three of a role's answers; returns them."""
    given = []
    for _each in range(3):
        move = chooser.choice(game.moves(role))
        given.append(str(move))
        game.push(move, role)
    return given


def test_everybody_is_asked_at_once() -> None:
    game = passing()
    assert game.active == ROLES
    for role in ROLES:
        view = game.view(role)
        assert view["question"]["text"] == "{you} must pass three cards to the left"
        assert 0 < len(view["moves"]) <= 4
    assert game.view("observer")["moves"] == []


def test_others_learn_only_that_a_role_has_answered() -> None:
    game = passing()
    choose_three(game, "south", random.Random(1))
    assert game.active == ("north", "east", "west")
    for role in (*ROLES, "observer"):
        assert game.view(role)["active"] == ["north", "east", "west"]
    game.push(game.moves("north")[0], "north")
    assert game.active == ("north", "east", "west"), "one of three is not an answer yet"


@pytest.mark.parametrize("seed", range(5))
def test_what_others_see_does_not_depend_on_what_was_chosen(seed: int) -> None:
    """Byte for byte, in views, moves, events and refusals, at every step until the last answer is in."""
    games = [passing() for _each in range(4)]
    chooser = random.Random(seed)
    order = [role for role in ("north", "east", "south") for _each in range(3)]
    chooser.shuffle(order)
    for role in order:
        for number, game in enumerate(games):
            mind = random.Random(f"{seed} {role} {number} {len(game.record()['answers'])}")
            game.push(mind.choice(game.moves(role)), role)
        for onlooker in ("west", "observer"):
            shown = {json.dumps([game.view(onlooker), game.events(0, onlooker)]) for game in games}
            assert len(shown) == 1
        for game in games:
            with pytest.raises(IllegalMove) as caught:
                game.push("choose(nothing)", "west")
            assert "legal for west" in str(caught.value)
    assert len({repr(game.key()) for game in games}) > 1
    assert games[0].active == ("west",)


@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_arrival_leads_to_the_same_position(seed: int) -> None:
    chooser = random.Random(seed)
    game = passing(seed)
    answers = {role: choose_three(game, role, chooser) for role in ROLES}
    for _again in range(4):
        other = passing(seed)
        left = {role: list(given) for role, given in answers.items()}
        while any(left.values()):
            role = chooser.choice([role for role in ROLES if left[role]])
            other.push(left[role].pop(0), role)
        assert seen(other) == seen(game)


def test_the_cards_go_where_they_were_sent() -> None:
    game = passing()
    before = {role: [card.face for card in game.hands[role]] for role in ROLES}
    for role in ROLES:
        for text in [f"choose({face})" for face in before[role][:3]]:
            game.push(text, role)
    assert game.state == "Lead"
    for number, role in enumerate(ROLES):
        giver = ROLES[number - 1]
        assert sorted(card.face for card in game.hands[role]) == sorted([*before[giver][:3], before[role][3]])


def test_a_mind_may_be_changed_until_the_last_has_answered() -> None:
    game = passing()
    faces = [card.face for card in game.hands["north"]]
    for face in faces[:3]:
        game.push(f"choose({face})", "north")
    assert "north" not in game.active
    assert texts(game, "north") == texts(passing(), "north"), "one starts anew"
    game.push(f"choose({faces[1]})", "north")
    assert "north" in game.active
    for face in faces[2:]:
        game.push(f"choose({face})", "north")
    for role in ROLES[1:]:
        choose_three(game, role, random.Random(1))
    assert sorted(card.face for card in game.hands["east"] if card.face in faces) == sorted(faces[1:])
    assert texts(game, "west") == []


def test_a_changed_mind_tells_others_nothing_but_that() -> None:
    one, other = passing(), passing()
    for game, way in ((one, [0, 1, 2]), (other, [1, 2, 3])):
        for number in way:
            face = game.hands["north"][number].face
            game.push(f"choose({face})", "north")
    for game in (one, other):
        game.push(game.moves("north")[0], "north")
    assert json.dumps(one.view("west")) == json.dumps(other.view("west"))


def test_secrets_are_taken_back_and_elsewhere() -> None:
    game = passing()
    chooser = random.Random(4)
    history = []
    while game.state == "Pass":
        history.append(witness(game))
        for twin in (
            game.copy(),
            restore(Passing, json.loads(json.dumps(game.snapshot()))),
            replay(Passing, game.record(), None),
        ):
            assert seen(twin) == seen(game)
        role = chooser.choice(game.active)
        game.push(chooser.choice(game.moves(role)), role)
    while history:
        game.pop()
        assert witness(game) == history.pop()


def duel(game: Workshop) -> Any:
    """Both say a number at once; the sum is public."""
    said = game.choose_each({role: iter([1, 2, 3]) for role in game.roles}, ask="?")
    return [said["left"][0], said["right"][0]]


def test_options_may_be_listed_once_only() -> None:
    game = asked(duel)
    game.push("choose(2)", "left")
    assert texts(game, "left") == ["choose(1)", "choose(2)", "choose(3)"]
    game.push("choose(3)", "left")
    game.push("choose(1)", "right")
    assert list(game.own.value) == [3, 1]


def test_an_open_secret_stays_out_of_the_record_that_a_role_may_keep() -> None:
    game = Duel(seed=1)
    game.push("go")
    game.push("say(2)", "left")
    assert game.record("left")["answers"] == [["left", "go"], ["left", "say(2)"]]
    with pytest.raises(HiddenInformation, match="right may not know yet what the others have answered"):
        game.record("right")
    imagined = [game.imagine("right", seed).record()["answers"][-1][1] for seed in range(12)]
    assert set(imagined) == {"say(1)", "say(2)", "say(3)"}, "what left has said is anything"
    game.push("say(1)", "right")
    assert game.record("right")["answers"] == game.record()["answers"]


def test_each_of_nobody_asks_nothing() -> None:
    assert asked(lambda game: len(game.choose_each({}, ask="?"))).own.value == 0


def test_not_answering_is_possible_where_nothing_is_needed() -> None:
    def rule(game: Workshop) -> Any:
        said = game.choose_each({role: [1, 2] for role in game.roles}, least=0, most=2, ask="?")
        return {role: list(numbers) for role, numbers in said.items()}

    game = asked(rule)
    game.push("done", "right")
    game.push("choose(2)", "left")
    game.push("done", "left")
    assert {role: list(numbers) for role, numbers in game.own.value.items()} == {"left": [2], "right": []}


class Trio(Game):
    """Three who say numbers at once, and then one who says another."""

    name = "trio"
    seats = ("one", "two", "three")

    def setup(self) -> To[All]:
        return All


class All(Automatic[Trio]):
    """All at once, two numbers each; then the first."""

    def enter(self, game: Trio) -> To[GameEnd]:
        game.choose_each({role: [1, 2, 3] for role in game.roles}, least=1, most=2, ask="?", action="say")
        game.choose([1, 2], ask="?", role="one", action="end")
        return GameEnd


def test_the_order_of_secret_answers_and_what_was_changed_of_them_is_no_part_of_the_position() -> None:
    games = [Trio(), Trio(), Trio()]
    for text, role in (("say(1)", "one"), ("say(3)", "one"), ("say(2)", "two"), ("done", "two")):
        games[0].push(text, role)
    for text, role in (("say(2)", "two"), ("say(1)", "one"), ("done", "two"), ("say(3)", "one")):
        games[1].push(text, role)
    for text, role in (
        ("say(3)", "two"),
        ("done", "two"),
        ("say(1)", "one"),
        ("say(2)", "two"),
        ("done", "two"),
        ("say(3)", "one"),
    ):
        games[2].push(text, role)
    for text in ("", "say(1)", "done", "end(1)"):
        for game in games:
            if text:
                game.push(text, "one" if text == "end(1)" else "three")
        assert games[0].key() == games[1].key() == games[2].key()
        rules = [game.snapshot().get("rule") for game in games]
        assert rules[0] == rules[1] == rules[2]
    assert games[0].is_over
    for game in games:
        assert seen(replay(Trio, json.loads(json.dumps(game.record())), None)) == seen(game)
        for _each in range(3):
            game.pop()
    assert games[0].key() == games[1].key()
    games[0].push("say(2)", "three")
    games[1].push("say(3)", "three")
    assert games[0].key() != games[1].key()
