"""Records, snapshots and copies of games.

A *record* has the rules' name and version, the options, the start position and every answer, chance's included. It replays to
the same position without the seed. A *snapshot* has the position itself; restoring it replays only a suspended rule. Both are
server-secret. Records, snapshots and copies all build a game by its own ``setup`` and then fill in the position, because the
options determine everything that is fixed in setup.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rondel.engine.chance.chance import EXPLICIT, SCRIPTED, SEEDED, Stream
from rondel.engine.components.part import Part
from rondel.engine.components.prop import thaw
from rondel.engine.components.viewer import revealed
from rondel.engine.play.legal_moves import asked, find
from rondel.engine.play.running.suspension import resume_from
from rondel.engine.play.simultaneous import pending_rules
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records.position import UNSTARTED, fill, kept, position_of, unknown_state
from rondel.engine.records.upgrade import migrated_snapshot
from rondel.engine.views import viewer_ids
from rondel.engine.visibility import CHANCE, sees
from rondel.errors import BadPosition, BadRecord, HiddenInformation, RondelError

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

G = TypeVar("G", bound="Playable")

FORMAT: Final = 1


def record(game: Playable, role: str | None) -> dict[str, Any]:
    """See `Game.record`."""
    if role is not None:
        _check_open(game, role)
    data = _header(game)
    if game._start_position is not None:
        data["position"] = thaw(game._start_position)
    return data


def _header(game: Playable) -> dict[str, Any]:
    """The data that records and snapshots share: the rules, the options, and every answer."""
    return {
        "rondel": FORMAT,
        "game": game.name,
        "version": game.version,
        "seats": len(game.roles),
        "options": dict(game._options),
        "answers": [list(answer) for answer in game._machine.answers],
    }


def check_secrets(game: Playable, role: str) -> None:
    """Raise `HiddenInformation` while an open question to several roles has answers of others."""
    machine = game._machine
    rule = machine.suspended
    others = rule is not None and any(who not in (role, CHANCE) for who, _text in rule.answers)
    if others and len(asked(machine, game)) > 1:
        raise HiddenInformation(f"{role} may not know yet what the others have answered: some have not")


def _check_open(game: Playable, role: str) -> None:
    """Raise `HiddenInformation` if a record would reveal hidden data to the role."""
    check_secrets(game, role)
    parts: list[Part] = [*game._containers, *game._props]
    for part in parts:
        if sees(part.visible_to, role):
            continue
        if not game.is_over:
            raise HiddenInformation(f"{role} may not keep this record while the game goes on: {part.name!r} is hidden from it")
        if not revealed(part.name, game.reveals):
            raise HiddenInformation(
                f"{role} may not keep this record: {part.name!r} was hidden from it, and is not among what the game reveals at "
                'its end; reveals = ("*",) makes finished games open'
            )


def replay(kind: type[G], data: Mapping[str, Any], seed: int | str | bytes | None) -> G:
    """The game of a record, from its start, answer by answer. Raises `BadRecord` saying which answer does not fit.

    With the ``seed`` the game continues to draw after the record; without it, chance is explicit from there.
    """
    _check_header(kind, data)
    if "answers" not in data:
        raise BadRecord("the record has no 'answers'; of a game in which nobody has answered yet they are an empty list")
    answers = _answers(data["answers"], "record")
    game = kind(seats=data.get("seats"), options=data.get("options"), position=UNSTARTED, chance="explicit")
    machine = game._machine
    machine.chance.mode = SCRIPTED
    number = script_chance(machine.chance.script, answers, 0)
    try:
        start(game, data.get("position"))
        while number < len(answers):
            role, text = answers[number]
            if machine.chance.script:
                raise BadRecord(f"{machine.chance.script[0][1]!r} by {CHANCE}, where chance is not asked")
            number = script_chance(machine.chance.script, answers, number + 1)
            if text in UNDOS:
                agreed, turn = UNDOS[text]
                game.undo(role, agreed=agreed, turn=turn)
            else:
                game.push(text, role)
    except RondelError as error:
        failed = BadRecord(f"the record of {kind.__name__} does not replay at answer {number} of {len(answers)}: {error}")
        failed.answer = number
        raise failed from error
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
    """The answers of a record, checked. Raises `BadRecord` for invalid data; ``what`` names their source."""
    if not isinstance(given, list | tuple):
        raise BadRecord(f"the answers of the {what} are {given!r}; give a list")
    answers: list[tuple[str, str]] = []
    for each in given:
        if not isinstance(each, list | tuple) or len(each) != 2 or not all(isinstance(part, str) for part in each):
            raise BadRecord(f"answer {len(answers) + 1} of the {what} is {each!r}; an answer is [role, move]")
        answers.append((each[0], each[1]))
    return answers


def script_chance(script: list[tuple[str, str]], answers: list[tuple[str, str]], number: int) -> int:
    """Append chance's answers from ``number`` on to the script; returns the number of the next player's answer."""
    while number < len(answers) and answers[number][0] == CHANCE:
        script.append(answers[number])
        number += 1
    return number


def start(game: Playable, position: Mapping[str, Any] | None) -> None:
    """Begin a game that was built with `UNSTARTED`."""
    game._start_position = position
    game._begin(game._first)


def _check_header(kind: type[Playable], data: Mapping[str, Any]) -> None:
    if data.get("rondel") != FORMAT:
        raise BadRecord(f"not a record or snapshot of this version of Rondel: 'rondel' is {data.get('rondel')!r}, not {FORMAT}")
    if data.get("version") != kind.version:
        raise BadRecord(
            f"written by version {data.get('version')!r} of {kind.__name__}; these rules are version {kind.version}, and "
            "a record replays only under its own; a snapshot of the game can be migrated"
        )


def snapshot(game: Playable) -> dict[str, Any]:
    """See `Game.snapshot`."""
    machine = game._machine
    rule = machine.suspended
    data = _header(game) | {
        "position": machine.at_rest(lambda: position_of(game)),
        "made": game._journal.made if rule is None else rule.made,
        "draws": machine.chance.draws,
        "seed": machine.chance.stream.seed.hex() if machine.chance.stream is not None else None,
        "explicit": machine.chance.mode == EXPLICIT,
    }
    ids = machine.at_rest(lambda: viewer_ids.to_json(viewer_ids.ids_of(game)))
    if ids is not None:
        data["viewer_ids"] = ids
        if rule is not None:
            data["stops"] = viewer_ids.stops(game)
    if game._start_position is not None:
        data["start"] = thaw(game._start_position)
    if machine.told:
        data["told"] = machine.told
    if rule is not None:
        data["rule"] = {
            "state": machine.rules.nodes[rule.state].name,
            "move": rule.begun or None,
            "actor": rule.actor,
            "given": [list(answer) for answer in rule.answers],
        }
    if machine.held:
        data["held"] = [pending_rules.to_json(held, machine) for held in machine.held]
    return data


def restore(kind: type[G], data: Mapping[str, Any]) -> G:
    """The game of a snapshot; one of an older version is migrated. Raises `BadRecord` or `BadPosition` for invalid data."""
    older = data.get("rondel") == FORMAT and data.get("version") != kind.version
    try:
        if older:
            data = migrated_snapshot(kind, data)
        _check_header(kind, data)
        return _restored(kind, data, older)
    except (BadRecord, BadPosition):
        raise
    except (RondelError, LookupError, TypeError, ValueError) as error:
        raise BadRecord(f"the snapshot of {kind.__name__} does not fit these rules: {error!r}") from error


def _restored(kind: type[G], data: Mapping[str, Any], older: bool) -> G:
    game = kind(seats=data["seats"], options=data["options"], position=UNSTARTED, chance="explicit")
    machine = game._machine
    for name in ("made", "draws"):
        if type(data[name]) is not int or data[name] < 0:
            raise BadRecord(f"{name!r} of the snapshot is {data[name]!r}; it counts, so it is a whole number")
    fill(game, data["position"])
    node = machine.rules.by_name.get(data["position"]["state"])
    if node is None:
        raise BadRecord(f"the snapshot of {kind.__name__} does not fit: {unknown_state(game, data['position']['state'])}")
    machine.node = node
    if not older:  # a migrated game numbers its tokens as a replay from the migrated position does
        game._journal.made = data["made"]
    game._start_position = kept(data.get("start"))
    viewer_ids.resume(game, viewer_ids.from_json(data.get("viewer_ids"), game.roles))
    rule = data.get("rule")
    if rule is None:
        if node.automatic or not (node.end or (machine.acting._value if node.several else game.play_order._value)):
            raise BadRecord(f"the snapshot is in state {node.name!r} of {kind.__name__}, where nobody could answer")
    else:
        given = _answers(rule["given"], "suspended rule of the snapshot")
        machine.node = machine.rules.by_name[rule["state"]]
        begun = None if rule["move"] is None else find(machine, game, rule["move"], rule["actor"])
        resume_from(machine, game, begun, rule["actor"], given)
        viewer_ids.catch_up(game, data.get("stops", []))
    for held in data.get("held", ()):
        given = _answers(held["given"], "held rule of the snapshot")
        pending_rules.resume(machine, game, pending_rules.from_json(held, given, machine), held.get("asked", True))
    machine.answers = _answers(data["answers"], "snapshot")
    machine.chance.draws = data["draws"]
    machine.told = min(int(data.get("told", 0)), len(machine.answers))
    if data["seed"] is not None:
        machine.chance.stream = Stream(bytes.fromhex(data["seed"]))
    machine.chance.mode = EXPLICIT if data["explicit"] else SEEDED
    return game


def copy(game: G) -> G:
    """See `Game.copy`."""
    source = game._machine
    seats = None if source.roles is source.rules.roles else len(source.roles)
    twin = type(game)(seats, None, source.options, UNSTARTED, "explicit")
    machine = twin._machine
    rule = source.suspended
    if rule is None:
        _take_over(game, twin)
    else:
        source.at_rest(lambda: _take_over(game, twin))
    if rule is None and source.progress_mark == len(source.journal.entries):
        machine.progress_mark = 0  # taken at the copied position, and measured on demand
    else:
        twin._progress = game.progress
    machine.node = source.node
    machine.actor = source.actor
    if rule is not None:
        machine.node = source.rules.nodes[rule.state]
        begun = find(machine, twin, rule.begun, rule.actor) if rule.begun else None
        resume_from(machine, twin, begun, rule.actor, rule.answers)
        viewer_ids.catch_up(twin, viewer_ids.stops(game))
    for held in source.held:
        pending_rules.resume(machine, twin, held, held.question is not None)
    machine.answers = source.answers[:]
    chance = machine.chance
    chance.draws = source.chance.draws
    chance.stream = source.chance.stream
    chance.mode = source.chance.mode
    if game._start_position is not None:
        twin._start_position = game._start_position
    return twin


def _take_over(game: Playable, twin: Playable) -> None:
    machine, source = twin._machine, game._machine
    machine.order._value = source.order._value
    machine.result.scores = source.result.scores[:]
    machine.result.out = source.result.out
    if twin._tally is not None and game._tally is not None:
        twin._tally.values[:] = game._tally.values
    if source.node.several:
        machine.acting._value = source.acting._value
        machine.private._value = source.private._value
    for mine, other in zip(machine.props, source.props, strict=True):
        mine._value = other._value
    for holder, held in zip(machine.containers, source.containers, strict=True):
        holder.copy_from(held)
    machine.journal.made = source.journal.made if source.suspended is None else source.suspended.made
    viewer_ids.resume(twin, viewer_ids.ids_of(game))
