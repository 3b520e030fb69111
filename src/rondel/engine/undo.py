"""A player's undo: taking back what one has answered, as long as nobody has learnt anything from it.

An undo adds to the journal, the log and the record; it cuts nothing off. What the answers wrote is written back, an event
``"undo"`` is told that says from where on, and `pop` can take the undo back like any push.

Between the answer and now there is a barrier if chance has answered, another role was asked, a role has seen a token it
could not see before, or a rule has looked at something hidden from the player. The journal and the machine know all four,
so no author writes anything. Across a barrier the others must agree.

Where several players act at once each takes back only what is his own, whatever the others have done meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from rondel.engine import several
from rondel.engine.container import Container
from rondel.engine.journal import Entry, Journaled
from rondel.engine.log import Undone
from rondel.engine.machine import Machine
from rondel.engine.offer import active, held_of
from rondel.engine.question import Held
from rondel.engine.record import answer_of
from rondel.engine.text import _
from rondel.engine.token import Token
from rondel.engine.visibility import CHANCE, EVERYONE, OBSERVER, sees
from rondel.errors import NothingToUndo, UndoBarrier

if TYPE_CHECKING:
    from rondel.engine.game import Game

EVENT: Final = "undo"
"""The name of the event that tells of an undo; its ``since`` is the number of the first event that is taken back."""
TAKEN_BACK: Final = _("{actplayer} takes back")


def undo(game: Game, role: str, agreed: bool, turn: bool) -> None:
    """See `Game.undo`. Raises `NothingToUndo`, `UndoBarrier`, and then nothing has changed."""
    machine = game._machine
    first = _first(machine, role, turn)
    if first < 0:
        raise NothingToUndo(f"{role} has not answered anything that could be taken back")
    if turn and _alone(machine, first):  # what others did lies between one's own steps, so they are taken back one by one
        undo(game, role, agreed, False)
        while may_undo(game, role, agreed, False) and _alone(machine, _first(machine, role, False)):
            undo(game, role, agreed, False)
        return
    barrier = "" if agreed else _barrier(game, role, first)
    if barrier:
        raise UndoBarrier(f"{role} cannot take back its last answer alone: {barrier}; the others must agree")
    alone = _alone(machine, first)
    own = _own_writes(machine, role, first) if alone else []
    if own is None:
        raise UndoBarrier(f"{role} cannot take back its last answer: another player has built on it since")
    machine.begin_push()
    number = len(machine.befores) - 1
    machine.undone[number] = (first, _end(machine, first) if alone else number)
    machine.answers.append((role, answer_of(agreed, turn)))
    try:
        if alone:
            _take_back_own(machine, game, role, first, own)
        else:
            _take_back_all(machine, game, role, first)
    except BaseException:
        machine.pop()
        raise


def may_undo(game: Game, role: str, agreed: bool, turn: bool) -> bool:
    """Whether `undo` would take something back."""
    machine = game._machine
    first = _first(machine, role, turn)
    if turn and first >= 0 and _alone(machine, first):
        first = _first(machine, role, False)
    if first < 0 or (not agreed and _barrier(game, role, first)):
        return False
    return not _alone(machine, first) or _own_writes(machine, role, first) is not None


# -- which answers -----------------------------------------------------------------------------------------------------


def _standing(machine: Machine, since: int = 0) -> Iterator[int]:
    """The numbers of the pushes, the last first, that are neither undos nor taken back by one."""
    number = len(machine.befores)
    gone: list[tuple[int, int]] = []
    while number > since:
        number -= 1
        taken = machine.undone.get(number)
        if taken is not None:
            gone.append(taken)
        elif not any(low <= number < high for low, high in gone):
            yield number


def _first(machine: Machine, role: str, turn: bool) -> int:
    """The number of the first push to take back; -1 for none."""
    first = -1
    for number in _standing(machine):
        who = _answered(machine, number)
        if who == role:
            first = number
            if not turn:
                break
        elif first >= 0 and who != CHANCE and not _alone(machine, first):
            break
    return first


def _answered(machine: Machine, number: int) -> str:
    """Who made a push."""
    count = machine.befores[number][6]
    return machine.answers[count][0] if count < len(machine.answers) else ""


def _alone(machine: Machine, first: int) -> bool:
    """Whether a push can be taken back by itself: made by one of several active players, and the game is still there.

    A game that has come back to the same state, for another round, has left it: then nobody was active in between. And
    while chance must answer, somebody's rule is in the middle.
    """
    before = machine.befores[first]
    return (
        machine.frame is None
        and held_of(machine, CHANCE) is None
        and machine.node.several
        and before[2] is machine.node
        and before[4] is None
        and not any(target is machine.acting and new == () for target, _key, _old, new in machine.journal.entries[before[0] :])
    )


def _end(machine: Machine, first: int) -> int:
    """The number after those of a push of one's own, and of chance's answers to it, if somebody else gave them."""
    end = first + 1
    while end < len(machine.befores) and end not in machine.undone and _answered(machine, end) == CHANCE:
        end += 1
    return end


# -- what stands between -----------------------------------------------------------------------------------------------


def _barrier(game: Game, role: str, first: int) -> str:
    """What stands between the push of that number and now; empty for nothing."""
    machine = game._machine
    befores = machine.befores
    alone = _alone(machine, first)
    end = _end(machine, first) if alone else len(befores)
    answers = machine.answers[befores[first][6] : befores[end][6] if end < len(befores) else None]
    if any(who == CHANCE for who, _text in answers):
        return "chance has answered since"
    if not alone:
        asked = set(active(machine, game))
        for number in _standing(machine, first + 1):
            asked.add(_answered(machine, number))
        others = asked - {role, ""}
        if others:
            return f"{', '.join(sorted(others))} has been asked since"
    written = machine.journal.entries[befores[first][0] : befores[end][0] if end < len(befores) else None]
    revealed = _revealed(machine, written)
    if revealed:
        return revealed
    for number in range(first, end):
        for _what, readers in machine.secrets.get(number, ()):
            if not sees(readers, role):
                return f"its rule has looked at something that is hidden from {role}"
    return ""


def _revealed(machine: Machine, written: Iterable[Entry]) -> str:
    """Whether a token came to lie where somebody may see it who could not before."""
    seen: dict[int, Container] = {}
    roles = machine.roles
    for target, key, old, new in written:
        if target.shows(key, old, new):
            return "something hidden has been shown since"
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
                return "something hidden has been shown since"  # what, and where, is not for everybody to know
    return ""


def _tokens(value: object) -> list[Token]:
    if isinstance(value, Token):
        return [value]
    if isinstance(value, tuple):
        return [each for each in cast("tuple[object, ...]", value) if isinstance(each, Token)]
    return []


# -- taking back -------------------------------------------------------------------------------------------------------


def _take_back_all(machine: Machine, game: Game, role: str, first: int) -> None:
    """Write everything back as it was before a push, and ask what was asked then."""
    before = machine.befores[first]
    frame = before[4]
    # The suspended rule runs again, and tells again what it told; so that counts as taken back too.
    mark, logged = (before[0], before[8]) if frame is None else (frame.mark, frame.logged)
    _restore(machine, machine.journal.entries[mark:])
    _tell(machine, role, logged, len(machine.log.entries), False)
    machine.node = before[2]
    machine.actor = before[3]
    machine.frame = None
    machine.question = None
    machine.progress_mark = before[9]
    if frame is not None:
        move = frame.move.text if frame.move is not None else None
        given = [(each.role, each.text) for each in frame.given]
        machine.resume_from(game, machine.rules.nodes[frame.state], move, frame.actor, given)
    _hold(machine, game, before[10])


def _restore(machine: Machine, written: Iterable[Entry]) -> None:
    """Write every value back that was written over, each once."""
    oldest: dict[tuple[int, int], tuple[Journaled, int, object]] = {}
    last: dict[tuple[int, int], object] = {}
    for target, key, old, new in written:
        oldest.setdefault((id(target), key), (target, key, old))
        last[(id(target), key)] = new
    for place, (target, key, old) in oldest.items():
        _write(machine, target, key, last[place], old)


def _write(machine: Machine, target: Journaled, key: int, old: object, new: object) -> None:
    if old is not new and old != new:
        machine.journal.entries.append((target, key, old, new))
        target._write(key, new)


def _hold(machine: Machine, game: Game, held: Iterable[Held]) -> None:
    """Hold the rules again that were held then, on the table as it is now."""
    machine.held = ()
    for each in held:
        move = each.move.text if each.move is not None else None
        given = [(who.role, who.text) for who in each.given]
        several.resume(machine, game, each.role, machine.rules.nodes[each.state], move, given)


def _tell(machine: Machine, role: str, since: int, until: int, alone: bool) -> None:
    """Tell that what was told from one number of the log to another is taken back; of one's own, only those who heard it."""
    log = machine.log
    numbers = {each: (log.count(each, since), log.count(each, until)) for each in (*machine.roles, OBSERVER)}
    heard = tuple([each for each, (first, end) in numbers.items() if first < end or each == role])
    log.tell(len(machine.journal.entries), Undone(EVENT, TAKEN_BACK, role, numbers, heard if alone else EVERYONE))


