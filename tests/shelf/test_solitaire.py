"""The rules of Solitaire: columns and homes against OpenSpiel's `solitaire`, the stock against a list of cards, points, what is
hidden, the end, bots.

OpenSpiel's game has no stock that is turned: each third card of it may be played at once. Where ours is turned one card at a
time, all cards of the stock can be reached, so its moves are found among ours. With three at a time ours are the same as long
as the number of cards left is a multiple of three. OpenSpiel forbids what ours allows in three places: a position may not come
again by moves that could be taken back, a king does not come back from its home, and of several empty columns only the first
takes a king.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import pyspiel
import pytest

import rondel
from rondel.engine import OBSERVER, Move
from rondel.engine.components.playing_cards import PACK
from rondel.errors import IllegalMove
from rondel.players.bots.registry import bot
from rondel.players.match import play
from rondel.shelf.solitaire import Solitaire
from rondel.shelf.solitaire.rules import HEIGHT, HOMES, IN_VAIN
from rondel.testing import walk
from tests.shelf.advised import advised

SUITS = dict(zip("SHCD", HOMES.values(), strict=True))


def theirs(face: str) -> str:
    """OpenSpiel's name of a card."""
    return face[0] + SUITS[face[1]]


def put(game: Solitaire, move: Move) -> str:
    """OpenSpiel's name of a move of a card: what it goes on, and the card."""
    card, spot = move.args
    row = game.homes[spot.name] if move.action == "home" else game.columns[int(spot.name) - 1]
    below = theirs(row[-1].face) if len(row) else HOMES[spot.name] if move.action == "home" else "🂿"
    return f"{below} ← {theirs(card.face)}"


def named(state: pyspiel.State) -> dict[str, int]:
    """OpenSpiel's moves by name."""
    return {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}


def drawn(game: Solitaire) -> list[str]:
    """The cards of the stock in the order in which they are drawn; the test may look."""
    return [token._face for token in (*game.waste.tokens(), *reversed(game.stock.tokens()))]


def begun(game: Solitaire, backwards: bool) -> pyspiel.State:
    """OpenSpiel's game of the same deal."""
    state = pyspiel.load_game("solitaire(depth_limit=10000)").new_initial_state()
    stock = drawn(game)
    for face in [column[-1].face for column in game.columns] + (stock[::-1] if backwards else stock):
        state.apply_action(named(state)[f"Reveal{theirs(face)}"])
    return state


def shown(state: pyspiel.State) -> tuple[list[str], list[list[str]], list[str]]:
    """OpenSpiel's stock, columns without their hidden cards, and the last cards at home."""
    waste, rest = str(state).partition("\nFOUNDATIONS :")[0], str(state).partition("FOUNDATIONS :")[2]
    homes, columns = rest.partition("\nTABLEAUS    :")[0], rest.partition("TABLEAUS    :")[2].partition("\nTARGETS")[0]
    lines = [[card for card in line.split() if card != "🂠"] for line in columns.split("\n")[1:]]
    return waste.partition(":")[2].split(), [line for line in lines if line != ["🂿"]], homes.split()


def fetched(game: Solitaire, face: str) -> bool:
    """Turn the stock until a card is the last of the waste; returns whether that comes before the end of the game."""
    while not game.is_over and (not len(game.waste) or game.waste[-1].face != face):
        game.push("draw(stock)" if len(game.stock) else "turn_over(stock)")
    return not game.is_over


def reached(game: Solitaire, faces: list[str]) -> set[str]:
    """The moves of these cards of the stock, as OpenSpiel names them, as each becomes the last of the waste."""
    found: set[str] = set()
    for face in faces:
        token = next(each for each in (*game.waste.tokens(), *game.stock.tokens()) if each._face == face)
        ends = [column[-1].face if len(column) else "" for column in game.columns]
        for end in ends:
            fits = HEIGHT[face] == 13 if not end else HEIGHT[end] == HEIGHT[face] + 1 and (end[1] in "HD") != (face[1] in "HD")
            if fits:
                found.add(f"{theirs(end) if end else '🂿'} ← {theirs(face)}")
        home = game.homes[next(name for name, symbol in HOMES.items() if symbol == SUITS[face[1]])]
        if len(home) + 1 == HEIGHT[face]:
            found.add(f"{theirs(home[-1].face) if len(home) else SUITS[face[1]]} ← {theirs(token._face)}")
    return found


