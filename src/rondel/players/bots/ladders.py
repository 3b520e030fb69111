"""Ladders: the specs of the bots that play each level of each game (`rondel.players.bots.registry`).

They were chosen by games between levels, and are measured by `benchmarks/levels.py`. In games without hidden information and
chance, alpha-beta with the author's estimate is by far the best for its time. With hidden information the greedy bot is often
better than a search whose determinizations may be wrong; its lower levels slip. In Hearts a search over determinized
deals is better, because its playouts follow a policy. In solitaire against a deck, a search two cards deep in a few possible
decks is better still. Kuhn and Leduc poker are played by a near-equilibrium policy, which beats the same policy with slips
in every seat.

A level with a budget of time has 0.9 seconds a move. The other levels have budgets of simulations or positions; no search with
more time has been shown to be stronger there yet.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Ladder: TypeAlias = tuple[str, str, str, str, str]
"""The specs of levels 1 to 5."""

USUAL: Final[Ladder] = ("greedy~80", "greedy~40", "greedy", "mcts:100", "mcts:400")
"""The ladder of a game without measurements."""
_SIMULATIONS: Final = {"mcts:100": 100, "mcts:400": 400}
"""The simulations of its searches."""

_GREEDY: Final[Ladder] = ("greedy~90", "greedy~65", "greedy~40", "greedy~20", "greedy")
_POLICY: Final[Ladder] = ("policy/greedy~80", "policy/greedy~60", "policy/greedy~40", "policy/greedy~20", "policy/greedy")
_AHEAD: Final[Ladder] = ("greedy~80", "greedy~40", "greedy", "alphabeta:300", "alphabeta:0.9s")

LADDERS: Final[dict[str, Ladder]] = {
    "amazons": ("greedy~85", "greedy~55", "greedy~30", "greedy~12", "greedy"),
    "banqi": ("greedy~85", "greedy~55", "greedy~30", "greedy~12", "greedy"),
    "battleship": ("greedy~95", "greedy~80", "greedy~65", "greedy~40", "greedy"),
    "breakthrough": ("alphabeta:200~85", "alphabeta:200~55", "alphabeta:200~30", "alphabeta:200", "alphabeta:0.9s"),
    "cant_stop": ("greedy~80", "greedy~50", "greedy~25", "greedy", "mcts:200:0"),
    "chess": ("greedy~80", "greedy~45", "greedy~18", "greedy", "alphabeta:0.9s"),
    "connect_four": ("greedy~80", "greedy~30", "greedy", "alphabeta:600", "alphabeta:12000"),
    "corridors": ("greedy~80", "greedy~50", "greedy~20", "greedy", "alphabeta:0.9s"),
    "dots_and_boxes": ("greedy~85", "greedy~50", "greedy~20", "greedy", "alphabeta:0.9s"),
    "draughts": ("alphabeta:300~80", "alphabeta:300~50", "alphabeta:300~25", "alphabeta:300~8", "alphabeta:0.9s"),
    "go": ("greedy~90", "greedy~60", "greedy~30", "greedy~12", "greedy"),
    "fireworks": ("greedy~25", "greedy~12", "greedy~6", "greedy~2", "greedy"),
    "gomoku": ("greedy~80", "greedy~55", "greedy~32", "greedy~14", "greedy"),
    "harvest_wheel": ("greedy~80", "greedy~55", "greedy~30", "greedy~10", "rollout:6:8"),
    "hearts": ("greedy~95", "greedy~80", "greedy~62", "greedy~40", "rollout:0.9s:deal"),
    "hex": ("greedy~80", "greedy~50", "greedy~25", "greedy~10", "greedy"),
    "kuhn_poker": _POLICY,
    "leduc_poker": _POLICY,
    "lines_of_action": ("greedy~80", "greedy~45", "greedy~15", "alphabeta:300", "alphabeta:0.9s"),
    "liars_dice": _GREEDY,
    "nine_mens_morris": ("greedy~80", "greedy~45", "greedy~18", "greedy", "alphabeta:0.9s"),
    "reversi": _AHEAD,
    "seed_swap": _GREEDY,
    "shephy": ("greedy~15", "greedy~7", "greedy~4", "greedy~2", "rollout:4:2"),
    "gin_rummy": ("greedy~90", "greedy~65", "greedy~40", "greedy~20", "greedy"),
    "crazy_eights": ("greedy~90", "greedy~65", "greedy~40", "greedy~20", "greedy"),
    "skat": ("greedy~95", "greedy~75", "greedy~50", "greedy~25", "greedy"),
    "solitaire": ("greedy~85", "greedy~60", "greedy~35", "greedy~15", "greedy"),
    "spades": ("greedy~95", "greedy~75", "greedy~50", "greedy~25", "greedy"),
    "swarm": ("greedy~85", "greedy~55", "greedy~25", "greedy", "alphabeta:0.9s"),
    "stones": ("alphabeta:1000~80", "alphabeta:1000~50", "alphabeta:1000~28", "alphabeta:1000~12", "alphabeta:1000"),
    "texas_holdem": ("greedy~97", "greedy~52", "greedy~34", "greedy~18", "greedy"),
    "tic_tac_toe": ("alphabeta~90", "alphabeta~65", "alphabeta~40", "alphabeta~20", "alphabeta"),
    "ultimate_tic_tac_toe": ("greedy~85", "greedy~55", "greedy~25", "greedy", "alphabeta:0.9s"),
    "backgammon": ("greedy~85", "greedy~55", "greedy~30", "greedy~12", "greedy"),
    "mancala": ("greedy~85", "greedy~50", "greedy~20", "alphabeta:300", "alphabeta:0.9s"),
    "xiangqi": ("greedy~85", "greedy~50", "greedy~20", "greedy", "alphabeta:0.9s"),
    "wolves_in_town": ("greedy~90", "greedy~65", "greedy~40", "greedy~15", "greedy"),
    "shogi": ("greedy~85", "greedy~50", "greedy~20", "greedy", "alphabeta:0.9s"),
    "yacht": ("greedy~85", "greedy~55", "greedy~30", "greedy~12", "greedy"),
    "y": ("greedy~80", "greedy~50", "greedy~25", "greedy~10", "greedy"),
}
"""The ladders by name of the game."""


def spec(game: str, level: int, moves: int) -> str:
    """The spec that answers at a level of a game, from 1, a question with that number of legal moves.

    In a game without measurements, the greedy bot, which estimates the position after each move, answers a question with so
    many moves that a search would give each fewer than two simulations.

    >>> spec("my_game", 5, 30), spec("my_game", 5, 504), spec("chess", 5, 504)
    ('mcts:400', 'greedy', 'alphabeta:0.9s')
    """
    chosen = ladder(game)[level - 1]
    simulations = _SIMULATIONS.get(chosen) if game not in LADDERS else None
    return "greedy" if simulations is not None and 2 * moves > simulations else chosen


def ladder(game: str) -> Ladder:
    """The specs of a game's levels 1 to 5."""
    return LADDERS.get(game, USUAL)
