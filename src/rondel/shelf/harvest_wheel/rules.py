"""Harvest Wheel: go round a wheel of tasks, lay out a farm, bring in the harvest, and follow a secret aim.

Rules: our own, as docs/games/harvest_wheel.md tells them. Two to four farmers, eight rounds:

    Keep      once: everybody keeps one of two aims, in secret
    Refill    the market is filled from the bag
    Supper    everybody brings something to the table, at the same time and in secret
    Turn      each in turn goes on round the wheel, and does what the sector says:
              Land (clear, settle), Sale (sell) and Fair ask what; sow, work, fish and pick are done at once
    Harvest   what was sown is brought in; the next farmer begins
    Count     after the last round
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Area,
    Automatic,
    Cell,
    Counter,
    Dealing,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Phrase,
    Pile,
    Row,
    Showcase,
    Stat,
    To,
    Token,
    Track,
    _,
    decline,
    on,
    phrase,
    plural,
)
from rondel.shelf.harvest_wheel.aims import AIMS, Aim, aimed
from rondel.shelf.harvest_wheel.farm import FREE, MARKET, PRICE, PRIZES, SECTORS, TILES, Cart, Good, Tile, beside, lying

ROUNDS = Option("rounds", 8, text=_("Rounds"), low=2, high=12)
OPEN_AIMS = Option("open_aims", False, text=_("Aims are open"))

BUILT = Stat("built", _("Tiles laid"))
GROWN = Stat("grown", _("Goods brought in"))
ADMIRED = Stat("admired", _("Dishes that nobody else brought"))

COINS = 6
"""The coins of a farmer at the start."""
WAGE = 4
YIELD = 2
"""Grain from a field and fruit from an orchard; a field next to a pond gives one more."""
STORE = 8
"""Goods a farm can keep; each barn adds half as many."""
SEAT = 1
"""The coins that a farmer without a dish pays at the supper."""
THANKS = 2
"""Points for a dish that nobody else brings, and lost by who goes hungry."""
COINS_A_POINT = 4

FARE = plural("Go to {sector} for a coin", "Go to {sector} for {coins} coins", "coins")
PURCHASE = plural("Buy the {tile} for a coin here", "Buy the {tile} for {coins} coins here", "coins")
COUNTED = _("{player} counts {farm} for the farm and {secret} for the aim {aim}")


class HarvestWheel(Game):
    """Farmers with land, a barn, coins, an aim, and a cart on the wheel."""

    name = "harvest_wheel"
    title = _("Harvest Wheel")
    summary = _("Go round the wheel of tasks, lay out a farm, and follow a secret aim.")
    showcase = Showcase(family=_("Strategy"), minutes=30, drawn=20)
    seats = ("ash", "birch", "cedar", "elm")
    fewest = 2
    options = (ROUNDS, OPEN_AIMS)
    kinds = (Tile, Good, Cart, Aim)
    stats = (BUILT, GROWN, ADMIRED)
    facts = Facts(chance=True, hidden=True, simultaneous=True, scores=(-24, 250), length=(8, 500))
    score_visible_to = EVERYONE
    reveals = ("*",)

    def setup(self) -> To[Deal]:
        self.round = self.add(Counter("round", 1, most=self.option(ROUNDS), visible_to=EVERYONE))
        self.lots = self.add(Counter("tiles_to_lay", visible_to=EVERYONE))
        self.wheel = self.add(Track("wheel", spaces=SECTORS, loop=True, visible_to=EVERYONE))
        self.market = self.add(Track("market", spaces=MARKET, capacity=1, visible_to=EVERYONE))
        self.bag = self.add(Pile("bag", backs_visible_to=EVERYONE))
        self.aims = self.add(Pile("aims"), label=_("Aims left"))
        self.unused = self.add(Row("unused"), label=_("Aims put away"))
        self.land = self.each(Area, "land", visible_to=EVERYONE)
        self.barn = self.each(Row, "barn", visible_to=EVERYONE)
        self.aim = self.each(Hand, "aim", visible_to=EVERYONE if self.option(OPEN_AIMS) else OWNER, backs_visible_to=EVERYONE)
        self.coins = self.each(Counter, "coins", COINS, visible_to=EVERYONE)
        for aim in AIMS:
            self.aims.add(Aim(face=aim))
        for tile in Tile.set(TILES):
            self.bag.add(tile)
        for role, land in self.land.items():
            self.wheel.put(Cart(role), SECTORS[-1])
            land.put(Tile(role, face="house"), land.cell(0, 0))
            land.put(Tile(role, face="field"), land.cell(1, 0))
        return Deal

    # -- looking -------------------------------------------------------------------------------------------------------

    @property
    def starter(self) -> str:
        """The player who begins this round."""
        return self.roles[(self.round.value - 1) % len(self.roles)]

    def place(self, role: str) -> int:
        """How many play before a farmer in this round."""
        return (self.roles.index(role) - self.roles.index(self.starter)) % len(self.roles)

    def cart(self, role: str) -> Token:
        """A farmer's cart."""
        return next(cart for cart in self.wheel if cart.owner == role)

    def room(self, role: str) -> int:
        """How many goods more a farm can keep."""
        return STORE + STORE // 2 * len(lying(self.land[role], "barn")) - len(self.barn[role])

    def different(self, role: str) -> list[Token]:
        """One of each good that a farmer has."""
        return list({good.face: good for good in self.barn[role]}.values())

    def crop(self, role: str) -> int:
        """How much grain will be brought in."""
        sown = lying(self.land[role], "sown")
        return YIELD * len(sown) + len(beside(self.land[role], sown, "pond"))

    def property(self, role: str, aims: Iterable[Token]) -> int:
        """The value of a farm at the end: a point for each tile, and for each next to a barn; coins; and the aims."""
        land, coins = self.land[role], self.coins[role].value
        yards = sum([len(land.around(barn)) for barn in lying(land, "barn")])
        secret = sum([aimed(aim.face, land, len(self.barn[role]), coins) for aim in aims])
        return len(land) + yards + coins // COINS_A_POINT + secret

    def tie_break(self, role: str) -> tuple[float, ...]:
        return (float(self.coins[role].value), float(len(self.barn[role])))

    def measure(self) -> float:
        done = self.place(self.player) / len(self.roles)
        return 100 * (self.round.value - 1 + done) / self.option(ROUNDS)

    # -- changing ------------------------------------------------------------------------------------------------------

    def store(self, role: str, good: str, count: int) -> None:
        """Bring goods in, as many as there is room for."""
        count = min(count, self.room(role))
        for _each in range(count):
            self.barn[role].add(Good(face=good))
        self.count(GROWN, count, role)
        if count:
            self.notify("stored", _("{player} brings in {count} {good}"), player=role, count=count, good=good)

    def slide(self) -> None:
        """Tiles in the market move to the cheaper places."""
        for place, tile in zip(MARKET, self.market.tokens(), strict=False):
            self.market.put(tile, place)


