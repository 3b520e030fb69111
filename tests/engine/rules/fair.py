"""A fair, for what several players and chance do to each other's rules.

Everybody is at a booth (`Fair`, the master of the private states `Queue` and `Booth`), and all rules go by one purse on the
table: how often they roll, what they ask and whether they ask at all depends on what the others have done to it meanwhile.
So held rules are shortened, lengthened, changed and brought to their end by others' moves, and by others' undos.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, MultipleActivePlayers, PrivateState, Prop, To, _, on

LAST = 3
"""How many days the fair has."""


class FairDay(Game):
    """Three visitors and a purse."""

    name = "fair"
    title = _("Fair")
    seats = ("ann", "bob", "cas")

    def setup(self) -> To[Fair]:
        self.purse = self.add(Prop("purse", 2, visible_to=EVERYONE))
        self.won = self.add(Prop[Mapping[str, int]]("won", dict.fromkeys(self.roles, 0), visible_to=EVERYONE))
        self.day = self.add(Prop("day", 1, visible_to=EVERYONE))
        return Fair

    def gain(self, role: str, number: int) -> None:
        """Out of the purse, or into it."""
        self.won.value = {**self.won.value, role: self.won.value[role] + number}
        self.purse.value = max(0, min(9, self.purse.value - number))


class Fair(MultipleActivePlayers[FairDay]):
    """Everybody is somewhere."""

    description = _("Everybody is at the fair")

    def first(self, game: FairDay, role: str) -> To[Queue]:
        return Queue


class Queue(PrivateState[FairDay]):
    """Getting in takes luck when the purse is odd, and a decision when it is full."""

    my_turn = _("{you} must go somewhere")

    def enter(self, game: FairDay) -> To[Booth] | To[Night] | None:
        if game.purse.value % 2 and game.roll(4) == 1:
            return Booth
        if game.purse.value > 4:
            if game.choose(["stay", "leave"], ask=_("{you} must say where to go"), action="full") == "leave":
                return Night
            game.gain(game.actor, game.roll(2) - 1)
        return None


@on(Queue, _("{actplayer} plays for {stake}"))
def play(game: FairDay, stake: int) -> To[Queue] | To[Booth]:
    """As often as the purse says, a choice and a throw; in another order when it is even."""
    for _each in range(min(3, game.purse.value)):
        if game.purse.value % 2 == 0:
            thrown = game.roll(3)
            named = game.choose([1, 2, 3], ask=_("{you} must name a number"), action="name")
        else:
            named = game.choose(range(1, 2 + game.purse.value % 4), ask=_("{you} must name a number"), action="name")
            thrown = game.roll(2)
        game.notify("thrown", _("{player} throws {number}"), player=game.actor, number=thrown)
        game.gain(game.actor, stake if named == thrown else -1)
    return Queue if stake == 1 else Booth


@play.options
def stakes(game: FairDay) -> Iterable[int]:
    """No more than there is."""
    return range(1, 3) if game.purse.value else [1]


@on(Queue, _("{actplayer} goes home"))
def go_home(game: FairDay) -> To[Night]:
    """Done for the day."""
    return Night


class Booth(PrivateState[FairDay]):
    """Where one may send somebody home."""

    my_turn = _("{you} must do something")


@on(Booth, _("{actplayer} shouts"))
def shout(game: FairDay) -> To[Queue]:
    """Fills the purse, and whoever is not in the middle of a thought goes home or comes back."""
    loud = game.choose(["loud", "low"], ask=_("{you} must say how"), action="be")
    if loud == "loud":
        game.purse.value = 5 + game.roll(3)
    other = game.roles[game.purse.value % 3]
    if other != game.actor and game.purse.value > 6:
        game.deactivate(other)
    return Queue


@on(Booth, _("{actplayer} takes {number}"))
def take(game: FairDay, number: int) -> To[Queue] | To[Night]:
    """Out of the purse."""
    game.gain(game.actor, number)
    return Queue if number > 1 else Night


@take.options
def numbers(game: FairDay) -> Iterable[int]:
    """What is there."""
    return range(game.purse.value + 1)


@on(Fair, _("{actplayer} comes back"), out_of_turn=True)
def come_back(game: FairDay) -> To[Queue]:
    """While the others are still there."""
    return Queue


class Night(ActivePlayer[FairDay]):
    """The end of a day."""

    description = _("{actplayer} must close the fair")
    my_turn = _("{you} must close the fair")


@on(Night, _("{actplayer} closes the fair"), labels={"Fair": "on"})
def close(game: FairDay) -> To[Fair] | To[GameEnd]:
    """Until tomorrow."""
    game.day.value += 1
    game.next_player()
    if game.day.value > LAST:
        for role in game.roles:
            game.set_score(role, game.won.value[role])
        return GameEnd
    game.purse.value += 1
    return Fair
