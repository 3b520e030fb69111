"""Zombies: what is played for a player who is absent, so that every game comes to its end.

A state may say so with its ``zombie`` hook or with an action that declines; a random legal move is the default. It goes through
the same door as any other answer, and is in the record as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.engine.chance.chance import Stream
from rondel.engine.components.move import Move
from rondel.engine.play.legal_moves import active, asked, moves, node_of
from rondel.errors import NotYourTurn, RulesError, quoted

if TYPE_CHECKING:
    from rondel.engine.game import Game
    from rondel.engine.play.machine import Machine


def move(machine: Machine, game: Game, role: str) -> Move:
    """See `Game.zombie_move`."""
    legal = moves(machine, game, role)
    if not legal or role not in asked(machine, game):
        raise NotYourTurn(f"{role} has nothing to answer: the game waits for {', '.join(active(machine, game)) or 'nobody'}")
    node = node_of(machine, role)
    said: object = machine.look(lambda: node.state.zombie(game, role), role)
    if said is None:
        declining = [action.name for action in node.actions if action.declines]
        for each in legal:
            if each.action in declining:
                return each
        stream = machine.chance.stream
        # Not the stream that chance draws from: its next draws must not depend on who is absent.
        seed = stream.seed if stream is not None else b""
        return legal[Stream(b"zombie" + seed).below(len(machine.answers), len(legal))]
    for each in legal:
        if each.text == said:
            return each
    listed = ", ".join([each.text for each in legal[:12]])
    raise RulesError(f"'zombie' of state {node.name!r} returned {quoted(said)} for {role}, which is not legal; legal: {listed}")
