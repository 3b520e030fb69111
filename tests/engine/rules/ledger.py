"""The ledger, changed twice while games go on: version 3 of the game in ``old_ledger``.

Version 2 called the turn, the market, the sum, the cards and the option otherwise; version 3 counts for each role, and asks
nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Migration, Option, Prop, Row, To, Token, TokenKind, _, on

SHEETS = Option("sheets", 5, low=1, high=9)
Sheet = TokenKind("sheet")


def with_counts(position: dict[str, Any]) -> None:
    """Version 3 counts for each role: from the cards that lie in its row."""
    held = position["containers"]
    counts = {role: sum(int(card["face"]) for card in held.get(f"row_{role}", ())) for role in ("left", "right")}
    position["props"].pop("total", None)
    position["props"]["counts"] = counts


class Ledger(Game):
    """Version 3."""

    name = "ledger"
    version = 3
    seats = ("left", "right")
    kinds = (Sheet,)
    options = (SHEETS,)
    migrations = (
        Migration(
            1,
            2,
            states={"Turn": "TakeTurn"},
            props={"sum": "total"},
            containers={"market": "display"},
            kinds={"card": "sheet"},
            options={"cards": "sheets"},
        ),
        Migration(2, 3, change=with_counts),
    )

    def setup(self) -> To[TakeTurn]:
        self.display = self.add(Row("display", visible_to=EVERYONE))
        self.rows = self.each(Row, "row", visible_to=EVERYONE)
        self.counts: Prop[dict[str, int]] = self.add(Prop("counts", dict.fromkeys(self.roles, 0), visible_to=EVERYONE))
        for number in range(1, self.option(SHEETS) + 1):
            self.display.add(Sheet(face=str(number)))
        return TakeTurn


class TakeTurn(ActivePlayer[Ledger]):
    """The current player takes a sheet."""

    description = _("{actplayer} must take a sheet")
    my_turn = _("{you} must take a sheet")


@on(TakeTurn, _("{actplayer} takes {sheet}"))
def take(game: Ledger, sheet: Token) -> To[TakeTurn] | To[GameEnd]:
    """The 3 may be left to nobody any more."""
    sheet.move_to(game.rows[game.player])
    game.counts.value = {**game.counts.value, game.player: game.counts.value[game.player] + int(sheet.face)}
    game.next_player()
    return TakeTurn if len(game.display) else GameEnd


@take.options
def sheets(game: Ledger) -> Iterable[Token]:
    """All on display."""
    return game.display.tokens()
