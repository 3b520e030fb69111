"""The strength of level 5, against other bots and on its own.

    python benchmarks/strength.py                     everything at full length; continues an interrupted run
    python benchmarks/strength.py reversi --units 20  this number of games, of this study only

    reversi         games against OpenSpiel's C++ MCTSBot, which gets the processor time of our move for each of its own
    reversi_long    the same with eight times the positions
    connect_four    positions with 12 empty cells or fewer: does the bot make a move of the best value?
    hearts_random   deals, one seat ours and three random bots'
    hearts_greedy   deals, one seat ours and three greedy bots'
    shephy          games of the basic game, each with another seed; the bot has a player's information, without the seed
    shephy_known    the same games by a search that knows all draws: an upper bound for the same luck

The result of each unit is stored in ``benchmarks/strength``, a file for each study with the players in its first line, and
``benchmarks/STRENGTH.md`` is written from these files; a study with other players begins again. Run it on the compiled build:
``PYTHONPATH=build/compiled python benchmarks/strength.py``.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import rondel
from rondel.engine.imagination import Imagination
from rondel.players import Player, Question, bot, play
from rondel.players.bots.ladders import ladder
from rondel.search import alphabeta, best_line
from rondel.tournament.standing import wilson

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / "benchmarks" / "strength"
REPORT: Final = ROOT / "benchmarks" / "STRENGTH.md"
Z: Final = 1.959964

REVERSI: Final = "alphabeta:5000"
REVERSI_LONG: Final = "alphabeta:40000"
CONNECT_FOUR: Final = "level:5"
HEARTS: Final = "greedy"
"""The control of ``benchmarks/strength/hearts.py``, which measures level 5."""
SHEPHY: Final = "level:5"
EMPTY: Final = 12
"""The most empty cells of an ending of Connect Four."""
EXPLORATION: Final = 1.4
RATE: Final = 3_000.0
"""Simulations a second that OpenSpiel is taken to make before any were timed."""
TIMED: Final = 0.005
"""The shortest search, in seconds, whose speed is counted. A search that has solved the rest of the game ends at once."""
OPENING: Final = 0.1
"""Seconds of processor time for its first move where ours has made none."""
WIDTHS: Final = (2, 8, 32, 128)
"""The beam widths of the search that knows all draws, from narrow to wide until it wins."""
SCRIPTS: Final = (("Chess", "chess"), ("Hearts", "hearts"))
"""Games and their scripts in ``benchmarks/strength``; each script's output is kept there, ``chess.txt`` and ``hearts.txt``."""
COMPARED: Final = """\
The table compares other bots with level 5, from the results in `strength/candidates.jsonl`. A win is one point, a draw half a
point. Games come in pairs with exchanged seats; in games without chance both games of a pair begin with the same four random
answers. Seconds are processor time on the compiled build. Only an interval without 50 % shows which bot is better; most series
are too short for that. A candidate that was better became level 5."""
"""The text above the table of candidates."""

Found = Mapping[str, Any]


class Study(NamedTuple):
    """A study: a measurement that is repeated ``units`` times, and its summary."""

    name: str
    units: int
    do: Callable[[int], dict[str, Any]]
    said: Callable[[Sequence[Found]], str]
    plays: Callable[[], str]
    """The players, in full."""


# -- Reversi -----------------------------------------------------------------------------------------------------------


class Peer:
    """OpenSpiel's MCTSBot, with a random playout for each simulation, which plays a game of ours by its moves."""

    def __init__(self, seed: int) -> None:
        import pyspiel

        self._pyspiel = pyspiel
        self._game = pyspiel.load_game("othello")
        self._seed = seed
        self._rate = RATE
        self.seconds = 0.0

    def answer(self, played: Sequence[str], seconds: float) -> str:
        """Its move after these, in approximately this processor time."""
        state = self._game.new_initial_state()
        for text in played:
            self._apply(state, text)
        self._pass(state)
        simulations = max(10, round(self._rate * seconds))
        evaluator = self._pyspiel.RandomRolloutEvaluator(1, self._seed)
        searching = self._pyspiel.MCTSBot(
            self._game,
            evaluator,
            EXPLORATION,
            simulations,
            1_000,
            True,
            self._seed,
            False,
            self._pyspiel.ChildSelectionPolicy.UCT,
        )
        began = time.process_time()
        chosen = state.action_to_string(searching.step(state))
        took = time.process_time() - began
        self.seconds += took
        self._seed += 1
        if took > TIMED:
            self._rate = simulations / took
        return f"play_disc({chosen})"

    def _apply(self, state: Any, text: str) -> None:
        self._pass(state)
        state.apply_action(state.string_to_action(text.removeprefix("play_disc(").removesuffix(")")))

    def _pass(self, state: Any) -> None:
        """Our game passes by itself."""
        while not state.is_terminal() and state.legal_actions() == [64]:
            state.apply_action(64)


