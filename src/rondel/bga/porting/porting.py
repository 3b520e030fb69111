"""Porting: corresponding names on both sides, for porting a game from Board Game Arena Studio."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PORTS: Final = {
    "setupNewGame": "`setup`: builds the position and returns the first state.",
    "getAllDatas": "`game.view(role)`, made by the engine from the visible parts.",
    "getGameProgression": "`measure`.",
    "getActivePlayerId": "`game.player`.",
    "getCurrentPlayerId": "`game.actor`: the role whose rule runs.",
    "loadPlayersBasicInfos": "`game.roles`.",
    "getPlayersNumber": "`len(game.roles)`.",
    "getPlayerAfter": "The next of `game.play_order`.",
    "getPlayerBefore": "The last of `game.play_order`.",
    "activeNextPlayer": "`game.next_player()`.",
    "activePrevPlayer": "Assign `game.play_order.value`, turned the other way.",
    "initGameStateLabels": "`Prop`s, added in `setup`.",
    "getGameStateValue": "`prop.value`.",
    "setGameStateValue": "Assign `prop.value`.",
    "incGameStateValue": "`prop.value += 1`.",
    "DbQuery": "Props, containers and tokens; there is no database.",
    "getCollectionFromDb": "Go over a container.",
    "getObjectListFromDB": "Go over a container.",
    "getUniqueValueFromDB": "`prop.value`, `len(container)`.",
    "eliminatePlayer": "`game.eliminate(role)`.",
    "bga_rand": "`game.roll`, `game.chance` or `game.draw`.",
    "nextState": "Return the state.",
    "jumpToState": "Annotate the rule `-> Jump`.",
    "changeActivePlayer": "`game.next_player()`, or assign `game.play_order.value`.",
    "setAllPlayersMultiactive": "Nothing: without an `enter` every role is active.",
    "setPlayersMultiactive": "`game.activate(*roles)`.",
    "setPlayerNonMultiactive": "Return the next state; or `game.deactivate(role)`.",
    "initializePrivateState": "Nothing: a role that becomes active starts in the state `first`.",
    "nextPrivateState": "Return the private state.",
    "checkAction": "Nothing: an unlisted move is refused before a rule runs.",
    "checkPossibleAction": "`@on(..., out_of_turn=True)`.",
    "giveExtraTime": "`game.give_time(role, seconds)`.",
    "zombieTurn": "`zombie` of a state; by default a legal move at random.",
    "undoSavepoint": "Nothing: the journal has every answer.",
    "undoRestorePoint": "`game.undo(role)`.",
    "notifyAllPlayers": "The message of the action, or `game.notify(...)`.",
    "notifyPlayer": "`game.notify(..., to=role)`.",
    "initStat": "`Stat`s, declared on the game.",
    "incStat": "`game.count(STAT)`.",
    "setStat": "`game.set_stat(STAT, value)`.",
    "isSpectator": 'The role `"observer"`.',
    "createCards": "`TokenKind.set`: a number of copies for each face.",
    "shuffle": "`pile.shuffle()`.",
    "pickCard": "`game.draw(pile, to=hand)`.",
    "pickCards": "`game.deal(pile, hands, count)`.",
    "moveCard": "`token.move_to(container)`.",
    "playCard": "`token.move_to(container)`.",
    "getCardsInLocation": "The container itself.",
    "countCardsInLocation": "`len(container)`.",
}
"""Functions of Board Game Arena's framework and their counterparts; docs/bga-points.md has more."""


def used(words: Iterable[str]) -> dict[str, str]:
    """The functions that some code mentions.

    >>> used(["nextState", "myOwn"])
    {'nextState': 'Return the state.'}
    """
    there = set(words)
    return {name: here for name, here in PORTS.items() if name in there}


def table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    """A table in Markdown.

    >>> print(table(("there", "here"), [("a", "b")]))
    | there | here |
    | --- | --- |
    | a | b |
    """
    lines = [head, ("---", "---"), *rows]
    return "\n".join(["| " + " | ".join([cell.replace("|", "\\|") for cell in line]) + " |" for line in lines])
