"""A council: everybody votes or speaks at once, round after round, and some are sent out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rondel.engine import EVERYONE, Automatic, Game, GameEnd, MultipleActivePlayers, Prop, To, _, on


class Council(Game):
    """Everybody votes or speaks, round after round; who speaks has a secret look and may send others out."""

    name = "council"
    seats = ("one", "two", "three")

    def setup(self) -> To[Session]:
        self.votes = self.add(Prop[Mapping[str, int]]("votes", {}, visible_to=EVERYONE))
        self.round = self.add(Prop("round", 0, visible_to=EVERYONE))
        self.notes = self.add(Prop("notes", "", visible_to=("one",)))
        return Session

    def measure(self) -> float:
        return 25 * self.round.value


class Session(MultipleActivePlayers[Council]):
    """At first one says where to begin; then all vote."""

    updates_progress = True

    description = _("Everybody votes")
    my_turn = _("{you} must vote")

    def enter(self, game: Council) -> None:
        game.votes.value = {}
        if not game.round.value:
            game.round.value = game.choose([1, 2], ask=_("{you} must say where to begin"), action="begin")
        game.activate(*game.play_order.value)


@on(Session, _("{actplayer} votes"))
def vote(game: Council, number: int) -> To[Tally]:
    """Open, and done."""
    game.votes.value = {**game.votes.value, game.actor: number}
    return Tally


@vote.options
def numbers(game: Council) -> Iterable[int]:
    """Against or for."""
    return (0, 1)


@on(Session, _("{actplayer} speaks"))
def speak(game: Council) -> To[Session]:
    """After a look at one's notes."""
    if game.actor == "one" and game.notes.value:
        return Session
    game.choose(["long", "short"], ask=_("{you} must say how long"), action="speak")
    return Session


@on(Session, _("{actplayer} sends the first out"))
def send_out(game: Council) -> To[Session]:
    """For this round, or for good."""
    game.deactivate("one")
    if game.choose(["now", "ever"], ask=_("{you} must say for how long"), action="out") == "ever":
        game.eliminate("one", "two")
    return Session


class Tally(Automatic[Council]):
    """On to the next round."""

    def enter(self, game: Council) -> To[Session] | To[GameEnd]:
        game.round.value += 1
        return Session if game.round.value < 4 else GameEnd
