"""Charts: states as boxes and transitions as arrows; as Mermaid, as a picture (SVG), and as text.

A picture reads from top to bottom, in the order in which the game reaches the states. An arrow to the next state goes straight
down, arrows further down run along the left side, and arrows back up along the right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from typing import Final

from rondel.svg import LETTER, MARGIN, STROKE, sheet, style

KINDS: Final = ("player", "several", "private", "automatic", "chance", "end")
"""The kinds of states; each has its own look."""


@dataclass
class Box:
    """A state: its key, its name, its kind of `KINDS`, that kind in words, and its faults."""

    key: str
    name: str
    kind: str = "player"
    words: str = ""
    faults: list[str] = field(default_factory=list)
    roams: list[str] = field(default_factory=list)
    """The states that may jump to any state."""


@dataclass
class Arrow:
    """A transition between two keys, with its label."""

    begin: str
    goal: str
    label: str = ""
    faulty: bool = False


@dataclass
class Chart:
    """States and transitions, the keys of the first states, and those of the last."""

    title: str
    boxes: list[Box]
    arrows: list[Arrow]
    first: list[str]
    last: list[str]

    def box(self, key: str) -> Box | None:
        """The box of a key."""
        return next((each for each in self.boxes if each.key == key), None)

    def leaving(self, key: str) -> dict[str, list[Arrow]]:
        """The arrows out of a state, by target."""
        found: dict[str, list[Arrow]] = {}
        for each in self.arrows:
            if each.begin == key:
                found.setdefault(each.goal, []).append(each)
        return found


def _label(arrows: list[Arrow]) -> str:
    return ", ".join([each.label for each in arrows if each.label])


# -- Mermaid -----------------------------------------------------------------------------------------------------------


def as_mermaid(chart: Chart) -> str:
    """The chart as a Mermaid diagram of states.

    >>> print(as_mermaid(Chart("g", [Box("2", "pick up")], [Arrow("2", "2", "again")], ["2"], [])))
    stateDiagram-v2
        [*] --> s2
        state "pick up" as s2
        s2 --> s2 : again
    """
    lines = ["stateDiagram-v2"]
    lines.extend(f"    [*] --> {_id(chart, each)}" for each in chart.first)
    for box in chart.boxes:
        own = _id(chart, box.key)
        if own != box.name:
            said = f"{box.name} ({box.words})" if box.words else box.name
            lines.append(f'    state "{said.replace(chr(34), chr(39))}" as {own}')
        for goal, arrows in chart.leaving(box.key).items():
            label = _label(arrows)
            lines.append(f"    {own} --> {_id(chart, goal)}" + (f" : {_plain(label)}" if label else ""))
        if box.words and own == box.name:
            lines.append(f"    {own} : {_plain(box.name)} ({box.words})")
        lines.extend(f"    note right of {own} : {each} may go anywhere" for each in box.roams)
        lines.extend(f"    note right of {own} : {_plain(each)}" for each in box.faults)
    lines.extend(f"    {_id(chart, each)} --> [*]" for each in chart.last)
    faulty = [_id(chart, each.key) for each in chart.boxes if each.faults]
    if faulty:
        lines.append("    classDef fault stroke:#b3261e,stroke-width:3px")
        lines.append(f"    class {','.join(faulty)} fault")
    return "\n".join(lines)


def _id(chart: Chart, key: str) -> str:
    """A name that Mermaid takes: the state's own where it is one."""
    return key if re.fullmatch(r"[A-Za-z_]\w*", key, re.ASCII) else f"s{re.sub(r'[^0-9A-Za-z_]', '_', key)}"


def _plain(text: str) -> str:
    """The text without Mermaid's syntax characters."""
    return text.replace(":", "#58;").replace(";", "#59;").replace("#58#59;", "#58;") if ":" in text or ";" in text else text


# -- text --------------------------------------------------------------------------------------------------------------


