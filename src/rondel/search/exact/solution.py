"""Solutions: what a search has found out of a position, and whether it is certain."""

from __future__ import annotations


class Solution:
    """What a position is worth, and what to play."""

    def __init__(
        self, value: dict[str, float], best: str, values: dict[str, float], line: list[str], exact: bool, depth: int, nodes: int
    ) -> None:
        self.value = value
        """What the position is worth to each role."""
        self.best = best
        """The move to play; empty when the game is over, and where chance answers."""
        self.values = values
        """What each move is worth to the role that moves; only of those that were asked for, by default the best."""
        self.line = line
        """The moves that follow with best play, as far as the search remembers them."""
        self.exact = exact
        """Whether the value is certain; else it rests on estimates of positions that were not searched further."""
        self.depth = depth
        """How many answers ahead was searched."""
        self.nodes = nodes
        """How many positions were looked at."""

    def __repr__(self) -> str:
        worth = ", ".join([f"{role} {value:+.4g}" if value else f"{role} 0" for role, value in self.value.items()])
        best = f", {self.best}" if self.best else ""
        certain = "" if self.exact else f", estimated {self.depth} answers ahead"
        return f"<Solution: {worth}{best}{certain}>"
