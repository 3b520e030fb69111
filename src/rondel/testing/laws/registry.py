"""The laws by name, and trying them.

    from rondel.testing import LAWS, check

    @pytest.mark.parametrize("law", LAWS)
    def test_law(law: str) -> None:
        check(lambda: rondel.new("reversi", seed=7), law, seed=1)

Each law is in the module of its family, with its definition.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rondel.engine import Game
from rondel.testing.law import PLIES, Answers, BrokenLaw, Law, Make, NotTried
from rondel.testing.laws.canary import canary
from rondel.testing.laws.determinism import determinism
from rondel.testing.laws.ending import end, zombie
from rondel.testing.laws.estimate import estimate
from rondel.testing.laws.imagination import imagination
from rondel.testing.laws.keeping import copy, pop, record, snapshot
from rondel.testing.laws.listing import moves, refusal
from rondel.testing.laws.process import processes
from rondel.testing.laws.secrecy import histories, secrets
from rondel.testing.laws.suspension import suspension
from rondel.testing.laws.translation import translations
from rondel.testing.laws.undo import undo
from rondel.testing.laws.wire import delta, plain, texts
from rondel.testing.observation import facts
from rondel.testing.watch import TimeUp, Watch

LAWS: Final[dict[str, Law]] = {
    "determinism": determinism,
    "moves": moves,
    "refusal": refusal,
    "pop": pop,
    "undo": undo,
    "record": record,
    "snapshot": snapshot,
    "copy": copy,
    "suspension": suspension,
    "json": plain,
    "delta": delta,
    "texts": texts,
    "translations": translations,
    "end": end,
    "zombie": zombie,
    "facts": facts,
    "estimate": estimate,
    "secrets": secrets,
    "histories": histories,
    "canary": canary,
    "imagination": imagination,
    "processes": processes,
}
"""Every law by name.

>>> "secrets" in LAWS, "undo" in LAWS
(True, True)
"""
SLOW: Final = frozenset(("processes", "imagination"))
"""Laws that start a process or live through a game again, and so are tried less often."""

WHOLE: Final = frozenset(("end", "facts"))
"""Laws that play every game to its end."""
ONCE: Final = frozenset(("translations",))
"""Laws about the class, for which one game is as good as many."""


class Trial:
    """One law tried on one game: the result, and for a violation the way to reproduce it.

    ``error`` is the violation or None; ``skipped`` is the reason if the law did not apply; ``played`` has the moves before the
    violation.
    """

    def __init__(self, law: str, seed: int) -> None:
        self.law = law
        self.seed = seed
        self.error: Exception | None = None
        self.skipped = ""
        self.cut = False
        """Whether time was up before the law had been tried to the end."""
        self.cut_at = ""
        """The rule that was running then."""
        self.played: Answers = ()


def attempt(make: Make, law: str, *, seed: int, plies: int = PLIES, watch: Watch | None = None) -> Trial:
    """The result of a law on one random game; any exception of the rules violates it. With a ``watch`` a rule that does not
    return violates it too, and the trial ends when time is up."""
    trial = Trial(law, seed)
    begun: list[Game] = []

    def begin() -> Game:
        game = make()
        begun.append(game)
        return game

    def work() -> None:
        LAWS[law](begin, Random(seed), plies)  # noqa: S311 (which moves are tried is no secret)

    try:
        if watch is None:
            work()
        else:
            watch.run(work)
    except NotTried as reason:
        trial.skipped = str(reason)
    except TimeUp as up:
        trial.cut, trial.cut_at = True, str(up)
    except Exception as error:  # noqa: BLE001 - whatever the rules raise is a finding
        trial.error = error
        trial.played = _played(error, begun)
    return trial


def _played(error: Exception, begun: list[Game]) -> Answers:
    """The played moves: those the law reports, or those of its first game."""
    if isinstance(error, BrokenLaw) and error.played is not None:
        return error.played
    if not begun:
        return ()
    return [(role, text) for role, text in begun[0].record()["answers"]]


def check(make: Make, law: str = "", *, seed: int, plies: int = PLIES) -> list[Trial]:
    """The trials of one law, or of all of them, on one random game. Raises `BrokenLaw`, or an exception of the rules.

    A trial with a non-empty ``skipped`` tested nothing. The error has the seed
    and the played moves as a note, so a failing test shows how to reproduce it.

    >>> import rondel
    >>> [trial] = check(lambda: rondel.new("reversi"), "secrets", seed=1)
    >>> trial.skipped
    'nothing is hidden from anybody'
    """
    trials: list[Trial] = []
    for name in [law] if law else LAWS:
        trial = attempt(make, name, seed=seed, plies=plies)
        if trial.error is not None:
            played = " ".join(f"{role}:{text}" for role, text in trial.played)
            trial.error.add_note(f"law {name!r}, seed {seed}; played: {played or 'nothing'}")
            raise trial.error
        trials.append(trial)
    return trials
