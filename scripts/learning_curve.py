"""Draw the learning curve of ``examples/learn_connect_four.py``: ``python scripts/learning_curve.py FOLDER/log.jsonl``.

The picture, ``docs/images/learning-curve.svg``, has a point for each measurement in the log of a run: the share of the points
won against the opponent, with its 95 % confidence interval, by the processor time of the training up to there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from rondel.svg import MARGIN, sheet, style  # noqa: E402
from rondel.tournament.standing import wilson  # noqa: E402

PICTURE: Final = ROOT / "docs" / "images" / "learning-curve.svg"
WIDTH: Final = 640
HEIGHT: Final = 360
LEFT: Final = 64
"""Pixels for the scale on the left."""
BOTTOM: Final = 56
STEPS: Final = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
"""The steps of the scale of minutes; the smallest that has at most eight lines is taken."""


def measurements(log: Sequence[dict[str, Any]]) -> list[tuple[float, list[float]]]:
    """The minutes of training before each measurement, and its results."""
    found: list[tuple[float, list[float]]] = []
    seconds = 0.0
    for line in log:
        seconds += line["cpu"]
        if "results" in line:
            found.append((seconds / 60, line["results"]))
    return found


def learning_curve(log: Sequence[dict[str, Any]], opponent: str) -> str:
    """The picture of a log, as SVG.

    >>> learning_curve([{"cpu": 30.0, "results": [1.0, 0.5]}, {"cpu": 30.0}], "greedy").count("<circle")
    1
    """
    points = measurements(log)
    end = float(sum([line["cpu"] for line in log])) / 60
    step = next(each for each in STEPS if end / each <= 8 or each == STEPS[-1])

    def across(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - MARGIN) * minutes / end

    def down(share: float) -> float:
        return MARGIN + (HEIGHT - MARGIN - BOTTOM) * (1 - share)

    drawn: list[str] = []
    for percent in range(0, 101, 20):
        y = down(percent / 100)
        drawn.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - MARGIN}"/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y:.1f}" text-anchor="end">{percent} %</text>')
    for number in range(int(end / step) + 1):
        x = across(number * step)
        drawn.append(f'<path class="grid" d="M{x:.1f} {MARGIN}V{HEIGHT - BOTTOM}"/>')
        drawn.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{number * step:g}</text>')
    drawn.append(
        f'<text x="{(LEFT + WIDTH - MARGIN) / 2:.0f}" y="{HEIGHT - 16}" text-anchor="middle">'
        "processor time of the training, in minutes</text>"
    )
    drawn.append(
        f'<text transform="translate(14 {(MARGIN + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)" text-anchor="middle">'
        f"points won against {opponent}</text>"
    )
    line = " ".join([f"{across(minutes):.1f},{down(sum(results) / len(results)):.1f}" for minutes, results in points])
    drawn.append(f'<polyline class="curve" points="{line}"/>')
    for minutes, results in points:
        low, high = wilson(sum(results), len(results))
        x, share = across(minutes), sum(results) / len(results)
        told = f"{100 * share:.0f} % of {len(results)} games after {minutes:.1f} minutes"
        drawn.append(f'<path class="interval" d="M{x:.1f} {down(low):.1f}V{down(high):.1f}"/>')
        drawn.append(f'<circle cx="{x:.1f}" cy="{down(share):.1f}" r="4"><title>{told}</title></circle>')
    look = style(
        {"curve": "#1d6b57"},
        {"curve": "#58b89b"},
        ".grid{stroke:var(--muted);opacity:.25}.curve{fill:none;stroke:var(--curve);stroke-width:2}",
        ".interval{stroke:var(--curve);stroke-width:2;opacity:.45}circle{fill:var(--curve)}",
    )
    return sheet(f"Learning Connect Four: points won against {opponent}", WIDTH, HEIGHT, drawn, look)


def main(arguments: Sequence[str]) -> None:
    """Draw the picture of the log that is named."""
    log = [json.loads(line) for line in Path(arguments[0]).read_text(encoding="utf-8").splitlines()]
    PICTURE.write_text(learning_curve(log, "mcts:400"), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
