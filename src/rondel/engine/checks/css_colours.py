"""CSS colours: which texts are colours, so that a misspelt colour of a face or role is found before the first game."""

from __future__ import annotations

import re
from typing import Final

from rondel.engine.components import colour as table
from rondel.errors import closest

_HEX: Final = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_FUNCTION: Final = re.compile(r"(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|var)\(.+\)")
_CSS: Final = """
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood
cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray
darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen
darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue
firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew
hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue
slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
whitesmoke yellow yellowgreen transparent currentcolor
"""
NAMED: Final = frozenset(_CSS.split())
"""The names of colours in CSS Color Module Level 4."""
_KNOWN: Final = NAMED.union(table.NAMED)


def lacks_colour(colour: object) -> str:
    """The fix for a text that is no colour, of CSS or by Rondel's own names; empty for a colour, and for "" (the default).

    >>> lacks_colour("#b4541f"), lacks_colour("gren")
    ('', "did you mean 'green'?")
    """
    if isinstance(colour, str) and (
        not colour or colour.lower() in _KNOWN or _HEX.fullmatch(colour) or _FUNCTION.fullmatch(colour)
    ):
        return ""
    close = closest(colour.lower(), _KNOWN) if isinstance(colour, str) else ""
    return f"did you mean {close!r}?" if close else "write a colour of CSS, '#b4541f' or 'green'"
