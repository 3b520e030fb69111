"""Games as text: real ones come back as they were, and what is no game is refused with the reason."""

from __future__ import annotations

import io
import re
from pathlib import Path

import chess.pgn
import pytest

from rondel.errors import BadPosition, BadRecord
from rondel.shelf.chess import from_pgn, tags_of, to_fen, to_pgn
from tests.shelf.chess.known import after, start

GAMES = re.split(r"\n\n(?=\[Event )", (Path(__file__).parents[2] / "data" / "chess_games.pgn").read_text(encoding="ascii"))


def movetext(pgn: str) -> str:
    return " ".join(pgn.rpartition("]\n\n")[2].split())


def test_there_are_ten_different_games() -> None:
    assert len({movetext(each) for each in GAMES}) == 10


@pytest.mark.parametrize("pgn", GAMES, ids=lambda pgn: tags_of(pgn)["White"] + tags_of(pgn)["Round"])
def test_real_games_come_back(pgn: str) -> None:
    game = from_pgn(pgn)
    theirs = chess.pgn.read_game(io.StringIO(pgn))
    assert theirs is not None
    assert to_fen(game) == theirs.end().board().fen(en_passant="fen")
    tags = tags_of(pgn)
    written = to_pgn(game, tags)
    assert {**tags_of(written), "Result": ""} == {**tags, "Result": ""}
    played, said = movetext(written), movetext(pgn)
    assert played.rpartition(" ")[0] == said.rpartition(" ")[0]
    if game.is_over:  # the others were resigned, or drawn by agreement
        assert written.strip() == pgn.strip()
    assert to_fen(from_pgn(written)) == to_fen(game)


def test_comments_variations_and_marks_are_passed_over() -> None:
    said = "1. e4! {best (by test)} e5 $1 (1... c5 {Sicilian (open)} 2. Nf3 (2. c3)) 2. Nf3 ; 2. f4\n% nothing\n2... Nc6 *"
    assert movetext(to_pgn(from_pgn(said))) == "1. e4 e5 2. Nf3 Nc6 *"


def test_a_game_from_a_position_says_so() -> None:
    fen = "4k3/8/8/8/1p6/8/P7/4K3 b - - 3 20"
    written = to_pgn(after("e8e7", "a2a4", "b4a3", fen=fen), {"White": 'Ada "the Countess"', "Site": "C:\\"})
    assert movetext(written) == "20... Ke7 21. a4 bxa3 *"
    assert tags_of(written)["FEN"] == fen
    assert tags_of(written)["White"] == 'Ada "the Countess"'
    assert tags_of(written)["Site"] == "C:\\"
    assert to_fen(from_pgn(written)) == to_fen(after("e8e7", "a2a4", "b4a3", fen=fen))


def test_what_was_taken_back_is_not_written() -> None:
    game = after("e2e4", "e7e5", "g1f3")
    game.undo("white", agreed=True)
    game.push("move(f1,c4)")
    assert movetext(to_pgn(game)) == "1. e4 e5 2. Bc4 *"


def test_no_line_is_longer_than_the_standard_says() -> None:
    assert max(len(line) for line in to_pgn(from_pgn(GAMES[2])).splitlines()) <= 79


@pytest.mark.parametrize(
    ("pgn", "error", "said"),
    [
        ("1. e4 e6 2. e6", BadRecord, "move 2 of white: 'e6' is not legal here"),
        ("1. e4 hello", BadRecord, "move 1 of black: 'hello' is not a move"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", BadRecord, "is not legal here"),
        ("1. e4 * 1. d4 *", BadRecord, "'d4' follows the end of the game"),
        ('[FEN "8/8 w"]\n\n*', BadPosition, "fields"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(pgn: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        from_pgn(pgn)


def test_the_result_is_that_of_the_game() -> None:
    assert to_pgn(after("f2f3", "e7e5", "g2g4", "d8h4")).endswith("2. g4 Qh4# 0-1\n")
    assert tags_of(to_pgn(start("k7/8/8/8/8/8/8/7K w - - 0 1")))["Result"] == "1/2-1/2"
