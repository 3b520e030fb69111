"""A replay: one round played again from its log, for somebody who looks on.

Pure, like a table: it is given the log and plain data about who asks, and gives back plain data, so that it can be made
wherever the rules run. Every step is what the viewer saw then, made by the engine for that viewer and nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rondel.engine.notation import notations
from rondel.server import protocol
from rondel.server.catalogue import TableEntry
from rondel.server.past.deeds import Deeds
from rondel.server.past.viewer import allowed, chosen, known_to_all, may_keep
from rondel.server.store import Answer, Log
from rondel.server.table import Table


class Look(msgspec.Struct, frozen=True):
    """What somebody wants to see of a round."""

    held: tuple[str, ...] = ()
    """The roles they play at the table."""
    viewer: str = ""
    """As whom they want to look; empty for as who they are."""
    since: int = 0
    """The number of the first step they want."""
    most: int = 50
    """How many steps at most."""


def replay(entry: TableEntry, number: int, answers: Sequence[Answer], look: Look) -> protocol.Replay:
    """Some steps of a round. Raises `Faulted` where its log does not replay, and refuses a viewer that the asker is not."""
    table = Table(entry, Log((), tuple(answers)))
    last, over = table.seq, table.over
    viewers = allowed(table.game, look.held, over)
    viewer = chosen(look.viewer, viewers)
    formats = ("log", *(("record", *notations(entry.game)) if over and may_keep(table.game, viewer) else ()))
    steps: list[protocol.Step] = []
    deeds = {deed.seq: deed for deed in Deeds().of(answers)}
    began = 0 if number == 1 else answers[0].seq
    head = 0 if number == 1 else 1
    table = Table(entry, Log((), tuple(answers[:head])))
    if look.since <= began:
        steps.append(_step(table, answers[0] if head else None, viewer, None))
    for answer in answers[head:]:
        if answer.seq == look.since:
            table.chronicle.catch_up(viewer)  # told at steps before
        table.repeat(answer)
        if answer.seq >= look.since:
            steps.append(_step(table, answer, viewer, deeds.get(answer.seq)))
        if len(steps) == look.most:
            break
    after = steps[-1].seq + 1 if steps else last + 1
    return protocol.Replay(
        entry.id,
        entry.game,
        table.game.title,
        number,
        table.seats_shown(()),
        table.game.scene(),
        viewer,
        viewers,
        began,
        last,
        over,
        tuple(steps),
        after if after <= last else None,
        formats,
        known_to_all(table.game) and (over or not entry.terms.rated),
    )


def _step(table: Table, answer: Answer | None, viewer: str, deed: protocol.Deed | None) -> protocol.Step:
    seq, at, role = (0, 0, "") if answer is None else (answer.seq, answer.at, answer.role)
    return protocol.Step(seq, at, role, table.view(viewer), table.chronicle.catch_up(viewer), deed)
