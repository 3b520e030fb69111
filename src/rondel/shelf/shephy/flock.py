"""The flock of Shephy: the table with its sheep and cards, and how sheep come and go.

The effects of the cards (effects.py) are written for a `Flock`. The game is a `Flock` with the turn and the end.
"""

from __future__ import annotations

from rondel.engine import EVERYONE, Game, Hand, Option, Pile, Prop, Row, Token, _
from rondel.shelf.shephy.cards import RANKS, rank_of

DOMINION = Option("dominion", "any", text=_("Dominion gives any rank up to the sum, or the greatest"), values=("any", "max"))

FIELD_SIZE = 7


class Flock(Game):
    """The sheep in the field, and the cards around them."""

    def lay_out(self) -> None:
        """Make the places of the table, all of them empty."""
        self.enemy = self.add(Prop("enemy", 1, visible_to=EVERYONE))
        self.field = self.add(Row("field", visible_to=EVERYONE))
        # What is in the deck follows from what is not, so the shepherd may see it; it has no order to be seen.
        self.deck = self.add(Pile("deck", visible_to=self.roles, backs_visible_to=EVERYONE))
        self.discard = self.add(Row("discard", visible_to=EVERYONE))
        self.exile = self.add(Row("exile", visible_to=EVERYONE))
        self.stock = {rank: self.add(Pile(f"stock_{rank}", visible_to=EVERYONE), label=str(rank)) for rank in RANKS}
        self.hand = self.add(Hand("hand_shepherd", visible_to=self.roles, backs_visible_to=EVERYONE))

    def room(self) -> int:
        """How many more sheep the field can hold."""
        return FIELD_SIZE - len(self.field)

    def highest(self) -> int:
        """The highest rank in the field; 0 when it is empty."""
        return max([rank_of(sheep) for sheep in self.field], default=0)

    def worth(self) -> int:
        """The total rank of the sheep in the field."""
        return sum([rank_of(sheep) for sheep in self.field])

    def one_of(self, rank: int) -> Token:
        """A sheep of that rank in the field; they are all alike."""
        return next(sheep for sheep in self.field if rank_of(sheep) == rank)

    def gain(self, rank: int, count: int = 1) -> None:
        """Sheep of a rank come from the stock to the field, as far as there are any and there is room.

        The field stays in the order of ranks, so that flocks of equal sheep are equal positions.
        """
        pile = self.stock[rank]
        gained = min(count, self.room(), len(pile))
        if not gained:
            return
        higher = [sheep for sheep in self.field if rank_of(sheep) > rank]
        for _each in range(gained):
            pile[0].move_to(self.field)
        for sheep in higher:
            sheep.move_to(self.field)
        self.notify("gain", _("{player} gains {count} of rank {rank}"), player=self.actor, count=gained, rank=rank)

    def release(self, sheep: Token) -> None:
        """A sheep goes back to the stock."""
        rank = rank_of(sheep)
        sheep.move_to(self.stock[rank])
        self.notify("release", _("{player} releases a sheep of rank {rank}"), player=self.actor, rank=rank)

    def lose(self, count: int) -> None:
        """The shepherd chooses sheep to release; nothing is asked where all must go."""
        if count >= len(self.field):
            for sheep in self.field.tokens():
                self.release(sheep)
            return
        for _each in range(count):
            self.release(self.choose(self.field, ask=_("Release a sheep")))

    def joins_to_less(self) -> bool:
        """Whether Dominion may give a lower rank than the greatest there could be."""
        return self.option(DOMINION) == "any"
