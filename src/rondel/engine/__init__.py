"""The pure core: positions, the journal, views, choices, chance, and the state machine that runs the rules.

No I/O, no clock, no global randomness, nothing third-party. Authors find all they need here:

position   `Prop`, `Token`, `TokenKind`, `Face`, `Grid`, `HexGrid`, `Cell`, `Column`, `Spot`, `Row`, `Hand`, `Pile`, `Track`,
           `Area`, `Counter`, `PlayingCard`, `Reach`, `leaper`, `rider`
who sees   `EVERYONE`, `NOBODY`, `OBSERVER`
machine    `Game`, `ActivePlayer`, `MultipleActivePlayers`, `PrivateState`, `Automatic`, `ChanceState`, `GameEnd`, `To`,
           `Jump`, `on`, `Option`, `Stat`
texts      `_`, `plural`, `phrase`
"""

from rondel.engine.action import Action, on
from rondel.engine.area import Area
from rondel.engine.cell import Cell, Spot
from rondel.engine.column import Column
from rondel.engine.container import Container, Hand, Row
from rondel.engine.counter import Counter
from rondel.engine.facts import Facts
from rondel.engine.game import Game
from rondel.engine.grid import Grid
from rondel.engine.hexgrid import HexGrid
from rondel.engine.knowledge import InformationState
from rondel.engine.migration import Migration
from rondel.engine.move import Move
from rondel.engine.option import Option
from rondel.engine.pile import Pile
from rondel.engine.playing_cards import PlayingCard
from rondel.engine.prop import Prop
from rondel.engine.reach import Reach, leaper, rider
from rondel.engine.state import (
    ActivePlayer,
    Automatic,
    ChanceState,
    GameEnd,
    Jump,
    MultipleActivePlayers,
    PrivateState,
    State,
    To,
)
from rondel.engine.statistic import Stat
from rondel.engine.text import Phrase, _, phrase, plural, render
from rondel.engine.token import Face, Token, TokenKind
from rondel.engine.track import Track
from rondel.engine.turnbase import TurnbaseState
from rondel.engine.turnbase_token import TokenSet
from rondel.engine.visibility import CHANCE, EVERYONE, NOBODY, OBSERVER

__all__ = [
    "CHANCE",
    "EVERYONE",
    "NOBODY",
    "OBSERVER",
    "Action",
    "ActivePlayer",
    "Area",
    "Automatic",
    "Cell",
    "ChanceState",
    "Column",
    "Container",
    "Counter",
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
    "Phrase",
    "Pile",
    "PlayingCard",
    "PrivateState",
    "Prop",
    "Reach",
    "Row",
    "Spot",
    "Stat",
    "State",
    "To",
    "Token",
    "TokenKind",
    "TokenSet",
    "Track",
    "TurnbaseState",
    "_",
    "leaper",
    "on",
    "phrase",
    "plural",
    "render",
    "rider",
]
