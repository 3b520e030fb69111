"""A position of an ended round, as a bot is asked to evaluate it.

The position is complete, so the round must be over and hide nothing from anybody. Its chance is not the table's.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

import rondel
from rondel.engine.components.move import one_by_one
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history.viewer import Openness
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.round_log import RoundLog


class AnalysisPosition(msgspec.Struct, frozen=True):
    """A position to be evaluated."""

    values: dict[str, float] = {}
    """At the end of the game, its value for each role."""
    role: str = ""
    """The role that answered next, or was asked; empty at the end."""
    game: dict[str, Any] | None = None
    """The snapshot of the position; None at the end."""
    moves: dict[str, protocol.Json] = {}
    """The role's legal moves by text, each in words."""
    next: str = ""
    """Its next answer in the round, if it gave one."""


def position(entry: TableEntry, number: int, round_log: RoundLog, seq: int, openness: Openness) -> AnalysisPosition:
    """The position after the answer of that number. Refused as ``not_over`` while the round goes on, as ``hidden_information``
    where something of it is hidden from somebody, and as ``unknown_round`` where it has no such position. Raises `Faulted`
    where its log does not replay."""
    if not openness.over:
        raise Refusal("not_over", "a round is analysed when it is over")
    if not openness.known:
        raise Refusal("hidden_information", "something of this round is hidden from somebody, so nobody can analyse it")
    began, last = round_log.began, round_log.last
    if not began <= seq <= last:
        raise Refusal("unknown_round", f"the round goes from {began} to {last}, and has no position {seq}")
    table = round_log.opened(seq, lambda log: open_table(entry, log))
    chance = hashlib.blake2b(msgspec.json.encode((entry.id, number, seq)), digest_size=32, person=b"rondel analysis").digest()
    game = rondel.replay(table.game.record(), seed=chance)
    if game.is_over:
        return AnalysisPosition(values=game.returns)
    answer = next((each for each in round_log.answers if each.seq == seq + 1 and each.kind == "play"), None)
    asked = answer is not None and answer.role in game.active
    role = answer.role if answer is not None and asked else game.active[0]
    moves = {move["text"]: move["describe"] for move in one_by_one(game.view(role)["moves"])}
    return AnalysisPosition(role=role, game=game.snapshot(), moves=moves, next=(answer.move or "") if answer and asked else "")
