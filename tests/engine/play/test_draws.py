"""Deals: what chance decides when a pile is drawn from, dealt and peeked at, and who knows it then."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from rondel.engine import CHANCE
from rondel.engine.records.record import replay, restore
from rondel.errors import HiddenInformation, RulesError, UndoBarrier
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.witness import seen, witness


def told_of(game: Workshop, role: str) -> list[tuple[str, str]]:
    """What a role knows of the pile, from the top."""
    return [(each["at"], each["face"]) for each in game.view(role)["containers"]["pile"].get("known", [])]


def chances(game: Workshop) -> list[str]:
    return [text for role, text in game._machine.answers if role == CHANCE]


@trial
def draws_two(game: Workshop) -> None:
    for _each in range(2):
        game.draw(game.pile).move_to(game.open)


@trial
def draws_two_to(game: Workshop) -> None:
    for _each in range(2):
        game.draw(game.pile, game.open)


@trial
def draws_before_moving(game: Workshop) -> None:
    one, other = game.draw(game.pile), game.draw(game.pile)
    game.counter.value = int(one is other)


@trial
def draws_from_the_top(game: Workshop) -> None:
    game.pile.put_on_top(game.open[2])
    game.pile.put_on_top(game.open[0])
    for _each in range(3):
        game.draw(game.pile, game.hands["left"])


def test_each_card_of_a_draw_is_an_answer_of_chance() -> None:
    one, other = workshop(draws_two), workshop(draws_two_to)
    for game in (one, other):
        game.push(game.moves()[0])
        assert len(game.open) == 5
        assert len(chances(game)) == 2
        assert Counter(token.face for token in [*game.open, *game.pile]) == Counter("abcwwxyz")
    assert [token.face for token in one.open] == [token.face for token in other.open], "the same seed, the same cards"


def test_all_draws_of_two_are_as_likely_as_they_should_be() -> None:
    """Five cards, two of them equal: 5·4 ordered pairs."""
    found: Counter[tuple[str, ...]] = Counter()
    for first in explicit(draws_two).moves(CHANCE):
        game = explicit(draws_two)
        game.push(first)
        for second in game.moves(CHANCE):
            found[first.text[5:-1], second.text[5:-1]] += round(20 * first.probability * second.probability)
    expected = Counter((a, b) for i, a in enumerate("wwxyz") for j, b in enumerate("wwxyz") if i != j)
    assert found == expected


def explicit(rule: Any) -> Workshop:
    """A workshop that waits for chance in the rule."""
    game = workshop(rule, chance="explicit")
    game.push(game.moves()[0])
    return game


def test_a_card_that_is_drawn_and_not_moved_stays_on_top() -> None:
    game = workshop(draws_before_moving)
    game.push(game.moves()[0])
    assert (game.counter.value, len(chances(game)), len(game.pile)) == (1, 1, 5)


def test_what_lies_on_top_is_drawn_without_chance() -> None:
    game = workshop(draws_from_the_top)
    game.push(game.moves()[0])
    assert [token.face for token in game.hands["left"]][3:5] == ["a", "c"]
    assert len(chances(game)) == 1, "the third came out of the bag"


@trial
def draws_from_nothing(game: Workshop) -> None:
    game.pile.clear()
    game.draw(game.pile)


def test_an_empty_pile_says_what_to_do() -> None:
    game = workshop(draws_from_nothing)
    with pytest.raises(RulesError, match=r"pile 'pile' is empty: .* put more into it \(pile.shuffle_in\(discard\)\)"):
        game.push(game.moves()[0])


# -- dealing -----------------------------------------------------------------------------------------------------------


@trial
def deals(game: Workshop) -> None:
    game.deal(game.pile, game.hands.values(), 2)


@trial
def deals_too_many(game: Workshop) -> None:
    game.deal(game.pile, game.hands.values(), 3)


@trial
def deals_fewer_than_none(game: Workshop) -> None:
    game.deal(game.pile, [game.open], -1)


def test_cards_are_dealt_one_by_one_in_turn() -> None:
    game = workshop(deals)
    game.push(game.moves()[0])
    assert [len(hand) for hand in game.hands.values()] == [5, 5]
    dealt = [text[5:-1] for text in chances(game)]
    assert [token.face for token in game.hands["left"]][3:] == dealt[::2]
    assert [token.face for token in game.hands["right"]][3:] == dealt[1::2]


def test_every_deal_is_found_by_explicit_chance() -> None:
    """Left's two cards of w w x y z: 20 ordered pairs, of which those of the two w are counted once."""
    hands: set[str] = set()

    def walk(game: Workshop) -> None:
        if game.active != (CHANCE,):
            hands.add("".join(token.face for token in game.hands["left"])[3:])
            return
        for move in game.moves(CHANCE):
            game.push(move)
            walk(game)
            game.pop()

    game = explicit(deals)
    before = witness(game)
    walk(game)
    assert hands == {a + b for i, a in enumerate("wwxyz") for j, b in enumerate("wwxyz") if i != j}
    assert witness(game) == before


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (deals_too_many, "pile 'pile' of 5 cannot deal 3 to each of 2; put more into it first"),
        (deals_fewer_than_none, "cannot deal -1 tokens of pile 'pile'; give a whole number from 0"),
    ],
)
def test_what_cannot_be_dealt_is_refused_and_nothing_moves(rule: Any, said: str) -> None:
    game = workshop(rule)
    before = witness(game)
    with pytest.raises(RulesError, match=said):
        game.push(game.moves()[0])
    assert witness(game) == before


# -- peeking -----------------------------------------------------------------------------------------------------------


@trial
def peeks(game: Workshop) -> None:
    game.peek(game.pile, 2)


