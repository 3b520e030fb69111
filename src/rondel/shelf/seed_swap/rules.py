"""Seed Swap: draft seeds, sow them in secret, and let the wheel decide what is ripe.

Rules: our own, as docs/games/seed_swap.md tells them. Two to five farmers. Every turn each farmer picks a card of
the hand, says where it is sown, and the hands go round. A card has a crop and a number of steps: the farmer's cart moves
by this number of sectors round the wheel, and all plots of the crop that it reaches are harvested.

Everybody picks and sows at a pace of their own, in the private states `Pick` and `Sow`, and may go back until the last
one has sown.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    OWNER,
    Automatic,
    Dealing,
    Facts,
    Game,
    GameEnd,
    Hand,
    MultipleActivePlayers,
    Option,
    Pile,
    PrivateState,
    Prop,
    Row,
    Showcase,
    Spot,
    Stat,
    To,
    Token,
    Track,
    _,
    decline,
    on,
    plural,
)
from rondel.shelf.seed_swap.seeds import COPIES, CROPS, SET, WHEEL, Cart, Seed, Sign, crop_of, steps_of, worth

SEASONS = Option("seasons", 2, text=_("Seasons: hands that are dealt"), low=1, high=4)
HAND_SIZE = Option("hand_size", 6, text=_("Cards dealt to each in a season"), low=3, high=6)

HARVESTED = plural("{player} harvests {crop}: {points} point", "{player} harvests {crop}: {points} points", "points")

HARVESTS = Stat("harvests", _("Harvests"))
BEST = Stat("best", _("Best harvest"))

PLOTS = 3
ROOM = 4
"""Cards a plot can hold."""
ALONE = 1
"""The extra point for a harvest in a sector without another cart."""


class SeedSwap(Game):
    """Farmers with a hand, three plots, a barn and a cart each."""

    name = "seed_swap"
    title = _("Seed Swap")
    summary = _("Draft seeds, sow them in secret, and let the wheel decide what is ripe.")
    showcase = Showcase(family=_("Cards"), minutes=15, drawn=20)
    seats = ("ash", "birch", "cedar", "elm", "hazel")
    fewest = 2
    options = (SEASONS, HAND_SIZE)
    kinds = (Seed, Sign, Cart)
    stats = (HARVESTS, BEST)
    # Twenty turns at most, in each of which a card is sown: five full plots, alone every time, and five sets.
    facts = Facts(chance=True, hidden=True, simultaneous=True, scores=(0, 5 * 16 + 20 + 5 * SET), length=(8, 200))
    score_visible_to = EVERYONE

    def setup(self) -> To[Deal]:
        self.size = self.option(HAND_SIZE)
        self.season = self.add(Prop("season", 1, visible_to=EVERYONE))
        self.wheel = self.add(Track("wheel", spaces=len(WHEEL), first=1, loop=True, visible_to=EVERYONE))
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.plots = {
            role: [
                self.add(Row(f"plot_{number}_{role}", visible_to=EVERYONE), belongs_to=role) for number in range(1, PLOTS + 1)
            ]
            for role in self.roles
        }
        self.barn = self.each(Row, "barn", visible_to=EVERYONE)
        self.compost = self.add(Pile("compost", visible_to=EVERYONE))
        self.picked = self.each(Row, "picked", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.plan = self.each(Prop, "plan", 0, visible_to=OWNER)
        self.hand = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        for number, crop in enumerate(WHEEL, 1):
            self.wheel.put(Sign(face=crop), number)
        for role in self.roles:
            self.wheel.put(Cart(role), 1)
        for face in Seed.faces:
            for _each in range(COPIES * len(self.roles)):
                self.deck.add(Seed(face=face))
        return Deal

    # -- looking -------------------------------------------------------------------------------------------------------

    def cart(self, role: str) -> Token:
        """A farmer's cart."""
        return next(token for token in self.wheel if token.owner == role)

    def sector(self, role: str) -> int:
        """The number of the sector where a farmer's cart is."""
        return self.wheel.position(self.cart(role))

    def may_sow(self, role: str, seed: Token) -> list[int]:
        """The numbers of the plots where a card may be sown: any but a full one of the same crop."""
        return [
            number
            for number, plot in enumerate(self.plots[role], 1)
            if not len(plot) or crop_of(plot[0]) != crop_of(seed) or len(plot) < ROOM
        ]

    def sets(self, role: str) -> int:
        """How many times there are four different crops in a barn."""
        crops = [crop_of(seed) for seed in self.barn[role]]
        return min([crops.count(crop) for crop in CROPS])

    def tie_break(self, role: str) -> tuple[float, ...]:
        return (float(len(self.barn[role])),)

    def measure(self) -> float:
        size = self.size
        played = (self.season.value - 1) * (size - 1) + size - max([len(self.hand[role]) for role in self.roles])
        return 100 * played / (self.option(SEASONS) * (size - 1))


class Deal(Dealing[SeedSwap]):
    """The hands are dealt, one after the other."""

    def enter(self, game: SeedSwap) -> To[Deal] | To[Farm]:
        return self.fill(game, game.deck, game.hand.values(), game.size) or Farm