class Deal(Dealing[HarvestWheel]):
    """Two aims for each."""

    def enter(self, game: HarvestWheel) -> To[Deal] | To[Keep]:
        return self.fill(game, game.aims, game.aim.values(), 2) or Keep


class Keep(Automatic[HarvestWheel]):
    """Everybody keeps one of two aims; the others are put away."""

    def enter(self, game: HarvestWheel) -> To[Refill]:
        kept = game.choose_each(dict(game.aim), ask=_("Keep one of two aims"), action="keep")
        for role, (aim,) in kept.items():
            for other in game.aim[role].tokens():
                if other is not aim:
                    other.move_to(game.unused)
        return Refill


class Refill(Automatic[HarvestWheel]):
    """The market is filled from the bag, one tile for each time it is entered."""

    updates_progress = True

    def enter(self, game: HarvestWheel) -> To[Refill] | To[Supper] | To[Turn]:
        if len(game.market) < len(MARKET) and len(game.bag):
            game.market.put(game.draw(game.bag), MARKET[len(game.market)])
            return Refill
        return Supper if game.player == game.starter else Turn


class Supper(Automatic[HarvestWheel]):
    """Everybody brings a dish or pays for a seat; a dish that nobody else brings is admired. Who can do neither is hungry."""

    def enter(self, game: HarvestWheel) -> To[Turn]:
        options: dict[str, list[Token | str]] = {}
        for role in game.roles:
            options[role] = [*game.different(role), *([_("coins")] if game.coins[role].value >= SEAT else [])]
        asked = {role: dishes for role, dishes in options.items() if dishes}
        brought = game.choose_each(asked, ask=_("Bring something to supper"), action="bring") if asked else {}
        dishes = [dish.face for (dish,) in brought.values() if isinstance(dish, Token)]
        for role in game.roles:
            dish = brought[role][0] if role in brought else None
            if dish is None:
                game.set_score(role, game.score(role) - THANKS)
                game.notify("hungry", _("{player} goes hungry"), player=role)
            elif isinstance(dish, str):
                game.coins[role].take(SEAT)
                game.notify("seat", _("{player} pays for a seat"), player=role)
            else:
                game.notify("dish", _("{player} brings {good}"), player=role, good=dish.face)
                if dishes.count(dish.face) == 1:
                    game.set_score(role, game.score(role) + THANKS)
                    game.count(ADMIRED, role=role)
                dish.remove()
        return Turn