def reversi(number: int) -> dict[str, Any]:
    """A game of the level."""
    return against_peer(number, REVERSI)


def reversi_long(number: int) -> dict[str, Any]:
    """A game with more time."""
    return against_peer(number, REVERSI_LONG)


def against_peer(number: int, spec: str) -> dict[str, Any]:
    """A game of a bot; ours begins in every other one."""
    game = rondel.new("reversi", seed=number)
    ours = game.roles[number % 2]
    player, peer = bot(spec, seed=number), Peer(number)
    played: list[str] = []
    mine = 0.0
    moves = 0
    while not game.is_over:
        role = game.active[0]
        if role == ours:
            began = time.process_time()
            text = player.answer(asked(game))
            mine += time.process_time() - began
            moves += 1
        else:
            due = mine / moves * (len(played) - moves + 1) - peer.seconds if moves else OPENING
            text = peer.answer(played, due)
        game.push(text)
        played.append(text)
    won = game.winners
    points = 1 / len(won) if ours in won else 0.0
    return {"points": points, "ours": round(mine, 3), "theirs": round(peer.seconds, 3), "answers": len(played)}


def asked(game: rondel.Game) -> Question:
    """The question of a match in this position."""
    role = game.active[0]
    return Question(role, game.view(role), imagination=Imagination(game, role))


def reversi_said(found: Sequence[Found]) -> str:
    return _against_peer(found, REVERSI)


def reversi_long_said(found: Sequence[Found]) -> str:
    return _against_peer(found, REVERSI_LONG)


def _against_peer(found: Sequence[Found], spec: str) -> str:
    share = _share([each["points"] for each in found])
    ours, theirs = sum([each["ours"] for each in found]), sum([each["theirs"] for each in found])
    answers = sum([each["answers"] for each in found]) / 2
    return (
        f"Reversi, {_called('reversi', spec)} against `pyspiel.MCTSBot` (C++, one random playout a simulation, solver on): "
        f"{share}, a draw being half. Processor time a move: ours {1000 * ours / answers:.0f} ms, its "
        f"{1000 * theirs / answers:.0f} ms."
    )


# -- Connect Four ------------------------------------------------------------------------------------------------------


def connect_four(number: int) -> dict[str, Any]:
    """A position from random or greedy play with few empty cells, before the end; the bot's move, and the best ones."""
    rng = random.Random(number)
    while True:
        game = rondel.new("connect_four", seed=0)
        for _each in range(42 - 1 - rng.randrange(EMPTY)):
            if game.is_over:
                break
            game.push(rng.choice(game.moves()))
        if not game.is_over and len(game.moves()) > 1:
            break
    worth = alphabeta(game, every=True).values
    chosen = bot(CONNECT_FOUR, seed=number).answer(asked(game))
    return {"perfect": worth[chosen] == max(worth.values()), "matters": len(set(worth.values())) > 1}


def connect_four_said(found: Sequence[Found]) -> str:
    perfect = sum([each["perfect"] for each in found])
    matters = sum([each["matters"] for each in found])
    return (
        f"Connect Four, {_called('connect_four', CONNECT_FOUR)} in positions with 1 to {EMPTY} empty cells and a choice of "
        f"moves: the best value in {perfect:,} of {len(found):,}; in {matters:,} of them there was a worse one."
    )


# -- Hearts ------------------------------------------------------------------------------------------------------------


