"""Pairs of games: a reader's information, and indistinguishable positions."""

from __future__ import annotations

import json
from random import Random

import pytest

import rondel
from rondel.engine import CHANCE, OBSERVER
from rondel.testing.pair import attempts, begun, face_up, hides, known, note, resampled, restored, step, wire
from rondel.testing.play import walk
from tests.engine.rules.passing import Passing
from tests.testing.faults.bazaar import Bazaar
from tests.testing.faults.cellar import Cellar


def bazaar(plies: int = 6, seed: int = 4) -> Bazaar:
    game = Bazaar(seed=seed)
    for move in walk(game, Random(seed), plies):
        game.push(move)
    return game


def test_declarations_define_the_known_information() -> None:
    game = bazaar(0)
    red, watcher = known(game, "red"), known(game, OBSERVER)
    assert [token[3][0] for token in red["containers"]["hand_red"]] == [card.face for card in game.hands["red"]]
    assert red["containers"]["hand_blue"] == watcher["containers"]["hand_red"] == 2
    assert red["containers"]["deck"] is None
    assert red["props"] == watcher["props"] == {"shown": 0, "turns": 0}
    assert red["active"] == ("red",)


def test_a_reader_of_a_pile_knows_it_until_a_shuffle() -> None:
    game = Cellar(seed=1)
    before = known(game, "tom")["containers"]["pile"]
    top = game.pile.find("U")
    game.pile._settle(top, ("tom",))
    assert known(game, "tom")["containers"]["pile"] == [7, [[0, [["bottle", None, "U", {}]]]]]
    assert known(game, "uma")["containers"]["pile"] == before == 7
    assert (face_up(game, top, "tom"), face_up(game, top, "uma")) == (True, False)
    game.pile.shuffle()
    assert known(game, "tom")["containers"]["pile"] == 7
    assert not face_up(game, top, "tom")
    game.pile.search("uma")
    assert face_up(game, top, "uma")


def test_looking_leaves_no_trace_for_the_undo_barrier() -> None:
    game = bazaar()
    game._journal.looked.clear()
    known(game, "red")
    hides(game, "red")
    assert game._journal.looked == []


def test_something_is_hidden_where_something_is() -> None:
    assert hides(bazaar(), "red")
    assert not hides(rondel.new("reversi", seed=1), OBSERVER)


@pytest.mark.parametrize("reader", ["red", "blue", OBSERVER])
def test_a_resampled_position_looks_the_same_and_is_another(reader: str) -> None:
    game = bazaar()
    values = {"price": [1, 2, 3]}
    others = 0
    for seed in range(20):
        found = resampled(game, reader, Random(seed), values)
        if found is not None:
            other, how = found
            assert how
            assert known(other, reader) == known(game, reader)
            others += other.key() != game.key()
    assert others > 5


def test_a_resampled_position_has_the_same_cards_where_they_are_counted() -> None:
    """Passing has no hidden prop, and its hands show their backs: a resampling is a permutation of the cards unseen."""
    game = Passing(seed=1, options={"held": 3})
    before = sorted(card.face for hand in game.hands.values() for card in hand)
    found = resampled(game, "north", Random(2), {})
    assert found is not None
    other, how = found
    assert isinstance(other, Passing)
    assert "hidden tokens of kind 'card' exchanged" in how
    assert sorted(card.face for hand in other.hands.values() for card in hand) == before
    assert [card.face for card in other.hands["north"]] == [card.face for card in game.hands["north"]]
    assert [card.face for card in other.hands["east"]] != [card.face for card in game.hands["east"]]


def test_props_are_noted_with_all_their_values() -> None:
    values: dict[str, list[object]] = {}
    for seed in range(20):
        note(Bazaar(seed=seed), values)
    assert sorted(values["price"], key=str) == [1, 2, 3]


def test_two_games_side_by_side_stay_the_same_to_the_reader() -> None:
    differed = 0
    for seed in range(20):
        random = Random(seed)
        one, other = begun(Bazaar(seed=1)), begun(Bazaar(seed=1))
        while step(one, other, "red", random):
            assert known(one, "red") == known(other, "red")
        differed += one.key() != other.key()
        mine = [answer for answer in one.record()["answers"] if answer[0] == "red"]
        theirs = [answer for answer in other.record()["answers"] if answer[0] == "red"]
        assert mine == theirs
    assert differed > 10


def test_where_the_two_part_the_answer_is_taken_back_in_both() -> None:
    for seed in range(20):
        random = Random(seed)
        one, other = begun(Bazaar(seed=1)), begun(Bazaar(seed=1))
        while step(one, other, OBSERVER, random):
            pass
        assert len(one.record()["answers"]) == len(other.record()["answers"])
        assert known(one, OBSERVER) == known(other, OBSERVER)


def test_begun_and_restored_games_leave_chance_to_others() -> None:
    assert begun(Bazaar(seed=1)).active == (CHANCE,)
    game = restored(bazaar(0), bazaar(0).snapshot())
    game.push("draw", game.player)
    assert game.active == (CHANCE,)


def test_everything_a_reader_gets_is_plain_data() -> None:
    game = bazaar()
    got = wire(game, "red", 0, ["", "nonsense"])
    assert json.loads(json.dumps(got)) == got
    assert set(got) == {"view", "events", "scene", "refusals", "may_undo", "record"}
    assert got["record"].startswith("hidden_information: ")
    assert got["refusals"][""].split(":")[0] in ("MalformedMove", "NotYourTurn")


def test_forbidden_requests_are_tried() -> None:
    game = bazaar(0)
    tries = attempts(game, game, "blue", Random(1))
    assert any(each in tries for each in ("draw", *map(str, game.moves("red"))))
    assert any(each.startswith("sell(") for each in tries)