def test_random_games_are_openspiels(scaled: Callable[[int], int]) -> None:
    """Columns, homes, stock, legal moves and OpenSpiel's points at every ply. Its stock is the other way round in the games
    with three cards at a time, which are compared until a card leaves the stock."""
    plies = ends = 0
    games = scaled(1_000) if scaled(1_000) >= 1_000 else scaled(120)
    for seed in range(games):
        random = Random(seed)
        three = seed % 4 == 3
        game = rondel.new(Solitaire, seed=seed, options={"draw": 3 if three else 1})
        state = begun(game, three)
        if three:
            assert set(pass_through(game)) == set(drawn(game)[2::3])
        while not state.is_terminal() and not game.is_over:
            stock, columns, homes = shown(state)
            left = drawn(game)
            assert stock == [theirs(face) for face in (left[::-1] if three else left)]
            assert columns == [
                [theirs(card.face) for card in column if not card.face_down] for column in game.columns if len(column)
            ]
            assert homes == [theirs(home[-1].face) if len(home) else HOMES[name] for name, home in game.homes.items()]
            turned = 21 - sum(card.face_down for column in game.columns for card in column)
            at_home = sum(max(10, 110 - 10 * HEIGHT[card.face]) for home in game.homes.values() for card in home)
            assert state.returns() == [20 * turned + 20 * (24 - len(left)) + at_home]
            due = named(state)
            moves = [move for move in game.moves() if move.action in ("move", "home")]
            lying = {put(game, move): move for move in moves if move.args[0].container is not game.waste}
            kings = {text for text, move in lying.items() if text.startswith("🂿") and is_home(game, move)}
            third = [face for number, face in enumerate(left[::-1] if three else left) if number % 3 == 0]
            ours = set(lying) - kings | reached(game, third)
            assert set(due) - {"kEnd"} <= ours
            again = ours - set(due)
            assert all(returning(game, state, lying, text) for text in again)
            if "kEnd" in due:
                break
            text = random.choice([*due])
            face = next(face for face in PACK if theirs(face) == text.split()[-1])
            if face in left and (three or not fetched(game, face)):
                break
            move = next(each for each in game.moves() if each.action in ("move", "home") and put(game, each) == text)
            leaves = move.args[0].container
            game.push(move)
            state.apply_action(due[text])
            plies += 1
            if state.is_chance_node() and len(leaves):
                assert leaves in game.columns
                state.apply_action(named(state)[f"Reveal{theirs(leaves[-1].face)}"])
        ends += game.is_over
    assert plies > 8 * games
    assert games < 1_000 or ends > 0


def is_home(game: Solitaire, move: Move) -> bool:
    """Whether a card comes from its home."""
    return move.args[0].container in game.homes.values()


def returning(game: Solitaire, state: pyspiel.State, lying: dict[str, Move], text: str) -> bool:
    """Whether a move that OpenSpiel forbids turns nothing up: such a move alone may lead to a position that was there."""
    if text not in lying:
        return False
    card = lying[text].args[0]
    place = card.container
    if place in game.homes.values():
        return True
    above = place[[*place].index(card) - 1] if card is not place[0] else None
    return above is not None and not above.face_down


def pass_through(game: Solitaire) -> list[str]:
    """The cards that become the last of the waste in a pass through the stock; the game is as before."""
    found: list[str] = []
    pushed = 0
    while len(game.stock):
        game.push("draw(stock)")
        found.append(game.waste[-1].face)
        pushed += 1
    for _push in range(pushed):
        game.pop()
    return found


@pytest.mark.parametrize("draw", [1, 3])
def test_the_stock_is_turned_as_a_pack_of_cards_is(draw: int, scaled: Callable[[int], int]) -> None:
    """Stock and waste beside two lists, in random games with two passes."""
    for seed in range(scaled(80)):
        random = Random(seed)
        game = rondel.new(Solitaire, seed=seed, options={"draw": draw, "passes": 2})
        stock: list[str] = drawn(game)[::-1]
        waste: list[str] = []
        passes = 1
        while not game.is_over:
            texts = [str(move) for move in game.moves()]
            assert ("draw(stock)" in texts) == bool(stock)
            assert ("turn_over(stock)" in texts) == (not stock and bool(waste) and passes < 2)
            move = random.choice(game.moves())
            if move.action == "draw":
                waste += [stock.pop() for _card in range(min(draw, len(stock)))]
            elif move.action == "turn_over":
                stock, waste, passes = waste[::-1], [], passes + 1
            elif move.args[0].container is game.waste:
                assert move.args[0].face == waste.pop()
            game.push(move)
            assert [token._face for token in game.stock] == stock
            assert [token.face for token in game.waste] == waste


def card(face: str, *, down: bool = False) -> dict[str, Any]:
    return {"kind": "card", "face": face, **({"shown_to": []} if down else {})}


def table(**options: Any) -> Solitaire:
    """A small table: nearly all is home."""
    home = {name: [card(rank + name[0].upper()) for rank in "A23456789TJQK"] for name in HOMES}
    containers = {f"home_{name}": home[name][:11] if name in ("spades", "hearts") else home[name] for name in HOMES}
    containers |= {
        "pack": [],
        "stock": [card("QH", down=True)],
        "column_1": [card("KH", down=True), card("KS")],
        "column_2": [card("QS")],
    }
    position = {"state": "Play", "containers": containers, "props": {"points": 30}}
    return rondel.new(Solitaire, position=position, options=options)