def _take_back_own(machine: Machine, game: Game, role: str, first: int, own: list[Entry]) -> None:
    """Take back one push of one of several players, and leave what the others did since."""
    before = machine.befores[first]
    until = machine.befores[machine.undone[len(machine.befores) - 1][1]][8]  # of the push after it, which may be this undo
    for target, key, old, new in own:
        _write(machine, target, key, old, new)
    _tell(machine, role, before[8], until, True)
    held = [each for each in machine.held if each.role != role] + [each for each in before[10] if each.role == role]
    machine.held = tuple(sorted(held, key=lambda each: machine.roles.index(each.role)))
    machine.settle(game)  # the table is another now, also for those who are in the middle of a rule


def _own_writes(machine: Machine, role: str, first: int) -> list[Entry] | None:
    """The writes that take back one push of a role, piece by piece; None where another player has written over it since."""
    befores = machine.befores
    before = befores[first]
    number = _end(machine, first)
    last = number == len(befores)
    entries = machine.journal.entries
    end = len(entries) if last else befores[number][0]
    held = machine.held if last else befores[number][10]
    mine = {each.role for each in before[10]} - {each.role for each in held} - {role}
    if mine:
        return None  # another player's rule came to its end by it
    now: dict[tuple[int, int], object] = {}
    for target, key, _old, new in entries[before[0] :]:
        now[(id(target), key)] = new
    writes: list[Entry] = []
    for target, key, old, new in reversed(entries[before[0] : end]):
        place = (id(target), key)
        if target is machine.acting:
            undone: object = _without_roles(machine.roles, old, new, now[place])
        else:
            undone = _without(old, new, now[place])
        if undone is _CONFLICT or (target is machine.acting and undone == ()):
            return None  # also where the game would wait for nobody: the others have gone on relying on it
        writes.append((target, key, now[place], undone))
        now[place] = undone
    return writes


