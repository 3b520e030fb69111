"""The levels of every game, each against the one below: is it better, and by how much?

    python benchmarks/levels.py                    400 games of each pair, all games; goes on where it was broken off
    python benchmarks/levels.py reversi hearts     only these games
    python benchmarks/levels.py --quick            stop a pair as soon as it is beyond doubt who is better

Games are kept in ``build/levels`` as they are played, one file for each pair of players; with other players a pair is
played anew. Seats rotate, and two games that differ only in the seats have the same cards and dice. Kuhn and Leduc poker are
not played but worked out, from every hand that can be dealt. Writes ``benchmarks/LEVELS.md``, of all that is known so far.

Run it on the compiled build: ``PYTHONPATH=build/compiled python benchmarks/levels.py``. What comes out is the same on both.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import rondel
from rondel.errors import BadOption
from rondel.players.ladders import ladder
from rondel.players.level_bot import LEVELS
from rondel.players.policy_bot import shipped
from rondel.search import ExtensiveForm
from rondel.search.best_response import conv_of, values
from rondel.tournament.fixture import Fixture, fixtures
from rondel.tournament.job import Setting, played
from rondel.tournament.ledger import Ledger
from rondel.tournament.outcome import Outcome

ROOT: Final = Path(__file__).resolve().parent.parent
PLAYED: Final = ROOT / "build" / "levels"
REPORT: Final = ROOT / "benchmarks" / "LEVELS.md"
GAMES: Final = 400
SEED: Final = 5
FEWEST: Final = 16
"""Games of a pair before ``--quick`` may stop it."""
DOUBT: Final = 3.0
"""Standard errors from equality at which ``--quick`` stops a pair: more than the two of a 95 % interval, as it looks often."""
Z: Final = 1.959964
OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "hearts": {"target": 1},  # one deal, or a few; a game to 100 is many of the same
    "stones": {"turn_limit": 300},  # two with a stone each may keep out of each other's way for ever
}
"""Where a game is not played as usual."""
EXACT: Final = ("kuhn_poker", "leduc_poker")
"""Small enough to be worked out."""
ORDER: Final = (
    *("kuhn_poker", "leduc_poker", "tic_tac_toe", "connect_four", "stones", "reversi", "liars_dice", "nine_mens_morris"),
    *("cant_stop", "seed_swap", "shephy", "gomoku", "hearts", "chess", "harvest_wheel", "battleship"),
)
"""All games, the quick ones first."""


INTRODUCTION: Final = f"""\
Written by `python benchmarks/levels.py`. Each level of each game against the one below it: the share of games in which it
ended better, a draw being half (where more than two play, of all meetings of two seats), or by how much its returns were
better, with the 95 % interval. Seats rotate. Where there are fewer than {GAMES} games the pair was stopped when the mean was
{DOUBT:g} standard errors from equality, or is not at its end.
Figures that are exact are worked out from the whole tree."""


class Pair(NamedTuple):
    """How a level fares against the one below it."""

    game: str
    level: int
    spec: str
    below: str
    mean: float
    """Of the games in which it ended better, or of how much better its returns are."""
    error: float
    """The standard error of the mean; 0 where it is exact."""
    games: int
    """0 where it is exact."""
    note: str = ""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean lies with 95 % confidence."""
        low, high = self.mean - Z * self.error, self.mean + Z * self.error
        return (low, high) if self.unit else (max(0.0, low), min(1.0, high))

    @property
    def even(self) -> float:
        """What the mean is of two who are equal."""
        return 0.0 if self.unit else 0.5

    @property
    def unit(self) -> str:
        """What the mean is counted in; a share of games has none."""
        if self.game in EXACT:
            return "chips a hand"
        return "" if len(rondel.find(self.game).seats) > 1 else "returns"

    @property
    def settled(self) -> str:
        """Whether the level is better."""
        low, high = self.interval
        return "yes" if low > self.even else "no" if high < self.even else "not settled"


