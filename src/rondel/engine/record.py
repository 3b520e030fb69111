"""Records, snapshots and copies: a game taken elsewhere.

A *record* is the rules' name and version, the options, the start position and every answer, chance's included: it
replays to the same position without the seed. A *snapshot* is the position itself, so restoring it replays nothing but
the one rule that was suspended. Both are server-secret. All three ways build the game by its own ``setup`` and then
fill it, because what is fixed in setup is fixed by the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.chance import EXPLICIT, SCRIPTED, SEEDED, Stream
from rondel.engine.part import Part
from rondel.engine.position import UNSTARTED, fill, kept, position_of
from rondel.engine.prop import thaw
from rondel.engine.visibility import CHANCE, EVERYONE
from rondel.errors import BadPosition, BadRecord, HiddenInformation, RondelError

if TYPE_CHECKING:
    from rondel.engine.game import Game

FORMAT: Final = 1
UNDO: Final = "@undo"
"""What a record says where a player took something back; ``@undo!`` when the others agreed to it."""
AGREED: Final = "@undo!"


def record(game: Game, role: str | None) -> dict[str, Any]:
    """See `Game.record`."""
    if role is not None:
        _check_open(game, role)
    data = _header(game)
    if game._start_position is not None:
        data["position"] = thaw(game._start_position)
    return data


def _header(game: Game) -> dict[str, Any]:
    """What a record and a snapshot both say: the rules, the options, and every answer."""
    return {
        "rondel": FORMAT,
        "game": game.name,
        "version": game.version,
        "seats": len(game.roles),
        "options": dict(game._options),
        "answers": [list(answer) for answer in game._machine.answers],
    }


def check_secrets(game: Game, role: str) -> None:
    """Raise `HiddenInformation` while others' answers to an open question are to be kept from the role."""
    frame = game._machine.frame
    others = frame is not None and any(given.role not in (role, CHANCE) for given in frame.given)
    if others and len(game._machine.asked(game)) > 1:
        raise HiddenInformation(f"{role} may not know yet what the others have answered: some have not")


def _check_open(game: Game, role: str) -> None:
    """Raise `HiddenInformation` if a record would tell the role more than it may know."""
    check_secrets(game, role)
    parts: list[Part] = [*game._containers, *game._props]
    for part in parts:
        if part.visible_to != EVERYONE and role not in part.visible_to and not game.is_over:
            raise HiddenInformation(f"{role} may not keep this record while the game goes on: {part.name!r} is hidden from it")


def replay(kind: type[Game], data: Mapping[str, Any], seed: int | str | bytes | None) -> Game:
    """The game of a record, from its start, answer by answer. Raises `BadRecord` saying which answer does not fit.

    With the ``seed`` it goes on drawing where the record ends; without it, chance is explicit from there.
    """
    _check_header(kind, data)
    answers = _answers(data.get("answers", ()), "record")
    game = kind(seats=data.get("seats"), options=data.get("options"), position=UNSTARTED, chance="explicit")
    machine = game._machine
    machine.chance.mode = SCRIPTED
    number = _script(machine.chance.script, answers, 0)
    try:
        _start(game, data.get("position"))
        while number < len(answers):
            role, text = answers[number]
            if machine.chance.script:
                raise BadRecord(f"{machine.chance.script[0][1]!r} by {CHANCE}, where chance is not asked")
            number = _script(machine.chance.script, answers, number + 1)
            if text in (UNDO, AGREED):
                game.undo(role, agreed=text == AGREED)
            else:
                game.push(text, role)
    except RondelError as error:
        raise BadRecord(
            f"the record of {kind.__name__} does not replay at answer {number} of {len(answers)}: {error}"
        ) from error
    if machine.chance.script:
        raise BadRecord(
            f"the record of {kind.__name__} ends with {machine.chance.script[0][1]!r} by {CHANCE}, where chance is not asked"
        )
    machine.chance.mode = EXPLICIT
    if seed is not None:
        machine.chance.stream = Stream(seed)
        machine.chance.mode = SEEDED
    return game


def _answers(given: object, what: str) -> list[tuple[str, str]]:
    """Answers as they are in a record. Raises `BadRecord` for anything else, naming ``what`` they are of."""
    if not isinstance(given, list | tuple):
        raise BadRecord(f"the answers of the {what} are {given!r}; give a list")
    answers: list[tuple[str, str]] = []
    for each in given:
        if not isinstance(each, list | tuple) or len(each) != 2 or not all(isinstance(part, str) for part in each):
            raise BadRecord(f"answer {len(answers) + 1} of the {what} is {each!r}; an answer is [role, move]")
        answers.append((each[0], each[1]))
    return answers


