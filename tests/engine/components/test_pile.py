"""Piles: shuffled, so without an order until somebody draws."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import EVERYONE, Pile
from rondel.engine.components.sorts import Sorts
from rondel.engine.components.viewer import Viewer
from rondel.engine.records.record import restore
from rondel.errors import BadPosition, RulesError
from tests.engine.rules.flock import DECK, Flock
from tests.engine.rules.store import BUILD, VISIBLE, Store, store, trial_of
from tests.engine.rules.store import Piece as Stored
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.witness import seen, witness


def piled(faces: str, **given: Any) -> Workshop:
    """A workshop whose pile was laid in that order."""
    contents = [{"kind": "piece", "face": face} for face in faces]
    given.setdefault("seed", 5)
    return Workshop(position={"state": "Work", "containers": {"pile": contents}}, **given)


@trial
def draws_one(game: Workshop) -> None:
    game.draw(game.pile).move_to(game.open)


@trial
def searches(game: Workshop) -> None:
    game.choose(game.pile, ask="?").move_to(game.hands["left"])


def test_piles_laid_in_another_order_are_the_same() -> None:
    one, other = piled("wwxyz"), piled("zywxw")
    assert one.key() == other.key()
    assert [token.face for token in one.pile] == [token.face for token in other.pile]
    for role in ("left", "right", "observer"):
        assert json.dumps(one.view(role)) == json.dumps(other.view(role))
    assert piled("wwxyy").key() != one.key()


def test_those_who_may_look_see_an_order_that_tells_nothing() -> None:
    one = Flock(seed=3).view("shepherd")["containers"]["deck"]["tokens"]
    assert one == sorted(one, key=lambda token: token["face"])
    assert all(set(token) == {"kind", "face"} for token in one), "no ids, so that no card can be followed"
    assert Flock(seed=3).view("observer")["containers"]["deck"] == {"backs": len(DECK) - 3}


def test_draws_do_not_depend_on_how_the_pile_was_laid() -> None:
    for seed in range(20):
        drawn = []
        for order in ("wwxyz", "zywxw"):
            game = piled(order, seed=seed, options={"trial": "draws_one"})
            for _each in range(5):
                game.push("do(draws_one)")
            drawn.append([token.face for token in game.open][3:])
        assert drawn[0] == drawn[1]
        assert Counter(drawn[0]) == Counter("wwxyz")


def test_equal_tokens_are_drawn_as_one_sort() -> None:
    game = workshop(draws_one)
    assert [(token.face, count) for token, count in game.pile.faces()] == [("w", 2), ("x", 1), ("y", 1), ("z", 1)]


def test_a_drawn_token_stays_until_it_is_moved() -> None:
    game = workshop()
    token = game.pile.faces()[0][0]
    assert token.container is game.pile
    assert len(game.pile) == 5


def test_searching_a_pile_lists_it_in_the_order_of_faces() -> None:
    deck = Flock(seed=1).deck
    assert [token.face for token in deck] == sorted(token.face for token in deck)


def test_nobody_chooses_from_a_pile_that_is_not_seen() -> None:
    game = workshop(searches)
    with pytest.raises(RulesError, match="nobody can choose from pile 'pile' without seeing what is in it: it has no order"):
        game.push("do(searches)")


@trial
def shuffles_in_and_draws(game: Workshop) -> None:
    """One equal token lies in the pile, another is shuffled in; one of them comes out again."""
    for token in game.pile:
        if token.face != "w":
            token.remove()
    game.open.add(Piece(face="w"))
    game.choose(["go on"], ask="?")
    game.open[-1].move_to(game.pile)
    game.draw(game.pile).move_to(game.open)
    game.choose(["go on"], ask="?")


def test_no_token_can_be_followed_through_a_pile() -> None:
    game = workshop(shuffles_in_and_draws)
    game.push("do(shuffles_in_and_draws)")
    went_in = game.view("left")["containers"]["open"]["tokens"][-1]
    before = witness(game)
    game.push("choose(go on)")
    came_out = game.view("left")["containers"]["open"]["tokens"][-1]
    assert came_out["face"] == went_in["face"] == "w"
    ids = [token["id"] for container in game.view("left")["containers"].values() for token in container.get("tokens", [])]
    assert came_out["id"] != went_in["id"], "what goes out of sight is a stranger when it comes back"
    assert len(set(ids)) == len(ids)
    after = witness(game)
    for twin in (game.copy(), restore(Workshop, json.loads(json.dumps(game.snapshot())))):
        assert seen(twin) == seen(game)
    game.pop()
    assert witness(game) == before
    game.push("choose(go on)")
    assert witness(game) == after


def test_a_pile_goes_elsewhere() -> None:
    game = workshop(draws_one)
    game.push("do(draws_one)")
    assert seen(restore(Workshop, json.loads(json.dumps(game.snapshot())))) == seen(game)
    assert seen(game.copy()) == seen(game)


def test_a_pile_is_counted_in_an_order_that_tells_nothing() -> None:
    game = workshop()
    game.pile.add(Piece(face="a"))
    for pile in (game.pile, game.copy()._containers[3], restore(Workshop, game.snapshot())._containers[3]):
        assert isinstance(pile, Pile)
        assert [pile[number].face for number in range(len(pile))] == ["a", "w", "w", "x", "y", "z"]


@trial
def makes_and_draws_and_asks(game: Workshop) -> None:
    """A token made in the rule goes through the pile before the rule stops."""
    for token in game.pile:
        token.remove()
    game.pile.add(Piece(face="n"))
    game.draw(game.pile).move_to(game.open)
    for _each in range(2):
        game.choose(game.open, ask="?")


def test_a_token_made_and_drawn_in_a_rule_is_the_same_when_the_rule_runs_again() -> None:
    game = workshop(makes_and_draws_and_asks)
    game.push("do(makes_and_draws_and_asks)")
    before = witness(game)
    game.push("choose(n)")
    game.push("choose(n)")
    game.pop()
    game.pop()
    assert witness(game) == before


# -- blocks ------------------------------------------------------------------------------------------------------------

BUILD["pile"] = lambda who: Pile("store", **who)


def laid(game: Store) -> Pile:
    """The pile of a store."""
    pile = game.store
    assert isinstance(pile, Pile)
    return pile


def pile_of(bag: str, who: str = "nobody") -> tuple[Store, Pile]:
    """A store with a shuffled pile of new tokens of those faces."""
    game = store("pile", who)
    for face in bag:
        laid(game).add(Stored(face=face))
    return game, laid(game)


def faces(pile: Pile) -> str:
    return "".join([token.face for token in pile])


def known(game: Store, role: str) -> list[tuple[str | None, str]]:
    """What a role knows of the pile: how deep, which face."""
    view = game.view(role)["containers"].get("store", {})
    return [(each.get("at"), each["face"]) for each in view.get("known", [])]


def test_what_is_put_on_top_and_under_has_its_place() -> None:
    _game, pile = pile_of("ba")
    pile.put_on_top(Stored(face="t"))
    pile.put_on_top(Stored(face="s"))
    pile.put_under(Stored(face="u"))
    assert faces(pile) == "uabts"
    with pytest.raises(RulesError, match=r"pile 'store' has an order, so say where .* goes: put_on_top, put_under"):
        pile.add(Stored(face="x"))
    pile.shuffle()
    assert faces(pile) == "abstu"
    pile.add(Stored(face="c"))
    assert (pile.shuffled, faces(pile)) == (True, "abcstu")


def test_where_a_token_lies_makes_a_position_and_how_it_was_shuffled_does_not() -> None:
    one, other = pile_of("abc"), pile_of("bca")
    assert one[0].key() == other[0].key()
    for game, pile in (one, other):
        pile.put_on_top(Stored(face="x"))
        pile.put_on_top(Stored(face="y"))
        assert game.key() != pile_of("abcxy")[0].key()
    assert one[0].key() == other[0].key()
    other[1].cut(1)
    assert one[0].key() != other[0].key()


def test_those_who_saw_a_token_know_where_it_lies_until_the_pile_is_shuffled() -> None:
    game, pile = pile_of("ba", "nobody")
    counted = Pile("counted", backs_visible_to=EVERYONE)
    counted._journal = game._journal
    pile.put_on_top(game.open[0])
    pile.put_on_top(game.shut[0])
    assert known(game, "left") == known(game, "observer") == [(None, "open_a")], "nobody may know how many lie above"
    for token in (Stored(face="x"), game.shut[0], game.open[0]):
        counted.put_on_top(token)
    for role in ("left", "right", "observer"):
        seen_of = counted.view(Viewer(role, ()))
        assert seen_of is not None
        assert [seen_of["backs"], [(each["at"], each["face"]) for each in seen_of["known"]]] == [3, [("top0", "open_a")]]
    counted.cut(1)
    assert [each["at"] for each in (counted.view(Viewer("left", ())) or {})["known"]] == ["top2"]
    counted.shuffle()
    assert counted.view(Viewer("left", ())) == {"backs": 3}


def test_a_token_turned_down_is_not_known_on_the_pile() -> None:
    game, pile = pile_of("ba")
    token = game.open[0]
    token.turn_down("right")
    pile.put_on_top(token)
    assert (known(game, "left"), known(game, "right")) == ([], [(None, "open_a")])
    assert token.shown_to is None


@pytest.mark.parametrize("shown", [(), ("left",), EVERYONE])
def test_no_token_is_turned_down_in_a_pile(shown: tuple[str, ...]) -> None:
    """A position would have no word for it."""
    game, pile = pile_of("ba")
    token = pile.tokens()[0]
    with pytest.raises(RulesError, match=r"lies in pile '.*', where all tokens lie the same way"):
        token.shown_to = shown
    with pytest.raises(RulesError, match="where all tokens lie the same way"):
        token.turn_down("left")
    token.turn_up()
    assert token.shown_to is None
    token.move_to(game.open)
    token.turn_down("left")
    assert token.shown_to == ("left",)


def test_a_cut_turns_the_pile_round() -> None:
    _game, pile = pile_of("")
    for face in "abcde":
        pile.put_on_top(Stored(face=face))
    pile.cut(2)
    assert faces(pile) == "deabc"
    pile.cut(0)
    pile.cut(5)
    assert faces(pile) == "deabc"
    for count in (-1, 6):
        with pytest.raises(RulesError, match=f"pile 'store' of 5 cannot be cut below {count} tokens"):
            pile.cut(count)


def test_a_cut_leaves_a_shuffled_pile_as_it_is_and_does_not_part_a_bag() -> None:
    _game, pile = pile_of("abc")
    before = pile.key()
    pile.cut(2)
    assert pile.key() == before
    pile.put_on_top(Stored(face="x"))
    pile.cut(1)
    assert faces(pile) == "xabc"
    with pytest.raises(RulesError, match="cannot be cut below 2 tokens, in the middle of what was shuffled"):
        pile.cut(2)


def test_piles_are_stacked_as_they_are() -> None:
    game, pile = pile_of("zy")
    for bag in ("ba", "dc"):
        other = Pile("other")
        other._journal = game._journal
        for face in bag:
            other.add(Stored(face=face))
        pile.stack(other)
        assert len(other) == 0
    assert faces(pile) == "yzabcd"
    drawn = [upper.texts for depth in range(6) if (upper := pile._at_depth(depth)) is not None]
    assert drawn == [["draw(c)", "draw(d)"]] * 2 + [["draw(a)", "draw(b)"]] * 2 + [["draw(y)", "draw(z)"]] * 2
    with pytest.raises(RulesError, match="pile 'store' cannot be put on top of itself"):
        pile.stack(pile)


def test_a_discard_pile_is_shuffled_in() -> None:
    game, pile = pile_of("z")
    pile.put_on_top(Stored(face="y"))
    pile.shuffle_in(game.open)
    assert (len(game.open), pile.shuffled, len(pile)) == (0, True, 10)
    pile.shuffle_in([game.shut[0]])
    assert (len(game.shut), len(pile)) == (7, 11)


def test_a_row_is_shuffled_in_by_one_write_and_comes_back_as_it_lay() -> None:
    game, pile = pile_of("z")
    game.open[0].turn_down("left")
    laid, before, entries = [*game.open], game.key(), game._machine.journal.entries
    mark = len(entries)
    pile.shuffle_in(game.open)
    assert [entry[0] is game.open for entry in entries[mark:]].count(True) == 1
    assert all(token.container is pile and token.shown_to is None for token in laid)
    game._machine.journal.rollback(mark)
    assert game.key() == before
    assert all(one is other and one.container is game.open for one, other in zip(laid, game.open, strict=True))
    pile.shuffle_in(game.open)
    mark = len(entries)
    pile.shuffle_in(game.open)
    assert all(entry[0] is pile for entry in entries[mark:]), "an empty row is not written"


def test_who_searches_a_pile_sees_what_is_in_it_until_it_is_shuffled() -> None:
    game, pile = pile_of("cab")
    assert [token.face for token in pile.search("left")] == ["a", "b", "c"]
    assert [token["face"] for token in game.view("left")["containers"]["store"]["tokens"]] == ["a", "b", "c"]
    assert "store" not in game.view("right")["containers"]
    assert [token.seen_by("left") for token in pile] == [True] * 3
    pile[0].move_to(game.open)
    assert len(game.view("left")["containers"]["store"]["tokens"]) == 2
    pile.shuffle()
    assert "store" not in game.view("left")["containers"]


def test_nobody_else_searches_a_pile() -> None:
    _game, pile = pile_of("abc")
    with pytest.raises(RulesError, match="'stranger', which is no role: this game has 'left', 'right'"):
        pile.search("stranger")
    assert pile.key() == pile_of("abc")[1].key()


def test_who_has_searched_a_pile_does_not_see_what_is_drawn_from_it() -> None:
    game, pile = pile_of("cab")
    pile.search("left")
    pile._settle(pile[1])
    assert not any(token.seen_by("left") for token in pile)
    assert "store" not in game.view("left")["containers"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"bag": -1}, "lies in bag -1; bags are numbered from 0"),
        ({"bag": "a"}, "lies in bag 'a'; bags are numbered from 0"),
        ({"bag": True}, "lies in bag True; bags are numbered from 0"),
        ({"bag": 0, "known": ["left"]}, "lies in bag 0, which is another bag already; the tokens of a bag stand together"),
        ({"known": ["north"]}, r"is known to \['north'\]; give a list of some of 'left', 'right', 'observer', '\*'"),
        ({"at": "3"}, "has an unknown key 'at'; a token has kind, owner, face, props, bag, known, id"),
    ],
)
def test_a_position_with_a_wrong_pile_is_refused(data: dict[str, Any], said: str) -> None:
    contents = [{"kind": "piece", "bag": 0}, {"kind": "piece", "face": "b", **data}]
    with pytest.raises(BadPosition, match=rf"containers.pile\[1\] {said}"):
        Workshop(position={"state": "Work", "containers": {"pile": contents}})


def test_a_position_says_what_lies_where() -> None:
    contents = [
        {"kind": "piece", "face": "u", "known": []},
        {"kind": "piece", "face": "b", "bag": 0},
        {"kind": "piece", "face": "a", "bag": 0},
        {"kind": "piece", "face": "t", "known": ["left"]},
    ]
    game = Workshop(position={"state": "Work", "containers": {"pile": contents}})
    assert faces(game.pile) == "uabt"
    assert game.view("left")["containers"]["pile"] == {"backs": 4, "known": [{"at": "top0", "kind": "piece", "face": "t"}]}
    assert game.view("right")["containers"]["pile"] == {"backs": 4}


@given(who=st.sampled_from(sorted(VISIBLE)), seeds=st.lists(st.integers(0, 199), max_size=14))
@pytest.mark.no_cover
def test_whatever_is_done_to_a_pile_is_taken_back_and_goes_elsewhere(who: str, seeds: list[int]) -> None:
    def settle(game: Store, chooser: Any) -> None:
        upper = laid(game)._at_depth(chooser.randrange(len(laid(game)))) if len(laid(game)) else None
        if upper is not None:
            laid(game)._settle(chooser.choice(upper.tokens)[0], chooser.choice([(), ("left",), EVERYONE]))

    trial_of(
        "pile",
        who,
        [
            lambda game, chooser: laid(game).add(game.some(chooser)),
            lambda game, chooser: laid(game).put_on_top(game.some(chooser)),
            lambda game, chooser: laid(game).put_under(game.some(chooser)),
            lambda game, chooser: laid(game).shuffle_in([game.some(chooser)]),
            lambda game, chooser: laid(game).cut(chooser.randrange(4)),
            lambda game, chooser: laid(game).search(chooser.choice(["left", "right"])),
            settle,
        ],
        seeds,
    )


def test_where_a_known_token_lies_tells_nothing_of_what_is_hidden_around_it() -> None:
    """The place of a move is the same whatever else is in the pile."""
    places: set[str] = set()
    for bag in ("abc", "xyz", "mmm"):
        _game, pile = pile_of(bag)
        pile.put_on_top(Stored(face="n"))
        pile.put_on_top(Stored(face="o"))
        places.update([pile.slot(token) for token in pile if token.face in "no"])
    assert places == {"top0", "top1"}


@given(bag=st.text("abc", min_size=1, max_size=8), seed=st.integers(0, 99))
def test_the_sorts_of_a_pile_are_kept_up_to_date(bag: str, seed: int) -> None:
    """After any draw they are what they would be if they were counted anew."""
    chooser = random.Random(seed)
    _game, pile = pile_of(bag)
    for number, token in enumerate(pile):
        token.owner = ("left", "right", None)[(number * seed) % 3]
    while len(pile):
        found = pile._at_depth(0)
        assert found is not None
        fresh = Sorts(pile.tokens())
        assert (found.texts, found.counts, found.tokens) == (fresh.texts, fresh.counts, fresh.tokens)
        assert sum(found.counts) == len(pile)
        token = chooser.choice(chooser.choice(found.tokens))
        if chooser.random() < 0.2:
            token.face = chooser.choice("abcd")
        else:
            token.remove()
