"""Drafting: everybody keeps a card of a hand in secret, and passes the rest to the left.

One `choose_each` for each pick. All picks are in before a hand is passed on.
"""

from __future__ import annotations

from rondel import EVERYONE, OWNER, Automatic, Dealing, Face, Game, GameEnd, Hand, Pile, Row, To, TokenKind, _

SIZE = 4
Dish = TokenKind("dish", faces={str(value): Face("card", text=str(value)) for value in range(1, 7)})


class Drafting(Game):
    """Hands of four cards go round; each player keeps the values picked."""

    title = _("Drafting")
    summary = _("Keep one card, pass the rest; the greatest sum wins.")
    seats = ("ann", "bob", "cid")
    kinds = (Dish,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.hand = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.kept = self.each(Row, "kept", visible_to=EVERYONE)
        for dish in Dish.set(dict.fromkeys(Dish.faces, 3)):
            self.deck.add(dish)
        return Deal

    def score(self, role: str) -> float:
        return sum(int(dish.face) for dish in self.kept[role])


class Deal(Dealing[Drafting]):
    """Four cards each."""

    def enter(self, game: Drafting) -> To[Deal] | To[Pick]:
        return self.fill(game, game.deck, game.hand.values(), SIZE) or Pick


class Pick(Automatic[Drafting]):
    """Everybody picks; then the hands are passed."""

    def enter(self, game: Drafting) -> To[Pick] | To[GameEnd]:
        picks = game.choose_each(dict(game.hand), ask=_("{you} must keep a card"), action="keep")
        for role, (dish,) in picks.items():
            dish.move_to(game.kept[role])
        left = [game.hand[role].tokens() for role in game.roles]
        for number, rest in enumerate(left):
            neighbour = game.roles[(number + 1) % len(game.roles)]
            for dish in rest:
                dish.move_to(game.hand[neighbour])
        return Pick if any(left) else GameEnd
