"""Rondel: write the rules of a board game once, in plain Python, and play it anywhere.

The front door. `games` and `new` to play; `load`, `restore` and `replay` to go on; everything an author needs to write a game.

engine/    the pure core            search/    trees and solvers      players/   bots, the terminal, pipes
shelf/     the shipped games        server/    the arena              cli/       the ``rondel`` command
"""

from importlib import import_module
from types import ModuleType

# First, because it refuses an installation in which the rest would break.
# isort: off
from rondel.installation import __version__ as __version__

# isort: on
from rondel.door import find, games, imagine, load, new, replay, restore
from rondel.engine import (
    CHANCE,
    EVERYONE,
    NOBODY,
    OBSERVER,
    OWNER,
    ActivePlayer,
    Area,
    Automatic,
    Cell,
    CellSet,
    ChanceState,
    Column,
    Counter,
    Dealing,
    Edges,
    Effects,
    Face,
    Facts,
    Game,
    GameEnd,
    Grid,
    Hand,
    HexGrid,
    InformationState,
    Jump,
    Migration,
    Move,
    MultipleActivePlayers,
    Option,
    Patterns,
    Phrase,
    Pile,
    PlayingCard,
    Positions,
    PrivateState,
    Prop,
    Reach,
    Row,
    Sheet,
    Showcase,
    Spot,
    Stat,
    To,
    Token,
    TokenKind,
    Track,
    _,
    cell_sets,
    decline,
    leaper,
    on,
    phrase,
    plural,
    rider,
)
from rondel.turnbase import TokenSet, TurnbaseState

__all__ = [
    "CHANCE",
    "EVERYONE",
    "NOBODY",
    "OBSERVER",
    "OWNER",
    "ActivePlayer",
    "Area",
    "Automatic",
    "Cell",
    "CellSet",
    "ChanceState",
    "Column",
    "Counter",
    "Dealing",
    "Edges",
    "Effects",
    "Face",
    "Facts",
    "Game",
    "GameEnd",
    "Grid",
    "Hand",
    "HexGrid",
    "InformationState",
    "Jump",
    "Migration",
    "Move",
    "MultipleActivePlayers",
    "Option",
    "Patterns",
    "Phrase",
    "Pile",
    "PlayingCard",
    "Positions",
    "PrivateState",
    "Prop",
    "Reach",
    "Row",
    "Sheet",
    "Showcase",
    "Spot",
    "Stat",
    "To",
    "Token",
    "TokenKind",
    "TokenSet",
    "Track",
    "TurnbaseState",
    "_",
    "cell_sets",
    "decline",
    "find",
    "games",
    "imagine",
    "leaper",
    "load",
    "new",
    "on",
    "phrase",
    "plural",
    "replay",
    "restore",
    "rider",
]


def __getattr__(name: str) -> ModuleType:
    """``rondel.search`` is there with ``import rondel`` alone, but imported only when it is looked at."""
    if name == "search":
        return import_module("rondel.search")
    raise AttributeError(f"module 'rondel' has no attribute {name!r}")
