"""A random game of Reversi, taken back to its middle, copied, recorded and replayed: the engine in thirty lines."""

from __future__ import annotations

from random import Random

import rondel


def main() -> None:
    """Play, look around, and print what came of it."""
    random = Random(4)
    game = rondel.new("reversi", seed=4)
    plies = 0
    while not game.is_over:
        game.push(random.choice(game.moves()))
        plies += 1
    print(f"{plies} moves, {game.scores}, won by {', '.join(game.winners)}")

    other = game.copy()
    again = rondel.replay(game.record())
    print("the copy and the replayed record agree:", game.key() == other.key() == again.key())

    for _ply in range(plies // 2):
        game.pop()
    print(f"in the middle {game.active[0]} may choose from {len(game.moves())} moves, the first: {game.moves()[0].describe()}")

    try:
        game.push("play_disc(a9)")
    except rondel.errors.IllegalMove as error:
        print("refused:", error)


if __name__ == "__main__":
    main()
