"""Ladders: who plays each level of each game, by specs (`rondel.players.bots`). Measured, not guessed: benchmarks/LEVELS.md."""

from __future__ import annotations

from typing import Final

USUAL: Final = ("greedy~75", "greedy~40", "greedy", "mcts:100", "mcts:400")
"""The ladder of a game that nobody has measured."""

LADDERS: Final[dict[str, tuple[str, str, str, str, str]]] = {
    "kuhn_poker": ("policy/greedy~80", "policy/greedy~60", "policy/greedy~40", "policy/greedy~20", "policy/greedy"),
    "leduc_poker": ("policy/greedy~80", "policy/greedy~60", "policy/greedy~40", "policy/greedy~20", "policy/greedy"),
}
"""By the name of the game, from level 1 to level 5."""


def ladder(game: str) -> tuple[str, str, str, str, str]:
    """The specs of a game's levels, from 1 to 5."""
    return LADDERS.get(game, USUAL)