def summed(game: str, level: int, results: Sequence[float], note: str = "") -> Pair:
    """The pair of these results, one for each full turn of the seats.

    >>> pair = summed("reversi", 2, [1.0, 0.5, 1.0, 1.0])
    >>> pair.mean, round(pair.error, 3), pair.games, pair.settled
    (0.875, 0.125, 8, 'yes')
    """
    specs = ladder(game)
    turns = len(results)
    seats = 2 if len(rondel.find(game).seats) > 1 else 1
    mean = sum(results) / turns
    spread = sum([(each - mean) ** 2 for each in results]) / max(1, turns - 1)
    if seats > 1:
        spread = max(spread, 0.25 / (turns + 4))  # all won: the next might be lost
    return Pair(game, level, specs[level - 1], specs[level - 2], mean, math.sqrt(spread / turns), turns * 2, note)


def outcomes(game: str, level: int, games: int) -> Iterator[tuple[Outcome, bool]]:
    """The games of a level (entrant 0) against the one below (entrant 1), and whether each was just played."""
    specs = (ladder(game)[level - 1], ladder(game)[level - 2])
    kind = rondel.find(game)
    seats = kind.fewest or len(kind.seats)
    setting = Setting(game, specs, seats if kind.fewest else None, OPTIONS.get(game, {}), None, 3_000)
    path = PLAYED / f"{game}-{level}.jsonl"
    described = {**setting.to_json(), "seed": SEED}
    try:
        ledger = Ledger(path, described)
    except BadOption:
        path.unlink()  # of other players
        ledger = Ledger(path, described)
    with ledger:
        for fixture in _alone(games) if seats == 1 else fixtures((0, 1), seats=seats, games=games, seed=SEED):
            known = ledger.outcomes.get(fixture.id)
            if known is not None:
                yield known, False
                continue
            outcome = played(kind, setting, fixture)
            ledger.add(outcome)
            yield outcome, True


