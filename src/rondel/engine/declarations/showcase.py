"""How a library of games shows a game: its family, how long it takes, for how many, and the position in its picture.

    class Nim(Game):
        showcase = Showcase(family=_("Strategy"), minutes=5, moves=("take(b2)", "take(a1)"))

Everything is optional. Without ``moves`` and ``drawn`` the picture is the start of a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from rondel.errors import is_a


class Showcase:
    """What a library tells of a game besides its title and summary.

    ``family``   the kind of game, one or two words, marked for translation; empty for none
    ``minutes``  about how many minutes a game takes; 0 for unknown
    ``players``  how many play as a rule, where the rules allow several numbers; 0 for two, or the fewest above two
    ``known``    whether most people know the game and play it elsewhere, as chess; a library lists such games first
    ``study``    whether the game is a small example for study, which a library lists last
    ``moves``    the moves to the position of its picture, from the start with every seat taken and seed 0
    ``drawn``    without ``moves``: how many moves at random lead to that position; 0 for the start

    >>> Showcase(minutes=20, study=True)
    Showcase(minutes=20, study=True)
    """

    def __init__(
        self,
        *,
        family: str = "",
        minutes: int = 0,
        players: int = 0,
        known: bool = False,
        study: bool = False,
        moves: Sequence[str] = (),
        drawn: int = 0,
    ) -> None:
        self.family = family
        self.minutes = minutes
        self.players = players
        self.known = known
        self.study = study
        self.moves = tuple(moves)
        self.drawn = drawn

    def usual(self, fewest: int, most: int) -> int:
        """The number of seats that a new table has at first, of a game with these limits.

        >>> Showcase(players=6).usual(2, 9), Showcase().usual(1, 6), Showcase().usual(5, 10), Showcase().usual(1, 1)
        (6, 2, 5, 1)
        """
        return max(fewest, min(self.players or 2, most))

    def __repr__(self) -> str:
        given = vars(self)
        return f"Showcase({', '.join([f'{name}={value!r}' for name, value in given.items() if value])})"


def faults(showcase: object, fewest: int, most: int) -> list[str]:
    """The problems of the showcase of a game class for that many players, each with its fix.

    >>> faults(Showcase(minutes=-5), 2, 4)
    ['showcase: minutes = -5; it is a whole number, at least 0']
    """
    if not isinstance(showcase, Showcase):
        return [f"showcase = {showcase!r} is none; write showcase = Showcase(family=_('Cards'), minutes=20)"]
    found: list[str] = []
    if not is_a(showcase.family, str):
        found.append(f"showcase: family = {showcase.family!r}; it is a text, such as _('Cards')")
    if not is_a(showcase.minutes, int) or showcase.minutes < 0:
        found.append(f"showcase: minutes = {showcase.minutes!r}; it is a whole number, at least 0")
    if not is_a(showcase.players, int) or (showcase.players and not fewest <= showcase.players <= most):
        found.append(f"showcase: players = {showcase.players!r}; the game is for {fewest} to {most}, and 0 declares nothing")
    for name, value in (("known", showcase.known), ("study", showcase.study)):
        if not is_a(value, bool):
            found.append(f"showcase: {name} = {value!r}; it is True or False")
    if not is_a(showcase.drawn, int) or showcase.drawn < 0:
        found.append(f"showcase: drawn = {showcase.drawn!r}; it counts moves, so it is a whole number, at least 0")
    strange = [each for each in showcase.moves if not is_a(each, str)]
    found.extend([f"showcase: moves has {each!r}; each is a move as text" for each in strange])
    return found
