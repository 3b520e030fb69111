"""Drawings: a tree as text and as a picture (SVG), to a given depth and breadth.

Only the drawn nodes are made, so a tree of chess can be drawn two answers deep. A picture reads from left to right. A node has
the colour and the shape of the role that moves there; a diamond is a chance node, a bar an end. A solved tree shows the value
of each node, and the best move of each node in bold.
"""

from __future__ import annotations

from html import escape
from typing import Final

from rondel.engine.checks.palette import colours
from rondel.search.tree.tree import Branch, Node
from rondel.svg import LETTER, MARGIN, STROKE, sheet, style

MOST: Final = 12
"""Maximum moves drawn for one position; the rest is counted."""
ROW: Final = 26
"""Pixels between two lines of a picture."""
RADIUS: Final = 7
GAP: Final = 56
"""Pixels between a label and the next node, for the curves."""

STYLE: Final = style(
    {"line": "#b9ae9a", "best": "#1d6b57"},
    {"line": "#6b6254", "best": "#58b89b"},
    ".muted{fill:var(--muted)}.worth{font-weight:600;fill:var(--best)}",
    f".way{{fill:none;stroke:var(--line);stroke-width:{STROKE}}}",
    ".best{stroke:var(--best);stroke-width:3}",
    f".node{{stroke:var(--ink);stroke-width:{STROKE}}}",
    ".chance{fill:var(--paper)}.end{fill:var(--ink)}",
)


def as_text(tree: Node, depth: int, *, most: int = MOST) -> str:
    """The tree as lines of text, ``depth`` answers deep, with ``most`` moves of one position at most.

    >>> from rondel import new
    >>> from rondel.search.tree.tree import Tree
    >>> print(as_text(Tree(new("connect_four")), 1, most=2))
    red must drop a disc
    ├─ red drops a disc into column a
    ├─ red drops a disc into column b
    └─ and 5 more
    """
    lines = [_told(tree.description, tree)]
    _write(lines, tree, depth, most, "")
    return "\n".join(lines)


def _write(lines: list[str], node: Node, depth: int, most: int, before: str) -> None:
    if depth <= 0 or node.is_over:
        return
    shown = node.moves[:most]
    left = len(node.moves) - len(shown)
    best = node.best
    for number, branch in enumerate(shown):
        last = number == len(shown) - 1 and not left
        child = branch.child if depth > 1 or branch.is_open else None
        lines.append(f"{before}{'└' if last else '├'}{'━' if branch is best else '─'} {_told(_label(branch), child)}")
        if child is not None:
            _write(lines, child, depth - 1, most, before + ("   " if last else "│  "))
    if left:
        lines.append(f"{before}└─ and {left} more")


def _told(label: str, node: Node | None) -> str:
    """A line of text: the move, the result of the game, the value."""
    if node is None:
        return label
    ending = f": {node.description}" if node.is_over and node.description != label else ""
    worth = worth_of(node)
    return f"{label}{ending}{f' ({worth})' if worth else ''}"


def _label(branch: Branch) -> str:
    """The description of a move; for chance also its probability."""
    said = branch.description
    return f"{said}, {branch.probability:.3g}" if branch.parent.is_chance else said


def worth_of(node: Node) -> str:
    """A node's value, in short; empty if it is unknown. In a two-player zero-sum game the second role's is left out."""
    value = node.value
    if value is None:
        return ""
    roles = list(value)
    if len(roles) == 2 and value[roles[0]] == -value[roles[1]]:
        roles = roles[:1]
    return ", ".join([f"{role} {value[role]:+.4g}" if value[role] else f"{role} 0" for role in roles])


# -- pictures ----------------------------------------------------------------------------------------------------------


def as_svg(tree: Node, depth: int, *, most: int = MOST) -> str:
    """The tree as a stand-alone SVG that follows the reader's light or dark theme; see `as_text`.

    >>> from rondel import new
    >>> from rondel.search.tree.tree import Tree
    >>> picture = as_svg(Tree(new("tic_tac_toe")), 2)
    >>> picture.startswith("<svg"), picture.count('class="node')
    (True, 82)
    """
    root = _Spot(tree, None, _told(tree.description, tree))
    _lay(root, depth, most)
    height = _rows(root, 0) * ROW + 2 * MARGIN
    columns: list[float] = []
    _measure(root, 0, columns)
    lefts = [float(MARGIN + RADIUS)]
    for column in columns:
        lefts.append(lefts[-1] + column)
    found: list[str] = []
    _draw(found, root, 0, lefts)
    width = round(lefts[-1] - GAP + MARGIN)
    return sheet(tree.description, width, height, found, STYLE)


