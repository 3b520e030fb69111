"""The gem fair: collect gems, buy stalls' jewels that make later ones cheaper, and be visited by patrons.

Two to four players. The round in which somebody has fifteen points is finished; the most points win, and among equals
the fewest jewels.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

from rondel import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Cell,
    Dealing,
    Face,
    Game,
    GameEnd,
    Hand,
    Move,
    Option,
    Pile,
    Row,
    Spot,
    To,
    Token,
    TokenKind,
    Track,
    _,
    decline,
    on,
)

GOAL = Option("goal", 15, text=_("Points that end the game"), low=1, high=30)
COLOURS = ("ruby", "emerald", "sapphire", "onyx", "pearl")
GOLD = "gold"
PAINT = {
    "ruby": "#b3312c",
    "emerald": "#2f8f4e",
    "sapphire": "#2f5fa8",
    "onyx": "#2b2622",
    "pearl": "#f1ead9",
    "gold": "#d9a520",
}
GEMS_FOR = {2: 4, 3: 5, 4: 7}  # of each colour, by the number of players
ALL_GOLD = 5
SHOWN = 4
MOST_GEMS = 10
MOST_RESERVED = 3
PATRON_POINTS = 3


@dataclass(frozen=True)
class Jewel:
    """What is printed on a card."""

    tier: int
    colour: str
    points: int
    cost: Mapping[str, int]


# Each line is printed once in every colour: its points, and its price in that colour and in the four that follow it
# in the ring of COLOURS.
PATTERNS = {
    1: [
        (0, (0, 1, 1, 1, 1)),
        (0, (0, 1, 1, 1, 2)),
        (0, (0, 0, 1, 2, 2)),
        (0, (1, 3, 0, 1, 0)),
        (0, (0, 2, 0, 0, 1)),
        (0, (0, 0, 2, 2, 0)),
        (0, (0, 3, 0, 0, 0)),
        (1, (0, 0, 0, 4, 0)),
    ],
    2: [
        (1, (0, 3, 2, 0, 2)),
        (1, (2, 3, 0, 3, 0)),
        (2, (0, 0, 4, 1, 2)),
        (2, (3, 0, 0, 0, 5)),
        (2, (0, 5, 0, 0, 0)),
        (3, (6, 0, 0, 0, 0)),
    ],
    3: [
        (3, (0, 3, 5, 3, 3)),
        (4, (0, 0, 7, 0, 0)),
        (4, (3, 6, 0, 0, 3)),
        (5, (3, 0, 0, 7, 0)),
    ],
}


def printed() -> dict[str, Jewel]:
    """All ninety cards by their names."""
    cards = {}
    for tier, patterns in PATTERNS.items():
        for number, (points, price) in enumerate(patterns, start=1):
            for place, colour in enumerate(COLOURS):
                ring = COLOURS[place:] + COLOURS[:place]
                cost = {each: price[ring.index(each)] for each in COLOURS if price[ring.index(each)]}
                cards[f"{colour} {'ABC'[tier - 1]}{number}"] = Jewel(tier, colour, points, cost)
    return cards


JEWELS = printed()
PATRONS: dict[str, Mapping[str, int]] = {
    "Abbess": {"pearl": 4, "onyx": 4},
    "Banker": {"onyx": 4, "sapphire": 4},
    "Countess": {"sapphire": 4, "emerald": 4},
    "Doge": {"emerald": 4, "ruby": 4},
    "Envoy": {"ruby": 4, "pearl": 4},
    "Falconer": {"ruby": 3, "emerald": 3, "sapphire": 3},
    "Guildmaster": {"emerald": 3, "sapphire": 3, "onyx": 3},
    "Heiress": {"sapphire": 3, "onyx": 3, "pearl": 3},
    "Infanta": {"onyx": 3, "pearl": 3, "ruby": 3},
    "Librarian": {"pearl": 3, "ruby": 3, "emerald": 3},
}


def listed(gems: Mapping[str, int]) -> str:
    """Gems in words: "2 ruby, 1 gold"."""
    return ", ".join(f"{number} {colour}" for colour, number in gems.items() if number)


Gem = TokenKind("gem", faces={colour: Face("disc", colour=paint) for colour, paint in PAINT.items()})
Card = TokenKind(
    "card",
    unique=True,
    faces={
        name: Face(
            "card", text=f"{jewel.colour} {jewel.points or ''}".strip(), colour=PAINT[jewel.colour], note=listed(jewel.cost)
        )
        for name, jewel in JEWELS.items()
    },
)
Patron = TokenKind(
    "patron", unique=True, faces={name: Face("card", text=name, note=listed(wish)) for name, wish in PATRONS.items()}
)


class GemFair(Game):
    """Gems buy jewels, jewels lower prices and attract patrons."""

    name = "gem_fair"
    title = _("The gem fair")
    summary = _("Collect gems, buy jewels that make others cheaper, and be the first to fifteen points.")
    seats = ("north", "east", "south", "west")
    fewest = 2
    kinds = (Gem, Card, Patron)
    options = (GOAL,)
    score_visible_to = EVERYONE

    def setup(self) -> To[SetOut]:
        self.patrons = self.add(Row("patrons", visible_to=EVERYONE))
        self.guests = self.add(Pile("guests"))
        self.rows = {tier: self.add(Row(f"tier_{tier}", visible_to=EVERYONE)) for tier in (3, 2, 1)}
        self.decks = {tier: self.add(Pile(f"deck_{tier}", backs_visible_to=EVERYONE)) for tier in (3, 2, 1)}
        self.bank = self.add(Track("bank", spaces=(*COLOURS, GOLD), visible_to=EVERYONE))
        self.purse = self.each(Track, "purse", spaces=(*COLOURS, GOLD), visible_to=EVERYONE)
        self.bought = self.each(Track, "bought", spaces=COLOURS, visible_to=EVERYONE)
        self.reserved = self.each(Hand, "reserved", visible_to=EVERYONE)
        self.visits = self.each(Row, "visits", visible_to=EVERYONE)
        for colour in (*COLOURS, GOLD):
            for _each in range(ALL_GOLD if colour == GOLD else GEMS_FOR[len(self.roles)]):
                self.bank.put(Gem(face=colour), colour)
        for name, jewel in JEWELS.items():
            self.decks[jewel.tier].add(Card(face=name))
        for name in PATRONS:
            self.guests.add(Patron(face=name))
        return SetOut

    def score(self, role: str) -> float:
        return sum(JEWELS[card.face].points for card in self.bought[role]) + PATRON_POINTS * len(self.visits[role])

    def tie_break(self, role: str) -> tuple[float, ...]:
        return (-len(self.bought[role]),)

    def measure(self) -> float:
        return min(100, 100 * max(self.score(role) for role in self.roles) / self.option(GOAL))

    def suppose(self, role: str, view: Mapping[str, Any], rng: object) -> dict[str, Any]:
        """For `plausible`: the cards that lay open, and what the cards proved to be that each player reserved unseen."""
        opened = {token["face"] for seen in view["seen"] for row in self.rows.values() for token in self.tokens_of(seen, row)}
        unseen: dict[str, list[str]] = {each: [] for each in self.roles}
        held: dict[str, list[int | None]] = {each: [] for each in self.roles}
        for event in view["told"]:
            player, name = event["role"], event["name"]
            if name in ("reserve", "reserve_blind"):
                held[player].append(len(unseen[player]) if name == "reserve_blind" else None)
                unseen[player] += [""] * (name == "reserve_blind")
            elif name == "buy" and event["args"]["places"][0].startswith("reserved"):
                number = held[player].pop(int(event["args"]["places"][0].partition(":")[2]))
                if number is not None:
                    unseen[player][number] = event["args"]["card"]
        return {"opened": sorted(opened), "unseen": unseen}

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        """A card drawn unseen never lay open, and is the one that its owner has shown since."""
        if self.state != "Turn" or not move.args or not isinstance(move.args[0], Token):
            return 1.0  # a row is filled, which everybody sees, or another player answers
        opened, unseen = view["supposed"]["opened"], view["supposed"]["unseen"]
        drawn = [card for track in (self.reserved, self.bought) for card in track[self.player] if card.face not in opened]
        known = unseen[self.player][len(drawn)] if len(drawn) < len(unseen[self.player]) else ""
        face = move.args[0].face
        shown = {each for faces in unseen.values() for each in faces if each}
        return float(face == known if known else face not in opened and face not in shown)

    def tokens_of(self, view: Mapping[str, Any], row: Row) -> Iterable[Mapping[str, Any]]:
        """The tokens that a view shows in a row."""
        tokens: Iterable[Mapping[str, Any]] = view["containers"][row.name].get("tokens", ())
        return tokens

    def estimate(self, role: str) -> float:
        """How far a role is ahead of the best other; jewels, gems and nearness to open cards are worth a part of a point."""
        worth = {each: self.worth(each) for each in self.roles}
        ahead = worth[role] - max(value for each, value in worth.items() if each != role)
        return max(-0.99, min(0.99, ahead / 20))

    def worth(self, role: str) -> float:
        """The points of a role, with parts of a point for what may bring some."""
        held = self.gems(self.purse[role])
        near = 0.0
        for row in self.rows.values():
            for card in row:
                lacks = (self.price(role, card) - held).total() - held[GOLD]
                near = max(near, (JEWELS[card.face].points + 1) / (3 + max(0, lacks)))
        return self.score(role) + 0.6 * len(self.bought[role]) + 0.08 * held.total() + 0.05 * held[GOLD] + near

    def gems(self, track: Track) -> Multiset[str]:
        """How many gems of each colour lie on a track."""
        return Multiset(gem.face for gem in track)

    def bonus(self, role: str) -> Multiset[str]:
        """How much cheaper each colour is for a role."""
        return Multiset(JEWELS[card.face].colour for card in self.bought[role])

    def price(self, role: str, card: Token) -> Multiset[str]:
        """What a role must still pay for a card, in gems of each colour."""
        return Multiset(JEWELS[card.face].cost) - self.bonus(role)

    def payments(self, role: str, card: Token) -> list[dict[str, int]]:
        """All ways to pay a card: gold fills what is missing, and may stand for more; the one with the least gold first."""
        price, held = self.price(role, card), self.gems(self.purse[role])
        missing = (price - held).total()
        paid = price & held
        ways = []
        for more in range(held[GOLD] - missing + 1):
            for kept in combinations_with_replacement([colour for colour in COLOURS if paid[colour]], more):
                if all(kept.count(colour) <= paid[colour] for colour in kept):
                    ways.append({**(paid - Multiset(kept)), GOLD: missing + more})
        return ways

    def move_gems(self, gems: Mapping[str, int], source: Track, target: Track) -> None:
        """Move gems from one track to another."""
        for colour, number in gems.items():
            for _each in range(number):
                target.put(source.find(colour), colour)

    def take(self, *colours: str) -> None:
        """The current player takes these gems."""
        self.move_gems(Multiset(colours), self.bank, self.purse[self.player])

    def colours_left(self, least: int = 1) -> list[Cell]:
        """The colours, without gold, of which the bank has enough."""
        left = self.gems(self.bank)
        return [self.bank.cell(colour) for colour in COLOURS if left[colour] >= least]


class SetOut(Dealing[GemFair]):
    """The patrons come, and the rows are laid out."""

    def enter(self, game: GemFair) -> To[SetOut] | To[Turn]:
        return (
            self.fill(game, game.guests, game.patrons, len(game.roles) + 1)
            or self.fill(game, game.decks[1], game.rows[1], SHOWN)
            or self.fill(game, game.decks[2], game.rows[2], SHOWN)
            or self.fill(game, game.decks[3], game.rows[3], SHOWN)
            or Turn
        )


class Turn(ActivePlayer[GemFair]):
    """The current player takes gems, reserves or buys."""

    description = _("{actplayer} must take gems, reserve a card or buy one")
    my_turn = _("{you} must take gems, reserve a card or buy one")
    updates_progress = True


@on(Turn, _("{actplayer} takes {one}, {two} and {three}"))
def take_three(game: GemFair, one: Cell, two: Cell, three: Cell) -> To[Refill]:
    """Three gems of different colours."""
    game.take(str(one), str(two), str(three))
    return Refill


@take_three.all_options
def threes(game: GemFair) -> Iterable[tuple[Cell, Cell, Cell]]:
    return combinations(game.colours_left(), 3)


@on(Turn, _("{actplayer} takes the last colours"))
def take_last(game: GemFair) -> To[Refill]:
    """One of each colour, if fewer than three are left."""
    game.take(*[str(cell) for cell in game.colours_left()])
    return Refill


@take_last.available
def few_left(game: GemFair) -> bool:
    return 0 < len(game.colours_left()) < 3


@on(Turn, _("{actplayer} takes two of {colour}"))
def take_two(game: GemFair, colour: Cell) -> To[Refill]:
    """Two gems of a colour of which at least four are there."""
    game.take(str(colour), str(colour))
    return Refill


@take_two.options
def plenty(game: GemFair) -> Iterable[Cell]:
    return game.colours_left(least=4)


@on(Turn, _("{actplayer} reserves {card}"))
def reserve(game: GemFair, card: Token) -> To[Refill]:
    """A card from a row, and a gold if there is one."""
    card.move_to(game.reserved[game.player])
    if game.gems(game.bank)[GOLD]:
        game.take(GOLD)
    return Refill


@reserve.options
def open_cards(game: GemFair) -> Iterable[Token]:
    if len(game.reserved[game.player]) == MOST_RESERVED:
        return []
    return [card for row in game.rows.values() for card in row]


@on(Turn, _("{actplayer} reserves a card of {deck} unseen"))
def reserve_blind(game: GemFair, deck: Spot) -> To[Refill]:
    """The top card of a deck, which only its owner sees, and a gold if there is one."""
    [pile] = [pile for tier, pile in game.decks.items() if pile.spot(f"tier {tier}") == deck]
    card = game.draw(pile)
    card.move_to(game.reserved[game.player])
    card.turn_down(game.player)
    if game.gems(game.bank)[GOLD]:
        game.take(GOLD)
    return Refill


@reserve_blind.options
def decks(game: GemFair) -> Iterable[Spot]:
    if len(game.reserved[game.player]) == MOST_RESERVED:
        return []
    return [deck.spot(f"tier {tier}") for tier, deck in game.decks.items() if len(deck)]


@on(Turn, _("{actplayer} buys {card}"))
def buy(game: GemFair, card: Token) -> To[Refill]:
    """A card from a row or from the hand, for its price less the bonuses."""
    ways = {listed(way) or _("nothing"): way for way in game.payments(game.player, card)}
    way = next(iter(ways))
    if len(ways) > 1:
        way = game.choose(ways, ask=_("{you} must choose how to pay"), action="pay")
    game.move_gems(ways[way], game.purse[game.player], game.bank)
    card.turn_up()
    game.bought[game.player].put(card, JEWELS[card.face].colour)
    return Refill


@buy.options
def affordable(game: GemFair) -> Iterable[Token]:
    held = game.gems(game.purse[game.player])
    cards = [card for row in game.rows.values() for card in row]
    cards.extend(game.reserved[game.player])
    return [card for card in cards if (game.price(game.player, card) - held).total() <= held[GOLD]]


@decline(Turn, _("{actplayer} can do nothing"))
def do_nothing(game: GemFair) -> To[EndOfTurn]:
    """Only if nothing else is possible."""
    return EndOfTurn


@do_nothing.available
def stuck(game: GemFair) -> bool:
    full = len(game.reserved[game.player]) == MOST_RESERVED
    return full and not game.colours_left() and not affordable(game)


class Refill(Dealing[GemFair]):
    """The rows are filled up from their decks; then too many gems are given back."""

    def enter(self, game: GemFair) -> To[Refill] | To[GiveBack] | To[EndOfTurn]:
        for tier in game.rows:
            again = self.fill(game, game.decks[tier], game.rows[tier], SHOWN)
            if again:
                return again
        return GiveBack if len(game.purse[game.player]) > MOST_GEMS else EndOfTurn


class GiveBack(ActivePlayer[GemFair]):
    """The current player has more than ten gems."""

    description = _("{actplayer} must give gems back, down to ten")
    my_turn = _("{you} must give gems back, down to ten")


@on(GiveBack, _("{actplayer} gives back {colour}"))
def give_back(game: GemFair, colour: Cell) -> To[GiveBack] | To[EndOfTurn]:
    game.move_gems({str(colour): 1}, game.purse[game.player], game.bank)
    return GiveBack if len(game.purse[game.player]) > MOST_GEMS else EndOfTurn


@give_back.options
def own_colours(game: GemFair) -> Iterable[Cell]:
    held = game.gems(game.purse[game.player])
    return [cell for cell in game.purse[game.player].cells if held[str(cell)]]


class EndOfTurn(Automatic[GemFair]):
    """A patron may visit; after the last player of a round somebody may have won."""

    def enter(self, game: GemFair) -> To[Turn] | To[GameEnd]:
        bonus = game.bonus(game.player)
        willing = [patron for patron in game.patrons if not Multiset(PATRONS[patron.face]) - bonus]
        if willing:
            patron = willing[0]
            if len(willing) > 1:
                patron = game.choose(willing, ask=_("{you} must choose the patron who visits you"), action="welcome")
            patron.move_to(game.visits[game.player])
            game.notify("visit", _("The {patron} visits {player}"), patron=patron.face, player=game.player)
        last = game.player == game.roles[-1]
        if last and any(game.score(role) >= game.option(GOAL) for role in game.roles):
            return GameEnd
        game.next_player()
        return Turn
