"""Views: what one role may see, as plain JSON data.

A view is built up from what the role may see, never cut down from the position. Everything that leaves the engine for a
player goes through here: the state, the question, the moves, the props and containers, the scores, and what has been
told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine.log import to_json
from rondel.engine.prop import freeze, thaw
from rondel.engine.state import State
from rondel.engine.text import _
from rondel.engine.visibility import sees
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.game import Game

ONE_CHOOSES: Final = _("{actplayer} must choose")
SOME_CHOOSE: Final = _("{number} players must choose")


def view(game: Game, role: str) -> dict[str, Any]:
    """Everything ``role`` may know of the position now."""
    machine = game._machine
    active = machine.active(game)
    over = machine.node.end
    shown = over or sees(game.score_visible_to, role)
    args = args_of(game, role)
    return {
        "game": game.name,
        "role": role,
        "state": machine.node.name,
        "active": list(active),
        "over": over,
        "question": _question(game, role, args),
        "play_order": list(machine.order._value),
        "progress": game.progress,
        "scores": game.scores if shown else None,
        "winners": list(game.winners) if over else [],
        "props": {prop.name: thaw(prop._value) for prop in game._props if sees(prop.visible_to, role)},
        "containers": containers(game, role),
        "args": args,
        "moves": [move.to_json() for move in machine.moves(game, role)] if role in game.roles else [],
    }


def containers(game: Game, role: str) -> dict[str, Any]:
    """What ``role`` may see of each container it may see anything of."""
    seen: dict[str, Any] = {}
    for container in game._containers:
        part = container.view(role)
        if part is not None:
            seen[container.name] = part
    return seen


def args_of(game: Game, role: str) -> dict[str, Any]:
    """The current state's args for ``role``. Raises `RulesError` if they are no dict, or changed something."""
    machine = game._machine
    node = machine.node
    if node.kind.args is State.args:
        return {}
    hook: Any = node.state.args  # Whatever it returns is looked at below, also when this is compiled.
    args = machine.look(lambda: hook(game, role))
    if not isinstance(args, dict):
        raise RulesError(f"args of state {node.name!r} returned {args!r}; return a dict with a value for each name")
    plain: dict[str, Any] = thaw(freeze(args, node.name, "args of state"))
    return plain


def _question(game: Game, role: str, args: dict[str, Any]) -> dict[str, Any] | None:
    machine = game._machine
    node = machine.node
    active = machine.active(game)
    known: dict[str, Any] = {"you": {"role": role}}
    if active:
        known["actplayer"] = {"role": active[0]}
    if machine.question is None:
        message = node.kind.my_turn if role in active else node.kind.description
    elif role in active:
        message = machine.question.ask
    else:  # what the state asks has been answered; what the rule asks now is between it and whom it asks
        message = ONE_CHOOSES if len(active) == 1 else SOME_CHOOSE
        args = {"number": len(active)}
    if not message:
        return None
    return {"text": message, "args": {**known, **args}}


def events(game: Game, since: int, role: str) -> list[dict[str, Any]]:
    """What has been told to ``role``, from number ``since`` of its own stream on; each with what changed for it up to then.

    ``changes`` lists the containers and props whose view differs from the one before, as they are at the event: a view
    folded over them is the position at each event.
    """
    since = max(since, 0)
    machine = game._machine
    begin, heard = machine.log.heard(role, since)
    told = [to_json(entry, since + number, role) for number, entry in enumerate(heard)]
    if not told:
        return told
    journal = machine.journal
    # Back to the first event once, and forward from event to event: the cost is that of what happened since.
    writes = journal.rewind(begin)
    try:
        before = _parts(game, role)
        for data, entry in zip(told, heard, strict=True):
            step = writes[: entry[0] - begin]
            if not step:
                data["changes"] = []
                continue
            journal.forward(step)
            writes = writes[len(step) :]
            begin = entry[0]
            now = _parts(game, role)
            data["changes"] = [{"of": name, "is": part} for name, part in now.items() if before.get(name) != part]
            before = now
    finally:
        journal.forward(writes)
    return told


def _parts(game: Game, role: str) -> dict[str, Any]:
    parts: dict[str, Any] = {f"container:{name}": part for name, part in containers(game, role).items()}
    for prop in game._props:
        if sees(prop.visible_to, role):
            parts[f"prop:{prop.name}"] = thaw(prop._value)
    return parts


def scene(game: Game) -> dict[str, Any]:
    """What a page must know to draw the table, and never changes."""
    from rondel.engine.palette import appearance

    return {
        "game": game.name,
        "title": game.title,
        "version": game.version,
        "options": dict(game._options),
        "roles": [appearance(game, number, role) for number, role in enumerate(game.roles)],
        "containers": [container.scene() for container in game._containers],
        "kinds": {kind.name: kind.to_json() for kind in game.kinds},
    }
