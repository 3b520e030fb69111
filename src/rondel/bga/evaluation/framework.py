"""The framework: what Board Game Arena's own methods are called (in small letters), its enum, and what they do to a machine."""

from __future__ import annotations

import re
from typing import Final

MOVES: Final = {
    "nextstate": 0,
    "nextprivatestate": 1,
    "nextprivatestateforallactiveplayers": 0,
    "nextprivatestateforplayers": 1,
    "setplayernonmultiactive": 1,
    "setplayersmultiactive": 1,
    "setallplayersnonmultiactive": 0,
    "updatemultiactiveornextstate": 0,
}
"""Methods that take the name of a transition, and which argument it is."""

JUMPS: Final = {"jumptostate": 0, "setprivatestate": 1}
"""Methods that take a state, whatever the transitions say, and which argument it is."""

PRIVATE: Final = frozenset(
    {"nextprivatestate", "nextprivatestateforallactiveplayers", "nextprivatestateforplayers", "setprivatestate"}
)
"""Those of both that lead players from one private state to another."""

SEVERAL: Final = frozenset(
    {"setplayernonmultiactive", "setplayersmultiactive", "setallplayersnonmultiactive", "updatemultiactiveornextstate"}
)
"""Those that go on when nobody of several is active any longer."""

ACTIVATES: Final = re.compile(
    r"\b(setAllPlayersMultiactive|setPlayersMultiactive|stMakeEveryoneActive|setPlayerMultiactive|initializePrivateState\w*|"
    r"makePlayersActive|updateMultiactiveOrNextState)\b",
    re.IGNORECASE,
)
"""What makes players active in a state of several."""

METHODS: Final = frozenset({"stmakeeveryoneactive", "stgamesetup", "stgameend", "arggameend"})
"""Methods that a state may name and the framework has itself."""

DEBUG: Final = "debug"
"""How methods begin that only Studio's menu for debugging calls."""

EXAMPLE: Final = "zombiePass"
"""The transition that the framework's example of a project takes for who has left."""

STATE_TYPES: Final = {
    "ACTIVE_PLAYER": "activeplayer",
    "MULTIPLE_ACTIVE_PLAYER": "multipleactiveplayer",
    "PRIVATE": "private",
    "GAME": "game",
    "MANAGER": "manager",
}
"""The framework's own enum ``StateType``: cases, and what backs them."""

PARAMETERS: Final = (
    "game", "id", "type", "name", "description", "descriptionMyTurn", "transitions", "updateGameProgression", "initialPrivate",
)  # fmt: skip
"""What the constructor of ``GameState`` takes, in order."""

_CLASSES: Final = frozenset({"table", "app_gameaction", "app_gameclass", "app_object", "app_dbobject", "gamestate"})
_OF_PHP: Final = frozenset(
    {"arrayaccess", "countable", "exception", "iterator", "iteratoraggregate", "jsonserializable", "stringable", "unitenum"}
)


def is_framework(name: str) -> bool:
    r"""Whether a class is the framework's or PHP's own, by its full name.

    >>> is_framework("Table"), is_framework("Bga\\GameFramework\\Table"), is_framework("Bga\\Games\\stones\\Moves")
    (True, True, False)
    """
    small = name.lower().lstrip("\\")
    return small.startswith("bga\\gameframework\\") or small.rpartition("\\")[2] in _CLASSES or small in _OF_PHP


POSSIBLE_ACTION: Final = "Bga\\GameFramework\\States\\PossibleAction"
GAME_STATE: Final = "Bga\\GameFramework\\States\\GameState"
"""The framework's attribute of what players may do, and its class of states, in full."""
