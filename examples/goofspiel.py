"""Goofspiel: bid for prizes in secret; the higher card takes the prize, and who has more points at the end wins."""

from __future__ import annotations

import random

import rondel
from rondel import EVERYONE, OWNER, Automatic, Face, Facts, Game, GameEnd, Hand, Option, Pile, Row, To, TokenKind, _
from rondel.engine import render

CARDS = Option("cards", 5, text=_("Cards in each hand"), low=2, high=13)
Card = TokenKind("card", faces={str(value): Face("card", text=str(value)) for value in range(1, 14)})


class Goofspiel(Game):
    """Two players with the same cards, and a pile of prizes that nobody can foresee."""

    name = "goofspiel"
    title = _("Goofspiel")
    summary = _("Bid for prizes in secret; the higher card takes the prize.")
    seats = ("north", "south")
    options = (CARDS,)
    kinds = (Card,)
    score_visible_to = EVERYONE
    reveals = ("*",)
    facts = Facts(chance=True, hidden=True, simultaneous=True, scores=(0, 91), length=(4, 26))

    def setup(self) -> To[TurnUp]:
        self.prizes = self.add(Pile("prizes", backs_visible_to=EVERYONE))
        self.prize = self.add(Row("prize", visible_to=EVERYONE))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.played = self.each(Row, "played", visible_to=EVERYONE)
        self.gone = self.add(Row("gone", visible_to=EVERYONE))
        for value in range(1, self.option(CARDS) + 1):
            self.prizes.add(Card(face=str(value)))
            for hand in self.hands.values():
                hand.add(Card(face=str(value)))
        return TurnUp

    def measure(self) -> float:
        return 100 - 100 * len(self.prizes) / self.option(CARDS)


class TurnUp(Automatic[Goofspiel]):
    """Chance turns up the next prize."""

    updates_progress = True

    def enter(self, game: Goofspiel) -> To[Bid] | To[GameEnd]:
        if not len(game.prizes):
            return GameEnd
        game.draw(game.prizes).move_to(game.prize)
        return Bid


class Bid(Automatic[Goofspiel]):
    """Everybody bids a card at the same time; the higher one takes the prize, equal ones let it go."""

    def enter(self, game: Goofspiel) -> To[TurnUp]:
        prize = game.prize[0]
        bids = game.choose_each(dict(game.hands), ask=_("{you} must bid a card"), action="bid")
        for role, (card,) in bids.items():
            card.move_to(game.played[role])
            game.notify("bid", _("{player} bids {card}"), player=role, card=card.face)
        north, south = (int(bids[role][0].face) for role in game.roles)
        prize.move_to(game.gone)
        if north != south:
            winner = game.roles[0] if north > south else game.roles[1]
            game.set_score(winner, game.score(winner) + int(prize.face))
            game.notify("prize", _("{player} takes {prize}"), player=winner, prize=prize.face)
        return TurnUp


if __name__ == "__main__":
    game = rondel.new(Goofspiel)
    while not game.is_over:
        role = game.active[0]
        game.push(random.choice(game.moves(role)), role)
    for event in game.events(0, "observer"):
        print(render(event["text"]["text"], event["text"]["args"]))
    print(game.scores)
