"""Bazaars with a fault each: what a rules author may get wrong, by name of the class."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rondel.engine import ActivePlayer, Automatic, Facts, Game, GameEnd, Move, Prop, To, Token, _, on
from rondel.errors import AnswerError, IllegalMove, RulesError
from tests.engine.rules.whoever import Whoever
from tests.testing.faults.bazaar import Bazaar

# -- what is hidden gets out -------------------------------------------------------------------------------------------


def others(game: Bazaar, role: str) -> list[Token]:
    """The cards in the hands that a role does not see."""
    return [card for name, hand in game.hands.items() if name != role for card in hand]


class LeakyIds(Bazaar):
    """Args name the serial numbers of cards in the other's hand, in the order they came into play."""

    def told(self, role: str) -> dict[str, Any]:
        return {"held": [card.serial for card in others(self, role)]}


class LeakyLog(Bazaar):
    """Everybody is told which card was drawn."""

    def drawn(self, card: Token, role: str) -> None:
        self.notify("drew", _("{player} draws {card}"), player=role, card=card.face)


class LeakyNumberOfMessages(Bazaar):
    """Nothing is said of a drawn card, but more often of a good one."""

    def drawn(self, card: Token, role: str) -> None:
        if card.face > "C":
            self.notify("smile", _("{player} smiles"), player=role)


class LeakyPrivateMessage(Bazaar):
    """What only the one who drew should hear, the other hears instead."""

    def drawn(self, card: Token, role: str) -> None:
        other = next(each for each in self.roles if each != role)
        self.notify("got", _("{player} drew {card}"), to=(other,), player=role, card=card.face)


class DeckCounted(Bazaar):
    """Args tell how many cards of each face are left in a deck that nobody may look into."""

    def told(self, role: str) -> dict[str, Any]:
        return {"good": sum(card.face > "C" for card in self.deck)}


class DeckLengthShown(Bazaar):
    """Args tell how long the deck is, though its backs are shown to nobody."""

    def told(self, role: str) -> dict[str, Any]:
        return {"left": len(self.deck)}


class HandSorted(Bazaar):
    """The other sees where in the sorted hand the newest card went."""

    def told(self, role: str) -> dict[str, Any]:
        newest: list[int] = []
        for name, hand in self.hands.items():
            if name != role and len(hand):
                newest.append(sorted(hand, key=lambda card: card.face).index(hand[-1]))
        return {"newest": newest}


class Peeping(Bazaar):
    """What it thinks of a position tells what the other holds."""

    def estimate(self, role: str) -> float:
        return -sum([ord(card.face) - 64 for card in others(self, role)]) / 100


class HiddenPropInArgs(Bazaar):
    """The price nobody knows is in the args."""

    def told(self, role: str) -> dict[str, Any]:
        return {"dear": self.price.value > 2}


class KeyTells(Bazaar):
    """A name is in the args only where something hidden is so."""

    def told(self, role: str) -> dict[str, Any]:
        return {"lucky": True} if self.price.value == 3 else {}


class ObserverSees(Bazaar):
    """The observer is shown what the players are not."""

    def told(self, role: str) -> dict[str, Any]:
        return {"hands": [card.face for card in others(self, role)]} if role == "observer" else {}


class HiddenFaceSent(Bazaar):
    """A hidden face is sent to everybody, within a text."""

    def told(self, role: str) -> dict[str, Any]:
        return {"about": {"text": "{card}", "args": {"card": " and ".join(card.face for card in others(self, role))}}}


class TalkativeError(Bazaar):
    """A refusal names the cards of the other."""

    def push(self, move: Move | str, role: str | None = None) -> None:
        try:
            super().push(move, role)
        except IllegalMove as error:
            held = ", ".join(card.face for card in others(self, role or self.player))
            raise IllegalMove(f"{error}; the other holds {held}") from None


class SceneTells(Bazaar):
    """What a page needs to draw the table has the price in it."""

    def scene(self) -> dict[str, Any]:
        return {**super().scene(), "price": self.price.value}


class UndoTells(Bazaar):
    """Whether something may be taken back depends on what is hidden."""

    def may_undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> bool:
        return super().may_undo(role, agreed=agreed, turn=turn) and self.price.value != 2


class MoverTells(Whoever):
    """Args tell who has answered last, though he is in the middle of a rule that shows nothing yet."""

    def told(self, role: str) -> dict[str, Any]:
        return {"actor": self.record()["answers"][-1][0]}


class ProgressTells(Bazaar):
    """How far the game has come depends on what is hidden."""

    def measure(self) -> float:
        return 10.0 * self.price.value


# -- what is not in the position ---------------------------------------------------------------------------------------


class Forgetful(Bazaar):
    """What was sold is kept in a list of its own: undo forgets to take it back."""

    def sold(self, card: Token) -> None:
        self.memory.append(1)

    def told(self, role: str) -> dict[str, Any]:
        return {"sold": len(self.memory)}


