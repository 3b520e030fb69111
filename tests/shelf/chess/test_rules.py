"""The rules of chess beyond the single move: what a move brings with it, how a game ends, and what is told."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel.engine.imagination import Imagination
from rondel.errors import GameOver, IllegalMove, NotYourTurn
from rondel.players import Question
from rondel.players.bots.greedy_bot import GreedyBot
from rondel.shelf.chess import to_fen
from rondel.testing import walk
from tests.shelf.chess.known import after, moves, names, push, sans, start

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
"""Four halfmoves after which all is as before."""


# -- moves -------------------------------------------------------------------------------------------------------------


def test_white_begins_with_twenty_moves() -> None:
    game = after()
    assert game.active == ("white",)
    assert len(game.moves()) == 20
    assert moves(game, "e2") == {"e3", "e4"}
    assert moves(game, "g1") == {"f3", "h3"}
    move = game.moves()[0]
    assert move.describe() == f"white moves from {move.args[0]} to {move.args[1]}"
    assert move.places == (f"board:{move.args[0]}", f"board:{move.args[1]}")


def test_castling_brings_the_rook() -> None:
    game = after("e1g1", "e8c8", fen="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert to_fen(game) == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    assert sans(game) == ["O-O", "O-O-O"]
    game.pop()
    game.pop()
    assert to_fen(game) == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("played", "left"),
    [
        (("a1a2",), "Kkq"),
        (("h1h2",), "Qkq"),
        (("e1e2",), "kq"),
        (("a1a8",), "Kk"),  # the rook that is taken cannot castle either
        (("a2a3", "e8d8"), "KQ"),
    ],
)
def test_the_right_to_castle_goes_with_the_first_move_of_king_or_rook(played: tuple[str, ...], left: str) -> None:
    pawns = "P6P" if "a2a3" in played else "8"
    game = after(*played, fen=f"r3k2r/8/8/8/8/8/{pawns}/R3K2R w KQkq - 0 1")
    assert game.castling.value == left


def test_a_pawn_is_taken_en_passant_at_once_or_never() -> None:
    game = after("e2e4", "a7a6", "e4e5", "d7d5")
    assert moves(game, "e5") == {"e6", "d6"}
    push(game, "e5d6")
    assert game.board["d5"] is None
    assert sans(game)[-1] == "exd6"
    late = after("e2e4", "a7a6", "e4e5", "d7d5", "a2a3", "a6a5")
    assert moves(late, "e5") == {"e6"}


def test_a_pawn_becomes_what_its_player_picks() -> None:
    game = start("1r5k/P7/8/8/8/8/8/K7 w - - 0 1")
    pieces = ("queen", "rook", "bishop", "knight")
    assert moves(game, "a7") == {f"{goal},{piece}" for goal in ("a8", "b8") for piece in pieces}
    with pytest.raises(IllegalMove):
        game.push("move(a7,a8)")
    push(game, "a7b8n")
    assert to_fen(game) == "1N5k/8/8/8/8/8/8/K7 b - - 0 1"
    assert game.is_over  # a knight alone cannot checkmate
    game.pop()
    push(game, "a7b8q")
    assert sans(game) == ["axb8=Q+"]


def test_words_of_the_terminal_make_moves() -> None:
    from rondel.players.terminal.typed import understand

    game = start("1r5k/P7/8/8/8/8/8/K7 w - - 0 1")
    offered = game.view("white")["moves"]
    assert understand("move a7 a8 q", offered) == "move(a7,a8,queen)"
    assert understand("a7b8r", offered) == "move(a7,b8,rook)"
    assert understand("a1a2", offered) == "move(a1,a2)"


# -- how it ends -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "winner"),
    [("f2f3 e7e5 g2g4 d8h4", "black"), ("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "white")],
)
def test_checkmate_wins(played: str, winner: str) -> None:
    game = after(*played.split())
    assert game.winners == (winner,)
    assert game.scores[winner] == 1
    assert game.returns[winner] == 1.0
    assert names(game)[-1] == "checkmate"
    assert sans(game)[-1].endswith("#")
    with pytest.raises(GameOver):
        game.push("claim_draw")


def test_who_cannot_move_and_is_not_in_check_has_drawn() -> None:
    game = after("f6g6", fen="7k/8/5Q2/8/8/8/8/K7 w - - 0 1")
    assert names(game)[-1] == "stalemate"
    assert game.scores == {"white": 0.5, "black": 0.5}
    assert game.returns == {"white": 0.0, "black": 0.0}


@pytest.mark.parametrize(
    ("board", "dead"),
    [
        ("k7/8/8/8/8/8/8/7K", True),
        ("kb6/8/8/8/8/8/8/7K", True),
        ("k7/8/8/8/8/8/8/6NK", True),
        ("kb6/8/8/8/8/8/8/5B1K", False),  # b8 is dark, f1 light
        ("kb6/8/8/8/8/8/8/6BK", True),
        ("kn6/8/8/8/8/8/8/6NK", False),
        ("k7/8/8/8/8/8/8/5NNK", False),
        ("k7/8/8/8/8/8/P7/7K", False),
        ("k7/8/8/8/8/8/8/6RK", False),
    ],
)
def test_too_little_to_checkmate_with(board: str, dead: bool) -> None:
    game = start(f"{board} w - - 0 1")
    assert game.is_over == dead
    assert not dead or names(game) == ["insufficient_material"]


def test_the_third_time_either_may_claim_and_the_fifth_time_it_is_drawn() -> None:
    game = after(*SHUFFLE)
    assert "claim_draw" not in [str(move) for move in game.moves()]
    for move in SHUFFLE:
        push(game, move)
    assert "claim_draw" in [str(move) for move in game.moves()]
    assert [str(move) for move in game.moves("black")] == ["claim_draw"]  # who has just brought it about
    game.push("claim_draw", "black")
    assert names(game)[-1] == "threefold_repetition"
    assert game.winners == ("white", "black")
    game.pop()
    for move in SHUFFLE * 2:
        assert not game.is_over
        push(game, move)
    assert names(game)[-1] == "fivefold_repetition"


def test_a_position_is_another_one_while_a_pawn_may_be_taken_en_passant_or_a_king_may_castle() -> None:
    passing = after("e2e4", "a7a6", "e4e5", "d7d5", *SHUFFLE, *SHUFFLE)
    assert passing.repeated() == 2  # the first time d5 could be taken
    nobody = after("e2e4", *("b8c6", "g1f3", "c6b8", "f3g1") * 2)
    assert nobody.repeated() == 3  # nobody could have taken on e3
    castling = after("e1e2", "e8e7", "e2e1", "e7e8", fen="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert castling.repeated() == 1


def test_fifty_moves_may_be_claimed_and_seventy_five_end_it() -> None:
    game = after("h1g1", fen="k7/8/8/8/8/8/8/R6K w - - 98 80")
    with pytest.raises(NotYourTurn):
        game.push("claim_draw", "white")
    push(game, "a8b7")
    assert "claim_draw" in [str(move) for move in game.moves()]
    game.push("claim_draw")
    assert names(game)[-1] == "fifty_moves"
    game = after("h1g1", fen="k7/8/8/8/8/8/8/R6K w - - 149 80")
    assert names(game)[-1] == "seventy_five_moves"


def test_checkmate_comes_before_the_seventy_fifth_move() -> None:
    game = after("a1a8", fen="6k1/5ppp/8/8/8/8/8/R6K w - - 149 90")
    assert game.winners == ("white",)


def test_the_clock_of_the_fifty_moves_begins_anew_with_pawns_and_captures() -> None:
    game = after("g1f3", "b8c6", "f3e5")
    assert game.halfmove_clock.value == 3
    push(game, "c6e5")
    assert (game.halfmove_clock.value, game.move_number.value) == (0, 3)
    push(game, "a2a3")
    assert game.halfmove_clock.value == 0


# -- playing -----------------------------------------------------------------------------------------------------------


def test_everything_comes_back() -> None:
    game = after()
    random = Random(5)
    fens = [to_fen(game)]
    for move in walk(game, random, 120):
        game.push(move)
        fens.append(to_fen(game))
    while len(fens) > 1:
        assert fens.pop() == to_fen(game)
        game.pop()
    assert to_fen(game) == to_fen(after())


def test_what_is_remembered_is_not_on_the_table() -> None:
    game = after("e2e4")
    assert set(game.scene()["quiet"]) == {"castling", "en_passant", "halfmove_clock", "move_number", "seen"}
    assert rondel.restore(game.snapshot()).key() == game.key()


def test_more_pieces_and_more_room_are_better() -> None:
    assert start("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").estimate("white") > 0
    assert start("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").estimate("black") < 0
    assert after("e2e4").estimate("white") > after("a2a3").estimate("white")
    assert after().estimate("white") == pytest.approx(0)
    loose = start("4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1")
    assert loose.estimate("white") > 0.1  # whoever has the move takes a rook
    assert loose.estimate("black") < -0.1


@pytest.mark.parametrize("greedy", ["white", "black"])
def test_the_greedy_bot_beats_the_random_one(greedy: str) -> None:
    """It is asked from the position that it sees, without the way there: nothing is hidden, and there is nothing to imagine."""
    game = after()
    bot, random = GreedyBot(seed=3), Random(4)
    while not game.is_over:
        if game.player == greedy:
            game.push(bot.answer(Question(greedy, game.view(greedy), imagination=Imagination(start(to_fen(game)), greedy))))
        else:
            game.push(random.choice(game.moves()))
    assert game.winners == (greedy,)
