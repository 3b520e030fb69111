"""Teams: partners win together, by the sum of their scores.

``teams`` declares who plays together; ``team_score`` may say something else than the sum.

>>> import rondel
>>> game = rondel.new(rondel.load("examples/cookbook/players/teams.py"))
>>> for number in (4, 1, 2, 3):
...     game.push(f"call({number})")
>>> game.scores
{'north': 4, 'east': 1, 'south': 2, 'west': 3}
>>> game.winners, game.ranks["south"]
(('north', 'south'), 1)
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Counter, Game, GameEnd, To, _, on


class Teams(Game):
    """Each number can be called once."""

    title = _("Teams")
    summary = _("Call a number; the team with the greater sum wins.")
    seats = ("north", "east", "south", "west")
    teams = (("north", "south"), ("east", "west"))
    score_visible_to = EVERYONE

    def setup(self) -> To[Turn]:
        self.called = self.each(Counter, "called", 0, visible_to=EVERYONE)
        return Turn

    def score(self, role: str) -> float:
        return self.called[role].value


class Turn(ActivePlayer[Teams]):
    """The current player calls a number."""

    description = _("{actplayer} must call a number")
    my_turn = _("{you} must call a number")


@on(Turn, _("{actplayer} calls {number}"))
def call(game: Teams, number: int) -> To[Turn] | To[GameEnd]:
    game.called[game.player].value = number
    game.next_player()
    return GameEnd if game.called[game.player].value else Turn


@call.options
def numbers(game: Teams) -> list[int]:
    taken = [each.value for each in game.called.values()]
    return [number for number in range(1, 6) if number not in taken]
