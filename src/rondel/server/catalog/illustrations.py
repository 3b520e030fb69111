"""The pictures of a rules page: positions of the game, which a page draws as it draws a table.

A block of the page says what is played:

    ```position
    Black has played Qh4: checkmate.
    moves: move(f2,f3) move(e7,e5) move(g2,g4) move(d8,h4)
    ```

The first lines are the caption. ``moves`` are played first, each by the role that is asked, then ``random`` moves at random.
``seed``, ``seats``, ``options`` (``size=6 touching=false``) and ``role``, who looks at it, have defaults: 0, all, none, the
observer.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

import msgspec

import rondel
from rondel.errors import IllegalMove, RondelError
from rondel.server import protocol
from rondel.server.catalog import assets

BLOCK: Final = re.compile(r"^```position\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_KEY: Final = re.compile(r"(moves|random|seed|seats|options|role): (.+)")


def illustrated(game: type[rondel.Game], text: str) -> tuple[str, tuple[protocol.RulesPosition, ...]]:
    """The text with an image for each block, ``![caption](position:0)``, and the positions in order. A block that cannot be
    played becomes its caption."""
    positions: list[protocol.RulesPosition] = []

    def image(block: re.Match[str]) -> str:
        caption, settings = read(block[1])
        try:
            positions.append(position(game, settings))
        except RondelError:
            return caption
        return f"![{caption}](position:{len(positions) - 1})"

    return BLOCK.sub(image, text), tuple(positions)


def read(block: str) -> tuple[str, dict[str, str]]:
    """The caption and the settings of a block.

    >>> read("White has won.\\nmoves: take(a1) take(b1)\\nseed: 3\\n")
    ('White has won.', {'moves': 'take(a1) take(b1)', 'seed': '3'})
    """
    found = [(line, _KEY.fullmatch(line)) for line in block.splitlines()]
    settings: dict[str, str] = {}
    for _line, each in found:
        if each is not None:
            settings[each[1]] = f"{settings[each[1]]} {each[2]}" if each[1] in settings else each[2]
    return " ".join([line.strip() for line, each in found if each is None]), settings


def position(game: type[rondel.Game], settings: dict[str, str]) -> protocol.RulesPosition:
    """The position that the settings describe. Raises `RondelError` for illegal moves, wrong options and unknown roles."""
    shown = played(game, settings)
    view = {**shown.view(settings.get("role", rondel.OBSERVER)), "moves": []}
    return protocol.RulesPosition(assets.dressed(game.name, shown.scene()), view)


def played(game: type[rondel.Game], settings: dict[str, str]) -> rondel.Game:
    """The game with the moves of the settings. Raises `RondelError` for illegal moves and wrong options."""
    options = dict(each.split("=", 1) for each in settings.get("options", "").split())
    begun = rondel.new(
        game,
        seed=int(settings.get("seed", "0")),
        seats=int(settings.get("seats", len(game.seats))),
        options={name: _value(text) for name, text in options.items()},
    )
    for move in settings.get("moves", "").split():
        asked = [role for role in begun.active if move in [str(each) for each in begun.moves(role)]]
        if not asked:
            raise IllegalMove(f"nobody may play {move!r} at this point of {game.name!r}; active: {', '.join(begun.active)}")
        begun.push(move, asked[0])
    rng = Random(0)  # noqa: S311 - for a picture
    for _move in range(int(settings.get("random", "0"))):
        if not begun.is_over:
            begun.push(rng.choice(begun.moves(begun.active[0])).text, begun.active[0])
    return begun


def _value(text: str) -> bool | int | str:
    try:
        value: bool | int | str = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    return value