def as_text(chart: Chart) -> str:
    """The chart as lines of text.

    >>> print(as_text(Chart("g", [Box("2", "pick"), Box("3", "end", "end")], [Arrow("2", "3", "over")], ["2"], ["3"])))
    pick, the first
      over → end
    end, the end
    """
    lines: list[str] = []
    for box in chart.boxes:
        words = [box.name, box.words, "the first" if box.key in chart.first else "", "the end" if box.key in chart.last else ""]
        lines.append(", ".join([each for each in words if each]))
        for goal, arrows in chart.leaving(box.key).items():
            known = chart.box(goal)
            mark = "! " if any(each.faulty for each in arrows) else "  "
            label = _label(arrows)
            lines.append(f"{mark}{f'{label} ' if label else ''}→ {known.name if known else goal}")
        lines.extend(f"  {each} may go anywhere" for each in box.roams)
        lines.extend(f"! {each}" for each in box.faults)
    return "\n".join(lines)


# -- pictures ----------------------------------------------------------------------------------------------------------

SMALL: Final = 6.4
"""Pixels that a letter of a label takes, at most on average."""
HIGH: Final = 44
PORT: Final = 19
"""Pixels from one arrow that leaves a box at its side to the next."""
DOWN: Final = 34
"""Pixels between two boxes, for the arrow from one to the next."""
LANE: Final = 11
"""Pixels from one arrow along the side to the next."""

STYLE: Final = style(
    {
        "line": "#8d8371", "fault": "#b3261e",
        "player": "#dcebf7", "several": "#e4e0f5", "private": "#f6e3ee",
        "automatic": "#efe9dc", "chance": "#fbf0c9", "end": "#d9ecdf",
    },
    {
        "line": "#8d8371", "fault": "#f2867c",
        "player": "#23394a", "several": "#352f52", "private": "#4a2c3c",
        "automatic": "#38332a", "chance": "#494017", "end": "#23432f",
    },
    "text{text-anchor:middle}",
    ".words{font-size:11px;fill:var(--muted)}.label{font-size:11px}.left{text-anchor:end}.right{text-anchor:start}",
    f".way{{fill:none;stroke:var(--line);stroke-width:{STROKE};stroke-linejoin:round;marker-end:url(#tip)}}",
    ".tip{fill:var(--line)}",
    f".box{{stroke:var(--ink);stroke-width:{STROKE}}}.fault{{stroke:var(--fault);stroke-width:3}}",
    ".private{stroke-dasharray:5 3}",
    *[f"rect.{each}{{fill:var(--{each})}}" for each in KINDS],
)  # fmt: skip


def as_svg(chart: Chart) -> str:
    """The chart as a self-contained picture, light or dark as the reader's screen.

    >>> picture = as_svg(Chart("g", [Box("2", "pick"), Box("3", "end", "end")], [Arrow("2", "3", "over")], ["2"], ["3"]))
    >>> picture.startswith("<svg"), picture.count('class="box'), picture.count('class="way')
    (True, 2, 1)
    """
    column = _Column(chart)
    drawn = [column.arrow(way) for way in column.ways]
    boxes = [_drawn(each, column) for each in column.boxes]
    tip = '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
    tip += 'markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>'
    return sheet(chart.title, column.width, column.height, [tip, *drawn, *boxes], STYLE)


@dataclass
class _Way:
    """All arrows from one box to another, as one line: its rows, its side (0: straight down), its lane and its port there."""

    begin: int
    end: int
    label: str
    faulty: bool
    side: int
    lane: int = 0
    port: int = 0