class Farm(MultipleActivePlayers[SeedSwap]):
    """Everybody picks a card and says where it is sown."""

    description = _("Everybody picks a card and sows it")
    updates_progress = True

    def first(self, game: SeedSwap, role: str) -> To[Pick]:
        return Pick


class Pick(PrivateState[SeedSwap]):
    """Pick a card of the hand."""

    my_turn = _("Pick a card")


@on(Pick, _("{actplayer} picks {card}"), says=_("Pick {card}"), logged=False)
def pick(game: SeedSwap, card: Token) -> To[Sow]:
    """The card is laid aside; the others see only that."""
    card.move_to(game.picked[game.actor])
    return Sow


@pick.options
def cards(game: SeedSwap) -> Iterable[Token]:
    """The cards in hand."""
    return game.hand[game.actor]


class Sow(PrivateState[SeedSwap]):
    """Say where the card is sown."""

    my_turn = _("Choose where to sow it")


@on(Sow, _("{actplayer} sows in plot {plot}"), says=_("Sow in plot {plot}"), logged=False)
def sow(game: SeedSwap, plot: Spot) -> To[Reveal]:
    """Sow in a plot; another crop that grows there is ploughed under."""
    game.plan[game.actor].value = int(plot.name)
    return Reveal


@sow.options
def plots(game: SeedSwap) -> Iterable[Spot]:
    """Where the picked card may be sown."""
    mine = game.plots[game.actor]
    return [mine[number - 1].spot(str(number)) for number in game.may_sow(game.actor, game.picked[game.actor][0])]


@decline(Sow, _("{actplayer} composts the card"), says=_("Compost it"), logged=False)
def compost(game: SeedSwap) -> To[Reveal]:
    """Nowhere; the cart goes its way all the same."""
    game.plan[game.actor].value = 0
    return Reveal


class Reveal(Automatic[SeedSwap]):
    """Turn the cards over and sow them, move the carts, and harvest the ripe crops."""

    def enter(self, game: SeedSwap) -> To[Harvest]:
        for role in game.roles:
            seed, number = game.picked[role][0], game.plan[role].value
            game.plan[role].value = 0
            self._sow(game, role, seed, number)
            game.wheel.advance(game.cart(role), steps_of(seed))
        return Harvest

    def _sow(self, game: SeedSwap, role: str, seed: Token, number: int) -> None:
        if not number:
            game.notify("compost", _("{player} composts {card}"), player=role, card=seed.face)
            seed.move_to(game.compost)
            return
        plot = game.plots[role][number - 1]
        if len(plot) and crop_of(plot[0]) != crop_of(seed):
            game.notify("plough", _("{player} ploughs {count} under"), player=role, count=len(plot))
            for old in plot.tokens():
                old.move_to(game.compost)
        game.notify("sow", _("{player} sows {card} in plot {plot}"), player=role, card=seed.face, plot=number)
        seed.move_to(plot)


class Harvest(Automatic[SeedSwap]):
    """Every cart harvests the plots of the crop it has come to; then the hands go round."""

    def enter(self, game: SeedSwap) -> To[Farm] | To[Deal] | To[Count]:
        sectors = [game.sector(role) for role in game.roles]
        for role, sector in zip(game.roles, sectors, strict=True):
            self._harvest(game, role, WHEEL[sector - 1], alone=sectors.count(sector) == 1)
        if len(game.hand[game.roles[0]]) > 1:
            self._pass(game)
            return Farm
        for role in game.roles:
            for seed in game.hand[role].tokens():
                game.notify("rest", _("{player} composts the last card, {card}"), player=role, card=seed.face)
                seed.move_to(game.compost)
        if game.season.value == game.option(SEASONS):
            return Count
        game.season.value += 1
        return Deal

    def _harvest(self, game: SeedSwap, role: str, crop: str, *, alone: bool) -> None:
        points = count = 0
        for plot in game.plots[role]:
            if len(plot) and crop_of(plot[0]) == crop:
                points += worth(len(plot))
                count += len(plot)
                for seed in plot.tokens():
                    seed.move_to(game.barn[role])
        if not count:
            return
        if alone:
            points += ALONE
        game.set_score(role, game.score(role) + points)
        game.count(HARVESTS, role=role)
        game.set_stat(BEST, max(points, game.stat(BEST, role)), role)
        game.notify("harvest", HARVESTED, player=role, crop=crop, count=count, points=points)

    def _pass(self, game: SeedSwap) -> None:
        """To the left in odd seasons, to the right in even ones."""
        held = [game.hand[role].tokens() for role in game.roles]
        step = 1 if game.season.value % 2 else -1
        for number, role in enumerate(game.roles):
            for seed in held[(number - step) % len(held)]:
                seed.move_to(game.hand[role])


class Count(Automatic[SeedSwap]):
    """Count a point for each card that still grows, and more for sets of four different crops in the barn."""

    def enter(self, game: SeedSwap) -> To[GameEnd]:
        for role in game.roles:
            growing, sets = sum([len(plot) for plot in game.plots[role]]), game.sets(role)
            game.set_score(role, game.score(role) + growing + SET * sets)
            game.notify(
                "count",
                _("{player} counts {growing} for what still grows and {points} for the barn"),
                player=role,
                growing=growing,
                points=SET * sets,
            )
        return GameEnd
