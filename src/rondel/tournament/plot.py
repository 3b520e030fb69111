"""Plots: ratings game by game, as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from rondel.rating import Rating

WIDTH: Final = 720
HEIGHT: Final = 360
NARROW: Final = 360
"""Width of a plot for a phone, in pixels: a scaled-down picture would have letters that are too small."""
LEFT: Final = 34
"""Pixels for the scale on the left."""
RIGHT: Final = 160
"""Pixels for the names on the right."""
NUMBERS: Final = 30
"""Pixels for numbers in their place, in a narrow plot."""
EDGE: Final = 24
POINTS: Final = 160
"""Maximum points of a line; a longer one is thinned out."""
APART: Final = 16.0
"""Minimum pixels between two names."""
COLOURS: Final = ("#3d7cc4", "#c2542d", "#2e8b57", "#946ac0", "#a67c00", "#c9508a", "#3a8fa3", "#8a7a63")
"""The entrants' colours in turn; each has contrast with white and black."""


def colour_of(number: int) -> str:
    """The colour of an entrant, by number from 0."""
    return COLOURS[number % len(COLOURS)]


def rating_plot(names: Sequence[str], courses: Sequence[Sequence[Rating]], *, width: int = WIDTH, right: int = RIGHT) -> str:
    """The picture: a line for each course, with a band of the 95 % confidence interval, and its name at the end, in ``right``
    pixels.

    All courses have the same width, whatever their number of games: from before the first game to after the last.

    >>> rating_plot(["a"], [[Rating(25, 8.3), Rating(27, 7)]]).count("<polyline")
    1
    """
    lows = [each.interval[0] for course in courses for each in course[1:]] or [0.0]
    highs = [each.interval[1] for course in courses for each in course[1:]] or [50.0]
    low, high = min(lows), max(highs)
    scale = _Scale(low, high)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" role="img" font-family="sans-serif">',
        '<g font-size="12">',
        "<title>Ratings after each game, with 95 % confidence</title>",
        *_grid(scale, width - right),
    ]
    ends: list[tuple[float, str, str]] = []
    for number, (name, course) in enumerate(zip(names, courses, strict=True)):
        colour = colour_of(number)
        thin = _thinned(course)
        across = [LEFT + (width - LEFT - right) * place / max(1, len(thin) - 1) for place in range(len(thin))]
        upper = [f"{x:.1f},{scale.y(each.interval[1]):.1f}" for x, each in zip(across, thin, strict=True)]
        lower = [f"{x:.1f},{scale.y(each.interval[0]):.1f}" for x, each in zip(across, thin, strict=True)]
        line = [f"{x:.1f},{scale.y(each.mean):.1f}" for x, each in zip(across, thin, strict=True)]
        parts.append(f'<polygon points="{" ".join([*upper, *reversed(lower)])}" fill="{colour}" opacity="0.12"/>')
        parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        ends.append((scale.y(course[-1].mean), name, colour))
    letters = max(1, (right - 16) // 7)
    for y, (end, name, colour) in zip(_spread([each[0] for each in sorted(ends)]), sorted(ends), strict=True):
        shown = name if len(name) <= letters else name[: letters - 1] + "…"
        x = width - right
        parts.append(f'<path d="M{x} {end:.1f}L{x + 9} {y:.1f}" stroke="{colour}" stroke-width="2" fill="none"/>')
        parts.append(f'<text x="{x + 13}" y="{y + 4:.1f}" fill="currentColor" font-weight="600">{escape(shown)}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 4}" fill="currentColor" opacity="0.75">first game</text>')
    parts.append(
        f'<text x="{width - right}" y="{HEIGHT - 4}" fill="currentColor" opacity="0.75" text-anchor="end">last game</text>'
    )
    return "".join([*parts, "</g></svg>"])


class _Scale:
    """The y coordinate of a rating; ratings outside are drawn at the edge."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high if high > low else low + 1

    def y(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return EDGE + (HEIGHT - 2 * EDGE) * (self.high - inside) / (self.high - self.low)


def _grid(scale: _Scale, end: int) -> list[str]:
    step = next(each for each in (1, 2, 5, 10, 20, 50, 100) if each == 100 or (scale.high - scale.low) / each <= 8)
    parts: list[str] = []
    value = -(-scale.low // step) * step
    while value <= scale.high:
        y = scale.y(value)
        parts.append(
            f'<line x1="{LEFT}" x2="{end}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" opacity="0.15"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor" opacity="0.75">{value:g}</text>'
        )
        value += step
    return parts


def _thinned(course: Sequence[Rating]) -> list[Rating]:
    if len(course) <= POINTS:
        return list(course)
    return [course[round(place * (len(course) - 1) / (POINTS - 1))] for place in range(POINTS)]


def _spread(places: Sequence[float]) -> list[float]:
    """The places from top to bottom, moved apart where labels would overlap."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + APART) if found else place)
    over = found[-1] - (HEIGHT - EDGE) if found else 0.0
    if over > 0:
        found[-1] -= over
        for number in reversed(range(len(found) - 1)):
            found[number] = min(found[number], found[number + 1] - APART)
    return found
