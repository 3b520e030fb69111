"""The move that an author's estimate advises, as the greedy bot finds it, for games whose estimates read nothing hidden."""

from __future__ import annotations

from rondel.engine import Game, Move


def advised(game: Game) -> Move:
    """The move of the active role after which the position looks best to it; of equal ones the first."""
    role = game.active[0]

    def worth(move: Move) -> float:
        game.push(move, role)
        found = game.returns[role] if game.is_over else game.estimate(role)
        game.pop()
        assert found is not None
        return found

    return max(game.moves(role), key=worth)
