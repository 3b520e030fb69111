"""What a server offers, over HTTP: games, bots, and the texts of a language."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from rondel.server.protocol.views.described import Json, described
from rondel.server.protocol.views.scene import SceneData
from rondel.server.protocol.views.view import ContainerData, ViewData


class Picture(msgspec.Struct, frozen=True):
    """A position in the course of a game with every seat taken and default options: data to draw, for the observer."""

    scene: SceneData
    containers: dict[str, ContainerData]
    faces: dict[str, tuple[str, ...]]
    """For each kind of token, the faces that are in the game, visible or not, in the order of the scene."""


class GameOption(msgspec.Struct, frozen=True):
    """An option of a game that can be chosen for a table, besides its seats."""

    name: str
    text: str
    """Its label; marked for translation."""
    default: bool | int | float | str
    values: tuple[bool | int | float | str, ...] | UnsetType = UNSET
    """The values it can have."""
    low: float | UnsetType | None = UNSET
    """The least number it can have."""
    high: float | UnsetType | None = UNSET
    """The greatest number it can have."""


class GameInfo(msgspec.Struct, frozen=True):
    """``GET /api/games``: one playable game."""

    name: str
    title: str
    summary: str
    roles: tuple[str, ...]
    fewest: int
    """The least number of seats."""
    usual: int
    """The number of seats that a new table has at first."""
    family: str
    """The kind of game, marked for translation; empty where the rules name none."""
    like: tuple[str, ...]
    """The names of games like it, the most alike first; perhaps of some that are not offered."""
    minutes: int
    """About how long a game takes; 0 for unknown."""
    known: bool
    """Whether most people know it and play it elsewhere, so that it is listed first."""
    study: bool
    """Whether it is a small example for study, to be listed last."""
    cooperative: bool
    """Whether all win or lose together, so that there is no tournament of it."""
    options: list[Annotated[Json, described(GameOption)]]
    picture: Picture


class GameState(msgspec.Struct, frozen=True):
    """A state of a game's rules."""

    name: str
    kind: str
    """Who acts there: ``player``, ``several``, ``private``, ``automatic``, ``chance``; or ``end``."""
    words: str
    """The kind in words, where it is not simply the current player who acts."""


class GameWay(msgspec.Struct, frozen=True):
    """A transition from a state of a game's rules to another."""

    begin: str
    goal: str
    label: str


class RulesPosition(msgspec.Struct, frozen=True):
    """A position in a picture of a rules page; nobody may move there."""

    scene: SceneData
    view: ViewData


class GameRules(msgspec.Struct, frozen=True):
    """``GET /api/games/{game}/rules?lang=``: how a game is played."""

    name: str
    title: str
    summary: str
    text: str
    """In Markdown. An image ``![caption](position:0)`` is the position of that number."""
    states: tuple[GameState, ...]
    """In the order in which a game reaches them, the end last."""
    ways: tuple[GameWay, ...]
    first: tuple[str, ...]
    lang: str = "en"
    """The language of the text: the requested one, where there is a translation."""
    positions: tuple[RulesPosition, ...] = ()


class BotInfo(msgspec.Struct, frozen=True):
    """``GET /api/bots``: one kind of bot a seat may be given to."""

    name: str
    """Its name in `NewSeat.bot` and `Seat.bot`."""
    label: str
    """Its label; marked for translation, like the summary."""
    summary: str
    """How it plays, in a sentence."""


class Texts(msgspec.Struct, frozen=True):
    """``GET /api/texts/{lang}``: the catalogue of one language, with which a client translates the texts of views
    and events."""

    lang: str
    """The language that is available for the requested one: "de" for "de-AT"; "en" for one without translations."""
    samples: tuple[int, ...]
    """For each plural form a number that takes it, so that the form of any number can be found by the rules of CLDR."""
    messages: dict[str, list[str]]
    """The translation of each message: one text, or one for each plural form. A message that is missing here is shown in
    English."""
