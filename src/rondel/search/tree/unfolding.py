"""Unfoldings: one position of a game's tree as plain data, for a client that shows a tree without holding it.

A browser unfolds the tree move by move, each time from the start position and the answers since. So a request needs no state
from an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rondel.engine import OBSERVER, Game
from rondel.search.ground import open_copy
from rondel.search.perft import perft
from rondel.search.tree.tree import Branch, Tree


class Unfolding:
    """The position after some ``answers``, pairs of role and move text, in a game that is left unchanged.

    Raises the errors of `Game.push` for an answer that is not legal.

    >>> from rondel import new
    >>> unfolding = Unfolding(new("tic_tac_toe"), [("x", "mark(b2)")])
    >>> node = unfolding.node(most=2)
    >>> node["description"], [each["description"] for each in node["moves"]], node["total"]
    ('o must mark a cell', ['o marks a1', 'o marks b1'], 8)
    """

    def __init__(self, game: Game, answers: Iterable[tuple[str, str]] = ()) -> None:
        self._game = open_copy(game)
        for role, text in answers:
            self._game.push(text, role)

    def node(self, most: int, first: int = 0) -> dict[str, Any]:
        """The position: its question, every role's view, the open state with hidden parts, its moves from index ``first`` on
        (at most ``most``) with a summary of each next position; at the end, the value for each role."""
        node = Tree(self._game)
        game = self._game
        return {
            "description": node.description,
            "state": game.state,
            "active": list(node.active),
            "chance": node.is_chance,
            "returns": node.value,
            "total": len(node.moves),
            "moves": [_after(branch) for branch in node.moves[first : first + most]],
            "position": game.snapshot()["position"],
            "views": {role: game.view(role) for role in (OBSERVER, *game.roles)},
        }

    def count(self, limit: int) -> list[int]:
        """The number of ways to play one, two, three, … answers from here, by walking; a final 0 marks a fully counted tree.

        Counting stops before a depth estimated above ``limit``, by the greatest branching factor so far.

        >>> from rondel import new
        >>> Unfolding(new("tic_tac_toe")).count(5_000)
        [9, 72, 504, 3024]
        """
        found: list[int] = []
        ways, widest = 1, 1
        while ways and ways * widest <= limit:
            now = perft(self._game, len(found) + 1)
            widest = max(widest, -(-now // ways))
            ways = now
            found.append(now)
        return found

    def solve(self, limit: int, told: Callable[[int], object] | None = None) -> dict[str, Any]:
        """The value of the position and of each move for each role with best play, and the best move.

        Raises `Unsolvable` and `RulesError` as `Node.solve` does, with the same ``limit``. ``told`` is that of `Tree`.

        >>> from rondel import new
        >>> answers = [("x", "mark(b2)"), ("o", "mark(b1)")]
        >>> solved = Unfolding(new("tic_tac_toe"), answers).solve(10_000)
        >>> solved["value"], solved["best"]
        ({'x': 1.0, 'o': -1.0}, 0)
        """
        tree = Tree(self._game, merge=True, told=told)
        value = tree.solve(limit=limit)
        best = tree.best
        return {
            "value": value,
            "moves": [branch.child.value for branch in tree.moves],
            "best": None if best is None else tree.moves.index(best),
        }


def _after(branch: Branch) -> dict[str, Any]:
    """A move, with a summary of the next position."""
    child = branch.child
    return {
        "role": branch.move.role,
        "move": branch.move.text,
        "description": branch.description,
        "probability": branch.probability if branch.parent.is_chance else None,
        "active": list(child.active),
        "outcome": child.description if child.is_over else "",
        "returns": child.value,
        "moves": len(child.moves),
    }
