"""A game in which one player may speak, for all to see, as long as the other one has not voted."""

from __future__ import annotations

from rondel import EVERYONE, Game, GameEnd, MultipleActivePlayers, Prop, To, _, on


class Chatter(Game):
    """Two players, who act at the same time."""

    name = "chatter"
    title = "Chatter"
    seats = ("north", "south")

    def setup(self) -> To[Session]:
        self.spoken = self.add(Prop("spoken", 0, visible_to=EVERYONE))
        return Session


class Session(MultipleActivePlayers[Chatter]):
    """Anybody speaks; the vote of south is the last thing south does."""

    description = _("Everybody speaks or votes")
    my_turn = _("{you} must speak or vote")

    def enter(self, game: Chatter) -> None:
        game.activate(*game.roles)


@on(Session, _("{actplayer} speaks"))
def speak(game: Chatter) -> To[Session]:
    """North may do it again and again."""
    game.spoken.value += 1
    return Session


@speak.available
def may_speak(game: Chatter) -> bool:
    """Only north."""
    return game.actor == "north"


@on(Session, _("{actplayer} votes"))
def vote(game: Chatter) -> To[GameEnd]:
    """South is done."""
    game.set_score("south", 1)
    return GameEnd


@vote.available
def may_vote(game: Chatter) -> bool:
    """Only south."""
    return game.actor == "south"
