"""Trick: players follow suit if they can; the highest card of the suit led takes the trick and leads next."""

from __future__ import annotations

from rondel import EVERYONE, OWNER, ActivePlayer, Dealing, Game, GameEnd, Hand, Pile, PlayingCard, Row, To, Token, _, on
from rondel.engine.components.playing_cards import PACK, following, held, highest

SIZE = 5


class Trick(Game):
    """Five tricks; each is a point."""

    title = _("Tricks")
    summary = _("Follow suit and take tricks; each is a point.")
    seats = ("north", "east", "south")
    kinds = (PlayingCard,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.hand = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.trick = self.add(Row("trick", visible_to=EVERYONE))
        self.taken = self.add(Row("taken", visible_to=EVERYONE))
        for card in PlayingCard.set(dict.fromkeys(PACK, 1)):
            self.deck.add(card)
        return Deal


class Deal(Dealing[Trick]):
    """Five cards each, sorted."""

    def enter(self, game: Trick) -> To[Deal] | To[Play]:
        again = self.fill(game, game.deck, game.hand.values(), SIZE)
        if again is None:
            for hand in game.hand.values():
                hand.sort(held)
        return again or Play


class Play(ActivePlayer[Trick]):
    """The current player plays a card."""

    description = _("{actplayer} must play a card")
    my_turn = _("{you} must play a card")


@on(Play, _("{actplayer} plays {card}"))
def play(game: Trick, card: Token) -> To[Play] | To[GameEnd]:
    card.move_to(game.trick)
    if len(game.trick) < len(game.roles):
        game.next_player()
        return Play
    leader = game.roles.index(game.player) + 1 + game.trick.tokens().index(highest(game.trick))
    order = [game.roles[(leader + each) % len(game.roles)] for each in range(len(game.roles))]
    game.play_order.value = tuple(order)
    game.set_score(order[0], game.score(order[0]) + 1)
    for each in game.trick.tokens():
        each.move_to(game.taken)
    return Play if len(game.hand[order[0]]) else GameEnd


@play.options
def cards(game: Trick) -> list[Token]:
    return following(game.hand[game.player], game.trick)
