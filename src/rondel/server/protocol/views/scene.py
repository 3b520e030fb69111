"""Scenes: what a client must know to draw a game's table. A scene does not change during a game."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from rondel.server.protocol.views.described import Json, described

Shape = Literal["disc", "stone", "ring", "cross", "square", "triangle", "diamond", "card", "text", "path", "die"]
Layout = Literal["grid", "row", "hand", "pile", "track", "hex", "area", "edges"]


class Face(msgspec.Struct, frozen=True):
    """How one side of a token looks."""

    shape: Shape
    colour: str | UnsetType = UNSET
    ink: str | UnsetType = UNSET
    """The colour of the text and path."""
    text: str | UnsetType = UNSET
    path: str | UnsetType = UNSET
    """SVG path data in a box of 100 by 100."""
    note: str | UnsetType = UNSET
    """What a card does, for small print."""


class Kind(msgspec.Struct, frozen=True):
    """The looks of one kind of token."""

    faces: dict[str, Face]
    """By the token's face, by its owner's role, or by both (``white king``)."""
    joined_by: str | UnsetType = UNSET
    """The prop by whose value tokens on neighbouring squares are drawn as one body."""


class SceneRole(msgspec.Struct, frozen=True):
    """How a role is shown."""

    name: str
    label: str
    colour: str
    shape: Shape


class HexCell(msgspec.Struct, frozen=True):
    """The middle of a cell with six sides, or of a place between the cells of a grid."""

    at: str
    x: int
    """In halves of a cell's width; between the cells of a grid, from its first corner."""
    y: int
    """In rows, downwards; between the cells of a grid, in halves of a cell's height from its first row on."""
    upright: bool | UnsetType = UNSET
    """Whether a place between the cells of a grid separates cells of one row."""


class BoardSide(msgspec.Struct, frozen=True):
    """A side of a board that a role owns."""

    name: str
    """``top``, ``right``, ``bottom``, ``left``; of a hexagon ``top``, ``upper_right``, ``lower_right`` and so on, clockwise."""
    owner: str
    cells: tuple[str, ...]
    """The cells along it."""


class SceneContainer(msgspec.Struct, frozen=True):
    """A container of the table. Which of the optional fields there are depends on its layout."""

    name: str
    layout: Layout
    rows: int | UnsetType = UNSET
    columns: int | UnsetType = UNSET
    surface: Literal["felt", "wood", "water", "paper", "checkered", "holes"] | UnsetType = UNSET
    origin: Literal["top", "bottom"] | UnsetType = UNSET
    """Where row 1 of a grid is."""
    turned_for: tuple[str, ...] | UnsetType = UNSET
    """The roles that see a grid or a folded track from the other side."""
    lines: str | UnsetType = UNSET
    """Lines of a grid: absent for lines between the cells; ``through`` for lines through their middles; ``dots`` for dots at
    their corners; else SVG path data in units of a cell."""
    army: dict[str, int] | UnsetType = UNSET
    """How many tokens of each face every player has at the start; those that are gone have been captured."""
    blocks: int | UnsetType = UNSET
    """After how many rows and columns a line between the cells is thicker; absent for never."""
    pointed: bool | UnsetType = UNSET
    """Whether the tokens of the player on the far side are drawn upside down."""
    over: str | UnsetType = UNSET
    """The grid on which its tokens are drawn, each over several cells, or between its cells."""
    length: int | UnsetType = UNSET
    """The number of cells along which a token between the cells of a grid lies."""
    points: tuple[str, ...] | UnsetType = UNSET
    """The cells where lines meet; absent where all do."""
    capacity: int | UnsetType | None = UNSET
    """How many tokens a place holds, where that is not one; null for any number."""
    cells: tuple[HexCell, ...] | UnsetType = UNSET
    sides: tuple[BoardSide, ...] | UnsetType = UNSET
    """The sides of a board of six-sided cells that roles own."""
    spaces: tuple[str, ...] | UnsetType = UNSET
    """The places of a track, in order."""
    loop: bool | UnsetType = UNSET
    """Whether the last space of a track leads to its first."""
    claimed: bool | UnsetType = UNSET
    """Whether a track belongs to the owner of the token on its last space."""
    folded: Literal["points", "pits"] | UnsetType = UNSET
    """How a track is drawn that has two rows: as long triangles, or as hollows."""
    aside: tuple[str, ...] | UnsetType = UNSET
    """The two spaces of a folded track that are in neither row."""
    cover: Literal["cup"] | UnsetType = UNSET
    """What covers the hidden tokens of a hand."""
    groups: str | UnsetType = UNSET
    """The prop with the sizes of the groups in which the tokens of a row lie, with gaps between them."""
    spread: Literal["down"] | UnsetType = UNSET
    """How the tokens of a row lie: in a column, each over the lower part of the one before; absent for side by side."""
    in_sight: int | UnsetType = UNSET
    """How many tokens of a row are drawn, the last ones; absent for all."""
    hexes: bool | UnsetType = UNSET
    """Whether the places of an area have six sides."""


