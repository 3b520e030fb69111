"""Actions: named, typed kinds of move; their options are the one source of legality."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Cell,
    Game,
    GameEnd,
    Grid,
    Hand,
    Option,
    Prop,
    Row,
    To,
    Token,
    TokenKind,
    on,
)
from rondel.engine.declarations.action import CAP, SHORT, OnePart, Plain, ThreeParts, TwoParts, part_count
from rondel.errors import IllegalMove, MalformedMove, RulesError
from tests.engine.witness import witness

Piece = TokenKind("piece")
WIDTH = Option("width", 3, low=0, high=1000)


class Parts(Game):
    """Actions of none, one, two and three parts."""

    name = "parts"
    seats = ("one", "two")
    options = (WIDTH,)
    kinds = (Piece,)

    def setup(self) -> To[Choose]:
        self.board = self.add(Grid("board", rows=2, columns=2, visible_to=EVERYONE))
        self.hand = self.add(Hand("hand", visible_to=("one",)))
        self.shelf = self.add(Row("shelf", visible_to=EVERYONE))
        self.open = self.add(Prop("open", False, visible_to=EVERYONE))
        self.board.put(Piece("one"), "a1")
        for face in "aab":
            self.hand.add(Piece(face=face))
        self.hand[1].set("mark", 1)
        return Choose


class Choose(ActivePlayer[Parts]):
    """Anything goes."""

    description = "{actplayer} must choose"
    my_turn = "{you} must choose"


@on(Choose, "{actplayer} opens")
def unlock(game: Parts) -> To[Choose]:
    game.open.value = True
    return Choose


@unlock.available
def closed(game: Parts) -> bool:
    return not game.open.value


@on(Choose, "{actplayer} moves {piece} to {cell}")
def move(game: Parts, piece: Token, cell: Cell) -> To[Choose]:
    game.board.put(piece, cell)
    return Choose


@move.options
def pieces(game: Parts) -> Iterable[Token]:
    return [*game.board, *game.hand] if game.actor == "one" else game.board


@move.options
def cells(game: Parts, piece: Token) -> Iterable[Cell]:
    return game.board.empty() if piece.container is game.board else game.board.empty()[:1]


@on(Choose, "{actplayer} counts {a}, {b}, {c}", logged=False)
def count(game: Parts, a: int, b: int, c: int) -> To[Choose] | To[GameEnd]:
    game.set_score("one", 100 * a + 10 * b + c)
    return GameEnd


@count.options
def first(game: Parts) -> Iterable[int]:
    return range(game.option(WIDTH))


@count.options
def second(game: Parts, a: int) -> Iterable[int]:
    return range(a)


@count.options
def third(game: Parts, a: int, b: int) -> Iterable[int]:
    return [b, b, a]


def texts(game: Parts, action: str) -> list[str]:
    return [str(each) for each in game.moves() if each.action == action]


def test_an_action_is_of_as_many_parts_as_its_function() -> None:
    assert [type(each) for each in (unlock, move, count)] == [Plain, TwoParts, ThreeParts]
    assert type(pick) is OnePart
    assert repr(move) == "<Action move of Choose>"
    assert part_count(unlock.function) == 0
    with pytest.raises(RulesError, match="action '<lambda>' takes 0 parameters: the game and at most three parts"):
        part_count(lambda: None)


def test_an_action_may_be_unavailable() -> None:
    game = Parts()
    assert texts(game, "unlock") == ["unlock"]
    game.push("unlock")
    assert texts(game, "unlock") == []
    before = witness(game)
    with pytest.raises(IllegalMove, match="illegal move 'unlock'"):
        game.push("unlock")
    assert witness(game) == before


def test_later_parts_receive_the_earlier_ones() -> None:
    game = Parts()
    assert texts(game, "count") == [
        "count(1,0,0)",
        "count(1,0,1)",
        "count(2,0,0)",
        "count(2,0,2)",
        "count(2,1,1)",
        "count(2,1,2)",
    ], "and equal ones are listed once"
    game.push("count(2,1,2)")
    assert game.scores["one"] == 212


def test_a_move_of_several_parts_has_a_place_for_each() -> None:
    game = Parts()
    places = {str(each): each.places for each in game.moves() if each.action == "move"}
    assert places == {
        "move(a1,b1)": ("board:a1", "board:b1"),
        "move(a1,a2)": ("board:a1", "board:a2"),
        "move(a1,b2)": ("board:a1", "board:b2"),
        "move(a,b1)": ("hand:0", "board:b1"),
        "move(a@1,b1)": ("hand:1", "board:b1"),
        "move(b,b1)": ("hand:2", "board:b1"),
    }


def test_unlike_tokens_of_one_name_are_moves_of_their_own() -> None:
    game = Parts()
    game.push("move(a@1,b1)")
    token = game.board["b1"]
    assert token is not None
    assert token.get("mark") == 1
    assert texts(game, "move")[-2:] == ["move(a,a2)", "move(b,a2)"]


def test_what_is_logged_and_what_is_not() -> None:
    game = Parts()
    game.push("move(b,b1)")
    game.push("count(1,0,1)")
    (event,) = game.events(0, "one")
    assert (event["name"], event["role"], event["args"]["places"]) == ("move", "one", ["hand:2", "board:b1"])
    assert event["text"]["args"]["piece"] == "b"


def test_too_many_moves_are_refused_with_the_way_out() -> None:
    game = Parts(options={"width": 142})
    said = f"action 'count' lists more than {CAP} moves; ask for its parts one by one with game.choose"
    with pytest.raises(RulesError, match=said):
        game.moves()
    assert len(texts(Parts(options={"width": 80}), "count")) == sum(2 * a for a in range(80))


def test_malformed_and_illegal_moves_of_several_parts() -> None:
    game = Parts()
    with pytest.raises(IllegalMove, match=r"illegal move 'count\(0,0,0\)'; legal for one in state 'Choose': count\(1,0,0\)"):
        game.push("count(0,0,0)")
    with pytest.raises(MalformedMove, match=r"'count\(1,0,0' is not a move"):
        game.push("count(1,0,0")


class TwoBoards(Game):
    """Two boards whose cells have the same names."""

    name = "two_boards"
    seats = ("one",)
    kinds = (Piece,)

    def setup(self) -> To[Fire]:
        self.sea = self.add(Grid("sea", rows=1, columns=2, visible_to=EVERYONE))
        self.land = self.add(Grid("land", rows=1, columns=2, visible_to=EVERYONE))
        return Fire


class Fire(ActivePlayer[TwoBoards]):
    """Fire at an empty cell."""

    description = "{actplayer} fires"
    my_turn = "{you} fire"


@on(Fire, "{actplayer} fires at {cell}")
def fire(game: TwoBoards, cell: Cell) -> To[Fire] | To[GameEnd]:
    (game.sea if cell.place.startswith("sea") else game.land).put(Piece(), cell)
    return GameEnd if game.sea.full() and game.land.full() else Fire


@fire.options
def targets(game: TwoBoards) -> Iterable[Cell]:
    return [*game.sea.empty(), *game.land.empty()]


def test_cells_of_one_name_on_two_boards_are_told_apart() -> None:
    for _again in range(2):
        game = TwoBoards()
        assert [str(each) for each in game.moves()] == ["fire(a1)", "fire(b1)", "fire(land:a1)", "fire(land:b1)"]
        game.push("fire(land:b1)")
        assert [str(each) for each in game.moves()] == ["fire(a1)", "fire(b1)", "fire(land:a1)"]
        game.push("fire(a1)")
        assert [str(each) for each in game.moves()] == ["fire(b1)", "fire(a1)"]
        game.push("fire(a1)")
        assert game.land.full()
        assert game.moves()[0].places == ("sea:b1",)


class Wide(Game):
    """One action of one part, as wide as it is asked to be."""

    name = "wide"
    seats = ("one",)
    options = (Option("width", 3, low=1, high=20_000),)

    def setup(self) -> To[Pick]:
        return Pick


class Pick(ActivePlayer[Wide]):
    """Pick a number."""

    description = "{actplayer} picks"
    my_turn = "{you} pick"


@on(Pick, "{actplayer} picks {number}")
def pick(game: Wide, number: int) -> To[GameEnd]:
    game.set_score("one", number)
    return GameEnd


@pick.options
def numbers(game: Wide) -> Iterable[int]:
    return list(range(game._options["width"]))


@pytest.mark.parametrize("width", [1, 5_000, CAP])
def test_many_moves_of_one_part(width: int) -> None:
    game = Wide(options={"width": width})
    listed = [str(each) for each in game.moves()]
    assert listed == [f"pick({number})" for number in range(width)]
    assert [str(each) for each in Wide(options={"width": width}).moves()] == listed
    game.push(f"pick({width - 1})")
    assert game.scores == {"one": width - 1}


OFFERED: dict[str, Any] = {}


class Bazaar(Game):
    """A game whose options the test gives."""

    name = "bazaar"
    seats = ("one",)
    options = (Option("size", 3, low=1, high=9),)

    def setup(self) -> To[Offer]:
        self.board = self.add(Grid("board", rows=1, columns=self._options["size"], visible_to=EVERYONE))
        return Offer


class Offer(ActivePlayer[Bazaar]):
    """Choose one."""

    description = "{actplayer} chooses"
    my_turn = "{you} choose"


@on(Offer, "{actplayer} chooses {what}")
def accept(game: Bazaar, what: Any) -> To[GameEnd]:
    game.set_score("one", len(what))
    return GameEnd


@accept.options
def offered(game: Bazaar) -> Iterable[Any]:
    found: Iterable[Any] = OFFERED["now"]
    return found


def test_options_may_be_what_no_dict_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OFFERED, "now", [[1], [2, 3], [1]])
    game = Bazaar()
    assert [str(move) for move in game.moves()] == ["accept([1])", "accept([2, 3])"]
    game.push("accept([2, 3])")
    assert game.scores == {"one": 2}


def test_options_that_are_not_returned_are_the_rules_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OFFERED, "now", None)
    with pytest.raises(RulesError, match="options number 1 of action 'accept' are None: return what may be chosen"):
        Bazaar().moves()


def test_options_that_cannot_be_gone_through_are_the_rules_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OFFERED, "now", 5)
    with pytest.raises(RulesError, match="options number 1 of action 'accept' are 5: return what may be chosen"):
        Bazaar().moves()


def test_options_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OFFERED, "now", (each for each in ([1], [2, 3])))  # which can be gone through once only
    assert [str(move) for move in Bazaar().moves()] == ["accept([1])", "accept([2, 3])"]


def test_moves_are_kept_for_every_size_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (3, 4):
        game = Bazaar(options={"size": size})
        monkeypatch.setitem(OFFERED, "now", game.board.cells)
        assert [str(move) for move in game.moves()] == [f"accept({cell})" for cell in game.board.cells]
        assert all(one is other for one, other in zip(game.moves(), game.copy().moves(), strict=True))


def test_equal_tuples_of_options_are_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(*names: str) -> list[Any]:
        monkeypatch.setitem(OFFERED, "now", names)
        return Bazaar().moves()

    for names in (("ab", "cd"), ("ab",), ("cd", "ab"), ("ab", "cd", "ab")):
        wanted = [f"accept({name})" for name in dict.fromkeys(names)]
        first, again = listed(*names), listed(*names)
        assert [str(move) for move in first] == [str(move) for move in again] == wanted
        assert first is not again, "each asker has a list of his own"
        first.clear()
        assert [str(move) for move in listed(*names)] == wanted
    assert [move.forced for move in listed("ab")] == [True]
    assert [move.forced for move in listed("ab", "cd")] == [False, False]


def test_long_lists_of_options_that_lose_some_and_get_some_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves of a list with fewer options are found by those of the last one, and of any other list by a lookup."""
    names = [f"n{number}" for number in range(3 * SHORT)]
    rng = random.Random(1)
    offered = list(names)
    for _listing in range(60):
        way = rng.randrange(6)
        if way == 0 or len(offered) < SHORT:
            offered = list(names)
        elif way == 1:
            rng.shuffle(offered)
        elif way == 2:
            offered.insert(rng.randrange(len(offered)), rng.choice(offered))
        else:
            offered = [each for each in offered if rng.random() > 0.05]
        monkeypatch.setitem(OFFERED, "now", tuple(offered) if rng.random() < 0.5 else offered)
        assert [str(move) for move in Bazaar().moves()] == [f"accept({name})" for name in dict.fromkeys(offered)]


def test_too_many_moves_of_one_part() -> None:
    with pytest.raises(RulesError, match=f"action 'pick' lists more than {CAP} moves"):
        Wide(options={"width": CAP + 1}).moves()
