"""Score track: markers go round a track, and each lap counts.

``advance`` returns how often the first space was reached or passed. A `Counter` holds the laps.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Counter, Face, Game, GameEnd, To, TokenKind, Track, _, on

LENGTH, GOAL = 20, 45
Marker = TokenKind("marker", faces={"marker": Face("disc")})


class ScoreTrack(Game):
    """Roll two dice and take one."""

    title = _("Score track")
    summary = _("Go round the score track; the first at 45 wins.")
    seats = ("red", "blue")
    kinds = (Marker,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Turn]:
        self.track = self.add(Track("track", spaces=LENGTH, loop=True, visible_to=EVERYONE))
        self.laps = self.each(Counter, "laps", 0, visible_to=EVERYONE)
        for role in self.roles:
            self.track.add(Marker(role, "marker"))
        return Turn

    def gain(self, role: str, points: int) -> None:
        """Move the marker of a role."""
        [marker] = self.track.of(role)
        self.laps[role].add(self.track.advance(marker, points))

    def score(self, role: str) -> float:
        [marker] = self.track.of(role)
        return self.laps[role].value * LENGTH + self.track.position(marker)

    def measure(self) -> float:
        return min(100, 100 * max(self.score(role) for role in self.roles) / GOAL)


class Turn(ActivePlayer[ScoreTrack]):
    """The current player rolls."""

    description = _("{actplayer} must roll")
    my_turn = _("{you} must roll")
    updates_progress = True


@on(Turn, _("{actplayer} rolls {number} dice"))
def roll(game: ScoreTrack, number: int) -> To[Turn] | To[GameEnd]:
    """One die for sure, or two of which a six is worth nothing."""
    dice = [game.roll() for _each in range(number)]
    game.gain(game.player, sum(dice) if number == 1 or 6 not in dice else 0)
    if game.score(game.player) >= GOAL:
        return GameEnd
    game.next_player()
    return Turn


@roll.options
def numbers(game: ScoreTrack) -> tuple[int, ...]:
    return (1, 2)
