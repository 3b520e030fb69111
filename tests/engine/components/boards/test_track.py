"""Tracks: advancing, passing the start, and what lies ahead."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.engine import Token, Track
from rondel.engine.components.journal import Journal
from rondel.engine.components.move import Move
from rondel.errors import RulesError
from tests.engine.rules.store import Piece


def track(**given: Any) -> tuple[Track, Token]:
    """A track and a token on its first space."""
    made = Track("track", **{"spaces": 8, **given})
    made._journal = Journal(("left", "right"), (Piece,))
    token = Piece("left", face="red")
    made.add(token)
    return made, token


@pytest.mark.parametrize("start", range(8))
@pytest.mark.parametrize("steps", [-17, -8, -3, -1, 0, 1, 5, 8, 23])
def test_a_rondel_is_walked_step_by_step(start: int, steps: int) -> None:
    """As many single steps lead to the same space and pass the start as often."""
    made, token = track(loop=True)
    made.put(token, start)
    passed = made.advance(token, steps)
    here, laps = start, 0
    for _each in range(abs(steps)):
        if steps > 0:
            here = (here + 1) % 8
            laps += here == 0
        else:
            laps -= here == 0
            here = (here - 1) % 8
    assert (made.position(token), passed) == (here, laps)


def test_a_track_ends() -> None:
    made, token = track(first=1)
    assert [cell.name for cell in made.cells] == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert (made.advance(token, 7), made.position(token)) == (0, 8)
    with pytest.raises(RulesError, match=r"cannot go 1 steps from 8 on track 'track': its spaces go from '1' to '8'"):
        made.advance(token)
    with pytest.raises(RulesError, match=r"cannot go -8 steps from 8 on track 'track'"):
        made.advance(token, -8)
    assert made.position(token) == 8


def test_what_lies_ahead() -> None:
    made, token = track()
    made.put(token, 5)
    assert [cell.name for cell in made.ahead(token, 4)] == ["6", "7"]
    assert [cell.name for cell in made.ahead(token, 2, least=0)] == ["5", "6", "7"]
    made, token = track(loop=True)
    made.put(token, 5)
    assert [cell.name for cell in made.ahead(token, 4)] == ["6", "7", "0", "1"]


def test_distances_run_forward() -> None:
    made, _token = track(loop=True)
    assert [made.distance(6, 1), made.distance(1, 6), made.distance(3, 3)] == [3, 5, 0]
    made, _token = track()
    assert [made.distance(6, 1), made.distance(1, 6)] == [-5, 5]


def test_spaces_may_have_names() -> None:
    made, token = track(spaces=("import", "build", "tax"), loop=True)
    made.advance(token, 2)
    assert (made.where(token).name, made.where(token).place, made.position(token)) == ("tax", "track:tax", 2)
    assert made["tax"] == made[2] == made[made.cells[2]] == [token]
    assert made.scene() == {"name": "track", "layout": "track", "spaces": ["import", "build", "tax"], "loop": True}
    for wrong in ("trade", 3, -1):
        with pytest.raises(RulesError, match=r"track 'track' has no space .*: its spaces go from 'import' to 'tax'"):
            made.cell(wrong)


def test_tokens_are_listed_from_the_hindmost() -> None:
    made, token = track()
    second, third = Piece("right", face="blue"), Piece("right", face="green")
    made.put(token, 4)
    made.put(third, 4)
    made.put(second, 1)
    assert [each.face for each in made] == ["blue", "red", "green"]
    assert [made.slot(each) for each in made] == ["1", "4.0", "4.1"]


def test_moves_call_a_token_by_its_face_and_a_space_by_its_name() -> None:
    made, token = track(visible_to=("left",))
    other = Track("track", spaces=8)
    assert other.cells is made.cells, "so that moves are made once for all games"
    assert Move("left", "go", (made.cell(3),), "", ()).text == "go(3)"
    assert Move("left", "go", (made.cell(3),), "", ()).places == ("track:3",)
    move = Move("left", "go", (token,), "", ())
    assert (move.text, move.places) == ("go(red)", ("track:0",))


@pytest.mark.parametrize("spaces", [0, 1, -3, (), ("a",), ("a", "b", "a")])
def test_a_track_has_spaces_with_names_of_their_own(spaces: Any) -> None:
    with pytest.raises(RulesError, match=r"track 'track' cannot have the spaces .*; give at least two"):
        Track("track", spaces=spaces)


def test_the_tokens_of_a_role_are_listed_from_the_first_space() -> None:
    made, last = track()
    made.put(last, 5)
    made.put(Piece("right"), 4)
    made.put(first := Piece("left"), 3)
    assert made.of("left") == [first, last]
    assert made.of("nobody") == []


def test_a_folded_track_says_how_it_is_drawn() -> None:
    board = Track(
        "board", spaces=("1", "2", "3", "4", "bar", "off"), folded="points", aside=("bar", "off"), turned_for=("black",)
    )
    scene = board.scene()
    assert (scene["folded"], scene["aside"], scene["turned_for"]) == ("points", ["bar", "off"], ["black"])
    assert not {"folded", "aside", "turned_for"} & set(Track("track", spaces=4).scene())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"folded": "rows"}, "one of 'points', 'pits'"),
        ({"aside": ("0", "1")}, "cannot be folded ''"),
        ({"folded": "pits", "aside": ("0", "x")}, "aside names spaces"),
        ({"folded": "pits", "aside": ("0",)}, "put two aside or none"),
        ({"folded": "pits", "spaces": 5}, "give both rows as many"),
    ],
)
def test_a_track_that_cannot_be_folded_so_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        Track("track", **{"spaces": 6, **given})


def test_all_tokens_of_a_space_move_in_one_write() -> None:
    game: Any = rondel.new("mancala")
    board: Track = game.board
    seeds, entries = board["s3"], game._journal.entries
    board.put_all(seeds, "n2")
    assert len(entries) == 2
    assert board.heights(["s3", "n2"]) == [0, 8]
    assert board["n2"][4:] == seeds
    board.put_all(seeds[:2], "n2")  # those that lie there already lie on top then
    assert board["n2"][4:] == [*seeds[2:], *seeds[:2]]
    board.put_all([], "s1")
    game._journal.rollback(0)
    assert board.heights(board.cells) == [4] * 12 + [0, 0]
    assert board["s3"] == seeds
    assert all(board.where(seed).name == "s3" for seed in seeds)


def test_all_tokens_of_several_spaces_are_gathered() -> None:
    game: Any = rondel.new("mancala")
    board: Track = game.board
    seeds = {name: board[name] for name in ("s3", "s1", "n2")}
    board.gather(["s3", "s1", "s3", "n2", "south"], "n2")
    assert board["n2"] == [*seeds["n2"], *seeds["s3"], *seeds["s1"]], "the space itself keeps what lies there"
    assert all(board.where(seed).name == "n2" for seed in board["n2"])
    written = len(game._journal.entries)
    board.gather(["s1", "s3"], "south")
    assert len(game._journal.entries) == written, "nothing lies there"
    game._journal.rollback(0)
    assert board.heights(board.cells) == [4] * 12 + [0, 0]
    assert all(board.where(seed).name == name for name, lying in seeds.items() for seed in lying)


def test_tokens_are_not_put_where_they_do_not_fit() -> None:
    made, token = track(spaces=("a", "b", "c"), capacity=2)
    with pytest.raises(RulesError, match="3 tokens cannot be put on b: 0 lie there, and it has room for 2"):
        made.put_all(Piece.set({"x": 3}), "b")
    with pytest.raises(RulesError, match="cannot be put on b: give a list of tokens"):
        made.put_all(Piece, "b")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="'a token' is no token, and 'track' holds tokens"):
        made.put_all(["a token"], "b")  # type: ignore[list-item]
    with pytest.raises(RulesError, match="cannot be put on b twice at once"):
        made.put_all([token, token], "b")
    made.place(Piece, None, "c", count=2)
    with pytest.raises(RulesError, match="3 tokens cannot be put on b: 0 lie there, and it has room for 2"):
        made.gather(["a", "c"], "b")
    assert made.heights(["a", "b", "c"]) == [1, 0, 2]
    made["c"][0].remove()
    made["c"][0].remove()
    made.put_all(Piece.set({"x": 2}), "b")
    with pytest.raises(RulesError, match="1 tokens cannot be sown from a to b: 2 lie there, and it has room for 2"):
        made.sow("a", ["a", "b"])
    with pytest.raises(RulesError, match="1 tokens cannot be put on b: 2 lie there, and it has room for 2"):
        made.place(Piece, None, "b")
    assert (made.heights(["a", "b"]), made.count(["a", "b", "c"])) == ([1, 2], 3)
    assert made.sow("b", ("b", "c"), over=False).name == "b"
    assert made.heights(["a", "b", "c"]) == [1, 1, 1]


def test_a_ring_is_sown_round_and_round() -> None:
    made, token = track(spaces=("a", "b", "c", "d"))
    made.place(Piece, "right", "b", face="x", count=6)
    assert made["a"] == [token]
    assert {(each.owner, each.face, each.serial) for each in made["b"]} == {("right", "x", number) for number in range(1, 7)}
    assert made.occupied(made.cells) == made.cells[:2]
    assert made.sow("b", ["a", "b", "c"], over=True).name == "a"
    assert made.heights(made.cells) == [4, 0, 3, 0]
    made.put_all(made["a"], "b")
    assert made.sow("b", ["a", "b", "c"]).name == "c"
    assert made.heights(made.cells) == [1, 1, 5, 0]
    assert made["c"][-2:] != made["c"][:2]


def test_what_cannot_be_sown_or_placed_is_refused() -> None:
    made, _token = track()
    for start, ring, said in ((1, [1, 2], "there are 0"), (0, [], "the ring has 0"), (0, [1, 2], "the ring has 2")):
        with pytest.raises(RulesError, match=rf"the tokens on {start} of track 'track' cannot be sown: .*{said}"):
            made.sow(start, ring)
    with pytest.raises(RulesError, match="5 is no ring of track 'track': give its spaces"):
        made.sow(0, 5)  # type: ignore[arg-type]
    for kind, count in ((Piece, -1), (Piece, "2"), ("piece", 1)):
        with pytest.raises(RulesError, match="tokens cannot be made of"):
            made.place(kind, None, 0, count=count)  # type: ignore[arg-type]
    made.place(Piece, None, 0, count=0)
    assert made.height(0) == 1
