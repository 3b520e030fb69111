"""Views: what one role may see, as JSON data.

A view is built from the visible parts of a position; nothing is removed from a whole position afterwards. All data for players
comes from here: the state, the question, the moves, the props and containers, the scores, and the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.components.boards.sheet import Sheet
from rondel.engine.components.container import Container
from rondel.engine.components.counter import Counter
from rondel.engine.components.journal import Entry
from rondel.engine.components.move import Move
from rondel.engine.components.part import Part
from rondel.engine.components.prop import Prop, freeze, thaw
from rondel.engine.components.token import Token
from rondel.engine.components.viewer import Viewer
from rondel.engine.declarations.state import State
from rondel.engine.play.legal_moves import active as active_of
from rondel.engine.play.legal_moves import entries
from rondel.engine.play.log import LogEntry, to_json
from rondel.engine.play.scoring import parties, stats_seen
from rondel.engine.text import _, plural, unfilled
from rondel.engine.text import to_json as text_to_json
from rondel.engine.views.part_views import PartViews
from rondel.engine.views.viewer_ids import viewer_of
from rondel.engine.views.words import answering, decisive, ending, marks, moves_of
from rondel.engine.visibility import NOBODY, sees
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.checks.transitions import Node
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.machine import Machine
    from rondel.engine.play.running.question import Question

ONE_CHOOSES: Final = _("{actplayer} must choose")
SOME_CHOOSE: Final = plural("{number} player must choose", "{number} players must choose", "number")


class Alike:
    """What the views of all roles at one position have in common, so that several of them work it out once."""

    def __init__(self, game: Playable) -> None:
        machine = game._machine
        self.active = active_of(machine, game)
        self.over = machine.node.end
        self.progress = game.progress
        self.scores = game.scores if self.over or game.score_visible_to != NOBODY else None
        self.winners = list(game.winners) if self.over else []
        self.ranks = game.ranks if self.over else None
        self.eliminated = list(game.eliminated)
        self.ending = ending(game) if self.over else None
        self.decisive = decisive(game) if self.over else []


def view(
    game: Playable,
    role: str,
    parts: PartViews | None = None,
    said: Callable[[Move], Any] | None = None,
    alike: Alike | None = None,
) -> dict[str, Any]:
    """Everything ``role`` may know of the position now.

    The other arguments save work. ``parts`` has what does not change from one view to the next. ``said`` returns the data of a
    move. ``alike`` is shared by the views of all roles at one position. What they return is not to be changed.
    """
    machine = game._machine
    common = alike or Alike(game)
    args = args_of(game, role)
    containers: dict[str, Any]
    if parts is None:
        viewer = viewer_of(game, role)
        containers = {each.name: each.view(viewer) for each in game._containers}
        props = {prop.name: thaw(prop._value) for prop in game._props if viewer.sees(prop)}
    else:
        seen = parts.of(role)
        containers, props = seen.containers, dict(seen.props)
    question = _asked(machine, role)
    several = question.several.get(role) if question is not None and role in game.roles else None
    listed = entries(machine, game, role) if role in game.roles else []
    node = answering(game, role) if listed else None
    found: dict[str, Any] = {
        "game": game.name,
        "role": role,
        "state": machine.node.name,
        "private": (machine.node_of(role).name if _is_private(machine, role) else None),
        "active": list(common.active),
        "over": common.over,
        "question": _question(game, role, common.active, args),
        "play_order": list(machine.order._value),
        "progress": common.progress,
        "scores": common.scores if common.over or sees(game.score_visible_to, role) else None,
        "winners": common.winners,
        "ranks": common.ranks,
        "eliminated": common.eliminated,
        "stats": stats_seen(game, role),
        "props": props,
        "containers": {name: part for name, part in containers.items() if part is not None},
        "args": args,
        "moves": moves_of(game, node, listed, said),
    }
    if node is not None and node.says:
        found["says"] = dict(node.says)
    marked = marks(game, role)
    if marked:
        found["marks"] = marked
    if common.ending is not None:
        found["ending"] = common.ending
    if common.decisive:
        found["decisive"] = common.decisive
    if several is not None:
        found["several"] = several.to_json()
    return found


def args_of(game: Playable, role: str) -> dict[str, Any]:
    """The current state's args for ``role``. Raises `RulesError` if they are not a dict, or have changed the position."""
    machine = game._machine
    args = _args(game, machine.node, role)
    if _is_private(machine, role):
        args |= _args(game, machine.node_of(role), role)
    return args


