"""The pure core: positions, the journal, views, choices, chance, and the state machine that runs the rules.

No I/O, no clock, no global randomness, nothing third-party. Authors find all they need here:

position   `Prop`, `Token`, `TokenKind`, `Face`, `Grid`, `Cell`, `Row`, `Hand`, `Pile`
who sees   `EVERYONE`, `NOBODY`, `OBSERVER`
machine    `Game`, `ActivePlayer`, `Automatic`, `GameEnd`, `To`, `on`, `Option`, `_`
"""

from rondel.engine.action import Action, on
from rondel.engine.container import Container, Hand, Row
from rondel.engine.game import Game
from rondel.engine.grid import Cell, Grid
from rondel.engine.move import Move
from rondel.engine.option import Option
from rondel.engine.pile import Pile
from rondel.engine.prop import Prop
from rondel.engine.state import ActivePlayer, Automatic, GameEnd, State, To
from rondel.engine.text import _, render
from rondel.engine.token import Face, Token, TokenKind
from rondel.engine.visibility import CHANCE, EVERYONE, NOBODY, OBSERVER

__all__ = [
    "CHANCE",
    "EVERYONE",
    "NOBODY",
    "OBSERVER",
    "Action",
    "ActivePlayer",
    "Automatic",
    "Cell",
    "Container",
    "Face",
    "Game",
    "GameEnd",
    "Grid",
    "Hand",
    "Move",
    "Option",
    "Pile",
    "Prop",
    "Row",
    "State",
    "To",
    "Token",
    "TokenKind",
    "_",
    "on",
    "render",
]