class _Spot:
    """A node with its place in the picture; without a node, the moves that are only counted."""

    def __init__(self, node: Node | None, branch: Branch | None, label: str) -> None:
        self.node = node
        self.branch = branch
        self.label = label
        self.below: list[_Spot] = []
        self.row = 0.0
        self.is_best = False


def _lay(spot: _Spot, depth: int, most: int) -> None:
    """Adds the drawn children of a spot."""
    node = spot.node
    if node is None or depth <= 0 or node.is_over:
        return
    best = node.best
    for branch in node.moves[:most]:
        below = _Spot(branch.child, branch, _label(branch))
        below.is_best = branch is best
        spot.below.append(below)
        _lay(below, depth - 1, most)
    left = len(node.moves) - len(spot.below)
    if left > 0:
        spot.below.append(_Spot(None, None, f"and {left} more"))


def _rows(spot: _Spot, first: int) -> int:
    """Assigns a row to each spot below, from the free row ``first``; returns the number of rows used."""
    if not spot.below:
        spot.row = float(first)
        return 1
    taken = 0
    for each in spot.below:
        taken += _rows(each, first + taken)
    spot.row = (spot.below[0].row + spot.below[-1].row) / 2
    return taken


def _measure(spot: _Spot, column: int, columns: list[float]) -> None:
    """Widens each column to fit its labels."""
    if column == len(columns):
        columns.append(0.0)
    letters = len(spot.label) + sum([len(more) + 2 for more in _remarks(spot)])
    columns[column] = max(columns[column], 2 * RADIUS + letters * LETTER + GAP)
    for each in spot.below:
        _measure(each, column + 1, columns)


def _remarks(spot: _Spot) -> list[str]:
    """The remarks after a label: the result of the game, and the value of the node."""
    node = spot.node
    if node is None or spot.branch is None:
        return []
    ending = node.description if node.is_over else ""
    return [each for each in (ending, worth_of(node)) if each]


def _draw(found: list[str], spot: _Spot, column: int, lefts: list[float]) -> None:
    """Draws the curves to the children of a spot, then the spot over their ends."""
    x, y = lefts[column], MARGIN + (spot.row + 0.5) * ROW
    start = x + RADIUS + 10 + (len(spot.label) + sum([len(more) + 2 for more in _remarks(spot)])) * LETTER
    for each in sorted(spot.below, key=lambda below: below.is_best):  # the best move last, on top
        goal, height = lefts[column + 1] - RADIUS, MARGIN + (each.row + 0.5) * ROW
        bend = max(start, goal - GAP)
        middle = (bend + goal) / 2
        kind = "way best" if each.is_best else "way"
        curve = f"M{start:.1f} {y:.1f}H{bend:.1f}C{middle:.1f} {y:.1f} {middle:.1f} {height:.1f} {goal:.1f} {height:.1f}"
        found.append(f'<path class="{kind}" d="{curve}"/>')
        _draw(found, each, column + 1, lefts)
    node = spot.node
    if node is None:
        found.append(f'<text class="muted" x="{x:.1f}" y="{y:.1f}">{escape(spot.label)}</text>')
        return
    found.append(_mark(node, x, y))
    remarks = [f'<tspan class="worth" dx="8">{escape(worth_of(node))}</tspan>'] if worth_of(node) and spot.branch else []
    if node.is_over and spot.branch is not None:
        remarks.insert(0, f'<tspan class="muted" dx="8">{escape(node.description)}</tspan>')
    found.append(f'<text x="{x + RADIUS + 6:.1f}" y="{y:.1f}">{escape(spot.label)}{"".join(remarks)}</text>')


def _mark(node: Node, x: float, y: float) -> str:
    """The shape of a node, with its question as a tooltip."""
    title = f"<title>{escape(node.description)}</title>"
    r = float(RADIUS)
    if node.is_over:
        return f'<rect class="node end" x="{x - 3:.1f}" y="{y - r:.1f}" width="6" height="{2 * r:g}">{title}</rect>'
    if node.is_chance:
        return f'<path class="node chance" d="M{x:.1f} {y - r:.1f}l{r:g} {r:g}l-{r:g} {r:g}l-{r:g} -{r:g}z">{title}</path>'
    role = node.active[0]
    number = node.roles.index(role)
    colour = colours(type(node.game), node.roles)[role]
    fill = f'class="node" fill="{escape(colour)}"'
    if number % 3 == 0:
        return f'<circle {fill} cx="{x:.1f}" cy="{y:.1f}" r="{r:g}">{title}</circle>'
    if number % 3 == 1:
        side = 2 * r - 2
        return f'<rect {fill} x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:g}" height="{side:g}">{title}</rect>'
    return f'<path {fill} d="M{x:.1f} {y - r:.1f}l{r:g} {2 * r:g}h-{2 * r:g}z">{title}</path>'
