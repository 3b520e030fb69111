"""Skat: bid for the right to play alone against the two others, and say what the trumps are.

Rules: as in the International Skat Order, with the scores of Seeger and Fabian for three players; without *Ramsch*, *Kontra*
and *Bock*.

A deal: ten cards each and two face down, the skat, `Deal`; the auction, `Call` and `Answer`; the declarer takes the skat or
plays from the hand, `Talon`, and announces the game, `Announce` and `Promise`; ten tricks, `Trick` and `Take`; and the points
are written down, `Count`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    ChanceState,
    Counter,
    Dealing,
    Face,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Pile,
    PlayingCard,
    Prop,
    Row,
    Showcase,
    To,
    Token,
    TokenKind,
    _,
    on,
    phrase,
    plural,
)
from rondel.engine.components import playing_cards
from rondel.engine.components.playing_cards import following, highest
from rondel.shelf.skat.values import (
    ANNOUNCED,
    BASES,
    BIDS,
    GAMES,
    LEVELS,
    NULLS,
    PACK32,
    PLAIN,
    POINTS,
    SCHNEIDER,
    TRUMPS,
    WON,
    matadors,
    rank_of,
    suit_of,
)

DEALS = Option("deals", 9, text=_("Deals"), low=1, high=36)
SEEGER = Option("seeger", True, text=_("Won games bring 50 points more, and lost ones 40 to each opponent"))

HAND, SKAT = 10, 2
DEAL_SECONDS: Final = 90
"""Time to think that each deal after the first brings to everybody, at a table with a clock."""

Mark = TokenKind(
    "mark",
    faces={
        "forehand": Face("disc", text=_("F"), colour="ivory"),
        "diamonds": Face("disc", text="♦", colour="gold"),
        "hearts": Face("disc", text="♥", colour="gold"),
        "spades": Face("disc", text="♠", colour="gold"),
        "clubs": Face("disc", text="♣", colour="gold"),
        "grand": Face("disc", text=_("G"), colour="gold"),
        "null": Face("disc", text=_("N"), colour="gold"),
    },
    unique=True,
)
"""The marks of the forehand, and of the declarer: what is played."""
WINS = plural("{player} wins {value} point", "{player} wins {value} points", "value")
LOSES = plural("{player} loses {value} point", "{player} loses {value} points", "value")


class Skat(Game):
    """Three hands, two cards aside, and one against two."""

    name = "skat"
    title = _("Skat")
    summary = _("Bid for the right to play alone against the two others, and say what the trumps are.")
    showcase = Showcase(family=_("Cards"), minutes=25, known=True, drawn=20)
    seats = ("north", "east", "west")
    options = (DEALS, SEEGER)
    kinds = (PlayingCard, Mark)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(-578 * 36, 314 * 36), length=(3, None))

    def setup(self) -> To[FirstForehand]:
        self.deal_num = self.add(Counter("deal_num", 0, visible_to=EVERYONE), label=_("Deal"))
        self.bid = self.add(Counter("bid", 0, visible_to=EVERYONE), label=_("Bid"))
        self.contract: Prop[tuple[str, str] | None] = self.add(Prop("contract", None, visible_to=EVERYONE, quiet=True))
        # those who have not passed, from forehand on: the first of them answers the bids of the second
        self.bidders: Prop[tuple[str, ...]] = self.add(Prop("bidders", (), visible_to=EVERYONE, quiet=True))
        self.from_hand = self.add(Prop("from_hand", False, visible_to=EVERYONE, quiet=True))
        self.deck = self.add(Pile("deck"))
        self.skat = self.add(Row("skat", backs_visible_to=EVERYONE), label=_("Skat"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.open = self.each(Row, "open", visible_to=EVERYONE)
        self.lammers = self.each(Row, "marks", visible_to=EVERYONE)
        self.trick = self.add(Row("trick", visible_to=EVERYONE))
        self.taken = self.each(Pile, "taken", visible_to=EVERYONE)
        for face in PACK32:
            self.deck.add(PlayingCard(face=face))
        return FirstForehand

    # -- the players ---------------------------------------------------------------------------------------------------

    def forehand(self) -> str:
        """The player who leads the first trick."""
        return self._marked("forehand")

    def declarer(self) -> str:
        """The player who plays alone; ``""`` until the game is announced."""
        return self._marked(*GAMES)

    def _marked(self, *faces: str) -> str:
        return next((role for role in self.roles if any(mark.face in faces for mark in self.lammers[role])), "")

    def kind(self) -> str:
        """What is played: a suit, grand or null; grand until it is announced."""
        return self.contract.value[0] if self.contract.value else "grand"

    def level(self) -> str:
        """What was announced besides: one of `LEVELS`."""
        return self.contract.value[1] if self.contract.value else PLAIN

    def turn_to(self, role: str) -> None:
        """It is that player's turn."""
        while self.player != role:
            self.next_player()

    def hand(self, role: str) -> Row:
        """The cards of a player, which lie open in an open game."""
        return self.open[role] if len(self.open[role]) else self.hands[role]

    def opponents(self) -> list[str]:
        """The two who play against the declarer."""
        return [role for role in self.roles if role != self.declarer()]

    # -- the cards -----------------------------------------------------------------------------------------------------

    def suit(self, card: Token) -> str:
        """The suit of a card in the present game; see `suit_of`."""
        return suit_of(card.face, self.kind())

    def rank(self, card: Token) -> int:
        """The rank of a card among those of its suit in the present game."""
        return rank_of(card.face, self.kind())

    def sort(self) -> None:
        """Sort the hands: trumps, then suit by suit."""
        for hand in self.hands.values():
            hand.sort(
                lambda card: (self.suit(card) != TRUMPS, playing_cards.SUITS.index(playing_cards.suit(card)), -self.rank(card))
            )

    def playable(self) -> list[Token]:
        """The cards that the current player may play."""
        return following(self.hand(self.player), self.trick, self.suit)

    # -- the points ----------------------------------------------------------------------------------------------------

    def points(self, role: str) -> int:
        """The points of the cards that a player has taken, with those of the skat for the declarer."""
        cards = [*self.taken[role], *self.skat] if role == self.declarer() else self.taken[role]
        return sum([POINTS.get(card.face[0], 0) for card in cards])

    def won(self) -> bool:
        """Whether the declarer has kept what was announced."""
        declarer, level = self.declarer(), self.level()
        if self.kind() == "null":
            return not len(self.taken[declarer])
        if level in LEVELS[2:]:
            return not any(len(self.taken[role]) for role in self.opponents())
        return self.points(declarer) >= (SCHNEIDER if level == "schneider" else WON)

    def value(self) -> int:
        """The value of the declarer's game, without the bid."""
        declarer, game = self.declarer(), self.kind()
        if game == "null":
            return NULLS[self.from_hand.value, self.level()]
        cards = [card for role in self.roles for card in self.taken[role] if card.owner == declarer]
        tricks = sum([len(self.taken[role]) for role in self.opponents()])
        announced = LEVELS.index(self.level())
        matched = matadors([card.face for card in (*cards, *self.skat)], game)
        schneider = not SCHNEIDER > self.points(declarer) > 120 - SCHNEIDER or announced >= 1
        schwarz = not (tricks and len(self.taken[declarer])) or announced >= 2
        return BASES[game] * (1 + matched + self.from_hand.value + announced + schneider + schwarz)

    def result(self) -> tuple[bool, int]:
        """Whether the declarer has won, and what the game counts: at least the bid, if it was lost by being overbid."""
        value = self.value()
        if value >= self.bid.value:
            return self.won(), value
        base = BASES[self.kind()]
        return False, base * -(-self.bid.value // base)

    def measure(self) -> float:
        return 100 * max(0, self.deal_num.value - 1) / self.option(DEALS)


def told(cards: Iterable[Token]) -> dict[str, Any]:
    """Cards in an event, for people and for programs."""
    faces = [card.face for card in cards]
    return {"shown": ", ".join([playing_cards.symbol(face) for face in faces]), "cards": faces}


class FirstForehand(ChanceState[Skat]):
    """Who is forehand first is drawn."""

    def outcomes(self, game: Skat) -> Sequence[str]:
        return game.roles

    def happens(self, game: Skat, outcome: str) -> To[Deal]:
        game.lammers[outcome].add(Mark(face="forehand"))
        game.deal_num.add()
        game.turn_to(outcome)
        return Deal


class Deal(Dealing[Skat]):
    """Ten cards each, and two in the skat."""

    def enter(self, game: Skat) -> To[Deal] | To[Call]:
        again = self.deal(game, game.deck, game.hands, HAND) or self.fill(game, game.deck, game.skat, SKAT)
        if not again:
            game.sort()
            game.skat.sort(playing_cards.held)
            at = game.roles.index(game.forehand())
            game.bidders.value = (*game.roles[at:], *game.roles[:at])
            game.turn_to(game.bidders.value[1])
        return again or Call


class Bidding(ActivePlayer[Skat]):
    """A player bids, or answers a bid."""

    abstract = True

    def zombie(self, game: Skat, role: str) -> str:
        return "resign"


class Call(Bidding):
    """The second of the bidders bids, or the last one, if nobody has bid."""

    description = _("{actplayer} must bid or pass")
    my_turn = _("Bid, or pass?")


class Answer(Bidding):
    """The first of the bidders holds the bid or passes."""

    description = _("{actplayer} must hold {bid} or pass")
    my_turn = _("Do you hold {bid}?")

    def args(self, game: Skat, role: str) -> dict[str, int]:
        return {"bid": game.bid.value}


@on(Call, _("{actplayer} bids {value}"), says=_("Bid {value}"))
def call(game: Skat, value: int) -> To[Answer] | To[Talon]:
    """Say that the own game will be worth that much."""
    game.bid.value = value
    if len(game.bidders.value) == 1:
        return Talon
    game.turn_to(game.bidders.value[0])
    return Answer


@call.options
def next_bid(game: Skat) -> Iterable[int]:
    """The next value that a game can have."""
    return [value for value in BIDS if value > game.bid.value][:1]


@on(Answer, _("{actplayer} holds"), says=_("Yes"))
def hold(game: Skat) -> To[Call]:
    """Claim as much for the own game."""
    game.turn_to(game.bidders.value[1])
    return Call


@on(Bidding, _("{actplayer} passes"), says=_("Pass"))
def resign(game: Skat) -> To[Call] | To[Talon] | To[NextDeal]:
    """Bid no more in this deal."""
    left = tuple([role for role in game.bidders.value if role != game.player])
    game.bidders.value = left
    if not left:
        game.notify("passed_in", _("All pass"))
        return NextDeal
    game.turn_to(left[min(1, len(left) - 1)])
    return Talon if len(left) == 1 and game.bid.value else Call


class Talon(ActivePlayer[Skat]):
    """The declarer takes the skat, or plays from the hand."""

    description = _("{actplayer} must take the skat or play from the hand")
    my_turn = _("Take the skat, or play from the hand?")


@on(Talon, _("{actplayer} takes the skat"), says=_("Take the skat"))
def take_skat(game: Skat) -> To[Announce]:
    """Take the two cards, and lay two down; they count for the declarer."""
    hand = game.hands[game.player]
    game.notify("skat", _("{player} finds {shown}"), to=(game.player,), player=game.player, **told(game.skat))
    for card in game.skat.tokens():
        card.move_to(hand)
    game.sort()
    laid = game.choose_some(hand, ask=_("Lay two cards down"), least=SKAT, most=SKAT, action="lay")
    for card in laid:
        card.move_to(game.skat)
    game.skat.sort(playing_cards.held)
    game.notify("lays", _("{player} lays {shown} down"), to=(game.player,), player=game.player, **told(laid))
    return Announce


@on(Talon, _("{actplayer} plays from the hand"), says=_("Play from the hand"))
def play_from_hand(game: Skat) -> To[Announce]:
    """Leave the skat alone, which is worth a level."""
    game.from_hand.value = True
    return Announce


class Announce(ActivePlayer[Skat]):
    """The declarer says what is played."""

    description = _("{actplayer} must announce the game")
    my_turn = _("What do you play?")


def named(game: Skat, kind: str) -> str:
    """A kind of game in words."""
    return GAMES[kind]


@on(Announce, _("{actplayer} announces the game"), says=named, logged=False)
def announce(game: Skat, kind: str) -> To[Promise] | To[Trick]:
    """Say what the trumps are."""
    game.contract.value = (kind, PLAIN)
    if game.from_hand.value or kind == "null":
        return Promise
    return begin(game)


@announce.options
def kinds(game: Skat) -> Iterable[str]:
    """A suit, grand, or a null game if it can be worth the bid."""
    return [*BASES, *(["null"] if NULLS[game.from_hand.value, "open"] >= game.bid.value else [])]


class Promise(ActivePlayer[Skat]):
    """The declarer may announce how high the game will be won, or play with open cards."""

    description = _("{actplayer} may announce more")
    my_turn = _("Do you announce more?")


def promised(game: Skat, level: str) -> str:
    """What is announced, in words."""
    return ANNOUNCED.get(level, _("Nothing more"))


@on(Promise, _("{actplayer} announces more"), says=promised, logged=False)
def promise(game: Skat, level: str) -> To[Trick]:
    """Announce how high the game will be won."""
    game.contract.value = (game.kind(), level)
    return begin(game)


@promise.options
def levels(game: Skat) -> Iterable[str]:
    """Each level includes those before it; a null game can only be open, and must be worth the bid."""
    if game.kind() != "null":
        return LEVELS
    return [level for level in (PLAIN, "open") if NULLS[game.from_hand.value, level] >= game.bid.value]


def begin(game: Skat) -> To[Trick]:
    """The game is announced, and forehand leads."""
    declarer, kind, level = game.player, game.kind(), game.level()
    game.lammers[declarer].add(Mark(face=kind))
    game.sort()
    words = phrase(GAMES[kind]) if level == PLAIN else phrase("{game}, {level}", game=GAMES[kind], level=ANNOUNCED[level])
    game.notify("plays", _("{player} plays {game}"), player=declarer, game=words, kind=kind, level=level)
    if level == "open":
        for card in game.hands[declarer].tokens():
            card.move_to(game.open[declarer])
    game.turn_to(game.forehand())
    return Trick


class Trick(ActivePlayer[Skat]):
    """The current player leads, or follows suit."""

    description = _("{actplayer} must play a card")
    my_turn = _("Play a card")

    def zombie(self, game: Skat, role: str) -> str:
        """The move of an absent player: the lowest card."""
        return f"play({min(game.playable(), key=lambda card: (game.suit(card) == TRUMPS, game.rank(card))).face})"


@on(Trick, _("{actplayer} plays {card}"), says=_("Play {card}"))
def play(game: Skat, card: Token) -> To[Trick] | To[Take]:
    """Play a card to the trick."""
    card.owner = game.player
    card.move_to(game.trick)
    game.next_player()
    return Trick if len(game.trick) < len(game.roles) else Take


@play.options
def playable_cards(game: Skat) -> Iterable[Token]:
    """The suit that was led, if the player has it; the jacks belong to the trumps."""
    return game.playable()


class Take(Automatic[Skat]):
    """The highest trump takes the trick, or else the highest card of the suit led; its player leads the next."""

    def enter(self, game: Skat) -> To[Trick] | To[Count]:
        winner = highest(game.trick, TRUMPS, suit=game.suit, rank=game.rank).owner or ""
        game.notify("take", _("{player} takes the trick"), player=winner)
        for card in game.trick.tokens():
            card.move_to(game.taken[winner])
        game.turn_to(winner)
        lost = game.kind() == "null" and winner == game.declarer()
        return Count if lost or not len(game.hand(winner)) else Trick


class Count(Automatic[Skat]):
    """The points of the deal are written down."""

    def enter(self, game: Skat) -> To[NextDeal]:
        declarer = game.declarer()
        won, value = game.result()
        game.notify("shows", _("In the skat: {shown}"), **told(game.skat))
        if value > game.value():
            game.notify("overbid", _("{player} has bid too much"), player=declarer)
        if game.kind() != "null":
            points = game.points(declarer)
            game.notify("points", _("{player} has {points} of 120 points"), player=declarer, points=points)
        bonus = 50 if game.option(SEEGER) else 0
        score = value + bonus if won else -2 * value - bonus
        game.notify("count", WINS if won else LOSES, player=declarer, value=abs(score), won=won)
        game.set_score(declarer, game.score(declarer) + score)
        if game.option(SEEGER) and not won:
            for role in game.opponents():
                game.set_score(role, game.score(role) + 40)
        return NextDeal


class NextDeal(Automatic[Skat]):
    """The next player is forehand, or the last deal was played."""

    updates_progress = True

    def enter(self, game: Skat) -> To[Deal] | To[GameEnd]:
        if game.deal_num.value == game.option(DEALS):
            return GameEnd
        for part in (*game.hands.values(), *game.taken.values(), *game.open.values(), game.skat):
            for card in part.tokens():
                card.owner = None
            game.deck.shuffle_in(part)
        for row in game.lammers.values():
            for mark in row.tokens():
                if mark.face in GAMES:
                    mark.remove()
        game.bid.value = 0
        game.contract.value = None
        game.from_hand.value = False
        game.notify("next_deal")
        forehand = game.forehand()
        game.turn_to(forehand)
        game.next_player()
        game.lammers[forehand].find("forehand").move_to(game.lammers[game.player])
        game.deal_num.add()
        for role in game.roles:
            game.give_time(role, DEAL_SECONDS)  # nobody knows how many cards there will be to play
        return Deal
