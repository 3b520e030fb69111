"""A branch: a round played on from one of its positions by a viewer who tries out other moves.

It changes nothing and is stored nowhere: a request holds the position and all answers since, and the reply holds the views of
every role. So a branch needs a round in which nothing is hidden from anybody. Its chance is independent of the table's: the
seed comes from the name of the branch.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

import rondel
from rondel.engine.play.in_progress import all_open
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history.viewer import Openness
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.events import EventLog
from rondel.server.table.log.round_log import RoundLog

MOST_TRIED: Final = 200
"""Answers of one branch."""


def branch(entry: TableEntry, number: int, round_log: RoundLog, tried: protocol.Try, openness: Openness) -> protocol.Branch:
    """The position after the answers that were tried. Refused as ``hidden_information`` where something of the round is hidden
    from somebody, as ``not_over`` where it is rated and goes on, as ``unknown_round`` where it has no such position, and as any
    answer is that the rules do not allow. Raises `Faulted` where its log does not replay."""
    if entry.terms.rated and not openness.over:
        raise Refusal("not_over", "a round that is rated is tried out when it is over")
    if not openness.known:
        raise Refusal("hidden_information", "something of this round is hidden from somebody, so nobody can try it out")
    began, last = round_log.began, round_log.last
    if not began <= tried.seq <= last:
        raise Refusal("unknown_round", f"the round goes from {began} to {last}, and has no position {tried.seq}")
    if len(tried.answers) > MOST_TRIED:
        raise Refusal("too_large", f"a branch has at most {MOST_TRIED} answers")
    before = round_log.opened(tried.seq, lambda log: open_table(entry, log))
    # Replayed with another seed: nobody may try out the chance of the table.
    record = before.game.record()
    game = rondel.replay(record, seed=_luck(entry.id, number, tried))
    viewers = (*game.roles, rondel.OBSERVER)
    log = EventLog(game, moves=before.events.moves)
    told = {role: log.total(role) for role in viewers}
    log.begin_answer()
    alone = True
    with before.translating_errors("try out"):
        for answer in tried.answers:
            alone = alone and len(game.active) == 1
            game.push(answer.move, answer.role)
            log.end_answer(is_move=True)
        views = {role: game.view(role) for role in viewers}
        events = {role: [msgspec.json.decode(event) for event in fresh] for role, fresh in log.news(told).items()}
    since = game.record()["answers"][len(record["answers"]) :]
    certain = alone and all_open(game) and not any(who == rondel.CHANCE for who, _ in since)
    return protocol.Branch(tried.seq + len(tried.answers), views, events, certain)


def _luck(table: str, number: int, tried: protocol.Try) -> bytes:
    named = msgspec.json.encode((table, number, tried.seq, tried.name))
    return hashlib.blake2b(named, digest_size=32, person=b"rondel branch").digest()
