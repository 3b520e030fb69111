"""``rondel replay``: a record, played again."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import rondel
from rondel.cli.arguments import Json, Lang
from rondel.cli.exit_codes import end
from rondel.cli.named import named
from rondel.engine.visibility import OBSERVER
from rondel.errors import BadRecord


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record (JSON), or - for the standard input.")],
    game: Annotated[
        str | None, typer.Option(metavar="FILE", help="The file with the game, where that is not one of `rondel games`.")
    ] = None,
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Replay the record of a game and show its final position."""
    record = _read(file)
    _show(rondel.replay(record, game=None if game is None else named(game)), record, lang=lang, as_json=as_json)


def _show(game: rondel.Game, record: dict[str, Any], *, lang: str, as_json: bool) -> None:
    from rondel.players.terminal.picture import Picture
    from rondel.players.terminal.terminal import Screen, result

    view = _as_ended(game, record.get("outcome"))
    if as_json:
        shown = {name: view[name] for name in ("game", "state", "active", "over", "scores", "winners")}
        print(json.dumps({**shown, "answers": len(game.record()["answers"])}))
        return
    screen = Screen(lang=lang)
    picture = Picture(game.scene(), colour=screen.colour, lang=lang)
    last: tuple[str, ...] = ()
    for number, event in enumerate(game.events(0, OBSERVER), 1):
        last = tuple(event["args"].get("places", last))
        if event["text"]:
            screen.say(f"{number:>4}  {picture.words(event['text'])}")
    screen.say("", picture.draw(view, last=last), picture.players(view))
    screen.say(result(picture, view, lang) if view["over"] else picture.words(view["question"]) or game.state)


def _as_ended(game: rondel.Game, outcome: Any) -> dict[str, Any]:
    """An observer's view, with the outcome of the round at its table if no answer ended it: a resignation or an agreed
    draw. Raises `BadRecord`."""
    view = game.view(OBSERVER)
    if outcome is None:
        return view
    ranks = outcome.get("ranks") if isinstance(outcome, dict) else None
    whole = isinstance(ranks, dict) and all(type(rank) is int for rank in ranks.values())
    if not whole or set(ranks or {}) not in (set(), set(game.roles)):
        raise BadRecord(
            "the 'outcome' of the record is invalid: its 'ranks' has a place for each role, or is empty without a result"
        )
    first = [role for role, rank in (ranks or {}).items() if rank == 1]
    return {**view, "over": True, "active": [], "ranks": ranks or None, "winners": first}


def _read(file: str) -> dict[str, Any]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        record = json.loads(text)
    except OSError as error:
        end(f"the record {file!r} cannot be read: {error.strerror or error}", 2)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"{file!r} is not a record: it is not JSON ({error})") from None
    if not isinstance(record, dict):
        raise BadRecord(f"{file!r} is not a record: a record is a JSON object")
    if not isinstance(record.get("game"), str):
        raise BadRecord(f"{file!r} is not a record: it does not name its game (`rondel play GAME --record FILE` writes one)")
    return record