_CONFLICT: Final = object()
_MISSING: Final = object()


def _without_roles(roles: tuple[str, ...], old: object, new: object, now: object) -> tuple[str, ...]:
    """The active roles without the change from ``old`` to ``new``."""
    was, became, active = cast("tuple[str, ...]", old), cast("tuple[str, ...]", new), cast("tuple[str, ...]", now)
    return tuple([role for role in roles if (role in was if (role in was) != (role in became) else role in active)])


def _without(old: object, new: object, now: object) -> object:
    """The value ``now`` without the change from ``old`` to ``new``; `_CONFLICT` where something else has changed it since."""
    if now is new or now == new:
        return old
    if isinstance(old, MappingProxyType) and isinstance(new, MappingProxyType) and isinstance(now, MappingProxyType):
        return _without_values(old, new, now)
    if not (isinstance(old, tuple) and isinstance(new, tuple) and isinstance(now, tuple)):
        return _CONFLICT
    if any(isinstance(each, Token) for each in (*old, *new)):
        return _without_tokens(old, new, now)
    if len(old) == len(new) == len(now):
        merged = [was if was != became else each for was, became, each in zip(old, new, now, strict=True)]
        changed = [each == became for was, became, each in zip(old, new, now, strict=True) if was != became]
        return tuple(merged) if all(changed) else _CONFLICT
    return _CONFLICT


def _without_values(old: Mapping[str, object], new: Mapping[str, object], now: Mapping[str, object]) -> object:
    """A dict with the values put back that were changed, name by name."""
    values = dict(now)
    for name in {**old, **new}:
        if name in old and name in new and old[name] == new[name]:
            continue
        if values.get(name, _MISSING) != new.get(name, _MISSING):
            return _CONFLICT
        if name in old:
            values[name] = old[name]
        else:
            del values[name]
    return MappingProxyType(values)


def _without_tokens(old: tuple[object, ...], new: tuple[object, ...], now: tuple[object, ...]) -> object:
    """A row of tokens with those put back that were taken, and those taken that were put."""
    if any(each not in now for each in new if each not in old):
        return _CONFLICT
    row = [each for each in now if each not in new or each in old]
    for index, each in enumerate(old):
        if each not in new:
            row.insert(_index_between(row, old[:index], old[index + 1 :]), each)
    return tuple(row)


def _index_between(row: list[object], before: tuple[object, ...], after: tuple[object, ...]) -> int:
    """Where something goes that lay after some tokens and before others, of which not all may be there any more."""
    for each in reversed(before):
        if each in row:
            return row.index(each) + 1
    for each in after:
        if each in row:
            return row.index(each)
    return len(row)
