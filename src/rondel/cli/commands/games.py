"""``rondel games``: lists the games."""

import json
import sys
from typing import Annotated, Final

import typer

import rondel
from rondel.cli.arguments import Json, Lang
from rondel.cli.casting import seats_of
from rondel.engine import Facts
from rondel.engine.text import NO, YES, _, translate
from rondel.fault import told

HEAD: Final = (_("game"), _("players"), _("answers"), _("hidden"), _("random"), _("title"))
UNSAID: Final = "-"
"""Shown for an undeclared fact, and for an unlimited length."""


def games(
    lang: Lang = "",
    long: Annotated[bool, typer.Option("--long", help="Add the summary of each game.")] = False,
    as_json: Json = False,
) -> None:
    """List the games.

    Prints the number of players, the least and the most answers, and whether the game has hidden information or chance. A dash
    marks an undeclared fact or an unlimited length. A game that cannot be loaded is named on the standard
    error, and the exit code is 1.
    """
    kinds, broken = _loaded()
    _list(kinds, lang=lang, long=long, as_json=as_json)
    for line in broken:
        print(line, file=sys.stderr)
    if broken:
        raise SystemExit(1)


def _loaded() -> tuple[list[type[rondel.Game]], list[str]]:
    """The games that can be loaded, and a line about each that cannot."""
    kinds, broken = [], []
    for name in rondel.games():
        try:
            kinds.append(rondel.find(name))
        except Exception as error:  # noqa: BLE001 - the code of another package may raise anything; its name is printed
            broken.append(f"rondel: the game {name!r} of another package cannot be loaded: {told(error)}")
    return kinds, broken


def _list(kinds: list[type[rondel.Game]], *, lang: str, long: bool, as_json: bool) -> None:
    from rich.cells import cell_len, set_cell_size

    if as_json:
        print(json.dumps([_data(kind) for kind in kinds], indent=2))
        return
    lines = [tuple([translate(word, lang) for word in HEAD]), *[row(kind, lang) for kind in kinds]]
    widths = [max([cell_len(line[column]) for line in lines]) for column in range(len(HEAD) - 1)]
    summaries = ["", *[translate(kind.summary, lang) for kind in kinds]]
    for line, summary in zip(lines, summaries, strict=True):
        cells = [set_cell_size(cell, width) for cell, width in zip(line, widths, strict=False)]
        _say("  ".join([*cells, line[-1]]))
        if long and summary:
            _say(f"    {summary}")


def _data(kind: type[rondel.Game]) -> dict[str, object]:
    return {
        "name": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "seats": list(kind.seats),
        "fewest": kind.fewest or len(kind.seats),
        "usual": seats_of(kind),
        "options": [option.to_json() for option in kind.options],
        "facts": (kind.facts or Facts()).to_json(),
    }


def row(kind: type[rondel.Game], lang: str) -> tuple[str, ...]:
    """The cells of a game's row, in a language."""
    facts = kind.facts or Facts()
    most = len(kind.seats)
    length = UNSAID
    if facts.length is not None and facts.length[1] is not None:
        length = _span(facts.length[0], facts.length[1])
    flags = [UNSAID if flag is None else translate(YES if flag else NO, lang) for flag in (facts.hidden, facts.chance)]
    return (kind.name, _span(kind.fewest or most, most), length, *flags, translate(kind.title, lang))


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}-{most}"


def _say(line: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"  # a terminal may not show all characters
    print(line.encode(encoding, "replace").decode(encoding))