def hearts(others: str) -> Callable[[int], dict[str, Any]]:
    """A deal against three of the same."""

    def do(number: int) -> dict[str, Any]:
        game = rondel.new("hearts", seed=number // 4, options={"target": 1})
        ours = game.roles[number % 4]
        players: dict[str, Player] = {role: bot(others, seed=4 * number + place) for place, role in enumerate(game.roles)}
        players[ours] = bot(HEARTS, seed=number)
        play(game, players)
        points = game.scores  # penalty points
        return {"points": points[ours], "others": sum([points[role] for role in game.roles if role != ours]) / 3}

    return do


def hearts_said(others: str) -> Callable[[Sequence[Found]], str]:
    def said(found: Sequence[Found]) -> str:
        own, theirs = _mean([each["points"] for each in found]), _mean([each["others"] for each in found])
        return (
            f"Hearts, {_called('hearts', HEARTS)} against three `{others}`: {own} points a deal (the fewer the better; 6.5 is "
            f"an even share where nobody shoots the moon), the others {theirs}."
        )

    return said


# -- Shephy ------------------------------------------------------------------------------------------------------------


def shephy(number: int) -> dict[str, Any]:
    """A basic game."""
    game = rondel.new("shephy", seed=number)
    play(game, {"shepherd": bot(SHEPHY, seed=number)})
    return {"won": "shepherd" in game.winners}


def shephy_said(found: Sequence[Found]) -> str:
    return f"Shephy, basic game, {_called('shephy', SHEPHY)}: won {_share([float(each['won']) for each in found])}."


def shephy_known(number: int) -> dict[str, Any]:
    """The same game by beam searches that know the draws of its seed, each wider than the one before."""
    width = next((width for width in WIDTHS if _found(rondel.new("shephy", seed=number), width)), None)
    return {"won": width is not None, "width": width}


def _found(game: rondel.Game, width: int) -> bool:
    """Whether a beam search finds a win. It advances card by card, with the best-looking answers to a card's questions."""
    (role,) = game.roles
    beam = [game]
    while beam:
        after: dict[object, tuple[float, rondel.Game]] = {}
        for each in beam:
            for move in each.moves():
                line = best_line(each, move.text, role, _worth)
                for text in line.moves:
                    each.push(text)
                if each.is_over and role in each.winners:
                    return True
                if not each.is_over:
                    after.setdefault(each.key(), (line.worth, each.copy()))
                for _text in line.moves:
                    each.pop()
        beam = [each for _own, each in sorted(after.values(), key=lambda found: -found[0])[:width]]
    return False


def _worth(game: rondel.Game) -> float:
    (role,) = game.roles
    return game.returns[role] if game.is_over else game.estimate(role) or 0.0


def shephy_known_said(found: Sequence[Found]) -> str:
    share = _share([float(each["won"]) for each in found])
    won = ", ".join([f"{sum([each['width'] == width for each in found])} with {width}" for width in WIDTHS])
    return (
        f"Shephy, basic game, what was possible: a beam search that knows what will be drawn, with {WIDTHS[0]} to {WIDTHS[-1]} "
        f"positions after each card, wins {share} ({won}). A wider one might win more; a shepherd does not know what will be "
        "drawn, and wins fewer."
    )


# -- saying and keeping ------------------------------------------------------------------------------------------------


def _share(results: Sequence[float]) -> str:
    low, high = wilson(sum(results), len(results))
    return f"{100 * sum(results) / len(results):.1f} % ({100 * low:.1f} to {100 * high:.1f}) in {len(results)} games"


def _mean(results: Sequence[float]) -> str:
    mean = sum(results) / len(results)
    spread = sum([(each - mean) ** 2 for each in results]) / max(1, len(results) - 1)
    return f"{mean:.2f} ± {Z * math.sqrt(spread / len(results)):.2f}"


STUDIES: Final = (
    Study("connect_four", 2_000, connect_four, connect_four_said, lambda: full("connect_four", CONNECT_FOUR)),
    Study("reversi", 400, reversi, reversi_said, lambda: full("reversi", REVERSI)),
    Study("reversi_long", 100, reversi_long, reversi_long_said, lambda: full("reversi", REVERSI_LONG)),
    Study("hearts_random", 400, hearts("random"), hearts_said("random"), lambda: full("hearts", HEARTS)),
    Study("hearts_greedy", 400, hearts("greedy"), hearts_said("greedy"), lambda: full("hearts", HEARTS)),
    Study("shephy", 1_000, shephy, shephy_said, lambda: full("shephy", SHEPHY)),
    Study("shephy_known", 100, shephy_known, shephy_known_said, lambda: f"beams of {WIDTHS}"),
)


def full(game: str, spec: str) -> str:
    """A spec, for a level with the spec of its bot.

    >>> full("reversi", "level:5"), full("reversi", "greedy")
    ('level:5, alphabeta:0.9s', 'greedy')
    """
    level = spec.partition("level:")[2]
    return f"{spec}, {ladder(game)[int(level) - 1]}" if level else spec


def _called(game: str, spec: str) -> str:
    return ", ".join([f"`{each}`" for each in full(game, spec).split(", ")])


def known(study: Study) -> list[Found]:
    """The results so far of the present players, without an incomplete last line."""
    path = KEPT / f"{study.name}.jsonl"
    if not path.exists():
        return []
    whole = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    if not whole or json.loads(whole[0]) != {"plays": study.plays()}:
        return []
    return [json.loads(line) for line in whole[1:]]


def carry_out(study: Study, units: int) -> None:
    """Measure the missing units."""
    KEPT.mkdir(parents=True, exist_ok=True)
    found = known(study)
    with (KEPT / f"{study.name}.jsonl").open("w", encoding="utf-8") as file:
        for each in ({"plays": study.plays()}, *found):
            file.write(json.dumps(each) + "\n")
        for number in range(len(found), units):
            file.write(json.dumps(study.do(number)) + "\n")
            file.flush()


def printed() -> list[str]:
    """The stored output of each script without units: its first and its last line."""
    found = []
    for game, name in SCRIPTS:
        path = KEPT / f"{name}.txt"
        if path.exists():
            first, *_between, last = path.read_text(encoding="utf-8").splitlines()
            found.append(f"- {game}, `benchmarks/strength/{name}.py`: {first}. Last line: {last}.")
    return found


def compared() -> list[str]:
    """The results of other bots against level 5, if one of the two is level 5 now."""
    path = KEPT / "candidates.jsonl"
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        each = json.loads(line)
        if ladder(each["game"])[4] not in (each["level_5"], each["candidate"]):
            continue
        games, points = each["games"], each["points"]
        low, high = wilson(points, games)
        found.append(
            f"| {each['game']} | `{each['level_5']}` | `{each['candidate']}` | {points:g} of {games} | "
            f"{100 * points / games:.0f} % ({100 * low:.0f} to {100 * high:.0f}) |"
        )
    if not found:
        return []
    return [
        "",
        COMPARED,
        "",
        "| game | level 5 then | candidate | its points | share |",
        "| --- | --- | --- | --- | --- |",
        *found,
    ]


def report() -> str:
    """The page of all that is known."""
    lines = ["# Strength", "", "Written by `python benchmarks/strength.py`; with 95 % intervals.", ""]
    for study in STUDIES:
        found = known(study)
        if found:
            full = "" if len(found) >= study.units else f" (So far {len(found)} of {study.units}.)"
            lines.append(f"- {study.said(found)}{full}")
    lines += [*printed(), *compared()]
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str]) -> int:
    """Carry out the studies and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", metavar="STUDY", help="only these")
    parser.add_argument("--units", type=int, help="this number of games, deals or positions, instead of all")
    given = parser.parse_args(argv)
    names = [study.name for study in STUDIES]
    unknown = [name for name in given.only if name not in names]
    if unknown:
        parser.error(f"unknown study {', '.join(unknown)}; known: {', '.join(names)}")
    for study in STUDIES:
        if study.name in (given.only or names):
            carry_out(study, min(given.units or study.units, study.units))
            print(f"{study.name}: {study.said(known(study))}", flush=True)
            REPORT.write_text(report(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
