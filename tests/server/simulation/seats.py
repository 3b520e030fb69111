"""The games of the simulated worlds: each with its seats, and the roles that each player holds."""

from __future__ import annotations

from typing import Literal

from rondel.server import protocol


def _seats(**kinds: Literal["me", "bot"]) -> tuple[protocol.NewSeat, ...]:
    return tuple(protocol.NewSeat(role, kind, "random" if kind == "bot" else "") for role, kind in kinds.items())


TABLES: list[tuple[str, tuple[protocol.NewSeat, ...], list[tuple[str, ...]]]] = [
    ("tic_tac_toe", _seats(x="me", o="me"), [("x",), ("o",), ()]),
    ("tic_tac_toe", _seats(x="me", o="me"), [("x",), ("x",), ("o",)]),
    ("tic_tac_toe", _seats(x="me", o="bot"), [("x",), ()]),
    ("tic_tac_toe", _seats(x="me", o="me"), [("x", "o"), ("o",)]),
    ("tic_tac_toe", _seats(x="bot", o="bot"), [()]),
    ("kuhn_poker", _seats(first="me", second="me"), [("first",), ("second",), ()]),
    ("leduc_poker", _seats(first="me", second="me"), [("first",), ("second",), ()]),
]
"""Games, who sits where, and what the players hold."""
