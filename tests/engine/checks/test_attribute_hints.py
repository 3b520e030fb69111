"""Hints: what is asked of tokens and containers that they do not have, and what is given to them that does not fit there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Area,
    Counter,
    Face,
    Game,
    GameEnd,
    Grid,
    Hand,
    HexGrid,
    Option,
    Pile,
    Prop,
    Row,
    To,
    TokenKind,
    Track,
    _,
    on,
    rider,
)
from rondel.engine.checks.attribute_hints import hint
from rondel.errors import RulesError
from rondel.shelf.reversi import Disc, Reversi
from tests.engine.witness import COMPILED, WRONG_TYPE, witness

Card = TokenKind("card")
Piece = TokenKind("piece", faces={"red king": Face("disc"), "blue": Face("disc")})
SLIP = Option("slip", 0, low=0, high=1_000)


class Show(Game):
    """Something of every kind on the table, and a rule that makes a slip."""

    name = "slips"
    title = _("Slips")
    seats = ("red", "blue")
    kinds = (Card, Piece)
    options = (SLIP,)

    def setup(self) -> To[Look]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.row = self.add(Row("row", visible_to=EVERYONE))
        self.hand = {role: self.add(Hand(f"hand_{role}", visible_to=(role,))) for role in self.roles}
        self.board = self.add(Grid("board", rows=8, columns=8, visible_to=EVERYONE))
        self.towers = self.add(HexGrid("towers", radius=1, capacity=None, visible_to=EVERYONE))
        self.wheel = self.add(Track("wheel", spaces=("sow", "grow", "reap"), loop=True, visible_to=EVERYONE))
        self.land = self.add(Area("land", visible_to=EVERYONE))
        self.coins = self.add(Counter("coins", 3, most=10, visible_to=EVERYONE))
        self.word = self.add(Prop("word", "", visible_to=EVERYONE))
        for face in "abc":
            self.deck.add(Card(face=face))
            self.row.add(Card(face=face))
        self.board.put(Piece("red"), "d4")
        self.wheel.add(Piece("red"))
        self.land.add(Piece("blue"))
        return Look


class Look(ActivePlayer[Show]):
    """Anything may be tried."""

    description = _("{actplayer} must try it")
    my_turn = _("{you} must try it")


@on(Look, _("{actplayer} tries"))
def attempt(game: Show) -> To[Look] | To[GameEnd]:
    """Make the slip."""
    SLIPS[game.option(SLIP)][0](game)
    return Look


def assign(name: str, value: Any, on: Callable[[Any], Any]) -> Callable[[Any], None]:
    """A rule that assigns an attribute."""
    return lambda game: setattr(on(game), name, value)


def at(where: str) -> Callable[[Any], Any]:
    """A container or prop of the game."""
    return lambda game: getattr(game, where)


def man(game: Any) -> Any:
    return game.board["d4"]


def card(game: Any) -> Any:
    return game.row[0]


TOKENS: list[tuple[Callable[[Any], Any], str]] = [
    (
        assign("colour", "red", man),
        "a Token has no 'colour'; what is a token's own is kept in its props: token.set('colour', ...)",
    ),
    (assign("onwer", "red", man), "a Token has no 'onwer'; did you mean 'owner'?"),
    (lambda game: man(game).visible, "a Token has no 'visible'; what is a token's own is kept in its props"),
    (
        assign("face", "kong", man),
        "a piece cannot show 'kong', which is none of its faces; add it to those of TokenKind('piece'), or keep it",
    ),
    (
        lambda game: Piece("red", face="typo"),
        "or keep it as a prop, token.set(...); known: 'blue', 'king'",
    ),
    (assign("owner", "grene", man), "piece('red') cannot belong or be shown to 'grene', which is no role: 'red', 'blue'"),
    (assign("shown_to", "red", man), "piece('red') cannot be shown to 'red'; give a tuple of roles"),
]
CONTAINERS: list[tuple[Callable[[Any], Any], str]] = [
    (
        assign("visible_to", ("red",), at("row")),
        "visible_to of 'row' cannot become ('red',): who sees a part is said where it is made in",
    ),
    (
        assign("visible_to", EVERYONE, at("deck")),
        "and stays; move the tokens to a container that others see, or turn them with",
    ),
    (
        assign("visible_to", EVERYONE, at("coins")),
        "and stays; to let others see a value, keep it in another prop that they see",
    ),
    (assign("backs_visible_to", ("red",), at("board")), "backs_visible_to of 'board' cannot become ('red',)"),
    (
        assign("name", "line", at("row")),
        "'row' cannot be called 'line' now: a part keeps the name that it was made with in setup",
    ),
    (
        lambda game: game.board.move("d4", "d5"),
        "a Grid has no 'move'; lay the token there: board.put(board.token(start), goal)",
    ),
    (lambda game: man(game).move_to(game.board, "d5"), "it takes (container); for a cell of a board: board.put(token, cell)"),
    (
        assign("colour", "red", at("board")),
        "a Grid has no 'colour'; what changes is kept in a prop, made in setup: self.colour = self.add(Prop(",
    ),
    (lambda game: game.row.append(card(game)), "a Row has no 'append'; put a token into it with add(token)"),
    (lambda game: game.hand["red"].pop(), "a Hand has no 'pop'; take a token out of it with token.move_to(...)"),
    (lambda game: game.row.shuffle(), "a Row has no 'shuffle'; only a Pile has no order"),
    (
        lambda game: game.deck.draw("two"),
        "a Pile has no 'draw': chance says what lies in it, so ask the game, game.draw(pile, ...)",
    ),
    (lambda game: game.row[7], "'row' has no token number 7: they go from 0 to 2, and from -3 to -1"),
    (lambda game: game.hand["red"][0], "'hand_red' has no token number 0: it is empty"),
    (lambda game: game.deck[9], "'deck' has no token number 9"),
    (lambda game: game.board.cell("A1"), "grid 'board' has no cell 'A1'; it has 'a1' to 'h8'"),
    (
        lambda game: game.towers.cell("a1"),
        "hex grid 'towers' has no cell 'a1'; it has 'b1' to 'c1', 'a2' to 'c2', 'a3' to 'b3'",
    ),
    (lambda game: game.board.joined("red", ["d4"], ["z4"]), "grid 'board' has no cell 'z4'"),
    (lambda game: game.wheel.put(man(game), "swo"), "track 'wheel' has no space 'swo': its spaces go from 'sow' to 'reap'"),
    (lambda game: game.land["x"], "area 'land' has no place 'x'"),
    (
        lambda game: game.deal(game.deck, game.hand, 1),
        "a dict of hands goes over their keys; deal to its values, game.deal(pile, hands.values(), 5)",
    ),
    (
        lambda game: game.deal(game.deck, game.row, 1),
        "'row' is one container; deal to a list of them, game.deal(pile, [hand], 5)",
    ),
    (lambda game: game.deck.cut(77), "pile 'deck' of 3 cannot be cut below 77 tokens"),
    (lambda game: game.deck.shuffle_in([1]), "1 is no token, and 'deck' holds tokens; give a token, one of card, piece"),
    (lambda game: game.board.in_line("d4", -1), "there are no lines of -1 cells; give a whole number from 1"),
]
"""What is said in both builds."""

WRONG: list[tuple[Callable[[Any], Any], str]] = [
    (lambda game: game.board.put(card(game), (1, 2)), "grid 'board' has no cell (1, 2)"),
    (lambda game: game.board[3], "grid 'board' has no cell 3"),
    (lambda game: game.land.put(man(game), (1, 0)), "area 'land' has no place (1, 0): area 'land' has places '0,0', '1,0'"),
    (lambda game: game.deal(game.deck, ["red"], 1), "cannot deal to 'red', which is no container"),
    (lambda game: man(game).move_to("row"), "piece('red') cannot be moved to 'row', which is no container; move it to one"),
    (lambda game: man(game).set(3, 4), "piece('red') cannot have a prop 3: props are named"),
    (lambda game: Piece("red", face=3), "a piece cannot show 3: a face is a string, '' for none"),  # type: ignore[arg-type]
    (assign("face", ["a"], man), "a piece cannot show ['a']: a face is a string"),
    (lambda game: game.row.add("x"), "'x' is no token, and 'row' holds tokens; give a token, one of card, piece"),
    (lambda game: game.hand["red"].add(3), "3 is no token, and 'hand_red' holds tokens"),
    (lambda game: game.row.add(game.deck), "Pile('deck', 3 tokens) is no token, and 'row' holds tokens"),
    (lambda game: game.row.add(Card), "TokenKind('card') is no token"),
    (lambda game: game.row.insert(man(game), "first"), "'row' has no place piece('red'): an index is a whole number"),
    (lambda game: game.row.insert("first", man(game)), "'row' has no place 'first': an index is a whole number"),
    (lambda game: game.row.sort("face"), "'row' cannot be sorted by 'face': give a function of a token"),
    (lambda game: game.row["a"], "'row' has no token number 'a'"),
    (lambda game: game.row.spot(3), "a spot of 'row' cannot be called 3: a name is a text"),
    (lambda game: game.deck.put_on_top("x"), "'x' is no token, and 'deck' holds tokens"),
    (lambda game: game.deck.put_under(3), "3 is no token"),
    (
        lambda game: game.deck.shuffle_in(man(game)),
        "piece('red') cannot be shuffled into pile 'deck': give a container or a list of",
    ),
    (lambda game: game.deck.stack(game.row), "Row('row', 3 tokens) is no pile, and cannot be put on top of pile 'deck'"),
    (lambda game: game.deck.cut("two"), "pile 'deck' of 3 cannot be cut below 'two' tokens"),
    (lambda game: game.draw("deck"), "game.draw is for piles, and 'deck' is none; give a Pile"),
    (lambda game: game.draw(game.row), "game.draw is for piles, and Row('row', 3 tokens) is none; take its tokens as they lie"),
    (lambda game: game.draw(game.deck, "hand"), "a token cannot be drawn to 'hand', which is no container"),
    (
        lambda game: game.deal(game.deck, [game.row], "one"),
        "cannot deal 'one' tokens of pile 'deck'; give a whole number from 0",
    ),
    (lambda game: game.deal(game.deck, 3), "cannot deal to 3; give a list of containers"),
    (lambda game: game.peek(game.deck, "two"), "cannot peek at 'two' tokens of pile 'deck'"),
    (lambda game: game.board.put("x", "a1"), "'x' is no token, and 'board' holds tokens"),
    (lambda game: game.board.put("x", "d4"), "'x' cannot be put on d4: piece('red') lies there"),
    (lambda game: game.board.where("d4"), "'d4' is no token, and 'board' holds tokens"),
    (lambda game: game.board.at(7), "Grid.at() missing 1 required positional argument: 'column'; it takes (row, column)"),
    (lambda game: game.board.at("a", "b"), "grid 'board' has no cell in row 'a', column 'b': both are whole numbers from 0"),
    (lambda game: game.board.stretches("3"), "grid 'board' has no straight lines of '3' cells"),
    (lambda game: game.board.in_line("d4", "3"), "there are no lines of '3' cells"),
    (lambda game: game.board.reach("d4", "knight"), "'knight' is no reach; make one, leaper(1, 2) for a knight"),
    (lambda game: game.board.meets("d4", rider(0, 1), blocked=7), "grid 'board' has no cell 7"),
    (lambda game: game.board.drop(card(game), 3), "there is no column 3: they go from 'a' to 'h'"),
    (lambda game: game.board.flood(["d4"], True), "grid 'board' cannot be flooded from ['d4'] through True"),
    (lambda game: game.wheel.advance(game.wheel.tokens()[0], "2"), "a token cannot go '2' steps on track 'wheel'"),
    (lambda game: game.wheel.where("x"), "'x' is no token, and 'wheel' holds tokens"),
    (lambda game: game.land.cell("a", "b"), "area 'land' has no place in column 'a', row 'b': both are whole numbers"),
    (lambda game: game.land.add("x"), "'x' is no token, and 'land' holds tokens"),
    (lambda game: game.coins.add("2"), "counter 'coins' cannot change by '2': it counts in whole numbers"),
    (lambda game: game.coins.give(1, "x"), "counter 'coins' cannot give to 'x': give to another counter"),
    (lambda game: game.coins + 1, "a Counter is no value itself: read and assign its value, game.coins.value += 1"),
    (lambda game: game.coins > 1, "a Counter is no value itself"),
    (lambda game: Card.set(["a"]), "TokenKind('card') cannot make ['a']: say how many of each face, card.set({'king': 1})"),  # type: ignore[arg-type]
    (lambda game: Grid("x", rows="8", columns=8), "grid 'x' cannot be '8' by 8: 1 to 99 rows and 1 to 26 columns"),  # type: ignore[arg-type]
    (lambda game: HexGrid("x", radius="2"), "hex grid 'x' cannot have the size ('2', 0, 0): give whole numbers"),  # type: ignore[arg-type]
    (lambda game: Track("x", spaces=2.5), "track 'x' cannot have the spaces 2.5; say how many, or give a name for each"),  # type: ignore[arg-type]
    (lambda game: Area("x", capacity="2"), "area 'x' cannot have places for '2' tokens; give 1 or more"),  # type: ignore[arg-type]
    (lambda game: TokenKind("x", faces=("a", "b")), "the faces of 'x' are ('a', 'b'); they are a dict of how each looks"),  # type: ignore[arg-type]
]
"""Of a wrong type: the compiler's own TypeError may come first."""
SLIPS = [*TOKENS, *CONTAINERS, *WRONG]


