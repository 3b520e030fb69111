"""The functions in the traceback of a question on its way out of a rule, and in that of an error of the same call."""

from __future__ import annotations

import json
import traceback
from typing import Any

from rondel import ActivePlayer, Game, GameEnd, To, on

FOUND: dict[str, list[str]] = {}


class Asks(Game):
    name = "asks"
    seats = ("only",)

    def setup(self) -> To[Turn]:
        return Turn


class Turn(ActivePlayer[Asks]):
    description = "{actplayer} must answer"
    my_turn = "{you} must answer"


@on(Turn, "{actplayer} asks")
def ask(game: Asks) -> To[GameEnd]:
    nothing: Any = 5
    for name, items in (("error", nothing), ("question", [1, 2])):
        try:
            game.choose(items, ask="which")
        except BaseException as error:
            FOUND[name] = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
            if name == "question":
                raise
    return GameEnd


game = Asks()
game.push("ask")
print(json.dumps(FOUND))