class Turn(ActivePlayer[HarvestWheel]):
    """The cart goes on round the wheel."""

    description = _("{actplayer} must go to a sector")
    my_turn = _("Choose a task: three steps are free, each further one costs a coin")

    def zombie(self, game: HarvestWheel, role: str) -> str:
        """The move of an absent player: one sector on, at no cost."""
        return f"go({game.wheel.ahead(game.cart(role), 1)[0].name})"


def fare(game: HarvestWheel, sector: Cell) -> Phrase:
    """The way to a sector, with its price."""
    steps = game.wheel.distance(game.wheel.where(game.cart(game.player)), sector)
    if steps <= FREE:
        return phrase(_("Go to {sector}"), sector=sector.name)
    return phrase(FARE, sector=sector.name, coins=steps - FREE)


@on(Turn, _("{actplayer} goes to {sector}"), says=fare)
def go(game: HarvestWheel, sector: Cell) -> To[Land] | To[Sale] | To[Fair] | To[NextTurn]:
    """Some tasks are carried out at once, the others ask the player."""
    role, task = game.player, sector.name
    land = game.land[role]
    steps = game.wheel.distance(game.wheel.where(game.cart(role)), sector)
    game.coins[role].take(max(0, steps - FREE))
    game.wheel.put(game.cart(role), sector)
    if task in ("clear", "settle"):
        game.lots.value = 1 if task == "clear" else 2
        return Land
    if task == "sell":
        return Sale
    if task == "fair":
        return Fair
    if task == "sow":
        for field in [tile for tile in land if tile.face == "field"]:
            field.face = "sown"
    elif task == "work":
        game.coins[role].add(WAGE)
    elif task == "fish":
        game.store(role, "trout", 1 + len(lying(land, "pond")))
    else:
        game.store(role, "fruit", YIELD * len(lying(land, "orchard")))
    return NextTurn


@go.options
def sectors(game: HarvestWheel) -> Iterable[Cell]:
    """Three sectors, and as many more as can be paid; not once round."""
    most = min(FREE + game.coins[game.player].value, len(SECTORS) - 1)
    return game.wheel.ahead(game.cart(game.player), most)


class Land(ActivePlayer[HarvestWheel]):
    """Buy a tile and lay it; two when settling."""

    description = _("{actplayer} may buy a tile")
    my_turn = _("Buy a tile and lay it next to your land")


def price(game: HarvestWheel, tile: Token, place: Cell) -> Phrase:
    """The purchase of a tile, with its price."""
    return phrase(PURCHASE, tile=tile.face, coins=int(game.market.where(tile).name))


@on(Land, _("{actplayer} lays {tile}"), says=price)
def lay(game: HarvestWheel, tile: Token, place: Cell) -> To[Land] | To[NextTurn]:
    """Paid by its place in the market; the others get cheaper."""
    role = game.player
    game.coins[role].take(int(game.market.where(tile).name))
    tile.owner = role
    game.land[role].put(tile, place)
    game.slide()
    game.count(BUILT)
    game.lots.take()
    return Land if game.lots.value else NextTurn


@lay.options
def tiles(game: HarvestWheel) -> Iterable[Token]:
    """What can be paid."""
    return [tile for tile in game.market if int(game.market.where(tile).name) <= game.coins[game.player].value]


