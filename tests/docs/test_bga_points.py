"""The tables of Board Game Arena's points and functions: all are there, no cell is empty, and each test they name exists."""

from __future__ import annotations

import pytest

from tests.docs.points import missing, rows

PAGE = "bga-points.md"
POINTS = rows(PAGE, r"\d+")
FUNCTIONS = rows(PAGE, r"`.+`")

NAMED = [
    "clienttranslate",
    "gamestate.state",
    "gamestate.nextState",
    "gamestate.changeActivePlayer",
    "gamestate.setAllPlayersMultiactive",
    "gamestate.setPlayerNonMultiactive",
    "initializePrivateStateForAllActivePlayers",
    "nextPrivateStateForAllActivePlayers",
    "gamestate.nextPrivateState",
    "gamestate.checkAction",
    "getActivePlayerId",
    "getCurrentPlayerId",
    "getCurrentPlayer",
    "getActivePlayer",
    "getPlayerAfter",
    "loadPlayersBasicInfos",
    "giveExtraTime",
    "incStat",
    "getGameProgression",
    "stMakeEveryoneActive",
    "stGameSetup",
    "stGameEnd",
    "argGameEnd",
    "onEnteringState",
    "onUpdateActionButtons",
]
"""The functions that the documentation of the state machine names: its point 118."""

OTHERS = [
    "setupNewGame",
    "getAllDatas",
    "upgradeTableDb",
    "getPlayersNumber",
    "getNextPlayerTable",
    "activeNextPlayer",
    "initGameStateLabels",
    "globals",
    "DbQuery",
    "eliminatePlayer",
    "UserException",
    "bga_rand",
    "gamestate.jumpToState",
    "gamestate.getActivePlayerList",
    "gamestate.setPlayersMultiactive",
    "gamestate.checkPossibleAction",
    "gamestate.setPrivateState",
    "gamestate.unsetPrivateState",
    "gamestate.getPrivateState",
    "gamestate.reloadState",
    "getArgs",
    "zombie",
    "#[PossibleAction]",
    "GameStateBuilder",
    "#[IntParam]",
    "#[CheckAction(false)]",
    "_private",
    "_merge_private",
    "_no_notify",
    "i18n",
    "notify->all",
    "notify->player",
    "logs->remove",
    "Deck",
    "Deck.shuffle",
    "Deck.pickCard",
    "PlayerCounter",
    "TableCounter",
    "zombieTurn",
    "undoSavepoint",
    "undoRestorePoint",
    "isSpectator",
    "gameoptions.json",
    "stats.json",
    "gameinfos",
    "setClientState",
    "performAction",
    "statusBar.addActionButton",
]
"""Those of the rest of the framework that projects use most."""


def test_every_point_is_there() -> None:
    assert list(POINTS) == [str(number) for number in range(1, 119)]


@pytest.mark.parametrize("point", POINTS)
def test_a_point_says_what_it_is_how_it_is_honoured_and_which_test_shows_it(point: str) -> None:
    cells = POINTS[point]
    assert len(cells) == 3
    assert all(cells)
    assert missing(cells[-1]) == []


def test_every_function_is_there() -> None:
    assert [name for name in (*NAMED, *OTHERS) if f"`{name}`" not in FUNCTIONS] == []


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_says_what_it_is_here_and_which_test_shows_it(function: str) -> None:
    cells = FUNCTIONS[function]
    assert len(cells) == 2
    assert all(cells)
    assert missing(cells[-1]) == []
