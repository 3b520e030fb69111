"""Spaces: places with any number of tokens; what tracks and areas share."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine import Area, Container, Track
from rondel.engine.components.boards.spaces import Spaces
from rondel.errors import BadPosition, RulesError
from tests.engine.rules.store import BUILD, VISIBLE, Operation, Piece, Store, store, trial_of

BUILD["track"] = lambda who: Track("store", spaces=4, loop=True, **who)
BUILD["narrow"] = lambda who: Track("store", spaces=("a", "b", "c"), capacity=2, **who)
BUILD["area"] = lambda who: Area("store", **who)
BUILD["heaps"] = lambda who: Area("store", hexes=True, capacity=None, **who)


def spaces(kind: str) -> tuple[Store, Any]:
    """A store with spaces of that kind."""
    game = store(kind)
    assert isinstance(game.store, Spaces)
    return game, game.store


def anywhere(board: Container, chooser: random.Random) -> Any:
    """Any place."""
    if isinstance(board, Area):
        return board.cell(chooser.randrange(-1, 2), chooser.randrange(-1, 2))
    assert isinstance(board, Track)
    return chooser.choice(board.cells)


def put(game: Store, chooser: random.Random) -> None:
    board: Any = game.store
    board.put(game.some(chooser), anywhere(board, chooser))


def add(game: Store, chooser: random.Random) -> None:
    game.store.add(game.some(chooser))


def advance(game: Store, chooser: random.Random) -> None:
    if isinstance(game.store, Track) and len(game.store):
        game.store.advance(chooser.choice(game.store._all()), chooser.randrange(-5, 6))


def put_all(game: Store, chooser: random.Random) -> None:
    board: Any = game.store
    if isinstance(board, Track):
        cell = anywhere(board, chooser)
        there = board[chooser.choice(board.cells)]
        board.put_all(there if chooser.random() < 0.7 else there[:1], cell)


def sow(game: Store, chooser: random.Random) -> None:
    board = game.store
    if isinstance(board, Track):
        ring = chooser.sample(board.cells, chooser.randrange(1, len(board.cells)))
        board.sow(chooser.choice(ring), ring, over=chooser.random() < 0.5)


def places_are_known(game: Store, chooser: random.Random) -> None:
    board: Any = game.store
    assert not isinstance(board, Area) or all(board._lying.values())
    assert all(board._at(index) for index in board._order())
    assert all(token._index == index for index in board._order() for token in board._at(index))


OPERATIONS: tuple[Operation, ...] = (put, put, put_all, sow, add, advance, places_are_known)


@given(
    kind=st.sampled_from(["track", "narrow", "area", "heaps"]),
    who=st.sampled_from(sorted(VISIBLE)),
    seeds=st.lists(st.integers(0, 199), max_size=14),
)
@pytest.mark.no_cover
def test_whatever_is_done_on_spaces_is_taken_back_and_goes_elsewhere(kind: str, who: str, seeds: list[int]) -> None:
    game = trial_of(kind, who, OPERATIONS, seeds)
    places_are_known(game, random.Random())
    assert not len(game.store)


def test_a_place_holds_no_more_than_its_capacity() -> None:
    game, track = spaces("narrow")
    one, other = Piece(face="x"), Piece(face="y")
    track.put(one, "b")
    track.put(other, "b")
    with pytest.raises(RulesError, match=r"piece\('left', face='open_a'\) cannot be put on b: piece\(face='y'\) lies there"):
        track.put(game.open[0], "b")
    assert game.open[0].container is game.open
    track.put(one, "b")
    assert [token.face for token in track["b"]] == ["y", "x"]
    for build in (lambda: Track("t", spaces=2, capacity=0), lambda: Area("a", capacity=-1)):
        with pytest.raises(RulesError, match=r"cannot have places for .* tokens; give 1 or more, or None for any"):
            build()


def test_what_lies_on_a_place_is_seen_with_its_level() -> None:
    game, track = spaces("track")
    for face in "ab":
        track.put(Piece(face=face), 2)
    seen = game.view("left")["containers"]["store"]["tokens"]
    assert [(each["at"], each["level"], each["face"]) for each in seen] == [("2", 0, "a"), ("2", 1, "b")]
    game, area = spaces("area")
    area.add(Piece(face="a"))
    assert "level" not in game.view("left")["containers"]["store"]["tokens"][0]


@pytest.mark.parametrize(
    ("kind", "at", "said"),
    [
        ("narrow", "d", "lies at 'd'; its spaces go from 'a' to 'c'"),
        ("narrow", 1, "lies at 1; its spaces go from 'a' to 'c'"),
        ("area", "1", "lies at '1'; area 'store' has places '0,0', '1,0', '-1,0' and so on, column and row"),
        ("area", "01,0", "lies at '01,0'; area"),
        ("area", None, "lies at None; area"),
    ],
)
def test_a_position_with_a_place_that_there_is_not_is_refused(kind: str, at: Any, said: str) -> None:
    with pytest.raises(BadPosition, match=rf"containers.store\[0\] {said}"):
        Store(options={"kind": kind}, position={"containers": {"store": [{"kind": "piece", "at": at}]}})


@pytest.mark.parametrize(("kind", "count", "said"), [("narrow", 3, "2 tokens lie"), ("area", 2, "another token lies")])
def test_a_position_with_too_many_on_a_place_is_refused(kind: str, count: int, said: str) -> None:
    at = "b" if kind == "narrow" else "0,0"
    with pytest.raises(BadPosition, match=rf"containers.store\[{count - 1}\] lies at '{at}', where {said} already"):
        Store(options={"kind": kind}, position={"containers": {"store": [{"kind": "piece", "at": at}] * count}})


def test_where_a_token_lies_makes_a_position() -> None:
    keys: set[object] = set()
    for where in ((0, 0), (1, 0), (0, 1)):
        game, area = spaces("area")
        area.put(Piece(), area.cell(*where))
        keys.add(game.key())
    assert len(keys) == 3


def test_a_token_that_lies_elsewhere_has_no_place() -> None:
    game, track = spaces("track")
    with pytest.raises(RulesError, match=r"piece\('left', face='open_a'\) does not lie on track 'store'"):
        track.where(game.open[0])
    with pytest.raises(RulesError, match="does not lie on track 'store'"):
        track._level(game.open[0])


def test_spaces_are_made_by_their_kinds() -> None:
    bare = Spaces("bare", (), (), None)
    for unmade in (
        lambda: bare._numbered(0),
        lambda: bare._named("a"),
        bare._order,
        bare._places,
        lambda: bare._at(0),
        lambda: bare._lie(0, ()),
    ):
        with pytest.raises(NotImplementedError):
            unmade()
