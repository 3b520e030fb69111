"""How the pieces are drawn: as outlines on the page, as the chess symbols of Unicode in a terminal."""

from __future__ import annotations

from typing import Final

from rondel.engine import Face, TokenKind
from rondel.shelf.chess.pieces import BLACK, WHITE

COLOURS: Final = {WHITE: "#f6f1e6", BLACK: "#2b2622"}
_SYMBOLS: Final = {
    WHITE: {"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘", "pawn": "♙"},
    BLACK: {"king": "♚", "queen": "♛", "rook": "♜", "bishop": "♝", "knight": "♞", "pawn": "♟"},
}
_FOOT: Final = "M22 77H78V86H22Z"
_OUTLINES: Final = {
    "king": "M46 8h8v7h7v8h-7v7c10-4 24 1 24 14 0 10-8 17-12 28H34C30 61 22 54 22 44c0-13 14-18 24-14v-7h-7v-8h7Z",
    "queen": "M50 10a6 6 0 0 1 3.5 10.9L60 42 73 26a5.5 5.5 0 1 1 6 2.6L72 72H28L21 28.6a5.5 5.5 0 1 1 6-2.6l13 16 "
    "6.5-21.1A6 6 0 0 1 50 10Z",
    "rook": "M26 17h11v8h8v-8h10v8h8v-8h11v20l-8 6v29H34V43l-8-6Z",
    "bishop": "M50 11a6 6 0 0 1 4.6 9.8C65 27 70 37 69 46c-.7 6-4 10-8 13l3 13H36l3-13c-4-3-7.3-7-8-13-1-9 4-19 "
    "14.4-25.2A6 6 0 0 1 50 11ZM47 31v7h-8v6h8v11h6V44h8v-6h-8v-7Z",
    "knight": "M34 72c0-14 9-20 13-28-6 4-11 4-15 7-3 3-7 6-10 3-3-2-4-6-2-9l13-19 1-12 9 7c17-2 32 12 32 33 0 6-.6 12-2 "
    "18ZM41 28a3 3 0 1 0 .01 0Z",
    "pawn": "M50 22a13 13 0 0 1 8.5 22.8c-1.2 1-1.3 2.4-.3 3.4 8 7 10 15 10.8 23.8H31c.8-8.8 2.8-16.8 10.8-23.8 1-1 "
    ".9-2.4-.3-3.4A13 13 0 0 1 50 22Z",
}
"""In a box of 100 by 100."""

Piece: Final = TokenKind(
    "piece",
    faces={
        f"{side} {face}": Face("text", text=symbol, path=_OUTLINES[face] + _FOOT, colour=COLOURS[side])
        for side, symbols in _SYMBOLS.items()
        for face, symbol in symbols.items()
    },
)
