"""The ledger before it was changed: version 1 of the game in ``ledger``.

Two players take cards from an open market into their own rows, and count. Whoever takes the 3 says whose it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Option, Prop, Row, To, Token, TokenKind, _, on

CARDS = Option("cards", 5, low=1, high=9)
Card = TokenKind("card")


class OldLedger(Game):
    """Version 1."""

    name = "ledger"
    seats = ("left", "right")
    kinds = (Card,)
    options = (CARDS,)

    def setup(self) -> To[Turn]:
        self.market = self.add(Row("market", visible_to=EVERYONE))
        self.rows = self.each(Row, "row", visible_to=EVERYONE)
        self.sum = self.add(Prop("sum", 0, visible_to=EVERYONE))
        for number in range(1, self.option(CARDS) + 1):
            self.market.add(Card(face=str(number)))
        return Turn


class Turn(ActivePlayer[OldLedger]):
    """The current player takes a card."""

    description = _("{actplayer} must take a card")
    my_turn = _("{you} must take a card")


@on(Turn, _("{actplayer} takes {card}"))
def take(game: OldLedger, card: Token) -> To[Turn] | To[GameEnd]:
    """The 3 asks where it goes."""
    role = game.player
    if card.face == "3":
        role = game.choose(game.roles, ask=_("{you} must say whose it is"))
    card.move_to(game.rows[role])
    game.sum.value += int(card.face)
    game.next_player()
    return Turn if len(game.market) else GameEnd


@take.options
def cards(game: OldLedger) -> Iterable[Token]:
    """All on display."""
    return game.market.tokens()