@pytest.mark.parametrize("number", range(len(SLIPS)), ids=[said[:40] for _slip, said in SLIPS])
def test_a_slip_is_told_and_changes_nothing(number: int) -> None:
    game = Show(seed=1, options={"slip": number})
    before = witness(game)
    refused: tuple[type[Exception], ...] = (
        (RulesError, *WRONG_TYPE) if number >= len(TOKENS) + len(CONTAINERS) else (RulesError,)
    )
    with pytest.raises(refused) as caught:
        game.push("attempt")
    if isinstance(caught.value, RulesError):
        assert SLIPS[number][1] in str(caught.value)
    assert witness(game) == before


@pytest.mark.interpreted("a compiled class that is generic can be given any attribute")
def test_a_prop_keeps_nothing_but_its_value() -> None:
    game: Any = Show(seed=1)
    for part, name in ((game.word, "valeu"), (game.coins, "amount")):
        with pytest.raises(AttributeError, match=name):
            setattr(part, name, 3)
    assert str(hint(AttributeError("'Prop' object has no attribute 'valeu'"))) == "a Prop has no 'valeu'; did you mean 'value'?"


@pytest.mark.parametrize(
    ("kind", "advice"),
    [("tuple", r"\[token\] = chosen"), ("list", "for token in tokens"), ("NoneType", r"board\.token\(cell\)")],
)
def test_what_is_no_token_leads_to_one(kind: str, advice: str) -> None:
    told = str(hint(AttributeError(f"'{kind}' object has no attribute 'move_to'")))
    assert re.search(rf"^'{kind}' object has no attribute 'move_to', which a Token has; .*{advice}", told)
    assert hint(AttributeError(f"'{kind}' object has no attribute 'sail'")) is None


