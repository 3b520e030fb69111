"""``rondel play``: a game in the terminal or, with ``--web``, in the browser.

The players are bots, or people at the same screen, or both. Of a game in the browser only the
record is kept.
"""

import json
import random
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

import rondel
from rondel.cli.arguments import GameName, Lang, Options, Seats, Show
from rondel.cli.browser import opener
from rondel.cli.casting import PERSON, cast, hides, seats_of, usual
from rondel.cli.exit_codes import serving
from rondel.cli.named import named, settled
from rondel.door import FILE_PREFIX
from rondel.engine.text import _, say, translate
from rondel.engine.visibility import OBSERVER
from rondel.errors import BadOption

if TYPE_CHECKING:
    from rondel.players.player import Player
    from rondel.server import protocol

LEVEL: Final = "level:"
BOT_SECONDS: Final = 600.0
"""Seconds a bot may take for an answer in the browser, because the user has chosen the bot."""


def play(
    game: GameName,
    role: Annotated[str, typer.Option("--as", metavar="ROLE", help="The role you play; `none` to watch.")] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="The players of the other roles: level:1 to level:5, random, greedy, mcts, mcts:500 (simulations), mcts:2s "
            "(seconds), policy:FILE, or person (at this terminal); several, separated by commas, in the order of the seats. "
            "By default level:3, or random in your own game with hidden information.",
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="The seed of chance and the bots, for a reproducible game.")] = None,
    option: Options = None,
    seats: Seats = None,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Write the record of the game to this file; with --web that of the last game, when the server is stopped."
        ),
    ] = None,
    lang: Lang = "",
    web: Annotated[bool, typer.Option("--web", help="Play in the browser instead; the address is printed.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --web, the port; a free one if it is in use.")] = 8000,
    show: Show = None,
) -> None:
    """Play a game in the terminal, or with --web in the browser."""
    kind = named(game, instead=web)
    chosen = settled(kind, option or [])
    begun = rondel.new(kind, seats=seats_of(kind) if seats is None else seats, seed=seed, options=chosen)
    who = cast(begun.roles, role, against or usual(begun))
    _require_fit(who.values(), begun)
    if record is not None:
        _require_writable(record)
    if not web:
        _in_terminal(begun, who, seed=seed, record=record, lang=lang)
        return
    with serving():
        _in_browser(game, kind, who, chosen, seed=seed, record=record, port=port, show=show, lang=lang)


def _in_terminal(game: rondel.Game, who: Mapping[str, str], *, seed: int | None, record: Path | None, lang: str) -> None:
    """Play until the game is over or a player leaves. Raises `UnknownBot`."""
    from rondel.players.bots.registry import bot
    from rondel.players.match import Match
    from rondel.players.terminal.terminal import Person, Screen, Watcher

    screen = Screen(lang=lang)
    scene = game.scene()
    luck = random.Random(seed)  # noqa: S311 - the bots' luck is no secret
    players: dict[str, Player] = {}
    for each, spec in who.items():
        if spec == PERSON:
            # With one person at the terminal nothing must be hidden.
            hot_seat = list(who.values()).count(PERSON) > 1
            players[each] = Person(screen, scene, each, private=hides(game) and hot_seat, seed=luck.getrandbits(32))
        else:
            players[each] = bot(spec, seed=luck.getrandbits(32))
    labels = {each["name"]: translate(each["label"], lang) for each in scene["roles"]}
    title = translate(type(game).title or game.name, lang)
    screen.say(f"{title}: {', '.join(_called(labels[each], spec, lang) for each, spec in who.items())}.")
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


def _in_browser(
    name: str,
    kind: type[rondel.Game],
    who: Mapping[str, str],
    options: dict[str, Any],
    *,
    seed: int | None,
    record: Path | None,
    port: int,
    show: bool | None,
    lang: str,
) -> None:
    """Serve a table of the game until interrupted, then write the record of its last game.

    Raises `UnknownBot` and `CannotServe`.
    """
    import logging
    import secrets
    import tempfile

    from rondel.server import protocol, serve
    from rondel.server.live.bots.bot_pool import BotPool

    wanted = protocol.NewTable(kind.name, tuple([_seat(each, spec) for each, spec in who.items()]), options)
    own = [Path(name)] if kind.__module__.startswith(FILE_PREFIX) else []
    logging.getLogger("rondel.server").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="rondel-play-") as folder:
        serve(
            port=port,
            data=Path(folder),
            open_table=wanted,
            games=own,
            opened=opener(show),
            bots=BotPool(
                games=[str(each) for each in own],
                grace=BOT_SECONDS,
                running_grace=BOT_SECONDS,
                luck=secrets.randbits if seed is None else random.Random(seed).getrandbits,  # noqa: S311 - asked for
            ),
            luck=None if seed is None else luck(seed),
            closing=None if record is None else writer(record, lang),
        )


def luck(seed: int) -> Callable[[int], bytes]:
    """The reproducible seeds of games; the first is the seed of the terminal's game.

    >>> first = luck(7)(32)
    >>> rondel.new("hearts", seed=first).key() == rondel.new("hearts", seed=7).key()
    True
    """
    from hashlib import blake2b

    from rondel.engine.chance.chance import seed_bytes

    drawn = 0

    def draw(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return seed_bytes(seed) if drawn == 1 else blake2b(seed_bytes(seed) + b"%d" % drawn, digest_size=size).digest()

    return draw


def writer(path: Path, lang: str) -> Callable[[dict[str, Any]], None]:
    """A function that writes a record to that file, and prints its name."""

    def write(record: dict[str, Any]) -> None:
        path.write_text(json.dumps(record) + "\n", encoding="utf-8")
        sys.stdout.write(say(_("The record is in {file}."), lang, file=path) + "\n")
        sys.stdout.flush()

    return write


def _seat(role: str, spec: str) -> "protocol.NewSeat":
    from rondel.server import protocol

    return protocol.NewSeat(role, "open") if spec == PERSON else protocol.NewSeat(role, "bot", spec)


def _require_fit(specs: Iterable[str], game: rondel.Game) -> None:
    """Check that the bots can play the game, before a person has begun it. Raises `UnknownBot`, and the bot's reason."""
    from rondel.players.bots.registry import bot

    for spec in specs:
        if spec != PERSON:
            bot(spec).suits(game)


def _require_writable(record: Path) -> None:
    """Check before a long game that its record can be written, without changing an existing file. Raises
    `BadOption`."""
    try:
        record.open("a", encoding="utf-8").close()
    except OSError as error:
        raise BadOption(f"the record cannot be written to {str(record)!r}: {error.strerror or error}") from None


def _called(name: str, spec: str, lang: str) -> str:
    """The player of a role."""
    if spec == PERSON:
        return say(_("{name} is a person"), lang, name=name)
    if spec.startswith(LEVEL):
        return say(_("{name} is a bot, level {level}"), lang, name=name, level=spec.removeprefix(LEVEL))
    return say(_("{name} is {bot}, a bot"), lang, name=name, bot=spec)
