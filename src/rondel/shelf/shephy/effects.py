"""The effects of the events of Shephy.

An effect is a function registered under the name of its card, written as the card reads. It is handed the game and
the card that is played: that is the All-purpose Sheep when it stands in for another. A card that can do nothing is
spent all the same.
"""

from __future__ import annotations

from typing import Final

from rondel.engine import Effects, Token, _
from rondel.shelf.shephy.cards import Event, above, below, rank_of, within
from rondel.shelf.shephy.flock import Flock

effect: Final[Effects[Flock]] = Effects(Event)
"""The effect of each event, by its name."""


# -- growth ------------------------------------------------------------------------------------------------------------


@effect("Be Fruitful")
def be_fruitful(game: Flock, acting: Token) -> None:
    """One more of a sheep there is."""
    if game.room():
        game.gain(rank_of(game.choose(game.field, ask=_("Choose a sheep to gain another of its rank"))))


@effect("Multiply")
def multiply(game: Flock, acting: Token) -> None:
    """A sheep of rank 3."""
    if game.room():
        game.gain(3)


@effect("Fill the Earth")
def fill_the_earth(game: Flock, acting: Token) -> None:
    """As many sheep of rank 1 as wanted."""
    if game.room():
        count = game.choose(range(game.room() + 1), ask=_("Gain sheep of rank 1: how many?"))
        game.gain(1, count)


@effect("Flourish")
def flourish(game: Flock, acting: Token) -> None:
    """Up to three sheep of the rank below that of one there is; nothing is below 1."""
    if game.room():
        lower = below(rank_of(game.choose(game.field, ask=_("Choose a sheep to gain three of the rank below"))))
        if lower:
            game.gain(lower, min(3, game.room()))


@effect("Golden Hooves")
def golden_hooves(game: Flock, acting: Token) -> None:
    """Any sheep but those of the highest rank rise by one rank, all at once."""
    highest = game.highest()
    others = [sheep for sheep in game.field if rank_of(sheep) < highest]
    if others:
        risen = game.choose_some(others, most=len(others), ask=_("Choose sheep that rise by one rank"))
        ranks = [above(rank_of(sheep)) for sheep in risen]
        for sheep in risen:
            game.release(sheep)
        for rank in ranks:
            game.gain(rank)


@effect("Dominion")
def dominion(game: Flock, acting: Token) -> None:
    """Any sheep become one, of at most their total rank."""
    given = game.choose_some(game.field, least=1, most=len(game.field), ask=_("Choose sheep to join into one"))
    ranks = within(sum([rank_of(sheep) for sheep in given]))
    if game.joins_to_less() and len(ranks) > 1:
        rank = game.choose(ranks, ask=_("Choose the rank of the sheep that is gained"))
    else:
        rank = ranks[0]
    for sheep in given:
        game.release(sheep)
    game.gain(rank)


# -- care for hand and deck --------------------------------------------------------------------------------------------


@effect("Inspiration")
def inspiration(game: Flock, acting: Token) -> None:
    """Any card of the deck; the others are shuffled, that is, they have no order."""
    if len(game.deck):
        game.choose(game.deck, ask=_("Take a card from the deck")).move_to(game.hand)


@effect("Sheep Dog")
def sheep_dog(game: Flock, acting: Token) -> None:
    """A card of the hand is discarded without effect."""
    if len(game.hand):
        card = game.choose(game.hand, ask=_("Discard a card"))
        card.move_to(game.discard)
        game.notify("discard", _("{player} discards {card}"), player=game.actor, card=card.face)


@effect("Planning Sheep")
def planning_sheep(game: Flock, acting: Token) -> None:
    """A card of the hand leaves the game."""
    if len(game.hand):
        card = game.choose(game.hand, ask=_("Choose a card that leaves the game"))
        card.move_to(game.exile)
        game.notify("exile", _("{card} leaves the game"), card=card.face)


@effect("All-purpose Sheep")
def all_purpose_sheep(game: Flock, acting: Token) -> None:
    """Does what a card in hand does; that one stays in hand, and "this card" is the All-purpose Sheep."""
    if len(game.hand):
        copied = game.choose(game.hand, ask=_("Choose a card to do the same as"))
        game.notify("copy", _("{player} does the same as {card}"), player=game.actor, card=copied.face)
        effect.of(copied)(game, acting)


# -- disasters ---------------------------------------------------------------------------------------------------------


@effect("Falling Rock")
def falling_rock(game: Flock, acting: Token) -> None:
    """One sheep is lost."""
    game.lose(1)


@effect("Storm")
def storm(game: Flock, acting: Token) -> None:
    """Two sheep are lost."""
    game.lose(2)


@effect("Meteor")
def meteor(game: Flock, acting: Token) -> None:
    """Three sheep are lost, and the card that was played leaves the game."""
    acting.move_to(game.exile)
    game.notify("exile", _("{card} leaves the game"), card=acting.face)
    game.lose(3)


@effect("Lightning")
def lightning(game: Flock, acting: Token) -> None:
    """A sheep of the highest rank is lost."""
    game.release(game.one_of(game.highest()))


@effect("Wolves")
def wolves(game: Flock, acting: Token) -> None:
    """A sheep of the highest rank sinks by one rank; one of rank 1 is lost."""
    highest = game.highest()
    game.release(game.one_of(highest))
    if below(highest):
        game.gain(below(highest))


@effect("Plague")
def plague(game: Flock, acting: Token) -> None:
    """All sheep of one rank are lost."""
    sick = game.choose(game.field, ask=_("Choose a rank, and lose all sheep of it")).face
    for sheep in game.field.tokens():
        if sheep.face == sick:
            game.release(sheep)


@effect("Crowding")
def crowding(game: Flock, acting: Token) -> None:
    """All sheep but two are lost."""
    game.lose(len(game.field) - 2)


@effect("Slump")
def slump(game: Flock, acting: Token) -> None:
    """Half of the sheep are lost, rounded down."""
    game.lose(len(game.field) // 2)


@effect("Shephion")
def shephion(game: Flock, acting: Token) -> None:
    """Seven sheep are lost, which is all there can be."""
    game.lose(7)