def _args(game: Playable, node: Node, role: str) -> dict[str, Any]:
    if node.kind.args is State.args:
        return {}
    hook: Any = node.state.args  # see `is_a`
    args = game._machine.look(lambda: hook(game, role), role if role in game.roles else "")
    if not isinstance(args, dict):
        raise RulesError(f"args of state {node.name!r} returned {args!r}; return a dict with a value for each name")
    plain: dict[str, Any] = thaw(freeze(args, node.name, "args of state"))
    return plain


def _is_private(machine: Machine, role: str) -> bool:
    """Whether a role is in a private state."""
    return machine.node.master and role in machine.roles and machine.private._value[machine.roles.index(role)] != ""


def _asked(machine: Machine, role: str) -> Question | None:
    """The open question of a rule for a role: of its own pending rule, otherwise of the suspended rule."""
    held = machine.held_of(role) if machine.node.several else None
    if held is not None and held.question is not None and role in held.question.moves:
        return held.question
    return None if machine.suspended is None else machine.suspended.question


def _question(game: Playable, role: str, active: tuple[str, ...], args: dict[str, Any]) -> dict[str, Any] | None:
    machine = game._machine
    node = machine.node
    known: dict[str, Any] = {"you": role}
    if active:
        known["actplayer"] = active[0] if len(active) == 1 else list(active)
    question = _asked(machine, role)
    if question is None:
        if _is_private(machine, role):
            node = machine.node_of(role)
        message = node.kind.my_turn if role in active else node.kind.description
        where = "my_turn" if role in active else "description"
    elif role in active or machine.suspended is None:
        message, where = question.ask, "question"
        args = {**args, **question.args}
    else:  # the rule's question is shown only to the roles that it asks
        message = ONE_CHOOSES if len(active) == 1 else SOME_CHOOSE
        where, args = "question", {"number": len(active)}
    if not message:
        return None
    given = {**known, **args}
    wrong = unfilled(f"{where} of state {node.name!r}", message, given, game.roles)
    if wrong:
        raise RulesError(f"{wrong}; values come from what args of the state returns for {role!r}")
    return text_to_json(message, given)


def events(game: Playable, since: int, role: str) -> list[dict[str, Any]]:
    """The events told to ``role``, from number ``since`` of its own stream on, each with the changes of the role's view.

    ``changes`` lists the views of the containers and props that have changed since the event before (for the first event,
    since the start). `fold` them to get the position at each event. `untold` has the changes since the last event.
    """
    machine = game._machine
    journal = machine.journal
    number = max(since, 0)
    begin, heard = machine.log.heard(role, number)
    told = _told(game, heard, number, role)
    if not told:
        return told
    # As in `told_to`, whose merging of several streams is measurable here.
    writes = journal.rewind(begin)
    done = 0
    try:
        viewer = viewer_of(game, role, past=True)
        for event, (mark, _move, _more) in zip(told, heard, strict=True):
            step = writes[done : mark - begin]
            parts = _touched(game, step)
            before = _seen(parts, viewer)
            journal.forward(step)
            done += len(step)
            viewer = viewer_of(game, role, past=True)
            event["changes"] = _different(before, _seen(parts, viewer))
    finally:
        journal.forward(writes[done:])
    return told


