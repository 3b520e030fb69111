"""Pieces of xiangqi, Chinese chess: wooden discs with a sign in red or black, of which each side has sixteen.

Xiangqi is played with them, and other games, such as banqi. A game makes its kind of them:
``TokenKind("piece", faces=XIANGQI_FACES)``, for two roles named ``red`` and ``black``.

>>> from rondel.engine import TokenKind
>>> piece = TokenKind("piece", faces=XIANGQI_FACES)
>>> general, *others = piece.set(XIANGQI_SET, owner="red")
>>> general, len(others), piece.faces["red general"].text, piece.faces["black general"].text
(piece('red', face='general'), 15, '帥', '將')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rondel.engine.components.token import Face
from rondel.engine.text import _

XIANGQI_SET: Final[Mapping[str, int]] = {
    _("general"): 1,
    _("advisor"): 2,
    _("elephant"): 2,
    _("chariot"): 2,
    _("horse"): 2,
    _("cannon"): 2,
    _("soldier"): 5,
}
"""The pieces of a side, with their number.

>>> sum(XIANGQI_SET.values())
16
"""
XIANGQI_COLOURS: Final[Mapping[str, str]] = {"red": "#a3201b", "black": "#1f1a17"}
"""The colours of the signs.

>>> sorted(XIANGQI_COLOURS)
['black', 'red']
"""
_WOOD: Final = {"red": "#f3e3bd", "black": "#d3b27a"}
"""The colours of the discs: a light and a darker wood, so that ink alone never tells the sides apart."""
_SIGNS: Final = {"red": "帥仕相俥馬炮兵", "black": "將士象車馬砲卒"}
"""In the order of the set."""

XIANGQI_FACES: Final[Mapping[str, Face]] = {
    f"{side} {face}": Face("disc", colour=_WOOD[side], ink=XIANGQI_COLOURS[side], text=sign)
    for side, signs in _SIGNS.items()
    for face, sign in zip(XIANGQI_SET, signs, strict=True)
}
"""The faces of all pieces, named by side and piece.

>>> len(XIANGQI_FACES), XIANGQI_FACES["red cannon"].text
(14, '炮')
"""
