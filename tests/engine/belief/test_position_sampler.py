"""Makeshift positions: all that is seen is kept, and nothing lies in two places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Grid, Row, To, _, on
from rondel.engine.belief.determinize import _matching_view
from rondel.engine.belief.position_sampler import sampled_position, seen_position
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.cant_stop.rules import ROLLS, CantStop
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Piece, Workshop, workshop


def backwards(items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """No luck at all."""
    return list(reversed(items))


def test_what_is_seen_is_kept_and_the_rest_is_dealt_out() -> None:
    game = Passing(seed=3, options={"held": 4})
    view = game.view("north")
    position = sampled_position(Passing, 4, game._options, "north", seen_position([view]), view, backwards)
    contents = position["containers"]
    assert [card["face"] for card in contents["hand_north"]] == [card.face for card in game.hands["north"]]
    assert [len(contents[f"hand_{role}"]) for role in game.roles] == [4, 4, 4, 4]
    faces = [card["face"] for cards in contents.values() for card in cards]
    assert len(set(faces)) == len(faces) == 16


def test_a_seen_position_holds_no_ids_and_nothing_hidden() -> None:
    game = workshop()
    position = seen_position([game.view("left")])
    assert set(position["containers"]) == {"open", "hand_left", "board"}
    assert not any("id" in token for tokens in position["containers"].values() for token in tokens)
    assert "secret" not in position["props"]
    assert "scores" not in position


def test_statistics_that_are_seen_are_kept() -> None:
    game = rondel.new(CantStop, seed=0)
    while game.player == game.roles[0]:
        game.push(game.moves()[-1])
    state = game.information_state("ruby")
    resembling = _matching_view(CantStop, state, 7, SeededRandom(7))
    assert resembling.consistent == "view"
    assert game.stat(ROLLS, role="ruby") > 0
    assert resembling.view("ruby")["stats"] == game.view("ruby")["stats"]


def test_roles_that_a_view_lists_first_together_were_eliminated_together() -> None:
    view = workshop().view("left")
    views = [{**view, "eliminated": out} for out in ([], ["a"], ["a", "b", "c"])]
    assert seen_position(views)["eliminated"] == [["a"], ["b", "c"]]
    assert seen_position([*views, {**view, "eliminated": ["b"]}])["eliminated"] == [["b"]]


def looked_at(game: Workshop, how: str) -> None:
    """What left may know of a pile: what lies in which place, what is in a part of it, or all that is in it."""
    tokens = {token.face: token for token in game.pile}
    if how in ("top", "both"):
        game.pile._settle(tokens["x"], ("left",))
        game.pile._settle(tokens["y"], ())
        game.pile._settle(tokens["w"], ("left",))
    elif how != "nothing":
        game.pile.search("left")
    if how == "buried":
        game.pile.put_under(game.pile.find("x"))
    elif how == "covered":
        game.pile.put_on_top(game.hidden[0])
    elif how == "both":
        game.pile.cut(2)


@pytest.mark.parametrize("how", ["nothing", "top", "both", "searched", "buried", "covered"])
def test_what_was_looked_at_in_a_pile_lies_where_it_was_seen(how: str) -> None:
    game = workshop()
    looked_at(game, how)
    view = game.view("left")
    pile = sampled_position(Workshop, 2, game._options, "left", seen_position([view]), view, backwards)
    twin = Workshop(position=pile)
    assert twin.view("left")["containers"]["pile"] == view["containers"]["pile"]
    assert "known" not in twin.view("right")["containers"]["pile"]


class Reef(Game):
    """A sea that nobody sees, with two tokens on it, and a row that loses one of its own."""

    name = "reef"
    title = _("Reef")
    seats = ("left", "right")
    kinds = (Piece,)

    def setup(self) -> To[Sailing]:
        self.row = self.add(Row("row", visible_to=EVERYONE))
        self.row.add(Piece(face="a"))
        self.sea = self.add(Grid("sea", rows=2, columns=2))
        self.sea.put(Piece(face="b"), "a1")
        self.sea.put(Piece(face="c"), "b2")
        return Sailing


class Sailing(ActivePlayer[Reef]):
    """A token leaves the game."""

    description = _("{actplayer} must sail")
    my_turn = _("{you} must sail")


@on(Sailing, _("{actplayer} sails"))
def sail(game: Reef) -> To[Sailing] | To[GameEnd]:
    """The one in sight; without one it is over."""
    if not len(game.row):
        return GameEnd
    next(iter(game.row)).remove()
    return Sailing


@pytest.mark.parametrize("gone", [False, True])
def test_what_lies_on_a_board_nobody_sees_lies_on_its_cells(gone: bool) -> None:
    """As many as at first, although one that was in sight may lie there as well now."""
    game = Reef()
    if gone:
        game.push("sail")
    view = game.view("left")
    position = sampled_position(Reef, 2, {}, "left", seen_position([view]), view, backwards)
    assert len(position["containers"]["sea"]) == 2
    twin = Reef(position=position)
    assert len(twin.sea) == 2
    assert gone or sorted(token.face for token in twin.sea) == ["b", "c"]
    assert twin.view("left")["containers"] == view["containers"]
