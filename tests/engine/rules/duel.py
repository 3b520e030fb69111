"""Two players say a number at once, three times; the higher number wins the round. Nothing else is ever hidden."""

from __future__ import annotations

from rondel.engine import EVERYONE, ActivePlayer, Automatic, Game, GameEnd, Prop, To, _, on


class Duel(Game):
    """Who says the higher number more often wins."""

    name = "duel"
    title = _("Duel")
    seats = ("left", "right")
    score_visible_to = EVERYONE

    def setup(self) -> To[Ready]:
        self.said = self.add(Prop[tuple[int, ...]]("said", (), visible_to=EVERYONE))
        self.round = self.add(Prop("round", 0, visible_to=EVERYONE))
        return Ready

    def measure(self) -> float:
        return 100 * self.round.value / 3


class Ready(ActivePlayer[Duel]):
    """The first player says go."""

    description = _("{actplayer} says when")
    my_turn = _("{you} say when")


@on(Ready, _("{actplayer} says go"))
def go(game: Duel) -> To[Both]:
    """Both speak next."""
    return Both


class Both(Automatic[Duel]):
    """Both say a number."""

    updates_progress = True

    def enter(self, game: Duel) -> To[Ready] | To[GameEnd]:
        said = game.choose_each({role: range(1, 4) for role in game.roles}, ask=_("{you} must say a number"), action="say")
        numbers = {role: chosen[0] for role, chosen in said.items()}
        game.said.value = tuple(numbers.values())
        for role, number in numbers.items():
            if number > min(numbers.values()):
                game.set_score(role, game.score(role) + 1)
        game.round.value += 1
        game.notify("said", _("{left} against {right}"), left=numbers["left"], right=numbers["right"])
        return GameEnd if game.round.value == 3 else Ready
