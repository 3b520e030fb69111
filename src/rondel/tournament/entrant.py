"""Entrants: the participants, each with a unique name and the spec of its player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rondel.engine.game import Game
from rondel.errors import BadOption, RondelError
from rondel.players.bots.registry import bot
from rondel.players.programs.memory_limit import MEMORY
from rondel.players.spec import is_program, player


@dataclass(frozen=True)
class Entrant:
    """A participant of a tournament: a name and a player.

    >>> Entrant("deep", "mcts:500").name
    'deep'
    """

    name: str
    """The unique name in tables."""
    spec: str
    """The spec of its player: see `rondel.players.spec`."""


def entrants(specs: Sequence[str]) -> tuple[Entrant, ...]:
    """The entrants of these specs, ``"name=spec"`` or a spec alone. Equal names are numbered.

    Raises `BadOption` for an empty one, and `rondel.players.bots.registry.UnknownBot`.

    >>> [each.name for each in entrants(["random", "random", "deep=mcts:500"])]
    ['random#1', 'random#2', 'deep']
    """
    named: list[tuple[str, str]] = []
    for each in specs:
        text = each.strip()
        label, equals, rest = text.partition("=")
        given = bool(equals) and label.strip().isidentifier()  # an address may contain = too
        name, spec = (label.strip(), rest.strip()) if given else (text, text)
        if not spec:
            raise BadOption(f"{','.join(specs)!r} has an empty player: write the players like random,greedy,mcts:100")
        if not is_program(spec):
            bot(spec)
        named.append((name, spec))
    names = [name for name, _spec in named]
    return tuple(
        Entrant(name if names.count(name) == 1 else f"{name}#{names[: number + 1].count(name)}", spec)
        for number, (name, spec) in enumerate(named)
    )


def call_up(taking_part: Sequence[Entrant], game: Game, *, memory: int = MEMORY) -> None:
    """Checks that all can play: starts or connects each program once, and shows each bot the game.

    Raises `BadOption` for the first that is missing or does not play the game (`rondel.players.player.Player.suits`).

    >>> import rondel
    >>> call_up(entrants(["random", "mine=pipe:./bot"]), rondel.new("reversi"))
    Traceback (most recent call last):
    rondel.errors.BadOption: 'mine' cannot take part, so nothing is played: './bot' cannot be started: No such file or directory
    """
    for each in taking_part:
        try:
            called = player(each.spec, memory=memory)
            try:
                called.suits(game)
            finally:
                called.close()
        except RondelError as error:
            raise BadOption(f"{each.name!r} cannot take part, so nothing is played: {error}") from error