class _Column:
    """The boxes below each other, and the lines along both sides of them."""

    def __init__(self, chart: Chart) -> None:
        self.boxes = _in_order(chart)
        row = {each.key: number for number, each in enumerate(self.boxes)}
        self.ways = [
            _way(row[box.key], row[goal], arrows)
            for box in self.boxes
            for goal, arrows in chart.leaving(box.key).items()
            if goal in row
        ]
        self._lanes = {side: self._lay(side) for side in (-1, 1)}
        ports = [
            max([sum([way.begin == number and way.side == side for way in self.ways]) for side in (-1, 1)])
            for number in row.values()
        ]
        self.heights = [max(HIGH, (count + 1) * PORT) for count in ports]
        self.tops = [MARGIN + sum(self.heights[:number]) + DOWN * number for number in range(len(self.boxes))]
        names = [max(len(each.name) * LETTER, len(each.words) * SMALL) for each in self.boxes]
        self.wide = max([*names, 60.0]) + 28
        labels = {
            side: max([len(way.label) * SMALL for way in self.ways if way.side == side], default=0.0) + 26 for side in (-1, 1)
        }
        self._edge = labels
        self.left = MARGIN + self._lanes[-1] * LANE + labels[-1]
        self.width = round(self.left + self.wide + labels[1] + self._lanes[1] * LANE + MARGIN)
        self.height = round(MARGIN * 2 + sum(self.heights) + DOWN * max(0, len(self.boxes) - 1))

    def _lay(self, side: int) -> int:
        """Give each line of a side the nearest free lane, short ones first, and a port; returns how many lanes there are."""
        lanes: list[list[_Way]] = []
        for way in sorted([each for each in self.ways if each.side == side], key=lambda each: abs(each.end - each.begin)):
            top, bottom = sorted((way.begin, way.end))
            for number, taken in enumerate([*lanes, []]):
                if all(max(each.begin, each.end) < top or bottom < min(each.begin, each.end) for each in taken):
                    way.lane = number
                    break
            if way.lane == len(lanes):
                lanes.append([])
            lanes[way.lane].append(way)
        for number in range(len(self.boxes)):
            for port, way in enumerate([each for each in self.ways if each.side == side and each.begin == number], 1):
                way.port = port
        return len(lanes)

    def arrow(self, way: _Way) -> str:
        """A line with its label."""
        faulty = " fault" if way.faulty else ""
        if not way.side:
            x, y, to_y = self.left + self.wide / 2, self.tops[way.begin] + self.heights[way.begin], self.tops[way.end]
            path = f'<path class="way{faulty}" d="M{x:.0f} {y:.0f}V{to_y:.0f}"/>'
            return path + _said(x + 8, (y + to_y) / 2, way.label, "right")
        x = self.left if way.side < 0 else self.left + self.wide
        y, to_y = self.tops[way.begin] + way.port * PORT + 4, self.tops[way.end] + 8
        lane = x + way.side * (self._edge[way.side] + way.lane * LANE)
        path = f'<path class="way{faulty}" d="M{x:.0f} {y:.0f}H{lane:.0f}V{to_y:.0f}H{x:.0f}"/>'
        return path + _said(x + way.side * 14, y - 8, way.label, "left" if way.side < 0 else "right")


def _way(begin: int, end: int, arrows: list[Arrow]) -> _Way:
    side = 0 if end == begin + 1 else -1 if end > begin else 1
    return _Way(begin, end, _label(arrows), any(each.faulty for each in arrows), side)


def _in_order(chart: Chart) -> list[Box]:
    """The boxes in the order in which the game reaches them; unreachable ones are last."""
    found = list(chart.first)
    for key in found:
        found.extend(goal for goal in chart.leaving(key) if goal not in found)
    keys = dict.fromkeys([*found, *(each.key for each in chart.boxes)])
    # The end is always last.
    ordered = [*[key for key in keys if key not in chart.last], *[key for key in keys if key in chart.last]]
    return [box for key in ordered if (box := chart.box(key)) is not None]


def _said(x: float, y: float, label: str, side: str) -> str:
    return f'<text class="label {side}" x="{x:.0f}" y="{y:.0f}">{escape(label)}</text>' if label else ""


def _drawn(box: Box, column: _Column) -> str:
    number = column.boxes.index(box)
    top, height = column.tops[number], column.heights[number]
    middle, y = column.left + column.wide / 2, top + height / 2
    faulty = " fault" if box.faults else ""
    round_ = 4 if box.kind in ("automatic", "chance") else 20
    told = f"<title>{escape('; '.join(box.faults))}</title>" if box.faults else ""
    rect = f'<rect class="box {box.kind}{faulty}" x="{column.left:.0f}" y="{top:.0f}" width="{column.wide:.0f}" '
    rect += f'height="{height:.0f}" rx="{round_}"/>'
    name = f'<text x="{middle:.0f}" y="{y - (7 if box.words else 0):.0f}">{escape(box.name)}</text>'
    words = f'<text class="words" x="{middle:.0f}" y="{y + 9:.0f}">{escape(box.words)}</text>' if box.words else ""
    return f"<g>{told}{rect}{name}{words}</g>"