@lay.options
def places(game: HarvestWheel, tile: Token) -> Iterable[Cell]:
    """Next to what is there."""
    return game.land[game.player].free()


class Sale(ActivePlayer[HarvestWheel]):
    """Sell goods of one kind."""

    description = _("{actplayer} may sell goods")
    my_turn = _("Sell goods of one kind")


@on(Sale, _("{actplayer} sells {count} {good}"), says=_("Sell {count} {good}"))
def sell(game: HarvestWheel, good: Token, count: int) -> To[NextTurn]:
    """As many of one kind as one likes."""
    role, face = game.player, good.face
    for sold in [each for each in game.barn[role] if each.face == face][:count]:
        sold.remove()
    game.coins[role].add(count * PRICE[face])
    return NextTurn


@sell.options
def goods(game: HarvestWheel) -> Iterable[Token]:
    """One of each kind stands for all."""
    return game.different(game.player)


@sell.options
def counts(game: HarvestWheel, good: Token) -> Iterable[int]:
    """Up to all."""
    return range(1, 1 + len([each for each in game.barn[game.player] if each.face == good.face]))


class Fair(ActivePlayer[HarvestWheel]):
    """Show different goods for points."""

    description = _("{actplayer} may show goods at the fair")
    my_turn = _("Show goods at the fair: one, two or three different ones are worth 2, 5 or 9")


@on(Fair, _("{actplayer} shows goods at the fair"), says=_("Show goods"))
def show(game: HarvestWheel) -> To[NextTurn]:
    """They are given away there."""
    role = game.player
    different = game.different(role)
    shown = game.choose_some(different, ask=_("Choose what you show"), least=1, most=len(different), action="show")
    points = PRIZES[len(shown)]
    for good in shown:
        good.remove()
    game.set_score(role, game.score(role) + points)
    game.notify("shown", _("{player} gets {points} for {count} different goods"), player=role, points=points, count=len(shown))
    return NextTurn


@show.available
def may_show(game: HarvestWheel) -> bool:
    """Who has any."""
    return len(game.barn[game.player]) > 0


@decline(Land, _("{actplayer} lays no more"), says=_("Buy nothing"))
def lay_nothing(game: HarvestWheel) -> To[NextTurn]:
    """Nothing has to be bought."""
    return NextTurn


@decline(Sale, _("{actplayer} sells nothing"), says=_("Sell nothing"))
def sell_nothing(game: HarvestWheel) -> To[NextTurn]:
    """Nothing has to be sold."""
    return NextTurn


@decline(Fair, _("{actplayer} shows nothing"), says=_("Show nothing"))
def show_nothing(game: HarvestWheel) -> To[NextTurn]:
    """Nothing has to be shown."""
    return NextTurn


class NextTurn(Automatic[HarvestWheel]):
    """The next farmer's turn, or the harvest once all have had theirs."""

    def enter(self, game: HarvestWheel) -> To[Refill] | To[Harvest]:
        game.lots.value = 0
        return Harvest if game.next_player() == game.starter else Refill


class Harvest(Automatic[HarvestWheel]):
    """Grain is brought in and its fields are bare; the cheapest tile is gone, and the next farmer begins."""

    def enter(self, game: HarvestWheel) -> To[Refill] | To[Count]:
        for role in game.roles:
            game.store(role, "grain", game.crop(role))
            for tile in [tile for tile in game.land[role] if tile.face == "sown"]:
                tile.face = "field"
        if game.round.value == game.option(ROUNDS):
            return Count
        for tile in game.market[MARKET[0]]:
            tile.remove()
        game.slide()
        game.next_player()
        game.round.add()
        return Refill


class Count(Automatic[HarvestWheel]):
    """Count tiles, tiles next to barns, coins and aims."""

    updates_progress = True

    def enter(self, game: HarvestWheel) -> To[GameEnd]:
        for role in game.roles:
            [aim] = game.aim[role]
            farm = game.property(role, ())
            secret = game.property(role, [aim]) - farm
            game.set_score(role, game.score(role) + farm + secret)
            game.notify("count", COUNTED, player=role, farm=farm, secret=secret, aim=aim.face)
        return GameEnd