def announced(game: Playable, since: int, role: str) -> list[dict[str, Any]]:
    """The result of `events` without the ``changes``, which cost far more than the rest."""
    since = max(since, 0)
    return _told(game, game._machine.log.heard(role, since)[1], since, role)


def _told(game: Playable, heard: Iterable[LogEntry], since: int, role: str) -> list[dict[str, Any]]:
    """Log entries as JSON data; the first has the number ``since`` in the role's stream."""
    containers, roles = game._containers, game._roles
    return [to_json(entry, number, role, containers, roles) for number, entry in enumerate(heard, since)]


_Stream: TypeAlias = tuple[int, str, Sequence[LogEntry]]
"""The mark of the event before, a role, and the entries of its events."""


def told_to(
    game: Playable, since: Mapping[str, int], parts: PartViews | None = None
) -> tuple[dict[str, list[dict[str, Any]]], bool]:
    """The `events` of several roles, each from its own number on, by one rewind; and whether they are the same for every role
    and the observer: none of them was told to some roles only, and no change could look different to another viewer. With
    ``parts``, a role that was shown the positions at its one event and at the one before needs no rewind."""
    machine = game._machine
    journal, log = machine.journal, machine.log
    told: dict[str, list[dict[str, Any]]] = {}
    streams: list[_Stream] = []
    partial: list[str] = []
    for role, number in since.items():
        begin, heard = log.heard(role, max(number, 0))
        told[role] = _told(game, heard, max(number, 0), role)
        shown = None if parts is None else parts.changes(role, [begin, *[mark for mark, _move, _more in heard]])
        if shown is not None:
            told[role][0]["changes"] = shown.changes
            if shown.partial:
                partial.append(role)
        elif heard:
            streams.append((begin, role, heard))
    alike = log.is_alike(max(0, min(since.values())))
    if streams:
        at = begin = min(streams)[0]
        # One rewind to the first event, then forward from event to event: the cost is that of the writes since.
        writes = journal.rewind(begin)
        try:
            ways = [_changes(game, stream, told[stream[1]], writes, begin, partial, parts) for stream in streams]
            for mark in ways[0] if len(ways) == 1 else merge(*ways):
                if mark > at:
                    journal.forward(writes[at - begin : mark - begin])
                    at = mark
        finally:
            journal.forward(writes[at - begin :])
    return told, alike and not partial


def _changes(
    game: Playable,
    stream: _Stream,
    told: Sequence[dict[str, Any]],
    writes: Sequence[Entry],
    begin: int,
    partial: list[str],
    views: PartViews | None,
) -> Iterator[int]:
    """Add the ``changes`` to the events of a stream. Yields the mark of each, and goes on when the journal is as long as that.

    ``writes`` are those that were undone, from ``begin`` on. ``partial`` gets the role if another one may see anything
    differently. The position at the last event is noted in the ``views``."""
    at, role, heard = stream
    yield at
    viewer = viewer_of(game, role, past=True)
    for event, (mark, _move, _more) in zip(told, heard, strict=True):
        parts = _touched(game, writes[at - begin : mark - begin])
        before = _seen(parts, viewer)
        if viewer.partial:
            partial.append(role)
        yield mark
        at = mark
        viewer = viewer_of(game, role, past=True)
        event["changes"] = _different(before, _seen(parts, viewer))
    if viewer.partial:
        partial.append(role)
    if views is not None:
        views.note(role, at, writes[at - begin :], viewer)


def told_so_far(game: Playable) -> int:
    """How many events the game has told, each to some role."""
    return len(game._machine.log.entries)


def told_count(game: Playable, role: str, end: int) -> int:
    """How many of the first ``end`` events were told to a role."""
    return game._machine.log.count(role, end)


def places_told(game: Playable, since: int, role: str) -> Sequence[int]:
    """The place of each of the `events` of a role among all that the game has told: less than `told_so_far`."""
    return game._machine.log.places(role, max(since, 0))


