"""Chess: ``level:5`` against a plain alpha-beta of depth 2 with material and piece-square tables.

    PYTHONPATH=build/compiled python benchmarks/strength/chess.py --games 200 --seconds 0.3 --processes 2

Games come in pairs that begin with the same four random plies, with the colours exchanged. Nothing is adjudicated: a game ends
as the rules end it. Prints a line after each game, and both players' times per move: by the clock, and our processor time,
which distinguishes a late search from a busy machine.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Sequence
from multiprocessing import get_context

import rondel
from rondel.engine.imagination import Imagination
from rondel.players import Budget, Question, bot
from rondel.players.bots.ladders import ladder
from rondel.shelf.chess import Chess

WORTH = {"pawn": 100, "knight": 320, "bishop": 330, "rook": 500, "queen": 900, "king": 0}
OPENING = 4
"""Random plies before the players begin."""


def square(face: str, row: int, column: int) -> int:
    """A piece's bonus by square, its own side at the bottom (row 0)."""
    middle = 6 - max(abs(2 * row - 7), abs(2 * column - 7)) + 1
    if face == "pawn":
        return 5 * row + (10 if row > 2 and column in (3, 4) else 0)
    if face == "king":
        return -10 * row
    if face == "rook":
        return 10 if row == 6 else 0
    return {"knight": 6, "bishop": 4, "queen": 2}[face] * middle


def evaluated(game: Chess, side: str) -> int:
    """Material and squares, in hundredths of a pawn, for a side."""
    worth = 0
    board = game.board
    for piece in board:
        at = board.where(piece)
        row = at.row if piece.owner == "white" else 7 - at.row
        gain = WORTH[piece.face] + square(piece.face, row, at.column)
        worth += gain if piece.owner == side else -gain
    return worth


def searched(game: Chess, depth: int, alpha: float, beta: float) -> float:
    """Negamax with alpha-beta pruning, captures first."""
    side = game.player
    if depth == 0:
        return evaluated(game, side)
    for move in ordered(game):
        worth = after(game, move, depth, alpha, beta)
        alpha = max(alpha, worth)
        if alpha >= beta:
            break
    return alpha


def after(game: Chess, move: rondel.Move, depth: int, alpha: float, beta: float) -> float:
    """The value of a move for its player; a quicker mate is worth more."""
    game.push(move)
    over = game.is_over
    worth = 100_000.0 * (depth + 1) * game.returns[move.role] if over else -searched(game, depth - 1, -beta, -alpha)
    game.pop()
    return worth


def ordered(game: Chess) -> list[rondel.Move]:
    """Captures first."""
    return sorted(game.moves(), key=lambda move: len(move.args) < 2 or game.board[move.args[1]] is None)


def plain(game: Chess, depth: int, rng: random.Random) -> str:
    """The move of the plain player; of equals the first in a random order."""
    moves = ordered(game)
    rng.shuffle(moves)
    moves.sort(key=lambda move: len(move.args) < 2 or game.board[move.args[1]] is None)
    best, chosen = -math.inf, moves[0].text
    for move in moves:
        worth = after(game, move, depth, best, math.inf)
        if worth > best:
            best, chosen = worth, move.text
    return chosen


def play(given: tuple[int, int, str, float]) -> tuple[int, float, str, list[float], list[float], list[float]]:
    """A game: its number, our points, how it ended, the times of our moves by the clock and by the processor, and the times of
    the other's moves by the clock."""
    number, depth, spec, limit = given
    game = Chess()
    rng = random.Random(number // 2)
    for _ply in range(OPENING):
        game.push(rng.choice(game.moves()))
    ours = ("white", "black")[number % 2]
    player = bot(spec, seed=number)
    mine: list[float] = []
    worked: list[float] = []
    theirs: list[float] = []
    while not game.is_over:
        role = game.player
        if role == ours:
            question = Question(role, game.view(role), Budget(seconds=limit), Imagination(game, role))
            began, busy = time.perf_counter(), time.process_time()
            text = player.answer(question)
            mine.append(time.perf_counter() - began)
            worked.append(time.process_time() - busy)
        else:
            began = time.perf_counter()
            text = plain(game, depth, rng)
            theirs.append(time.perf_counter() - began)
        game.push(text)
    points = (game.returns[ours] + 1) / 2
    ended = [event["name"] for event in game.events(0, ours)][-1]
    return number, points, ended, mine, worked, theirs


def main(argv: Sequence[str]) -> int:
    """Play, and print the score after each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seconds", type=float, default=1.0, help="limit for each move of ours")
    parser.add_argument("--depth", type=int, default=2, help="depth of the plain player")
    parser.add_argument("--player", default="level:5", help="our player")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(argv)
    named = f"{given.player} ({ladder('chess')[4]})" if given.player == "level:5" else given.player
    print(f"{named}, at most {given.seconds:g} s a move, against alpha-beta of depth {given.depth}", flush=True)
    jobs = [(number, given.depth, given.player, given.seconds) for number in range(given.first, given.first + given.games)]
    won = drawn = lost = 0
    mine: list[float] = []
    worked: list[float] = []
    theirs: list[float] = []
    with get_context("spawn").Pool(given.processes) as pool:
        for number, points, ended, own, busy, other in pool.imap_unordered(play, jobs):
            won += points == 1
            drawn += points == 0.5
            lost += points == 0
            mine += own
            worked += busy
            theirs += other
            print(
                f"game {number}: {points:g} after {len(own)} moves ({ended}); so far {won} won, {drawn} drawn, {lost} lost; "
                f"per move {sum(mine) / len(mine):.3f} s (at most {max(mine):.3f}; "
                f"processor {sum(worked) / len(worked):.3f}, at most {max(worked):.3f}), "
                f"its {sum(theirs) / len(theirs):.3f} s (at most {max(theirs):.3f})",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
