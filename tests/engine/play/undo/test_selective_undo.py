"""Taking back one's own among several active players, whatever the others have done since."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from rondel.engine import EVERYONE, Game, GameEnd, MultipleActivePlayers, Pile, Prop, Row, To, TokenKind, _, on
from rondel.engine.records.record import replay
from rondel.errors import NothingToUndo, UndoBarrier
from tests.engine.rules.council import Council
from tests.engine.rules.market import Market, shopping
from tests.engine.seeds import mostly_compiled
from tests.engine.witness import seen, texts, witness


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
    before = witness(game)
    game.undo("apple", turn=True)
    assert game.key() == start
    assert game.record()["answers"][2:] == [["apple", "@undo_turn"]], "it is one entry"
    game.pop()
    assert witness(game) == before
    game.undo("apple", turn=True)
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


@pytest.mark.parametrize("seed", mostly_compiled(range(16), 1))
@pytest.mark.no_cover
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


def test_a_whole_turn_goes_back_as_far_as_it_may() -> None:
    game = shopping()
    for text in ("take(p)", "pay(9)", "swap(q)", "name(r)", "give(p)"):
        game.push(text, "apple")
    game.push("take(p)", "bread")
    assert not game.may_undo("apple", agreed=True, turn=True), "another has what it gave last"
    game.undo("bread", turn=True, agreed=True)
    game.push("take(s)", "bread")
    game.undo("apple", turn=True, agreed=True)
    assert [token.face for token in game.table] == ["p", "q", "r", "t", "u", "v"]
    assert [game.private_state(role) for role in game.roles] == ["Take", "Pay", "Take"]
    assert [text for _role, text in game.record()["answers"][-1:]] == ["@undo_turn!"]
    assert seen(replay(Market, json.loads(json.dumps(game.record())), None)) == seen(game)


# -- there and back ----------------------------------------------------------------------------------------------------


class Seesaw(Game):
    """Two of them move one number, there and back."""

    name = "seesaw"
    seats = ("left", "right")

    def setup(self) -> To[Swing]:
        self.tilt = self.add(Prop("tilt", 0, visible_to=EVERYONE))
        self.swings = self.add(Prop("swings", 0, visible_to=EVERYONE))
        return Swing


class Swing(MultipleActivePlayers[Seesaw]):
    """Both swing."""

    description = _("Both swing")
    my_turn = _("{you} swing")


@on(Swing, _("{actplayer} tilts it"))
def tilt(game: Seesaw) -> To[Swing]:
    """And leaves it so."""
    game.tilt.value = 1 - game.tilt.value
    return Swing


@on(Swing, _("{actplayer} swings"))
def swing(game: Seesaw) -> To[Swing]:
    """There and back in one."""
    tilted = game.tilt.value
    game.tilt.value = 7
    game.tilt.value = tilted
    game.swings.value += 1
    return Swing


@on(Swing, _("{actplayer} gets off"))
def get_off(game: Seesaw) -> To[GameEnd]:
    """Done."""
    return GameEnd


def test_what_another_has_written_there_and_back_is_built_on() -> None:
    game = Seesaw()
    game.push("tilt", "left")
    game.push("tilt", "right")
    game.push("tilt", "right")
    assert game.tilt.value == 1, "as left has made it, but not by left"
    with pytest.raises(UndoBarrier, match="another player has built on it since"):
        game.undo("left", agreed=True)
    game.undo("right", turn=True)
    game.undo("left")
    assert game.tilt.value == 0


def test_what_came_to_nothing_in_one_rule_is_nobodys() -> None:
    game = Seesaw()
    game.push("swing", "left")
    game.push("tilt", "right")
    game.undo("left")
    assert (game.tilt.value, game.swings.value) == (1, 0)
    game.push("tilt", "right")
    game.push("swing", "right")
    game.push("tilt", "left")
    game.undo("right")
    assert (game.tilt.value, game.swings.value) == (1, 0)


Page = TokenKind("page")


class Binders(Game):
    """Two of them put pages into one pile and turn it round, each when he likes."""

    name = "binders"
    title = _("Binders")
    seats = ("ann", "ben")
    kinds = (Page,)

    def setup(self) -> To[Bind]:
        self.book = self.add(Pile("book", visible_to=EVERYONE))
        self.loose = self.add(Row("loose", visible_to=EVERYONE))
        for face in "abcd":
            self.loose.add(Page(face=face))
        return Bind


class Bind(MultipleActivePlayers[Binders]):
    description = _("{actplayer} must bind")
    my_turn = _("{you} must bind")


@on(Bind, _("{actplayer} does {what}"))
def bind(game: Binders, what: str) -> To[Bind] | To[GameEnd]:
    """A page into the pile, in three ways; or what turns everything round."""
    if what == "add":
        game.book.add(game.loose[0])
    elif what == "top":
        game.book.put_on_top(game.loose[0])
    elif what == "cut":
        game.book.cut(1)
    elif what == "reverse":
        game.loose.sort(lambda page: -ord(page.face))
    else:
        return GameEnd
    return Bind


@bind.options
def ways(game: Binders) -> tuple[str, ...]:
    return ("add", "top", "cut", "reverse", "stop")


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (["add"], ["top"]),  # a pile without an order has one from now on
        (["top", "top", "cut"], ["top"]),
        (["reverse"], ["top"]),
    ],
)
def test_what_an_order_was_built_on_is_not_taken_back(mine: list[str], theirs: list[str]) -> None:
    """To each page of the pile belongs its place in it, and a row that was sorted was in an order that others relied on."""
    game = Binders(seed=1)
    for each in mine:
        game.push(f"bind({each})", "ann")
    assert game.may_undo("ann", agreed=True)
    for each in theirs:
        game.push(f"bind({each})", "ben")
    before = witness(game)
    with pytest.raises(UndoBarrier, match="another player has built on it since"):
        game.undo("ann", agreed=True)
    assert witness(game) == before
    assert [page.face for page in game.book]
    game.undo("ben", agreed=True)
    game.undo("ann", agreed=True)
    assert seen(replay(Binders, game.record(), None)) == seen(game)