def untold(game: Playable, role: str) -> list[dict[str, Any]]:
    """The changes of the view of ``role`` since its last event (since the start, if there was none), as ``changes``.

    Some changes belong to no event: writes of a rule after its last notification, and what a game reveals at its end.
    """
    machine = game._machine
    journal = machine.journal
    entries = machine.log.heard(role, 0)[1]
    mark = entries[-1][0] if entries else 0
    writes = journal.rewind(mark)
    parts = _all(game) if machine.node.end and game.reveals else _touched(game, writes)
    try:
        before = _seen(parts, viewer_of(game, role, past=True))
    finally:
        journal.forward(writes)
    return _different(before, _seen(parts, viewer_of(game, role)))


def parts(game: Playable, role: str) -> dict[str, Any]:
    """The view of each container and prop for ``role``, by ``"container:hand"``, ``"prop:round"``."""
    return _seen(_all(game), viewer_of(game, role))


def parts_told(game: Playable, role: str) -> dict[str, Any]:
    """As `parts`, at the last event that ``role`` was told; at the start, if there was none."""
    machine = game._machine
    entries = machine.log.heard(role, 0)[1]
    writes = machine.journal.rewind(entries[-1][0] if entries else 0)
    try:
        return _seen(_all(game), viewer_of(game, role, past=True))
    finally:
        machine.journal.forward(writes)


def fold(parts: Mapping[str, Any], changes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The views of the parts after some changes.

    >>> fold({"prop:round": 1, "prop:pot": 4}, [{"of": "prop:round", "is": 2}])
    {'prop:round': 2, 'prop:pot': 4}
    """
    after = dict(parts)
    for change in changes:
        after[change["of"]] = change["is"]
    return after


def _all(game: Playable) -> list[Part]:
    return [*game._containers, *game._props]


def _touched(game: Playable, writes: Iterable[Entry]) -> list[Part]:
    """The parts that these writes change."""
    # A token that moves writes to its containers; one that turns over writes only to itself.
    changed = {target._container if isinstance(target, Token) else target for target, _key, _old, _new in writes}
    return [part for part in _all(game) if part in changed] if changed else []


def _seen(parts: Iterable[Part], viewer: Viewer) -> dict[str, Any]:
    """The views of those of the parts that the viewer sees."""
    seen: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, Container):
            shown = part.view(viewer)
            if shown is not None:
                seen[f"container:{part.name}"] = shown
        elif isinstance(part, Prop) and viewer.sees(part):
            seen[f"prop:{part.name}"] = thaw(part._value)
    return seen


def _different(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"of": name, "is": part} for name, part in now.items() if name not in before or before[name] != part]


def scene(game: Playable) -> dict[str, Any]:
    """The constant data that a page needs to draw the table."""
    from rondel.engine.checks.palette import appearances
    from rondel.engine.play.in_progress import all_open

    sheets = [each.scene() for each in game._props if isinstance(each, Sheet)]
    under = {part.name: list(part.under) for part in game._containers if part.under}
    return {
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "options": dict(game._options),
        "roles": appearances(type(game), game.roles),
        "containers": [container.scene() for container in game._containers],
        "labels": {part.name: part.label for part in [*game._containers, *game._props] if part.label},
        "owners": {part.name: part.belongs_to for part in [*game._containers, *game._props] if part.belongs_to},
        **({"under": under} if under else {}),
        "written": dict(game.written),
        **({"score_sheet": game.score_sheet} if game.score_sheet else {}),
        "quiet": [prop.name for prop in game._props if prop.quiet],
        "says": {prop.name: prop.says for prop in game._props if prop.says},
        "counters": [each.scene() for each in game._props if isinstance(each, Counter) and (each.pooled or not each.quiet)],
        **({"sheets": sheets} if sheets else {}),
        "kinds": {kind.name: kind.to_json() for kind in game.kinds},
        "open": all_open(game),
        "teams": [list(party) for party in parties(game)] if game.teams or game.cooperative else [],
        "stats": [stat.to_json() for stat in game.stats],
    }
