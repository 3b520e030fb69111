"""``rondel play``: a game in the terminal, against bots, other people at the same terminal, or among bots."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import rondel
from rondel.cli.named import named, settled
from rondel.engine.belief.information_state import all_open
from rondel.engine.text import ENGLISH, _, say, translate
from rondel.engine.visibility import OBSERVER
from rondel.errors import BadOption, UnknownRole
from rondel.players.bots.ladders import LADDERS
from rondel.players.bots.registry import bot
from rondel.players.match import Match
from rondel.players.player import Player
from rondel.players.terminal.terminal import Person, Screen, Watcher

NOBODY = "none"
PERSON = "person"
USUAL = "level:3"
LEVEL = "level:"


def play(
    name: str,
    *,
    role: str,
    against: str,
    seed: int | None,
    options: Sequence[str],
    seats: int | None,
    record: Path | None,
    lang: str = ENGLISH,
    screen: Screen | None = None,
) -> None:
    """Play until the game is over or somebody leaves. Raises `UnknownGame`, `BadOption`, `UnknownRole`, `UnknownBot`."""
    kind = named(name)
    game = rondel.new(kind, seats=seats, seed=seed, options=settled(kind, options))
    private = hides(game)
    who = cast(game.roles, role, against or usual(game))
    if record is not None:
        opened_for_writing(record)
    screen = screen or Screen(lang=lang)
    scene = game.scene()
    luck = random.Random(seed)  # noqa: S311 - the bots' luck is no secret
    players: dict[str, Player] = {}
    for each, spec in who.items():
        if spec == PERSON:
            # With one person at the terminal there is nobody to hide anything from.
            hot_seat = list(who.values()).count(PERSON) > 1
            players[each] = Person(screen, scene, each, private=private and hot_seat, seed=luck.getrandbits(32))
        else:
            players[each] = bot(spec, seed=luck.getrandbits(32))
    called = {each["name"]: translate(each["label"], lang) for each in scene["roles"]}
    title = translate(kind.title or kind.name, lang)
    screen.say(f"{title}: {', '.join(_called(called[each], spec, lang) for each, spec in who.items())}.")
    if PERSON in who.values():
        screen.say(translate(_("Type help for help."), lang))
    else:
        players[OBSERVER] = Watcher(screen, scene)
    match = Match(game, players)
    while match.going_on:
        match.step()
    if match.left:
        screen.say(translate(_("You have left the game."), lang))
    if record is not None:
        record.write_text(json.dumps(game.record()) + "\n", encoding="utf-8")
        screen.say(say(_("The record is in {file}."), lang, file=record))


def usual(game: rondel.Game) -> str:
    """The bot that plays where none is named: one that can play a game that nobody here has seen.

    >>> usual(rondel.new("reversi"))
    'level:3'
    """
    return "random" if hides(game) and game.name not in LADDERS else USUAL


def cast(roles: Sequence[str], role: str, against: str) -> dict[str, str]:
    """Who plays each role: ``"person"`` or a bot.

    >>> cast(("black", "white"), "white", "mcts:500")
    {'black': 'mcts:500', 'white': 'person'}
    >>> cast(("black", "white"), "none", "greedy,random")
    {'black': 'greedy', 'white': 'random'}
    """
    if role and role not in (*roles, NOBODY):
        raise UnknownRole(f"unknown role {role!r}: this game has {', '.join(map(repr, roles))}, or 'none' to watch")
    own = role or roles[0]
    others = [each for each in roles if each != own]
    specs = [spec.strip() for spec in against.split(",")]
    if len(specs) == 1:
        specs *= len(others)
    if len(specs) != len(others):
        roles_left = f"{len(others)} role{'' if len(others) == 1 else 's'} ({', '.join(others)})"
        raise BadOption(f"--against names {len(specs)} players for {roles_left}: name one, or one each")
    found = dict(zip(others, specs, strict=True))
    return {each: found.get(each, PERSON) for each in roles}


def hides(game: rondel.Game) -> bool:
    """Whether anything in it is hidden from a player."""
    return not all_open(game)


def opened_for_writing(record: Path) -> None:
    """Make sure, before a long game is played, that its record can be written; what is there already stays till then. Raises
    `BadOption`."""
    try:
        record.open("a", encoding="utf-8").close()
    except OSError as error:
        raise BadOption(f"the record cannot be written to {str(record)!r}: {error.strerror or error}") from None


def _called(name: str, spec: str, lang: str) -> str:
    """Who plays a role."""
    if spec == PERSON:
        return say(_("{name} is a person"), lang, name=name)
    if spec.startswith(LEVEL):
        return say(_("{name} is a bot, level {level}"), lang, name=name, level=spec.removeprefix(LEVEL))
    return say(_("{name} is {bot}, a bot"), lang, name=name, bot=spec)
