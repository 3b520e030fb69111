"""Which laws have nothing to try at which settings of the shipped games, and why: the table of `test_laws.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.testing.laws.registry import Trial

OPEN: Final = frozenset(
    (
        "tic_tac_toe",
        "reversi",
        "reversi 6x6",
        "connect_four",
        "connect_four, other board",
        "chess",
        "nine_mens_morris",
        "nine_mens_morris, limited",
        "gomoku",
        "gomoku, exactly five",
        "hex",
        "hex without swap",
        "draughts",
        "draughts, international",
        "go",
        "go with handicap",
        "breakthrough",
        "lines_of_action",
        "amazons",
        "ultimate_tic_tac_toe",
        "backgammon",
        "backgammon, a match with the cube",
        "mancala",
        "mancala, oware",
        "shogi",
        "xiangqi",
        "xiangqi with a handicap",
        "banqi",
        "banqi, Hong Kong",
        "corridors",
        "corridors for four",
        "dots_and_boxes",
        "dots_and_boxes, two rows",
        "y",
        "yacht",
        "swarm",
        "swarm with all insects",
        "yacht alone, with the bonus",
        "cant_stop",
        "cant_stop for three, jumping",
        "stones",
        "stones for three",
        "stones for four, limited",
    )
)
"""Settings at which all is open."""
ASKING: Final = frozenset(
    (
        "amazons",
        "draughts",
        "draughts, international",
        "nine_mens_morris",
        "nine_mens_morris, limited",
        "shephy",
        "shephy, challenge",
        "harvest_wheel",
        "skat",
        "harvest_wheel for four, open",
    )
)
"""Settings at which a rule asks a player and waits for the answer."""

MORE: Final = 20
"""Seeds that are tried until a law has found something to try, where it could: an undo may be refused all through a short
game."""


def why(setting: str, law: str) -> str:
    """Why a law has nothing to try at a setting, in the words of the law; empty if it has.

    >>> why("chess", "canary"), why("chess", "pop")
    ('nothing is hidden from anybody', '')
    """
    if law in ("secrets", "histories", "canary") and setting in OPEN:
        return "nothing is hidden from anybody"
    if law == "suspension" and setting not in ASKING:
        return "no rule waited for an answer"
    # A player of Fireworks sees the hands of all others, one of Solitaire the last cards of the columns, and one of Hold'em two
    # of 52 cards, so two games with other chances differ with the first cards dealt.
    if law == "histories" and setting in ("fireworks", "solitaire", "solitaire, three at a time", "texas_holdem"):
        return "no two games were met that differ only in what is hidden"
    if law == "estimate" and setting == "tic_tac_toe":
        return "the game estimates nothing"
    return ""


def fault(setting: str, law: str, trials: Sequence[Trial]) -> str:
    """What is wrong with the trials of a law at a setting, by this table; empty if nothing is."""
    expected = why(setting, law)
    found = sorted({trial.skipped for trial in trials})
    if expected and found != [expected]:
        said = ["something" if not each else f"nothing ({each})" for each in found]
        return (
            f"the table says of {law!r} at {setting!r}: {expected}; {' and '.join(said)} was tried. "
            "Change tests/shelf/untried.py"
        )
    if not expected and "" not in found:
        return (
            f"law {law!r} tried nothing at {setting!r} in {len(trials)} games ({'; '.join(found)}), so that it shows nothing. "
            "Give the setting options under which there is something to try, or say in tests/shelf/untried.py why there is not"
        )
    return ""
