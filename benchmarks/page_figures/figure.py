"""One measured figure, and whether it is within its limit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One row of a table."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False
    goal: float | None = None
    """What is aimed at beyond the limit."""

    @property
    def met(self) -> bool:
        """Whether it is within its limit."""
        return self.limit is None or self._within(self.limit)

    def row(self) -> str:
        """As a line of Markdown.

        >>> Figure("a bot's move", 131.25, "ms", 300, goal=100).row()
        "| a bot's move | 131.2 | ms | at most 300: met; goal 100: not yet |"
        """
        bound = ""
        if self.limit is not None:
            bound = f"{'at least' if self.at_least else 'at most'} {self.limit:g}: {'met' if self.met else 'MISSED'}"
        if self.goal is not None:
            bound += f"; goal {self.goal:g}: {'met' if self._within(self.goal) else 'not yet'}"
        return f"| {self.what} | {self.value:.4g} | {self.unit} | {bound} |"

    def _within(self, bound: float) -> bool:
        return self.value >= bound if self.at_least else self.value <= bound