def test_what_is_no_slip_is_left_alone() -> None:
    assert hint(ValueError("'Token' object has no attribute 'colour'")) is None
    assert hint(AttributeError("'str' object has no attribute 'colour'")) is None
    assert hint(AttributeError("'Grid' object has no attribute '_shape'")) is None, "which would be a fault of the engine"
    assert hint(TypeError("'tuple' object does not support item assignment")) is None


@pytest.mark.parametrize(
    "said", ["'Grid' object does not support item assignment", "'Row' object doesn't support item deletion"]
)
def test_places_are_not_assigned(said: str) -> None:
    assert "are not assigned or deleted: use " in str(hint(TypeError(said)))


@pytest.mark.parametrize(
    "said", ["'Grid' object attribute 'layout' is read-only", "attribute 'layout' of 'Grid' objects is not writable"]
)
def test_what_all_containers_of_a_kind_share_is_not_assigned(said: str) -> None:
    assert str(hint(AttributeError(said))) == "'layout' of a Grid cannot be assigned: it is the same for all of them"


def test_a_slip_is_told_wherever_rules_run(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(Show):
        """Slips in setup."""

        def setup(self) -> To[Look]:
            first = super().setup()
            row: Any = self.row
            row.append(Card(face="a"))
            return first

    if not COMPILED:
        with pytest.raises(RulesError, match="a Row has no 'append'; put a token into it"):
            Late()

    game = Show(seed=1, options={"slip": SLIPS.index(TOKENS[0])})
    monkeypatch.setattr(attempt, "guard", lambda game: game.board.emtpy)
    for look in (game.moves, lambda: game.push("attempt")):
        with pytest.raises(RulesError, match="a Grid has no 'emtpy'; did you mean 'empty'"):
            look()


def test_a_token_shows_what_its_kind_has_and_a_plain_kind_anything() -> None:
    assert [Piece("red", face="king").face, Piece("blue").face, Card(face="anything").face] == ["king", "", "anything"]
    Reversi()
    assert Disc("black", face="crowned").face == "crowned", (
        "whose faces are all those of roles, so that it is drawn by its owner"
    )
    Piece.faces["crown"] = Face("disc")
    assert Piece(face="crown").face == "crown", "faces may be added later"
    del Piece.faces["crown"]