def _script(script: list[tuple[str, str]], answers: list[tuple[str, str]], number: int) -> int:
    """Move chance's answers from ``number`` on into the script; returns the number of the next player's answer."""
    while number < len(answers) and answers[number][0] == CHANCE:
        script.append(answers[number])
        number += 1
    return number


def _start(game: Game, position: Mapping[str, Any] | None) -> None:
    game._start_position = position
    game._begin(game._first)


def _check_header(kind: type[Game], data: Mapping[str, Any]) -> None:
    if data.get("rondel") != FORMAT:
        raise BadRecord(f"not a record or snapshot of this version of Rondel: 'rondel' is {data.get('rondel')!r}, not {FORMAT}")
    if data.get("version") != kind.version:
        raise BadRecord(
            f"written by version {data.get('version')!r} of {kind.__name__}; these rules are version {kind.version}"
        )


def snapshot(game: Game) -> dict[str, Any]:
    """See `Game.snapshot`."""
    machine = game._machine
    frame = machine.frame
    data = _header(game) | {
        "position": machine.at_rest(lambda: position_of(game)),
        "made": game._journal.made if frame is None else frame.made,
        "draws": machine.chance.draws,
        "seed": machine.chance.stream.seed.hex() if machine.chance.stream is not None else None,
        "explicit": machine.chance.mode == EXPLICIT,
    }
    if game._start_position is not None:
        data["start"] = thaw(game._start_position)
    if frame is not None:
        data["rule"] = {
            "state": machine.rules.nodes[frame.state].name,
            "move": frame.move.text if frame.move is not None else None,
            "actor": frame.actor,
            "given": [[given.role, given.text] for given in frame.given],
        }
    return data


def restore(kind: type[Game], data: Mapping[str, Any]) -> Game:
    """The game of a snapshot. Raises `BadRecord` or `BadPosition` if it does not fit these rules."""
    _check_header(kind, data)
    try:
        return _restored(kind, data)
    except (BadRecord, BadPosition):
        raise
    except (RondelError, LookupError, TypeError, ValueError) as error:
        raise BadRecord(f"the snapshot of {kind.__name__} does not fit these rules: {error!r}") from error


def _restored(kind: type[Game], data: Mapping[str, Any]) -> Game:
    game = kind(seats=data["seats"], options=data["options"], position=UNSTARTED, chance="explicit")
    machine = game._machine
    for name in ("made", "draws"):
        if type(data[name]) is not int or data[name] < 0:
            raise BadRecord(f"{name!r} of the snapshot is {data[name]!r}; it counts, so it is a whole number")
    fill(game, data["position"])
    node = machine.rules.by_name.get(data["position"]["state"])
    if node is None:
        raise BadRecord(f"the snapshot is in the unknown state {data['position']['state']!r} of {kind.__name__}")
    machine.node = node
    game._journal.made = data["made"]
    game._start_position = kept(data.get("start"))
    rule = data.get("rule")
    if rule is None:
        if node.automatic or not (node.end or game.play_order._value):
            raise BadRecord(f"the snapshot is in state {node.name!r} of {kind.__name__}, where nobody could answer")
    else:
        given = _answers(rule["given"], "suspended rule of the snapshot")
        machine.resume_from(game, machine.rules.by_name[rule["state"]], rule["move"], rule["actor"], given)
    machine.answers = _answers(data["answers"], "snapshot")
    machine.chance.draws = data["draws"]
    if data["seed"] is not None:
        machine.chance.stream = Stream(bytes.fromhex(data["seed"]))
    machine.chance.mode = EXPLICIT if data["explicit"] else SEEDED
    return game


def copy(game: Game) -> Game:
    """See `Game.copy`."""
    source = game._machine
    twin = type(game)(len(game.roles), None, game._options, UNSTARTED, "explicit")
    machine = twin._machine
    frame = source.frame
    source.at_rest(lambda: _take_over(game, twin))
    twin._progress = game.progress
    machine.node = source.node
    machine.actor = source.actor
    if frame is not None:
        move = frame.move.text if frame.move is not None else None
        given = [(each.role, each.text) for each in frame.given]
        machine.resume_from(twin, source.rules.nodes[frame.state], move, frame.actor, given)
    machine.answers = source.answers[:]
    machine.chance.draws = source.chance.draws
    machine.chance.stream = source.chance.stream
    machine.chance.mode = source.chance.mode
    twin._start_position = game._start_position
    return twin


def _take_over(game: Game, twin: Game) -> None:
    twin.play_order._value = game.play_order._value
    twin._scores._value = game._scores._value
    for mine, other in zip(twin._props, game._props, strict=True):
        mine._value = other._value
    for holder, source in zip(twin._containers, game._containers, strict=True):
        holder.copy_from(source)
    frame = game._machine.frame
    twin._journal.made = game._journal.made if frame is None else frame.made
