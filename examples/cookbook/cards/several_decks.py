"""Several decks: cards of three levels lie in decks of their own, and a player draws from the one of a choice.

``deck.spot()`` makes a whole container an option. A page shows it as one target.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Face, Game, GameEnd, Pile, Row, Spot, To, TokenKind, _, on

LEVELS = {1: (1, 1, 2, 2), 2: (0, 2, 3, 4), 3: (0, 0, 5, 6)}
Gem = TokenKind("gem", faces={str(value): Face("diamond", text=str(value), colour="#2f6fb4") for value in range(7)})


class SeveralDecks(Game):
    """A deck with more risk has greater gems."""

    title = _("Several decks")
    summary = _("Draw from a safe deck or from a risky one.")
    seats = ("ann", "bob")
    kinds = (Gem,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Turn]:
        self.decks = {level: self.add(Pile(f"deck_{level}", backs_visible_to=EVERYONE)) for level in LEVELS}
        self.found = self.each(Row, "found", visible_to=EVERYONE)
        for level, values in LEVELS.items():
            for value in values:
                self.decks[level].add(Gem(face=str(value)))
        return Turn

    def score(self, role: str) -> float:
        return sum(int(gem.face) for gem in self.found[role])


class Turn(ActivePlayer[SeveralDecks]):
    """The current player draws."""

    description = _("{actplayer} must choose a deck")
    my_turn = _("{you} must choose a deck")


@on(Turn, _("{actplayer} draws from {deck}"))
def dig(game: SeveralDecks, deck: Spot) -> To[Turn] | To[GameEnd]:
    [pile] = [each for each in game.decks.values() if each.spot() == deck]
    gem = game.draw(pile, game.found[game.player])
    game.notify("found", _("{player} finds {gem}"), player=game.player, gem=gem.face)
    game.next_player()
    return Turn if any(len(each) for each in game.decks.values()) else GameEnd


@dig.options
def decks(game: SeveralDecks) -> list[Spot]:
    return [deck.spot() for deck in game.decks.values() if len(deck)]