def _alone(games: int) -> Iterator[Fixture]:
    """Where one plays alone: the same game for the one and for the other."""
    for number in range(games):
        yield Fixture(f"{number % 2}/{number // 2}", (number % 2,), number // 2, (number // 2,))


def measured(game: str, level: int, games: int, quick: bool) -> Pair:
    """How a level does against the one below, by playing."""
    results: list[float] = []
    turn: list[float] = []
    faults = 0
    for outcome, _new in outcomes(game, level, games):
        if outcome.fault is not None:
            faults += 1
        turn.append(_result(outcome))
        if len(turn) < 2:
            continue
        results.append(sum(turn) / 2 if len(outcome.seated) > 1 else turn[0] - turn[1])
        turn = []
        pair = summed(game, level, results)
        if quick and pair.games >= FEWEST and abs(pair.mean - pair.even) > DOUBT * pair.error:
            break
    return summed(game, level, results, f"{faults} spoilt" if faults else "")


def _result(outcome: Outcome) -> float:
    """The share of all meetings of a seat of the level with one of the level below in which it ended better; where one plays
    alone, what the game was worth."""
    if len(outcome.seated) == 1:
        return outcome.returns[0] if outcome.returns else 0.0
    won = []
    for own, mine in zip(outcome.seated, outcome.ranks, strict=False):
        for other, theirs in zip(outcome.seated, outcome.ranks, strict=False):
            if own == 0 and other == 1:
                won.append(1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
    return sum(won) / len(won) if won else 0.5


def exact(game: str) -> list[Pair]:
    """The same of a game that can be worked out: what each level wins of the one below, on average over the seats."""
    form = ExtensiveForm(rondel.new(game, chance="explicit"))
    policy = shipped(game)
    best = form.strategy(policy) if policy is not None else form.start
    strategies: list[list[float]] = []
    for spec in ladder(game):
        share = int(spec.partition("~")[2] or 0) / 100
        strategies.append([share * any_ + (1 - share) * own for any_, own in zip(form.start, best, strict=True)])
    found: list[Pair] = []
    for level in LEVELS[1:]:
        own, other = strategies[level - 1], strategies[level - 2]
        mean = sum([_worth(form, own, other, seat) for seat in (0, 1)]) / 2
        note = f"exploitability {conv_of(form, own) / 2:.4f}, of the one below {conv_of(form, other) / 2:.4f}"
        found.append(Pair(game, level, ladder(game)[level - 1], ladder(game)[level - 2], mean, 0.0, 0, note))
    return found


def _worth(form: ExtensiveForm, own: list[float], other: list[float], seat: int) -> float:
    """What the game is worth in a seat to one strategy against another."""
    both = form.start[:]
    for each in form.sets:
        chosen = own if each.owner == seat else other
        for slot in range(each.first, each.first + len(each.moves)):
            both[slot] = chosen[slot]
    return values(form, both, seat)[0]


def report(pairs: Sequence[Pair]) -> str:
    """The page of all pairs."""
    lines = [
        "# Levels",
        "",
        INTRODUCTION,
        "",
        "| game | level | plays | against it | mean | 95 % | games | better |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for pair in pairs:
        low, high = pair.interval
        spread = f"{low:.3f} to {high:.3f}" if pair.games else "exact"
        unit = f" {pair.unit}" if pair.unit else ""
        lines.append(
            f"| {pair.game} | {pair.level} | `{pair.spec}` | `{pair.below}` | {pair.mean:.3f}{unit} | {spread} | "
            f"{pair.games or ''} | {pair.settled}{f' ({pair.note})' if pair.note else ''} |"
        )
    settled = sum([pair.settled == "yes" for pair in pairs])
    lines += ["", f"{settled} of {len(pairs)} pairs are in order by their 95 % intervals."]
    options = "; ".join([f"{name}: {dict(given)}" for name, given in OPTIONS.items()])
    lines += ["", f"Not played as usual: {options}. Where the number of seats can be chosen it is the least there is."]
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str]) -> int:
    """Play what is missing, print each pair as it is settled, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair at most")
    parser.add_argument("--quick", action="store_true", help="stop a pair as soon as it is beyond doubt who is better")
    given = parser.parse_args(argv)
    unknown = [name for name in given.only if name not in ORDER]
    if unknown:
        parser.error(f"there are no levels of {', '.join(unknown)}; there are of {', '.join(ORDER)}")
    for game in given.only or ORDER:
        for pair in exact(game) if game in EXACT else _pairs(game, given.games, given.quick):
            print(
                f"{pair.game} {pair.level}: {pair.mean:.3f} ± {Z * pair.error:.3f}, {pair.games} games: {pair.settled}",
                flush=True,
            )
    REPORT.write_text(report(list(_known())), encoding="utf-8")
    return 0


def _pairs(game: str, games: int, quick: bool) -> Iterator[Pair]:
    for level in LEVELS[1:]:
        began = time.process_time()
        yield measured(game, level, games, quick)
        print(f"  {time.process_time() - began:.0f} s", flush=True)


def _known() -> Iterator[Pair]:
    """What has been played, or worked out, of all games."""
    for game in ORDER:
        if game in EXACT:
            yield from exact(game)
            continue
        for level in LEVELS[1:]:
            path = PLAYED / f"{game}-{level}.jsonl"
            played_so_far = len(path.read_text(encoding="utf-8").splitlines()) - 1 if path.exists() else 0
            if played_so_far > 1 and _same(path, game, level):
                yield measured(game, level, played_so_far // 2 * 2, False)


def _same(path: Path, game: str, level: int) -> bool:
    """Whether a file is of those who are on the ladder now."""
    return f'"{ladder(game)[level - 1]}", "{ladder(game)[level - 2]}"' in path.read_text(encoding="utf-8").partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
