"""The pure core: positions, the journal, views, choices, chance, and the state machine that runs the rules.

No I/O, no clock, no global randomness, nothing third-party. Authors find all they need here:

position   `Prop`, `Token`, `TokenKind`, `Face`, `Grid`, `HexGrid`, `Edges`, `Cell`, `CellSet`, `Column`, `Spot`, `Row`,
           `Hand`, `Pile`, `Track`, `Area`, `Counter`, `Sheet`, `Positions`, `Patterns`, `PlayingCard`, `Reach`, `leaper`,
           `rider`, `cell_sets`
who sees   `EVERYONE`, `NOBODY`, `OBSERVER`, `OWNER`
machine    `Game`, `ActivePlayer`, `MultipleActivePlayers`, `PrivateState`, `Automatic`, `Dealing`, `ChanceState`, `GameEnd`,
           `To`, `Jump`, `on`, `decline`, `Option`, `Stat`, `Effects`
texts      `_`, `plural`, `phrase`
"""

from rondel.engine.belief.information_state import InformationState
from rondel.engine.components.boards.area import Area
from rondel.engine.components.boards.column import Column
from rondel.engine.components.boards.edges import Edges
from rondel.engine.components.boards.grid import Grid
from rondel.engine.components.boards.hexgrid import HexGrid
from rondel.engine.components.boards.reaches.reach import Reach, leaper, rider
from rondel.engine.components.boards.sheet import Sheet
from rondel.engine.components.boards.track import Track
from rondel.engine.components.cell import Cell, CellSet, Spot, cell_sets
from rondel.engine.components.container import Container, Hand, Row
from rondel.engine.components.counter import Counter
from rondel.engine.components.move import Move
from rondel.engine.components.pile import Pile
from rondel.engine.components.playing_cards import PlayingCard
from rondel.engine.components.positions import Patterns, Positions
from rondel.engine.components.prop import Prop
from rondel.engine.components.token import Face, Token, TokenKind
from rondel.engine.declarations.action import Action
from rondel.engine.declarations.action_decorators import decline, on
from rondel.engine.declarations.effect import Effects
from rondel.engine.declarations.facts import Facts
from rondel.engine.declarations.migration import Migration
from rondel.engine.declarations.option import Option
from rondel.engine.declarations.showcase import Showcase
from rondel.engine.declarations.state import (
    ActivePlayer,
    Automatic,
    ChanceState,
    Dealing,
    GameEnd,
    Jump,
    MultipleActivePlayers,
    PrivateState,
    State,
    To,
)
from rondel.engine.declarations.statistic import Stat
from rondel.engine.game import Game
from rondel.engine.text import Phrase, _, phrase, plural, render
from rondel.engine.visibility import CHANCE, EVERYONE, NOBODY, OBSERVER, OWNER

__all__ = [
    "CHANCE",
    "EVERYONE",
    "NOBODY",
    "OBSERVER",
    "OWNER",
    "Action",
    "ActivePlayer",
    "Area",
    "Automatic",
    "Cell",
    "CellSet",
    "ChanceState",
    "Column",
    "Container",
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
    "State",
    "To",
    "Token",
    "TokenKind",
    "Track",
    "_",
    "cell_sets",
    "decline",
    "leaper",
    "on",
    "phrase",
    "plural",
    "render",
    "rider",
]
