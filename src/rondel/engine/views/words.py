"""The short words of a position, for a page: its moves, the places to look at, and how the game has ended.

They are read from the rules when a view is made, so playing and searching never pay for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rondel.engine.checks.transitions import Node
from rondel.engine.components.move import Move, place
from rondel.engine.declarations.action import Action
from rondel.engine.declarations.definition import Definition
from rondel.engine.text import Phrase, unfilled
from rondel.engine.text import to_json as text_to_json
from rondel.errors import RulesError, is_a, quoted

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable


def answering(game: Playable, role: str) -> Node | None:
    """The state whose actions a role may answer with; None while a rule asks a question."""
    machine = game._machine
    if machine.suspended is not None or machine.held_of(role) is not None:
        return None
    return machine.node_of(role)


def moves_of(game: Playable, node: Node | None, listed: Iterable[Move], said: Callable[[Move], Any] | None = None) -> list[Any]:
    """The data of moves, with ``says`` where a function of their action words them: see `answering`. ``said`` returns the data
    of the others."""
    worded = {} if node is None else node.worded
    return [
        {**move.to_json(), "says": _worded(game, worded[move.action], move)}
        if move.action in worded
        else move.to_json()
        if said is None
        else said(move)
        for move in listed
    ]


def _worded(game: Playable, action: Action, move: Move) -> dict[str, Any]:
    hook: Any = action.says
    return _text(game, move.role, lambda: hook(game, *move.args), f"'says' of action {action.name!r}")


def marks(game: Playable, role: str) -> list[dict[str, Any]]:
    """The places that the rules mark for a role, each with its text."""
    if type(game).marks is Definition.marks:
        return []
    where = f"marks of {type(game).__name__}"
    found: Any = game._machine.look(lambda: game.marks(role), role if role in game.roles else "")
    if not isinstance(found, dict):
        raise RulesError(f'{where} returned {quoted(found)}; return a dict of places, {{self.board.cell("e8"): _("check")}}')
    return [{"place": _place(spot, role, where), "text": _said(game, text, where)} for spot, text in found.items()]


def decisive(game: Playable) -> list[str]:
    """The places that decided a game that is over; empty if the rules name none."""
    if type(game).decisive is Definition.decisive:
        return []
    where = f"decisive of {type(game).__name__}"
    found: Any = game._machine.look(lambda: game.decisive(), "")
    if not is_a(found, Iterable) or isinstance(found, str):
        raise RulesError(f"{where} returned {quoted(found)}; return cells or tokens, [self.board.cell('d1')]")
    return [_place(spot, "", where) for spot in found]


def _place(spot: Any, role: str, where: str) -> str:
    """The place of a cell or token. Raises `RulesError` if it lies nowhere."""
    at = place(spot, role)
    if not at:
        raise RulesError(f"{where} names {quoted(spot)}, which is nowhere on the table; name cells and tokens that lie there")
    return at


def ending(game: Playable) -> dict[str, Any] | None:
    """How the game has ended, in words; None if the rules do not say."""
    if type(game).ending is Definition.ending:
        return None
    return _text(game, "", game.ending, f"ending of {type(game).__name__}") or None


def _text(game: Playable, role: str, hook: Callable[[], Any], where: str) -> dict[str, Any]:
    """The data of the text that a hook returns; empty for an empty text."""
    return _said(game, game._machine.look(hook, role if role in game.roles else ""), where)


def _said(game: Playable, text: object, where: str) -> dict[str, Any]:
    if isinstance(text, Phrase):
        return text.to_json()
    if not isinstance(text, str):
        raise RulesError(f'{where} returned {quoted(text)}; return a text, _("check"), or a phrase(...)')
    wrong = unfilled(where, text, {}, game.roles)
    if wrong:
        raise RulesError(f"{wrong}; give the values with phrase(...)")
    return text_to_json(text, {}) if text else {}
