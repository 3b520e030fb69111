"""A player's undo: taking back what one has answered, as long as nobody has learnt anything from it.

Between the answer and now there is a barrier if chance has answered, another role was asked, or a role has seen a token
it could not see before. The journal and the machine know all three, so no author writes anything. Across a barrier the
others must agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rondel.engine.chance import EXPLICIT
from rondel.engine.container import Container
from rondel.engine.machine import Machine
from rondel.engine.record import AGREED, UNDO
from rondel.engine.token import Token
from rondel.engine.visibility import CHANCE, EVERYONE, sees
from rondel.errors import NothingToUndo, UndoBarrier

if TYPE_CHECKING:
    from rondel.engine.game import Game


def undo(game: Game, role: str, agreed: bool) -> None:
    """Take back the last answer of ``role``, and keep the record of it. Raises `NothingToUndo`, `UndoBarrier`."""
    machine = game._machine
    count = _pushes_since(machine, role)
    if not count:
        raise NothingToUndo(f"{role} has not answered anything that could be taken back")
    if not agreed:
        barrier = _barrier(game, role, count)
        if barrier:
            raise UndoBarrier(f"{role} cannot take back its last answer alone: {barrier}; the others must agree")
    answers = machine.answers[:]
    draws = machine.chance.draws
    for _each in range(count):
        machine.pop()
    machine.answers = [*answers, (role, AGREED if agreed else UNDO)]
    if machine.chance.mode != EXPLICIT:
        machine.chance.draws = draws  # What was drawn is not drawn again: the outcome would be known.


def may_undo(game: Game, role: str, agreed: bool) -> bool:
    """Whether `undo` would take something back."""
    count = _pushes_since(game._machine, role)
    return count > 0 and (agreed or not _barrier(game, role, count))


def _pushes_since(machine: Machine, role: str) -> int:
    """How many pushes go back to before the role's last answer; 0 when it has given none."""
    befores = machine.befores()
    for number in range(len(befores) - 1, -1, -1):
        if _answered(machine, befores[number][6]) == role:
            return len(befores) - number
    return 0


def _answered(machine: Machine, number: int) -> str:
    return machine.answers[number][0] if number < len(machine.answers) else ""


def _barrier(game: Game, role: str, count: int) -> str:
    """What stands between now and ``count`` pushes ago; empty for nothing."""
    machine = game._machine
    befores = machine.befores()
    first = befores[-count]
    if any(who == CHANCE for who, _text in machine.answers[first[6] :]):
        return "chance has answered since"
    asked = set(machine.active(game))
    for number in range(len(befores) - count + 1, len(befores)):
        asked.add(_answered(machine, befores[number][6]))
    others = asked - {role, ""}
    if others:
        return f"{', '.join(sorted(others))} has been asked since"
    return _revealed(machine, first[0])


def _revealed(machine: Machine, mark: int) -> str:
    """Whether a token came to lie where somebody may see it who could not before."""
    seen: dict[int, Container] = {}
    roles = machine.roles
    for target, _key, old, new in machine.journal.entries[mark:]:
        if not isinstance(target, Container):
            continue
        for token in _tokens(old):
            if not any(token is each for each in _tokens(new)):
                seen[id(token)] = target
        for token in _tokens(new):
            source = seen.get(id(token))
            if source is None or source.visible_to == EVERYONE:
                continue
            if any(sees(target.visible_to, role) and not sees(source.visible_to, role) for role in roles):
                return f"{target.name!r} shows what {source.name!r} hid"
    return ""


def _tokens(value: object) -> list[Token]:
    if isinstance(value, Token):
        return [value]
    if isinstance(value, tuple):
        return [each for each in cast("tuple[object, ...]", value) if isinstance(each, Token)]
    return []
