"""Liar's dice: bid on everybody's dice, seeing only your own; whoever goes too far loses a die.

Rules: the "common hand" game known as Dudo or Perudo, without its special rounds; bids and the wild six as in OpenSpiel's
``liars_dice``, which is this game with one die each. A bid names a face and the least number of dice, in all cups, that show
it or the wild face. The next bid must name more dice, of any face, or as many of a higher face.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Face,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Prop,
    Row,
    Showcase,
    To,
    TokenKind,
    _,
    on,
    phrase,
)

DICE = Option("dice", 5, text=_("Dice each"), low=1, high=10)
WILD = Option("wild", 6, text=_("Face that counts as any (0: none)"), values=(6, 1, 0))
ONE_ROUND = Option("one_round", False, text=_("End after one round"))

SIDES = 6
LONGEST = sum([SIDES * dice + 1 for dice in range(2, 6 * 10 + 1)])
"""Answers in a game where every bid there is gets made before each die is lost."""

Die = TokenKind("die", faces={str(face): Face("die", text=str(face)) for face in range(1, SIDES + 1)})


class LiarsDice(Game):
    """Two to six players roll dice under their cups and bid on all of them."""

    name = "liars_dice"
    title = _("Liar's dice")
    summary = _("Bid on everybody's dice, seeing only your own; whoever goes too far loses a die.")
    showcase = Showcase(family=_("Dice"), minutes=15, players=3, moves=("bid(4,3)", "bid(6,3)", "bid(9,4)", "liar"))
    seats = ("ruby", "azure", "jade", "amber", "violet", "slate")
    fewest = 2
    options = (DICE, WILD, ONE_ROUND)
    kinds = (Die,)
    colours = {
        "ruby": "#98303c",
        "azure": "#3d5a9e",
        "jade": "#1d6b57",
        "amber": "#a06a12",
        "violet": "#7a4a96",
        "slate": "#4d5966",
    }
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(0, 10), length=(2, LONGEST))

    def setup(self) -> To[Roll]:
        self.cups = self.each(Hand, "cup", cover="cup", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.lifted = self.each(Row, "lifted", visible_to=EVERYONE)
        self.bid: Prop[tuple[int, int] | None] = self.add(Prop("bid", None, visible_to=EVERYONE, says=_("{quantity} × {face}")))
        self.bidder: Prop[str | None] = self.add(Prop("bidder", None, visible_to=EVERYONE))
        for role, cup in self.cups.items():
            for _each in range(self.option(DICE)):
                cup.add(Die(role))
        return Roll

    def standing(self) -> tuple[int, int]:
        """The quantity and face of the standing bid; zeros before the first bid."""
        return self.bid.value or (0, 0)

    def dice(self) -> int:
        """How many dice there are in all cups."""
        return sum([len(cup) for cup in self.cups.values()])

    def counts(self, shown: str, face: int) -> bool:
        """Whether a die showing this counts as the face."""
        return shown in (str(face), str(self.option(WILD)))

    def score(self, role: str) -> float:
        return len(self.cups[role])

    def measure(self) -> float:
        total = self.option(DICE) * len(self.roles)
        return 100 * (total - self.dice()) / (total - 1)


class Roll(Automatic[LiarsDice]):
    """All dice are rolled, one after the other; then each cup is put in order."""

    updates_progress = True

    def enter(self, game: LiarsDice) -> To[Roll] | To[Bidding]:
        for cup in game.cups.values():
            for die in cup:
                if not die.face:
                    die.face = str(game.roll(SIDES))
                    return Roll
        for cup in game.cups.values():
            for die, face in zip(cup, sorted([die.face for die in cup]), strict=True):
                die.face = face
        return Bidding


class Bidding(ActivePlayer[LiarsDice]):
    """The current player bids more than the last one did, or calls that a lie."""

    description = _("{actplayer} must bid or doubt ({standing})")
    my_turn = _("{ask}")

    def args(self, game: LiarsDice, role: str) -> dict[str, Any]:
        quantity, face = game.standing()
        if not quantity:
            return {"standing": phrase(_("there is no bid yet")), "ask": phrase(_("Make the first bid"))}
        bid = {"player": game.bidder.value, "quantity": quantity, "face": face}
        return {
            "standing": phrase(_("{player} has bid {quantity} × {face}"), **bid),
            "ask": phrase(_("{player} bids {quantity} × {face}: raise it, or call it a lie"), **bid),
        }


@on(Bidding, _("{actplayer} bids {quantity} × {face}"), says=_("Bid {quantity} × {face}"))
def bid(game: LiarsDice, quantity: int, face: int) -> To[Bidding]:
    """Bid that at least ``quantity`` dice in all cups show the face; the first bid ends the view of the last round's dice."""
    if game.bid.value is None:
        for dice in game.lifted.values():
            for die in dice:
                die.remove()
    game.bid.value = (quantity, face)
    game.bidder.value = game.player
    game.next_player()
    return Bidding


@bid.options
def quantities(game: LiarsDice) -> Iterable[int]:
    """From as many as were bid to all there are; more than were bid, if no higher face is left."""
    last, face = game.standing()
    return range(max(1, last + (face == SIDES)), game.dice() + 1)


@bid.options
def higher_faces(game: LiarsDice, quantity: int) -> Iterable[int]:
    """Any face with more dice; only a higher one with as many."""
    last, face = game.standing()
    return range(face + 1 if quantity == last else 1, SIDES + 1)


@on(Bidding, _("{actplayer} calls it a lie"), says=_("Call it a lie"))
def liar(game: LiarsDice) -> To[NextRound] | To[GameEnd]:
    """Lift all cups. The bidder loses a die if the bid is false, the doubter if it is true."""
    quantity, face = game.standing()
    count = 0
    for role, cup in game.cups.items():
        for die in cup:
            game.lifted[role].add(Die(role, face=die.face))
            count += game.counts(die.face, face)
    loser = game.bidder.value if game.bidder.value and count < quantity else game.player
    game.notify(
        "lifted",
        _("the cups show {count} × {face}, and {player} loses a die"),
        count=count,
        face=face,
        player=loser,
        dice={role: [die.face for die in cup] for role, cup in game.cups.items()},
    )
    game.cups[loser][-1].remove()
    while game.player != loser:
        game.next_player()
    return GameEnd if game.option(ONE_ROUND) else NextRound


@liar.available
def may_doubt(game: LiarsDice) -> bool:
    """Once there is a bid."""
    return game.bid.value is not None


class NextRound(Automatic[LiarsDice]):
    """A player without dice is out. The player who lost a die begins the next round; if that player is out, the next one."""

    def enter(self, game: LiarsDice) -> To[Roll] | To[GameEnd]:
        loser = game.player
        if not len(game.cups[loser]):
            game.eliminate(loser)
            game.notify("out", _("{player} is out"), player=loser)
            if len(game.play_order.value) == 1:
                return GameEnd
        for cup in game.cups.values():
            for die in cup:
                die.face = ""
        game.bid.value = None
        game.bidder.value = None
        return Roll
