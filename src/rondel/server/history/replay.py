"""A replay: one round played again from its log, for one viewer.

Pure, as a table: it takes the log and a query as plain data and returns plain data, so that it can run wherever the rules run.
Every step is the engine's view for the viewer at that step.
"""

from __future__ import annotations

import msgspec

from rondel.engine.records.notation import notations
from rondel.engine.visibility import OBSERVER
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history.table_actions import TableActions
from rondel.server.history.viewer import Openness, allowed, chosen
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer, Log
from rondel.server.table.log.round_log import RoundLog, TooLate
from rondel.server.table.table import Table


class ReplayQuery(msgspec.Struct, frozen=True):
    """The part of a round to be read, and for whom."""

    held: tuple[str, ...] = ()
    """The roles that the requester plays at the table."""
    viewer: str = ""
    """The role whose view is wanted, or the observer; empty for the requester's own."""
    since: int = 0
    """The number of the first step."""
    most: int = 50
    """The number of steps, at most."""


def replay(entry: TableEntry, number: int, round_log: RoundLog, query: ReplayQuery, openness: Openness) -> protocol.Replay:
    """Some steps of a round. Raises `Faulted` where its log does not replay. Refused as `chosen`."""
    roles = tuple([seat.role for seat in entry.seats])
    viewers = allowed(roles, query.held, openness)
    viewer = chosen(query.viewer, viewers)
    keeps = openness.over and viewer in openness.keepers
    formats = ("log", *(("record", *notations(entry.game)) if keeps else ()))
    since = max(query.since, round_log.began)
    table, steps = round_log.opened(since - 1, lambda log: _steps(entry, log, round_log, since, query.most, viewer))
    after = steps[-1].seq + 1 if steps else round_log.last + 1
    return protocol.Replay(
        entry.id,
        entry.game,
        table.game.title,
        number,
        table.seats_shown(()),
        table.rules.dressed(table.game.scene()),
        viewer,
        viewers,
        round_log.began,
        round_log.last,
        tuple([answer.seq for answer in round_log.answers if answer.kind != "play" and answer.seq != round_log.began]),
        openness.over,
        steps,
        after if after <= round_log.last else None,
        formats,
        openness.known and (openness.over or not entry.terms.rated),
    )


def actions_done(entry: TableEntry, round_log: RoundLog, query: ReplayQuery) -> protocol.TableActionLog:
    """The table actions of a round, each with its place among the viewer's events. Raises `Faulted` where the round does not
    replay. Refused as `chosen`."""
    viewer = chosen(query.viewer, (*query.held, OBSERVER))
    actions = {action.seq: action for action in TableActions().of(round_log.answers)}
    done: list[protocol.TableActionEntry] = []
    table = open_table(entry, Log())
    for answer in round_log.answers if actions else ():
        if answer.seq in actions:
            table.events.catch_up(viewer)
            done.append(protocol.TableActionEntry(actions[answer.seq], table.events.count(viewer)))
        table.repeat(answer)
    return protocol.TableActionLog(tuple(done))


def _steps(
    entry: TableEntry, log: Log, round_log: RoundLog, since: int, most: int, viewer: str
) -> tuple[Table, tuple[protocol.Step, ...]]:
    """So many steps from number ``since``, replayed from the start of the log; and the table after them."""
    table = open_table(entry, Log(log.snapshots))
    began = table.events.count(viewer)
    actions = {action.seq: action for action in TableActions().of(round_log.answers)}
    steps: list[protocol.Step] = []
    if since == 0:
        steps.append(_step(table, None, viewer, None))
    for answer in round_log.answers:
        if answer.seq <= table.seq:
            continue
        if len(steps) == most:
            break
        if answer.seq == since:
            table.events.catch_up(viewer)  # these events belong to earlier steps
            if table.opened_at and table.events.count(viewer) == began:
                raise TooLate("the changes of the next event begin before the snapshot")
        table.repeat(answer)
        if answer.seq >= since:
            steps.append(_step(table, answer, viewer, actions.get(answer.seq)))
    return table, tuple(steps)


def _step(table: Table, answer: Answer | None, viewer: str, action: protocol.TableAction | None) -> protocol.Step:
    seq, at, role = (0, 0, "") if answer is None else (answer.seq, answer.at, answer.role)
    events = [msgspec.json.decode(event) for event in table.events.catch_up(viewer)]
    return protocol.Step(seq, at, role, table.view(viewer), events, action)