class SceneCounter(msgspec.Struct, frozen=True):
    """A counter of the table."""

    name: str
    layout: str
    least: int | None
    most: int | None
    chips: bool | UnsetType = UNSET
    """Whether it is drawn as a stack of chips, too."""
    pooled: str | UnsetType = UNSET
    """The name under which the sum of all such counters is drawn in the middle of the table."""
    goal: str | UnsetType = UNSET
    """The prop with the number that the counter is to reach."""


class SheetLine(msgspec.Struct, frozen=True):
    """A line of a sheet."""

    name: str
    label: str
    """What it is called."""


class SceneSheet(msgspec.Struct, frozen=True):
    """A column of a score sheet. Its value lists the number on each line, null for a blank one."""

    name: str
    lines: tuple[SheetLine, ...]
    breaks: tuple[str, ...]
    """The lines that begin a new part of the sheet."""
    total: str
    """What the sum is called; empty for none."""


class SceneStat(msgspec.Struct, frozen=True):
    """A statistic that the rules keep."""

    name: str
    text: str
    per: Literal["player", "table"]


class Look(msgspec.Struct, frozen=True):
    """The drawings that a game brings."""

    css: str | UnsetType = UNSET
    """The address of a style sheet."""
    svg: str | UnsetType = UNSET
    """The address of a file of SVG symbols."""
    drawn: tuple[str, ...] | UnsetType = UNSET
    """The ids of its symbols: a token's kind and face, as in ``tile-field``."""


class Scene(msgspec.Struct, frozen=True):
    """What a client must know to draw the table."""

    game: str
    title: str
    version: int
    """The version of the rules."""
    options: dict[str, bool | int | float | str]
    roles: tuple[SceneRole, ...]
    containers: tuple[SceneContainer, ...]
    kinds: dict[str, Kind]
    open: bool
    """Whether nothing is hidden from anybody."""
    owners: dict[str, str]
    """The role that a container or prop belongs to, by its name."""
    labels: dict[str, str]
    """What containers and props are called, where their names say it badly."""
    written: dict[str, str]
    """How the game's notation writes what moves: ``knight`` as ``N``, ``king e1 g1`` as ``O-O``."""
    quiet: tuple[str, ...]
    """The props that are for programs, and are not drawn."""
    says: dict[str, str]
    """What props say in place of their bare value: ``{quantity} x {face}``."""
    counters: tuple[SceneCounter, ...]
    teams: tuple[tuple[str, ...], ...]
    stats: tuple[SceneStat, ...]
    under: dict[str, tuple[str, ...]] | UnsetType = UNSET
    """By the name of a container: those under the first visible one of which it is drawn."""
    sheets: tuple[SceneSheet, ...] | UnsetType = UNSET
    """The score sheets on which the rules write; absent for none."""
    score_sheet: str | UnsetType = UNSET
    """The argument of the texts of moves that stands in a score sheet; absent for a game without one."""
    look: Look | UnsetType = UNSET


SceneData = Annotated[Json, described(Scene)]
"""A `Scene` as the engine makes it."""
