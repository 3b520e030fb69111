"""The levels of every game, each against the one below: is it better, and by how much?

    python benchmarks/levels.py                    each pair until it is decided or has 400 games; continues an interrupted run
    python benchmarks/levels.py reversi hearts     only these games
    python benchmarks/levels.py --seconds 60       at most this processor time for each pair
    python benchmarks/levels.py --whole            no series stops because of its results

Games are stored in ``build/levels`` as they are played, one file for each pair of players; a pair of other players is
played again. Seats rotate, and two games that differ only in the seats have the same cards and dice. Kuhn and Leduc poker are
not played but computed exactly, over all deals. Writes ``benchmarks/levels.json``, the results with their counts,
and ``benchmarks/LEVELS.md``, the page of all results so far. A series that stops because of its results has an interval that
allows for it (`sequential`).

Run it on the compiled build: ``PYTHONPATH=build/compiled python benchmarks/levels.py``. Both builds give the same results.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import sequential
import student

import rondel
from rondel.errors import BadOption
from rondel.players.bots.ladders import ladder
from rondel.players.bots.level_bot import LEVELS
from rondel.players.bots.policy_bot import shipped
from rondel.search import ExtensiveForm
from rondel.search.strategies.best_response import conv_of, values
from rondel.tournament.execution.job import Setting, played
from rondel.tournament.fixture import Fixture, derived, fixtures
from rondel.tournament.ledger import Ledger
from rondel.tournament.outcome import Outcome
from rondel.tournament.standing import wilson

ROOT: Final = Path(__file__).resolve().parent.parent
PLAYED: Final = ROOT / "build" / "levels"
RESULTS: Final = ROOT / "benchmarks" / "levels.json"
REPORT: Final = ROOT / "benchmarks" / "LEVELS.md"
GAMES: Final = 400
SEED: Final = 5
OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "hearts": {"target": 1},  # one deal, or a few; a game to 100 is many of the same
    "crazy_eights": {"one_deal": True},
    "gin_rummy": {"one_deal": True},
    "skat": {"deals": 1},
    "solitaire": {"draw": 3, "passes": 3},
    "spades": {"target": 1, "mercy": -1},  # one deal
    "texas_holdem": {"hands": 1},  # in ten the chips of one or two hands decide
    "stones": {"turn_limit": 300},  # two players with one stone each may avoid each other for ever
}
"""The options that differ from the defaults."""
AGAINST: Final[Mapping[str, int]] = {"yacht": 2}
"""The seats of games that one may play alone, but that are compared by playing against each other."""
SECRET: Final[Mapping[str, Callable[[Any, str], bool]]] = {
    "wolves_in_town": lambda game, role: game.character(role) == "wolf",
}
"""Whether a role is of the first of two secret sides, for games that have such sides."""
EXACT: Final = ("kuhn_poker", "leduc_poker")
"""Games that are small enough to be computed exactly."""
ORDER: Final = (
    *("kuhn_poker", "leduc_poker", "tic_tac_toe", "connect_four", "stones", "reversi", "liars_dice", "nine_mens_morris"),
    *("cant_stop", "seed_swap", "shephy", "gomoku", "hearts", "chess", "harvest_wheel", "battleship"),
    "gin_rummy",
    "skat",
    *(
        "spades",
        "texas_holdem",
        "hex",
        "draughts",
        "go",
        "breakthrough",
        "dots_and_boxes",
        "corridors",
        "lines_of_action",
        "amazons",
        "fireworks",
    ),
    "ultimate_tic_tac_toe",
    "backgammon",
    "mancala",
    "shogi",
    "banqi",
    "xiangqi",
    "wolves_in_town",
    "solitaire",
    "y",
    "crazy_eights",
    "yacht",
    "swarm",
)
"""All games, the quick ones first."""


INTRODUCTION: Final = f"""\
Written by `python benchmarks/levels.py` from the results in `levels.json`. Each row compares a level of a game with the level
below it. The mean is the share of games in which the higher level had the better rank; a draw counts half. In games of more
than two players every pair of seats with the two levels counts. For Kuhn and Leduc poker, for games of one player and for
those that all win or lose together the mean is the difference of the returns: a whole table of the higher level, and one of
the lower one, play the same deal. In Wolves in Town all of one side are of one level. The 95 % interval is of this mean.
Seats rotate. A pair plays {GAMES} games, or fewer if its time ran out first.

