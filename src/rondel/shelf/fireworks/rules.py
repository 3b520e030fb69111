"""Fireworks: build five rows of fireworks together; everybody sees your cards but you.

Rules: those of the cooperative card game by Antoine Bauza (2010), as they are described in N. Bard and others, "The Hanabi
Challenge" (2020), with that paper's options.

A turn: give a hint, `hint`; lay a card off, `discard`; or play one, `play`. Who has laid off or played a card draws another,
`Draw`. When the last card is drawn, everybody has one more turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Counter,
    Dealing,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Phrase,
    Pile,
    Prop,
    Row,
    Showcase,
    To,
    Token,
    _,
    on,
    phrase,
)
from rondel.shelf.fireworks.faces import COLOURS, COPIES, Firework, Note

COLOURS_USED = Option("colours", 5, text=_("Colours of fireworks"), low=2, high=5)
HINTS = Option("hints", 8, text=_("Hints at the start, and at most"), low=1, high=8)
LIVES = Option("lives", 3, text=_("Wrong cards that end the game"), low=1, high=3)
STRICT = Option("strict", True, text=_("The last wrong card costs all points"))
TARGET = Option("target", 16, text=_("Points that are a success"), low=1, high=25)

HANDS: Final = {2: 5, 3: 5, 4: 4, 5: 4}
"""The cards in each hand, by the number of players."""
NUMBERS: Final = "".join([str(number) for number in COPIES])
HIGHEST: Final = max(COPIES)


class Fireworks(Game):
    """Hands that face the others, and a row of fireworks for all."""

    name = "fireworks"
    title = _("Fireworks")
    summary = _("Build five rows of fireworks together; everybody sees your cards but you.")
    showcase = Showcase(family=_("Cards"), minutes=25, players=3, drawn=5)
    seats = ("ash", "birch", "cedar", "elm", "hazel")
    fewest = 2
    cooperative = True
    options = (COLOURS_USED, HINTS, LIVES, STRICT, TARGET)
    kinds = (Firework, Note)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(0, 25), length=(1, 89))

    def setup(self) -> To[Deal]:
        self.hints = self.add(Counter("hints", self.option(HINTS), most=self.option(HINTS), visible_to=EVERYONE))
        self.lives = self.add(Counter("lives", self.option(LIVES), most=self.option(LIVES), visible_to=EVERYONE))
        self.turns: Prop[int | None] = self.add(Prop("turns_left", None, visible_to=EVERYONE), label=_("Turns left"))
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.show = self.add(Row("show", visible_to=EVERYONE), label=_("Fireworks"))  # the highest card of each colour
        self.below = self.add(Pile("below"))
        self.laid = self.add(Row("laid", visible_to=EVERYONE), label=_("Laid off"))
        self.hands = self.each(Hand, "hand", visible_to=EVERYONE)
        self.notes = self.each(Row, "notes", visible_to=EVERYONE)
        # for each card of a hand, the colours and the numbers that the hints leave
        self.left: dict[str, Prop[tuple[tuple[str, str], ...]]] = self.each(Prop, "left", (), visible_to=EVERYONE, quiet=True)
        # of the card played last: its holder, the colours and numbers that the hints had left, its face, and how it fitted
        self.tried: Prop[tuple[str, ...]] = self.add(Prop("tried", (), visible_to=EVERYONE, quiet=True))
        for colour in self.used():
            for number, copies in COPIES.items():
                for _copy in range(copies):
                    self.deck.add(Firework(face=f"{colour} {number}"))
        return Deal

    def used(self) -> tuple[str, ...]:
        """The colours of this game."""
        return COLOURS[: self.option(COLOURS_USED)]

    def height(self, colour: str) -> int:
        """The number of the highest card that has been played in a colour."""
        return next((int(number_of(card)) for card in self.show if colour_of(card) == colour), 0)

    def built(self) -> int:
        """The cards of all fireworks."""
        return sum([self.height(colour) for colour in self.used()])

    def fits(self, card: Token | str) -> bool:
        """Whether a card is the next one of its colour."""
        return int(number_of(card)) == self.height(colour_of(card)) + 1

    def score(self, role: str) -> float:
        """The points of all: the numbers of the highest cards, but none after the last wrong card."""
        if not self.lives.value and self.option(STRICT):
            return 0
        return self.built()

    def team_score(self, team: tuple[str, ...]) -> float:
        return self.score(team[0])

    def all_win(self) -> bool:
        return self.score(self.roles[0]) >= self.option(TARGET)

    def utility(self, role: str) -> float:
        """The points."""
        return self.score(role)

    def measure(self) -> float:
        return 100 * self.built() / (HIGHEST * len(self.used()))

    # -- hands ---------------------------------------------------------------------------------------------------------

    def take(self, role: str) -> None:
        """Draw a card, which all but the role see, and lay a note on it."""
        card = self.draw(self.deck, self.hands[role])
        others = tuple([each for each in self.roles if each != role])
        card.turn_down(*others)
        self.notes[role].add(Note(face="nothing"))
        initials = "".join([colour[0] for colour in self.used()])
        self.left[role].value = (*self.left[role].value, (initials, NUMBERS))
        self.notify("draws", to=others, player=role, card=card.face)
        self.notify("draws", to=(role,), player=role)

    def give_up(self, card: Token, played: str = "") -> int:
        """Turn up a card of the current player, and take its note away; returns its place in the hand. ``played`` is "right" or
        "wrong" for a card that is played."""
        role = self.player
        at = self.hands[role].tokens().index(card)
        card.turn_up()
        self.notes[role][at].remove()
        left = self.left[role].value
        self.left[role].value = (*left[:at], *left[at + 1 :])
        self.tried.value = (role, *left[at], card.face, played) if played else ()
        return at

    def tell(self, role: str, clue: str) -> int:
        """Mark the cards that a hint names, and strike it from the others; returns the number of cards named."""
        left, named = list(self.left[role].value), 0
        for at, card in enumerate(self.hands[role]):
            colours, numbers = left[at]
            mark = clue[0]
            fits = clue in card.face.split()
            named += fits
            if clue in COLOURS:
                colours = mark if fits else colours.replace(mark, "")
            else:
                numbers = mark if fits else numbers.replace(mark, "")
            left[at] = (colours, numbers)
        self.left[role].value = tuple(left)
        for at, note in enumerate(self.notes[role].tokens()):
            told = note.face.split() if note.face != "nothing" else []
            if clue in self.hands[role][at].face.split() and clue not in told:
                note.face = " ".join(sorted([*told, clue], key=lambda word: word in NUMBERS))
        return named


def colour_of(card: Token | str) -> str:
    """The colour of a card, or of a face."""
    return (card if isinstance(card, str) else card.face).split()[0]


def number_of(card: Token | str) -> str:
    """The number of a card, or of a face."""
    return (card if isinstance(card, str) else card.face).split()[1]


def order(card: Token) -> tuple[int, str]:
    """The sort key of a card: by colour, then by number."""
    return COLOURS.index(colour_of(card)), number_of(card)


class Deal(Dealing[Fireworks]):
    """The hands are dealt, one after the other."""

    def enter(self, game: Fireworks) -> To[Deal] | To[Turn]:
        for role in game.roles:
            if len(game.hands[role]) < HANDS[len(game.roles)]:
                game.take(role)
                return Deal
        return Turn


class Turn(ActivePlayer[Fireworks]):
    """The current player hints, lays off or plays."""

    description = _("{actplayer} must hint, lay off or play")
    my_turn = _("Hint, lay off or play")
    updates_progress = True


def told(game: Fireworks, who: str, clue: str) -> Phrase:
    """A hint in a word."""
    return phrase(_("{who}: {clue}"), who=who, clue=clue)


@on(Turn, _("{actplayer} hints to {who}: {clue}"), says=told)
def hint(game: Fireworks, who: str, clue: str) -> To[Draw]:
    """Tell a player all cards of one colour or of one number."""
    game.hints.take()
    game.tell(who, clue)
    if game.tried.value:
        game.tried.value = ()
    return Draw


@hint.options
def players(game: Fireworks) -> Iterable[str]:
    """The others, while there are hints."""
    return [role for role in game.roles if role != game.player] if game.hints.value else []


@hint.options
def clues(game: Fireworks, who: str) -> Iterable[str]:
    """A colour or a number of at least one card."""
    faces = " ".join([card.face for card in game.hands[who]]).split()
    return [clue for clue in (*COLOURS, *NUMBERS) if clue in faces]


@on(Turn, _("{actplayer} lays off a card"), says=_("Lay off"))
def discard(game: Fireworks, card: Token) -> To[Draw]:
    """Lay a card off, and get a hint back."""
    at = game.give_up(card)
    game.notify("laid", _("{player} lays off {card}"), player=game.player, card=card.face, at=at)
    card.move_to(game.laid)
    game.laid.sort(order)
    game.hints.add()
    return Draw


@discard.options
def cards_to_lay_off(game: Fireworks) -> Iterable[Token]:
    """Any card, unless all hints are there."""
    return game.hands[game.player] if game.hints.value < game.option(HINTS) else []


@on(Turn, _("{actplayer} plays a card"), says=_("Play"))
def play(game: Fireworks, card: Token) -> To[Draw]:
    """Play a card: it fits its colour, or costs a life. A five brings a hint back."""
    fits = game.fits(card)
    at = game.give_up(card, "right" if fits else "wrong")
    if not fits:
        game.notify("wrong", _("{player} plays {card}, which does not fit"), player=game.player, card=card.face, at=at)
        card.move_to(game.laid)
        game.laid.sort(order)
        game.lives.take()
        return Draw
    game.notify("right", _("{player} plays {card}"), player=game.player, card=card.face, at=at)
    for lower in [each for each in game.show if colour_of(each) == colour_of(card)]:
        lower.move_to(game.below)
    card.move_to(game.show)
    game.show.sort(order)
    if number_of(card) == str(HIGHEST) and game.hints.value < game.option(HINTS):
        game.hints.add()
    return Draw


@play.options
def cards_to_play(game: Fireworks) -> Iterable[Token]:
    """Any card in hand."""
    return game.hands[game.player]


class Draw(Automatic[Fireworks]):
    """A played or laid off card is replaced; it is over without lives, with all fireworks, or after the last turns."""

    def enter(self, game: Fireworks) -> To[Turn] | To[GameEnd]:
        if not game.lives.value or game.built() == HIGHEST * len(game.used()):
            return GameEnd
        if game.turns.value is not None:
            game.turns.value -= 1
            if not game.turns.value:
                return GameEnd
        elif len(game.hands[game.player]) < HANDS[len(game.roles)]:
            game.take(game.player)
            if not len(game.deck):
                game.turns.value = len(game.roles)
        game.next_player()
        return Turn
