"""Random playouts driven from Python; a unit is one decision of a player, or for ``games`` one whole game.

Three ways to begin: ``new`` starts every game with `rondel.new`, as `pyspiel` does with ``new_initial_state()``; ``copy``
copies a fresh game, as `pyspiel` does with ``clone()``. ``games`` starts as ``new`` does. In Rondel chance answers from the
seed; in `pyspiel` the driver draws from the outcomes it lists. A draw is not a decision.

``walk`` plays by `rondel.engine.play.walk.Walk`, as a search does, which makes no list of moves for the caller. A game without
chance is walked home after each playout, where `pyspiel` clones its state; with chance, every game is a new one for both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from workloads.timing import repeat

OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "hearts": {"target": 1},
    "hex": {"swap": False},
    "y": {"swap": False},
    "liars_dice": {"dice": 1, "one_round": True},
    "crazy_eights": {"one_deal": True},
    "gin_rummy": {"one_deal": True},
    "skat": {"deals": 1},
    "texas_holdem": {"hands": 1},
    "yacht": {"sheet": "generous"},
    "spades": {"target": 1, "mercy": -1},
}
"""The options that make our game the same as `pyspiel`'s: one deal of a game of cards, one round of Liar's dice."""

OWN: Final[Mapping[str, str]] = {"rays_reversi": "RaysReversi"}
"""Games of the benchmarks: the module beside this one, and the class in it."""

BATCH: Final[Mapping[str, int]] = {
    "chess": 2,
    "hearts": 2,
    "spades": 2,
    "nine_mens_morris": 2,
    "battleship": 2,
    "gomoku": 2,
    "hex": 2,
    "y": 2,
    "draughts": 2,
    "go": 2,
}
"""Games between two looks at the clock; 20 by default."""

LIMIT: Final = 10_000
"""The most steps of a walk at once; no game of these is longer."""


def rules(name: str) -> Any:
    """What `rondel.new` makes a game of: a name, or the class of a game of the benchmarks."""
    return getattr(import_module(f"workloads.{name}"), OWN[name]) if name in OWN else name


def of_rondel(name: str, begin: str, seconds: float) -> tuple[int, float]:
    """Decisions of random games of Rondel."""
    play = walks(name) if begin == "walk" else pushes(name, begin)
    batch = BATCH.get(name, 20)

    def several() -> int:
        return sum([play() for _game in range(batch)])

    several()  # fills the caches of the rules, which all later games share
    return repeat(several, seconds)


def pushes(name: str, begin: str) -> Callable[[], int]:
    """A function that plays a random game by ``moves`` and ``push`` and returns its units."""
    import rondel

    rng = random.Random(1)
    options = OPTIONS.get(name)
    played = rules(name)
    fresh = rondel.new(played, seed=1, options=options)
    seeds = iter(range(1_000_000_000))
    start: Callable[[], rondel.Game] = (
        fresh.copy if begin == "copy" else (lambda: rondel.new(played, seed=next(seeds), options=options))
    )
    several = fresh.facts is not None and fresh.facts.simultaneous

    def play() -> int:
        decisions = 0
        game = start()
        while not game.is_over:
            moves = game.moves(game.active[0] if several else None)
            game.push(moves[int(rng.random() * len(moves))])
            decisions += 1
        return 1 if begin == "games" else decisions

    return play


def walks(name: str) -> Callable[[], int]:
    """A function that plays a random game by a walk and returns its decisions."""
    import rondel
    from rondel.search.playout import pick

    if TYPE_CHECKING:
        from rondel.engine.play.walk import Walk
    else:
        from rondel.search.playout import Walk  # its module has another name in older trees, which `compare.py` measures

    rng = random.Random(1)
    options = OPTIONS.get(name)
    played = rules(name)
    fresh = rondel.new(played, seed=1, options=options)
    again = fresh.facts is None or fresh.facts.chance
    seeds = iter(range(1_000_000_000))
    home = Walk(fresh)

    def play() -> int:
        decisions = 0
        walk = Walk(rondel.new(played, seed=next(seeds), options=options)) if again else home
        while not walk.game.is_over:
            steps = walk.stroll(rng.random, LIMIT)
            if not steps:  # several roles act, or a rule asks something
                walk.forward(pick(walk, walk.game.active[0], rng))
                steps = 1
            decisions += steps
        if not again:
            walk.home()
        return decisions

    return play


def of_pyspiel(name: str, begin: str, seconds: float) -> tuple[int, float]:
    """Decisions of random games of pyspiel, without passes, which its Othello counts as decisions."""
    import pyspiel

    rng = random.Random(1)
    game = pyspiel.load_game(name)
    fresh = game.new_initial_state()
    start = fresh.clone if begin == "copy" or (begin == "walk" and not fresh.is_chance_node()) else game.new_initial_state
    passing = 64 if name == "othello" else -1
    batch = 2 if game.max_game_length() > 50 else 20

    def play() -> int:
        decisions = 0
        for _game in range(batch):
            state = start()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(rng.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0])
                    continue
                actions = state.legal_actions()
                action = actions[int(rng.random() * len(actions))]
                state.apply_action(action)
                decisions += action != passing
        return batch if begin == "games" else decisions

    play()
    return repeat(play, seconds)
