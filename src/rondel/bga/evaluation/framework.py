"""The framework: the names of Board Game Arena's methods (in small letters), their effects on a machine, and its enum."""

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
"""Methods that jump to a state, and the position of the state among their arguments."""

PRIVATE: Final = frozenset(
    {"nextprivatestate", "nextprivatestateforallactiveplayers", "nextprivatestateforplayers", "setprivatestate"}
)
"""Those of both that lead players from one private state to another."""

SEVERAL: Final = frozenset(
    {"setplayernonmultiactive", "setplayersmultiactive", "setallplayersnonmultiactive", "updatemultiactiveornextstate"}
)
"""Methods that take a transition when no player is active any longer."""

CHECKS: Final = frozenset({"checkaction", "checkpossibleaction"})
"""Methods that refuse an action (their first argument) that the current state does not list."""

ACTIVATES: Final = re.compile(
    r"\b(setAllPlayersMultiactive|setPlayersMultiactive|stMakeEveryoneActive|setPlayerMultiactive|initializePrivateState\w*|"
    r"makePlayersActive|updateMultiactiveOrNextState)\b",
    re.IGNORECASE,
)
"""Methods that activate players in a state with several active players."""

METHODS: Final = frozenset({"stmakeeveryoneactive", "stgamesetup", "stgameend", "arggameend"})
"""Methods that a state may name and the framework has itself."""

HOOKS: Final = frozenset(
    {
        "setupnewgame", "getalldatas", "getgameprogression", "upgradetabledb", "getgamename", "inittable", "zombieturn",
        "zombie", "onenteringstate", "onleavingstate", "getargs", "stgamesetup", "stgameend", "arggameend",
    }
)  # fmt: skip
"""Methods of a game or of a state class that the framework calls."""

DEBUG: Final = "debug"
"""How methods begin that only Studio's menu for debugging calls."""

EXAMPLE: Final = "zombiePass"
"""The transition for an absent player in the framework's example project."""

STATE_TYPES: Final = {
    "ACTIVE_PLAYER": "activeplayer",
    "MULTIPLE_ACTIVE_PLAYER": "multipleactiveplayer",
    "PRIVATE": "private",
    "GAME": "game",
    "MANAGER": "manager",
}
"""The framework's enum ``StateType``: its cases and their values."""

PARAMETERS: Final = (
    "game", "id", "type", "name", "description", "descriptionMyTurn", "transitions", "updateGameProgression", "initialPrivate",
)  # fmt: skip
"""The parameters of the constructor of ``GameState``, in order."""

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
"""The full names of the framework's attribute for possible actions and of its class of states."""
