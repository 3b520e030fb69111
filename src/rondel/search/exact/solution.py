"""Solutions: the result of a search of one position, and whether it is certain."""

from __future__ import annotations


class Solution:
    """The value of a position, and the best move.

    >>> from rondel import new
    >>> from rondel.search import alphabeta
    >>> solution = alphabeta(new("tic_tac_toe"), depth=9)
    >>> solution.value, solution.exact, len(solution.line)
    ({'x': 0.0, 'o': 0.0}, True, 9)
    """

    def __init__(
        self, value: dict[str, float], best: str, values: dict[str, float], line: list[str], exact: bool, depth: int, nodes: int
    ) -> None:
        self.value = value
        """The value of the position for each role."""
        self.best = best
        """The best move; empty when the game is over or chance answers."""
        self.values = values
        """The value of each searched move for the mover; by default of the best move only."""
        self.line = line
        """The principal variation, as far as the search table holds it."""
        self.exact = exact
        """Whether the value is certain; if False, it depends on estimates at the search horizon."""
        self.depth = depth
        """Search depth, in answers."""
        self.nodes = nodes
        """Number of positions examined."""

    def __repr__(self) -> str:
        worth = ", ".join([f"{role} {value:+.4g}" if value else f"{role} 0" for role, value in self.value.items()])
        best = f", {self.best}" if self.best else ""
        certain = "" if self.exact else f", estimated {self.depth} answers ahead"
        return f"<Solution: {worth}{best}{certain}>"