@trial
def peeks_and_takes(game: Workshop) -> None:
    game.choose(game.peek(game.pile, 3), ask="?").move_to(game.hands["left"])


@trial
def peeks_and_shuffles(game: Workshop) -> None:
    game.peek(game.pile, 2)
    game.pile.shuffle()


@trial
def shows_the_top(game: Workshop) -> None:
    game.peek(game.pile, to=("right", "observer"))


@trial
def peeks_at_more_than_there_is(game: Workshop) -> None:
    game.counter.value = len(game.peek(game.pile, 9))


def test_who_peeks_knows_what_lies_on_top_and_nobody_else() -> None:
    game = workshop(peeks)
    game.push(game.moves()[0])
    top = [text[5:-1] for text in chances(game)]
    assert told_of(game, "left") == [("top0", top[0]), ("top1", top[1])]
    for role in ("right", "observer"):
        assert game.view(role)["containers"]["pile"] == {"backs": 5}
    assert [game.pile[-1].face, game.pile[-2].face] == top


def test_what_was_peeked_at_is_drawn_without_chance_in_that_order() -> None:
    game = workshop(peeks, enter=draws_two)
    game.push(game.moves()[0])
    top = [face for _at, face in told_of(game, "left")]
    draws_two(game)
    assert [token.face for token in game.open][3:] == top


def test_one_who_peeks_may_choose_among_what_is_seen() -> None:
    for seed in range(12):
        game = workshop(peeks_and_takes, seed=seed)
        game.push(game.moves()[0])
        top = {face for _at, face in told_of(game, "left")}
        assert {move.text for move in game.moves("left")} == {f"choose({face})" for face in top}
        chosen = game.moves("left")[0]
        assert {place for move in game.moves("left") for place in move.places} <= {"pile:top0", "pile:top1", "pile:top2"}
        game.push(chosen)
        assert f"choose({game.hands['left'][-1].face})" == chosen.text
        assert len(told_of(game, "left")) == 2


def test_knowledge_ends_with_a_shuffle() -> None:
    game = workshop(peeks_and_shuffles)
    game.push(game.moves()[0])
    assert game.view("left")["containers"]["pile"] == {"backs": 5}


def test_the_top_may_be_shown_to_others() -> None:
    game = workshop(shows_the_top)
    game.push(game.moves()[0])
    assert [len(told_of(game, role)) for role in ("left", "right", "observer")] == [0, 1, 1]


def test_a_peek_ends_at_the_bottom() -> None:
    game = workshop(peeks_at_more_than_there_is)
    game.push(game.moves()[0])
    assert (game.counter.value, len(told_of(game, "left"))) == (5, 5)


@trial
def puts_and_peeks(game: Workshop) -> None:
    """No chance is asked, and still something is learnt."""
    game.pile.put_on_top(game.hidden[0])
    game.peek(game.pile)


@trial
def searches_it(game: Workshop) -> None:
    game.pile.search("left")


@pytest.mark.parametrize("rule", [puts_and_peeks, searches_it])
def test_what_was_looked_at_is_not_taken_back_alone(rule: Any) -> None:
    game = workshop(rule)
    game.push(game.moves()[0])
    assert not chances(game)
    with pytest.raises(UndoBarrier, match="something hidden has been shown since"):
        game.undo("left")


@pytest.mark.parametrize("rule", [peeks, peeks_and_takes, draws_from_the_top, puts_and_peeks, searches_it, draws_two])
def test_what_is_known_goes_elsewhere_and_is_taken_back(rule: Any) -> None:
    game = workshop(rule)
    start = witness(game)
    game.push(game.moves()[0])
    for twin in (
        game.copy(),
        restore(Workshop, json.loads(json.dumps(game.snapshot()))),
        replay(Workshop, json.loads(json.dumps(game.record())), None),
    ):
        assert seen(twin) == seen(game)
    game.pop()
    assert witness(game) == start


@trial
def puts_and_shuffles_and_peeks(game: Workshop) -> None:
    """The marks of the pile are written by all that writes them."""
    game.pile.put_on_top(game.open[0])
    game.peek(game.pile, 2)
    game.pile.shuffle()
    game.peek(game.pile, 2)
    game.draw(game.pile, game.open)
    game.pile.cut(1)


@pytest.mark.parametrize(
    "rule", [peeks, peeks_and_takes, draws_from_the_top, puts_and_peeks, searches_it, draws_two, puts_and_shuffles_and_peeks]
)
def test_all_agreed_a_player_takes_back_what_was_done_to_a_pile(rule: Any) -> None:
    game = workshop(rule)
    start = game.key()
    game.push(game.moves()[0])
    while game.is_midway("left"):
        game.push(game.moves()[0])
    assert game.key() != start
    game.undo("left", agreed=True, turn=True)
    assert game.key() == start
    assert len(game.pile._marks) in (0, len(game.pile))
    game.pop()
    game.undo("left", agreed=True, turn=True)
    game.push(game.moves()[0])  # and it can be done again
    assert seen(replay(Workshop, game.record(), None)) == seen(game)


def test_who_knows_of_cards_that_others_do_not_know_keeps_no_record() -> None:
    game = workshop(peeks)
    game.push(game.moves()[0])
    with pytest.raises(HiddenInformation):
        game.record("right")


def test_two_piles_that_differ_below_what_is_known_look_alike() -> None:
    one, other = workshop(), workshop()
    for game, face in ((one, "w"), (other, "z")):
        under = next(token for token in game.pile if token.face == face)
        game.pile._settle(under)
        top = next(token for token in game.pile if token.face == "x")
        game.pile._settle(top, ("left",))
        game.pile.put_on_top(Piece(face="t"))
    assert one.key() != other.key()
    for role in ("left", "right", "observer"):
        assert json.dumps(one.view(role)) == json.dumps(other.view(role))
