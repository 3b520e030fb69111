"""Fixed dice: games with fixed answers of chance, for tests of rules.

    game = dice(Backgammon, 6, 3)                      # two rolls
    game = dice("kuhn_poker", "draw(J)", "draw(K)")    # the deal

A number stands for a roll. The outcomes are answers of chance: the record holds them, and an impossible one is
refused. After the last outcome, chance is asked like any other role (`rondel.CHANCE` is active), so a test sees
at once that it needs more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel import door
from rondel.engine import CHANCE, Game
from rondel.engine.chance.chance import SCRIPTED
from rondel.engine.records.position import UNSTARTED


def dice(
    game: str | type[Game],
    *outcomes: int | str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
) -> Game:
    """A game in which chance gives these outcomes in order.

    An outcome is the text of a move of chance, ``"draw(QS)"``, or a number for ``"roll(6)"``. A popped outcome is not given
    again, and a copy has no outcomes. Raises `BadRecord` for an impossible outcome, `UnknownGame`, `BadOption`.

    >>> game = dice("kuhn_poker", "draw(K)", "draw(J)")
    >>> game.record()["answers"]
    [['chance', 'draw(K)'], ['chance', 'draw(J)']]
    """
    kind = door.find(game) if isinstance(game, str) else game
    begun = kind(seats, None, options, UNSTARTED, "explicit")
    chance = begun._machine.chance
    chance.script = [(CHANCE, f"roll({each})" if isinstance(each, int) else each) for each in outcomes]
    chance.mode = SCRIPTED
    begun._start_position = position
    begun._begin(begun._first)
    return begun


def left(game: Game) -> int:
    """How many outcomes have not been given yet: a test may want none to be left.

    >>> left(dice("kuhn_poker", "draw(K)", "draw(J)", "draw(Q)"))
    1
    """
    return len(game._machine.chance.script)
