"""A game all of whose words are markup with a script in it, for test_markup: title, options, cards, log and props."""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Face,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Prop,
    Row,
    To,
    Token,
    TokenKind,
    on,
)

SCRIPT = "<img src=x onerror=pwned() class=pwned>"
"""What may stand in a name."""
MARKUP = f"\"'>{SCRIPT}<script class=pwned>pwned()</script><a class=pwned href=javascript:pwned()>x</a>"
"""What stands where there is more room."""

WORD = Option("word", MARKUP, text=MARKUP, values=(MARKUP, f"2 {MARKUP}"))

Card = TokenKind("card", faces={"ace": Face("card", text=MARKUP, note=MARKUP), "two": Face("text", text=MARKUP)})


class Hostile(Game):
    """Each player plays two cards."""

    name = "hostile"
    title = MARKUP
    summary = MARKUP
    seats = ("first", "second")
    options = (WORD,)
    kinds = (Card,)
    facts = Facts(chance=False, hidden=True, simultaneous=False, scores=(0, 0), length=(4, 4))

    def setup(self) -> To[PlayerTurn]:
        self.said = self.add(Prop("said", self.option(WORD), visible_to=EVERYONE))
        self.played = self.add(Row("played", visible_to=EVERYONE))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        for hand in self.hands.values():
            for face in ("ace", "two"):
                hand.add(Card(face=face))
        return PlayerTurn


class PlayerTurn(ActivePlayer[Hostile]):
    """The current player plays a card."""

    description = f"{MARKUP} {{actplayer}}"
    my_turn = f"{MARKUP} {{you}}"


@on(PlayerTurn, f"{MARKUP} {{actplayer}} {{card}}")
def play(game: Hostile, card: Token) -> To[PlayerTurn] | To[GameEnd]:
    """Lay it down, and say something nasty."""
    card.move_to(game.played)
    game.notify("said", f"{MARKUP} {{word}}", word=MARKUP)
    if len(game.played) == 4:
        return GameEnd
    game.next_player()
    return PlayerTurn


@play.options
def cards(game: Hostile) -> Iterable[Token]:
    """Any card in hand."""
    return game.hands[game.player]