SHARED: dict[str, int] = {"sold": 0}


class Shared(Bazaar):
    """All games count in one place."""

    def sold(self, card: Token) -> None:
        SHARED["sold"] += 1

    def told(self, role: str) -> dict[str, Any]:
        return {"sold": SHARED["sold"]}


class Unordered(Bazaar):
    """A set of texts is listed as it comes, which is otherwise in every process."""

    def told(self, role: str) -> dict[str, Any]:
        return {"goods": list({"apples", "bread", "cheese", "dates", "eggs", "figs", "grapes"})}


class Fickle(Bazaar):
    """The prize is worth what Python's own dice say."""

    def worth(self, bid: int) -> int:
        return random.randrange(1000)


class Superstitious(Bazaar):
    """What is thought likely hangs on Python's hashes."""

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        return 0.01 + hash(move.text) % 7


# -- moves -------------------------------------------------------------------------------------------------------------


class Overlisted(Bazaar):
    """What may be sold is listed without the action agreeing."""

    def sold(self, card: Token) -> None:
        if card.face == "A":
            raise RulesError("A is not for sale")


class Twice(Bazaar):
    """A move is listed twice, which the engine itself never does: equal options are one."""

    def moves(self, role: str | None = None) -> list[Move]:
        found = super().moves(role)
        return [*found, *found[:1]]


class Lenient(Bazaar):
    """Wrong answers are passed over."""

    def push(self, move: Move | str, role: str | None = None) -> None:
        try:
            super().push(move, role)
        except AnswerError:
            return


class Stuck(Bazaar):
    """A player with an empty hand has nothing to do."""

    def ends(self) -> bool:
        return self.turns.value >= 10

    def may_draw(self) -> bool:
        return False


# -- texts, facts ------------------------------------------------------------------------------------------------------


class Unfilled(Bazaar):
    """A text in the args has no value for its placeholder."""

    def told(self, role: str) -> dict[str, Any]:
        return {"hint": {"text": "sell {what}", "args": {"card": "A"}}}


class ScoresOutside(Bazaar):
    """More can be won than is declared."""

    facts = Facts(scores=(0, 2))


class LongerThanDeclared(Bazaar):
    """It takes longer than is declared."""

    facts = Facts(length=(1, 6))


class ChanceDenied(Bazaar):
    """It says that there is no chance."""

    facts = Facts(chance=False)


class HidingDenied(Bazaar):
    """It says that nothing is hidden."""

    facts = Facts(hidden=False)


class SimultaneousDenied(Bazaar):
    """It says that only one is asked at a time."""

    facts = Facts(simultaneous=False)


# -- games that do not end ---------------------------------------------------------------------------------------------


class Treadmill(Game):
    """Step after step, and no end in sight."""

    name = "treadmill"
    seats = ("runner",)

    def setup(self) -> To[Step]:
        self.steps = self.add(Prop("steps", 0))
        return Step


class Step(ActivePlayer[Treadmill]):
    """A step."""

    description = _("{actplayer} must step")
    my_turn = _("{you} must step")


@on(Step, _("{actplayer} steps"))
def step(game: Treadmill) -> To[Step] | To[GameEnd]:
    """The next step."""
    game.steps.value = (game.steps.value + 1) % 7
    return GameEnd if game.steps.value > 7 else Step


class Spinning(Game):
    """Automatic states that follow each other for ever."""

    name = "spinning"
    seats = ("one",)

    def setup(self) -> To[Push]:
        self.turns = self.add(Prop("turns", 0))
        return Push


class Push(ActivePlayer[Spinning]):
    """Set it going."""

    description = _("{actplayer} must push")
    my_turn = _("{you} must push")


@on(Push, _("{actplayer} pushes"))
def push(game: Spinning) -> To[Spin]:
    """Round and round."""
    return Spin


class Spin(Automatic[Spinning]):
    """A turn."""

    def enter(self, game: Spinning) -> To[Spin] | To[GameEnd]:
        game.turns.value = 1 - game.turns.value
        return GameEnd if game.turns.value > 1 else Spin


class Cursed(Game):
    """For an absent player something is played that is no move."""

    name = "cursed"
    seats = ("one",)

    def setup(self) -> To[Wait]:
        self.waits = self.add(Prop("waits", 0))
        return Wait


class Wait(ActivePlayer[Cursed]):
    """Nothing to do but wait."""

    description = _("{actplayer} must wait")
    my_turn = _("{you} must wait")

    def zombie(self, game: Cursed, role: str) -> str:
        return "dance"


@on(Wait, _("{actplayer} waits"))
def wait(game: Cursed) -> To[GameEnd]:
    """Time passes."""
    return GameEnd
