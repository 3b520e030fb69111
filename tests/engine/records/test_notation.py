"""Notations: games that have one are written in it, and others say so."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine.records.notation import notations, written
from rondel.errors import UnknownNotation


def test_chess_is_written_in_pgn_with_who_played_and_when() -> None:
    game = rondel.new("chess")
    game.push("move(e2,e4)")
    text = written(game, "pgn", {"white": "Ada", "black": 'Bob "B"'}, "2026-11-22")
    assert '[White "Ada"]\n[Black "Bob \\"B\\""]' in text
    assert '[Date "2026.11.22"]' in text
    assert text.endswith("\n1. e4 *\n")


def test_a_notation_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownNotation, match="chess is not written in 'sgf'; its notations: pgn"):
        written(rondel.new("chess"), "sgf", {})
    with pytest.raises(UnknownNotation, match="reversi is not written in 'pgn'; its notations: none besides its record"):
        written(rondel.new("reversi"), "pgn", {})
    assert notations("no such game") == ()
