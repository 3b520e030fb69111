"""What an arena offers, over HTTP: games, bots, and the texts of a language."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from rondel.server.protocol.views.described import Json, described
from rondel.server.protocol.views.scene import SceneData
from rondel.server.protocol.views.view import ContainerData


class Opening(msgspec.Struct, frozen=True):
    """How a game looks when it begins, with every seat taken and the options as they are: data to draw, for the observer."""

    scene: SceneData
    containers: dict[str, ContainerData]
    faces: dict[str, tuple[str, ...]]
    """Of each kind of token, the faces that are in the game, seen or not, in the order of the scene."""


class GameOption(msgspec.Struct, frozen=True):
    """What may be chosen when a table of a game is made, besides its seats."""

    name: str
    text: str
    """What people call it; marked for translation."""
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
    options: list[Annotated[Json, described(GameOption)]]
    opening: Opening


class GameState(msgspec.Struct, frozen=True):
    """A state of a game's rules."""

    name: str
    kind: str
    """Who acts there: ``player``, ``several``, ``private``, ``automatic``, ``chance``; or ``end``."""
    words: str
    """That in words, where it is not simply the current player who acts."""


class GameWay(msgspec.Struct, frozen=True):
    """A transition from a state of a game's rules to another."""

    begin: str
    goal: str
    label: str


class GameRules(msgspec.Struct, frozen=True):
    """``GET /api/games/{game}/rules?lang=``: how a game is played."""

    name: str
    title: str
    summary: str
    text: str
    """In Markdown."""
    states: tuple[GameState, ...]
    """In the order in which one comes to them, the end last."""
    ways: tuple[GameWay, ...]
    first: tuple[str, ...]
    lang: str = "en"
    """The language the text is in: the one asked for, where it is written in it."""


class BotInfo(msgspec.Struct, frozen=True):
    """``GET /api/bots``: one kind of bot a seat may be given to."""

    name: str
    """What `NewSeat.bot` and `Seat.bot` call it."""
    label: str
    """What people call it; marked for translation, like the summary."""
    summary: str
    """How it plays, in a sentence."""


class Texts(msgspec.Struct, frozen=True):
    """``GET /api/texts/{lang}``: the catalogue of one language, by which a client fills in the texts of views and events."""

    lang: str
    """The language there is for the one asked for: "de" for "de-AT"; "en" for one that nothing is translated into."""
    samples: tuple[int, ...]
    """For each form of a plural a number that takes it, so that the form of any number can be found by the rules of CLDR."""
    messages: dict[str, list[str]]
    """The translation of each message: one text, or one for each form of a plural. What is not here is read in English."""