def test_points_are_those_of_the_card_tables() -> None:
    """Ten for a card that goes home, five for one turned up and for one from the waste to a column; 15 less for one that comes
    back, and 100 less, but never fewer than none, for turning the waste over with one card at a time."""
    game = table()
    game.push("home(QS,spades)")
    assert game.score("player") == 40
    game.push("home(KS,spades)")
    assert game.score("player") == 55  # and one is turned up
    game.pop()
    game.push("draw(stock)")
    game.push("move(QH,1)")
    assert game.score("player") == 45
    game = table()
    game.push("move(KD,3)")
    assert game.score("player") == 15
    game.push("draw(stock)")
    game.push("turn_over(stock)")
    assert game.score("player") == 0
    assert table(scoring="stake").score("player") == 5 * 48 - 52
    three = table(draw=3)
    three.push("draw(stock)")
    three.push("turn_over(stock)")
    assert three.score("player") == 30


def test_the_rest_goes_home_when_all_is_open() -> None:
    game = table()
    for move in ("draw(stock)", "home(QH,hearts)", "home(QS,spades)", "home(KS,spades)"):
        game.push(move)
    assert game.is_over
    assert game.winners == ("player",)
    assert game.returns == {"player": 1}
    assert game.score("player") == 30 + 4 * 10 + 5


def test_a_card_comes_back_only_where_that_is_allowed() -> None:
    assert "move(KD,3)" in [str(move) for move in table().moves()]
    with pytest.raises(IllegalMove):
        table(back=False).push("move(KD,3)")


def test_a_king_does_not_leave_a_column_for_an_empty_one() -> None:
    containers = {"pack": [], "column_1": [card("KS"), card("QH")], "column_2": [card("2D", down=True), card("KH")]}
    game = rondel.new(Solitaire, position={"state": "Play", "containers": containers})
    assert {str(move) for move in game.moves()} == {f"move(KH,{number})" for number in range(3, 8)}


def test_without_a_move_it_is_over() -> None:
    """The last card of the stock is turned, it fits nowhere, and there is no other pass."""
    containers = {"pack": [], "stock": [card("9C", down=True)], "column_1": [card("2H", down=True), card("5S")]}
    game = rondel.new(Solitaire, position={"state": "Play", "containers": containers}, options={"passes": 1})
    game.push("draw(stock)")
    assert game.is_over
    assert game.winners == ()


def test_after_too_many_moves_in_vain_it_is_over() -> None:
    game = rondel.new(Solitaire, seed=1)
    for _move in range(IN_VAIN):
        assert not game.is_over
        game.push("draw(stock)" if len(game.stock) else "turn_over(stock)")
    assert game.is_over


def test_nobody_sees_what_lies_face_down() -> None:
    """Not the player and no spectator: neither in columns nor in the stock, also after the waste has been turned over."""
    game = rondel.new(Solitaire, seed=5, options={"draw": 3})
    for _turn in range(2):
        for role in ("player", OBSERVER):
            containers = game.view(role)["containers"]
            assert "pack" not in containers
            for number in range(1, 8):
                assert [token.get("face") is None for token in containers[f"column_{number}"]["tokens"]] == [
                    *[True] * (number - 1),
                    False,
                ]
            assert len(containers["stock"]["tokens"]) == 24
            assert all(token["down"] and "face" not in token for token in containers["stock"]["tokens"])
        for _draw in range(8):
            game.push("draw(stock)")
        game.push("turn_over(stock)")


def test_what_a_bot_supposes_has_the_cards_that_were_seen() -> None:
    """Every imagined table shows what this one shows, and has the cards of the stock in the order that was seen; the others
    lie anywhere."""
    game = rondel.new(Solitaire, seed=8)
    for move in walk(game, Random(3), 50):
        game.push(move)
    assert game.turned_over.value
    hidden: set[tuple[str, ...]] = set()
    for seed in range(2):
        world = cast("Solitaire", game.imagine("player", seed))
        assert world.consistent == "history"
        assert world.view("player") == game.view("player")
        assert drawn(world) == drawn(game)
        hidden.add(tuple([token._face for column in world.columns for token in column if token.face_down]))
    assert len(hidden) == 2


def test_the_scene_says_how_rows_are_laid() -> None:
    containers = {each["name"]: each for each in rondel.new(Solitaire).scene()["containers"]}
    assert containers["column_7"]["spread"] == "down"
    assert (containers["stock"]["in_sight"], containers["waste"]["in_sight"], containers["home_spades"]["in_sight"]) == (
        1,
        3,
        1,
    )
    assert "spread" not in containers["waste"]


@pytest.mark.played
def test_the_estimate_brings_home_what_chance_does_not() -> None:
    """In two passes the moves of the estimate bring home more than one and a half times as many cards as chance."""
    options = {"draw": 3, "passes": 2}
    by_chance = by_estimate = 0
    for seed in range(6):
        game = rondel.new(Solitaire, seed=seed, options=options)
        play(game, {"player": bot("random", seed=seed)})
        by_chance += game.at_home()
        game = rondel.new(Solitaire, seed=seed, options=options)
        while not game.is_over:
            game.push(advised(game))
        by_estimate += game.at_home()
    assert by_estimate > 1.5 * by_chance
