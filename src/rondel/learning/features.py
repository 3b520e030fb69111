"""Features: the consecutive blocks of an encoding."""

from __future__ import annotations

from math import inf
from typing import Any


class Feature:
    """A block of an encoding: numbers of one kind, in row-major ``shape`` from ``start`` on.

    ``labels`` name the first axis; for listed moves, the last.

    >>> import rondel
    >>> from rondel.learning.encoding import Encoding
    >>> you = Encoding(rondel.new("tic_tac_toe")).features[0]
    >>> you.name, you.shape, you.labels
    ('you', (2,), ('x', 'o'))
    """

    def __init__(
        self, name: str, start: int, shape: tuple[int, ...], labels: tuple[str, ...], low: float = 0.0, high: float = inf
    ) -> None:
        self.name = name
        self.start = start
        self.shape = shape
        self.labels = labels
        self.low = low
        self.high = high

    @property
    def size(self) -> int:
        """Number of numbers."""
        size = 1
        for each in self.shape:
            size *= each
        return size

    def to_json(self) -> dict[str, Any]:
        """Plain data; infinite bounds are left out."""
        data: dict[str, Any] = {"name": self.name, "start": self.start, "shape": list(self.shape), "labels": list(self.labels)}
        if self.low != -inf:
            data["low"] = self.low
        if self.high != inf:
            data["high"] = self.high
        return data

    def __repr__(self) -> str:
        return f"<Feature {self.name} {self.shape} from {self.start}>"


class Layout:
    """The blocks of an encoding under construction.

    >>> layout = Layout()
    >>> [layout.add("you", (2,), ("x", "o")), layout.add("board", (2, 3, 3), ("x", "o")), layout.size]
    [0, 2, 20]
    """

    def __init__(self) -> None:
        self.features: list[Feature] = []
        """The blocks, in the order of the numbers."""
        self.left_out: list[str] = []
        """The parts that are not encoded, or not completely, in words."""
        self.size = 0
        """Number of numbers."""

    def add(self, name: str, shape: tuple[int, ...], labels: tuple[str, ...], low: float = 0.0, high: float = inf) -> int:
        """Adds a block; returns its start."""
        feature = Feature(name, self.size, shape, labels, low, high)
        self.features.append(feature)
        self.size += feature.size
        return feature.start