A *sequential* series stops as soon as its interval excludes equal players. Its interval holds at whatever moment it is
stopped, and is wider than one for a fixed number of games (`benchmarks/sequential.py`). Where cards or dice are the same in
two games with the seats changed, the two count as one result; where nothing is left to chance, each game is a result (*each
game*). The other series did not stop because of their results. The interval of their shares is Wilson's (E. B. Wilson, JASA
22, 1927). Draws, and games with the same cards, vary less than won and lost games. So the interval uses the effective sample
size (E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of positive counts
estimated from survey data", Survey Methodology 24, 1998), but at most the number of games played. The interval of a
difference of returns is Student's, over the deals. Exact figures are computed from the whole game tree."""


class Pair(NamedTuple):
    """The comparison of a level with the one below it."""

    game: str
    level: int
    spec: str
    below: str
    mean: float
    """The share of games in which it ended better, or the difference of the returns."""
    error: float
    """The standard error of the mean; 0 where it is exact."""
    games: int
    """0 where it is exact."""
    note: str = ""
    held: tuple[float, float] | None = None
    """The interval of a sequential series."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean."""
        if self.held is not None:
            return self.held
        if self.unit:
            reach = self.error * student.quantile(self.games // 2 - 1) if self.games > 2 else math.inf if self.games else 0.0
            return self.mean - reach, self.mean + reach
        varying = self.mean * (1 - self.mean)
        alike = min(self.games, varying / self.error**2) if self.error else self.games
        return wilson(self.mean * alike, alike)

    @property
    def even(self) -> float:
        """The mean of two equal players."""
        return 0.0 if self.unit else 0.5

    @property
    def unit(self) -> str:
        """The unit of the mean; a share of games has none."""
        if self.game in EXACT:
            return "chips a hand"
        return "returns" if by_returns(self.game) else ""

    @property
    def settled(self) -> str:
        """Whether the level is better."""
        low, high = self.interval
        return "yes" if low > self.even else "no" if high < self.even else "not settled"


def by_returns(game: str) -> bool:
    """Whether a level is compared by its returns, because it never plays against another one.

    >>> by_returns("shephy"), by_returns("fireworks"), by_returns("reversi")
    (True, True, False)
    """
    kind = rondel.find(game)
    return kind.cooperative or ((kind.fewest or len(kind.seats)) == 1 and game not in AGAINST)


def independent(game: str) -> bool:
    """Whether two games with the seats changed have nothing in common, as nothing is left to chance in them.

    >>> independent("reversi"), independent("hearts")
    (True, False)
    """
    facts = rondel.find(game).facts
    return facts is not None and facts.chance is False


def summed(
    game: str, level: int, results: Mapping[float, int], spoilt: int = 0, held: bool = False, single: bool = False
) -> Pair:
    """The pair of these results, each with how often it came out, one for each full turn of the seats or for each ``single``
    game.

    >>> pair = summed("reversi", 2, {1.0: 3, 0.5: 1})
    >>> pair.mean, round(pair.error, 3), pair.games, pair.settled
    (0.875, 0.125, 8, 'yes')
    >>> [round(each, 3) for each in summed("reversi", 2, {1.0: 8}).interval]
    [0.806, 1.0]
    """
    specs = ladder(game)
    turns = sum(results.values())
    mean = sum([each * times for each, times in results.items()]) / turns
    spread = sum([times * (each - mean) ** 2 for each, times in results.items()]) / max(1, turns - 1)
    notes = [*(["sequential"] if held else []), *(["each game"] if single else []), *([f"{spoilt} spoilt"] if spoilt else [])]
    allowed = sequential.interval(results) if held else None
    error = math.sqrt(spread / turns)
    games = turns if single else turns * 2
    return Pair(game, level, specs[level - 1], specs[level - 2], mean, error, games, ", ".join(notes), allowed)


def outcomes(game: str, level: int, games: int) -> Iterator[tuple[Outcome, bool]]:
    """The games of a level (entrant 0) against the one below (entrant 1), and whether each was just played."""
    specs = (ladder(game)[level - 1], ladder(game)[level - 2])
    kind = rondel.find(game)
    seats = AGAINST.get(game, kind.fewest or len(kind.seats))
    setting = Setting(game, specs, seats if kind.fewest else None, OPTIONS.get(game, {}), None, 3_000)
    path = PLAYED / f"{game}-{level}.jsonl"
    described = {**setting.to_json(), "seed": SEED}
    try:
        ledger = Ledger(path, described)
    except BadOption:
        path.unlink()  # of other players
        ledger = Ledger(path, described)
    with ledger:
        for fixture in _fixtures(game, games, seats):
            known = ledger.outcomes.get(fixture.id)
            if known is not None:
                yield known, False
                continue
            outcome = played(kind, setting, fixture)
            ledger.add(outcome)
            yield outcome, True


def _fixtures(game: str, games: int, seats: int) -> Iterator[Fixture]:
    if by_returns(game):
        return _apart(games, seats)
    return _by_sides(game, games, seats) if game in SECRET else fixtures((0, 1), seats=seats, games=games, seed=SEED)


def _by_sides(game: str, games: int, seats: int) -> Iterator[Fixture]:
    """All of one secret side have the one level and all of the other the other level; and in the same deal the other way
    round."""
    for number in range(games):
        seed = derived(SEED, f"{game}/{number // 2}")
        dealt = rondel.new(game, seats=seats, seed=seed, options=OPTIONS.get(game))
        seated = tuple([int(SECRET[game](dealt, role) == bool(number % 2)) for role in dealt.roles])
        yield Fixture(f"sides/{number}", seated, seed, tuple([derived(SEED, f"{number}@{place}") for place in range(seats)]))


def _apart(games: int, seats: int) -> Iterator[Fixture]:
    """Where one plays alone, or all together: the same game for a table of the one level and for a table of the other."""
    for number in range(games):
        at = number // 2
        yield Fixture(f"{number % 2}/{at}", (number % 2,) * seats, at, tuple(range(at, at + seats)))


def measured(
    game: str, level: int, games: int, seconds: float = math.inf, *, decide: bool = False
) -> tuple[Counter[float], int]:
    """Plays a level against the one below: the results with their counts, and the number of games that a fault made void.

    A result is that of a full rotation of the seats; with ``decide`` and without chance, that of each game of it. After
    ``seconds`` of processor time no other rotation begins, and with ``decide`` none after the sequential test has decided.
    """
    single = decide and independent(game)
    results: Counter[float] = Counter()
    spoilt = 0
    turn: list[Outcome] = []
    began = time.process_time()
    for outcome, _new in outcomes(game, level, games):
        turn.append(outcome)
        spoilt += outcome.fault is not None
        if len(turn) < 2:
            continue
        one, other = [_result(each) for each in turn]
        if single:
            results.update([round(one, 6), round(other, 6)])
        else:
            results[round(one - other if by_returns(game) else (one + other) / 2, 6)] += 1
        turn = []
        if time.process_time() - began > seconds or (decide and sequential.capital(results, 0.5) >= sequential.ENOUGH):
            break
    return results, spoilt


def _result(outcome: Outcome) -> float:
    """The share of all pairs of a seat of the level and one of the level below in which the level ended better; if all seats
    are of one level, the value of the game."""
    if len(set(outcome.seated)) == 1:
        return outcome.returns[0] if outcome.returns else 0.0
    won = []
    for own, mine in zip(outcome.seated, outcome.ranks, strict=False):
        for other, theirs in zip(outcome.seated, outcome.ranks, strict=False):
            if own == 0 and other == 1:
                won.append(1.0 if mine < theirs else 0.5 if mine == theirs else 0.0)
    return sum(won) / len(won) if won else 0.5


@cache
def exact(game: str) -> list[Pair]:
    """The same for an exactly computed game: the mean gain of each level against the one below, over the seats."""
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
    """The value of the game in a seat for one strategy against another."""
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
    unplayed = len(ORDER) * (len(LEVELS) - 1) - len(pairs)
    missing = f" {unplayed} more pairs have not been played since their bots changed." if unplayed else ""
    lines += ["", f"{settled} of {len(pairs)} pairs are in order by their 95 % intervals.{missing}"]
    options = "; ".join([f"{name}: {dict(given)}" for name, given in OPTIONS.items()])
    lines += [
        "",
        f"Other options than the defaults: {options}. Each game has the smallest possible number of seats, Yacht two.",
    ]
    return "\n".join(lines) + "\n"


class Kept:
    """The results of each pair so far, by game and level: the players, and each result with its count."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pairs: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def keep(
        self, game: str, level: int, results: Mapping[float, int], spoilt: int, *, held: bool = False, single: bool = False
    ) -> None:
        """Store it in place of the results of the same level."""
        specs = ladder(game)
        self._pairs[f"{game} {level}"] = {
            "plays": specs[level - 1],
            "against": specs[level - 2],
            "results": {str(each): times for each, times in sorted(results.items())},
            "spoilt": spoilt,
            **({"sequential": True} if held else {}),
            **({"each game": True} if single else {}),
        }
        lines = [f"{json.dumps(name)}: {json.dumps(pair)}" for name, pair in sorted(self._pairs.items())]
        self._path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")

    def pairs(self) -> Iterator[Pair]:
        """All results of the present ladders, played or computed."""
        for game in ORDER:
            if game in EXACT:
                yield from exact(game)
                continue
            specs = ladder(game)
            for level in LEVELS[1:]:
                pair = self._pairs.get(f"{game} {level}")
                if pair is not None and [pair["plays"], pair["against"]] == [specs[level - 1], specs[level - 2]]:
                    results = {float(each): times for each, times in pair["results"].items()}
                    held, single = pair.get("sequential", False), pair.get("each game", False)
                    yield summed(game, level, results, pair["spoilt"], held, single)


def main(argv: Sequence[str]) -> int:
    """Play the missing games, print each finished pair, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", metavar="GAME", help="only these games; reversi:5 is one level of it")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair at most")
    parser.add_argument("--seconds", type=float, default=math.inf, help="processor time for each pair at most")
    parser.add_argument("--whole", action="store_true", help="no series stops because of its results")
    given = parser.parse_args(argv)
    kept = Kept(RESULTS)
    for name in given.only or ORDER:
        game, _colon, level = name.partition(":")
        if game not in ORDER or level not in ("", *[str(each) for each in LEVELS[1:]]):
            parser.error(f"no levels of {name}; known games: {', '.join(ORDER)}, as in reversi or reversi:5")
        for each in [int(level)] if level else LEVELS[1:]:
            if game in EXACT:
                continue
            began = time.process_time()
            held = not given.whole and not by_returns(game)
            single = held and independent(game)
            results, spoilt = measured(game, each, given.games, given.seconds, decide=held)
            kept.keep(game, each, results, spoilt, held=held, single=single)
            pair = summed(game, each, results, spoilt, held, single)
            low, high = pair.interval
            took = time.process_time() - began
            share = f"{pair.mean:.3f} ({low:.3f} to {high:.3f})"
            print(f"{game} {each}: {share}, {pair.games} games, {took:.0f} s: {pair.settled}", flush=True)
            REPORT.write_text(report(list(kept.pairs())), encoding="utf-8")
    REPORT.write_text(report(list(kept.pairs())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
