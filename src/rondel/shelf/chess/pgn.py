"""Portable game notation: a game as text, with tags about it and its moves in algebraic notation.

PGN standard (S. J. Edwards, 1994). Comments, variations and marks of merit are passed over when a game is read; written are
the seven tags of the roster, the start position where it is not the usual one, and the moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rondel.engine import OBSERVER
from rondel.engine.records.notation import register
from rondel.engine.records.record import replay
from rondel.errors import AnswerError, BadRecord, quoted
from rondel.shelf.chess.fen import START, from_fen, to_fen
from rondel.shelf.chess.notation import meant
from rondel.shelf.chess.rules import Chess

ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The tags every game has, in their order, before its result."""
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
_TAG: Final = re.compile(r'^\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$', re.MULTILINE)
_COMMENT: Final = re.compile(r"\{[^}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
_TOKEN: Final = re.compile(r"[()]|\$\d+|\d+\.+|[^\s()]+")
_WIDTH: Final = 79


def result(game: Chess, winners: Sequence[str] = ()) -> str:
    """The result as it is written: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on; ``winners`` are those of one
    that ended by agreement or resignation."""
    won = tuple(game.winners if game.is_over else winners)
    if not won:
        return "*"
    if len(won) == 2:
        return "1/2-1/2"
    return "1-0" if won == ("white",) else "0-1"


def replayed(record: Mapping[str, Any]) -> Chess:
    """The game of a record."""
    return replay(Chess, record, None)


def moves_of(game: Chess) -> list[str]:
    """The moves of a game in algebraic notation, without those that were taken back."""
    told: list[tuple[int, str]] = []
    for number, event in enumerate(replayed(game.record()).events(0, OBSERVER)):
        if event["name"] == "undo":
            told = [each for each in told if each[0] < event["args"]["since"]]
        elif event["name"] == "move":
            told.append((number, event["args"]["san"]))
    return [san for _number, san in told]


def to_pgn(game: Chess, tags: Mapping[str, str] | None = None, winners: Sequence[str] = ()) -> str:
    """A game as text; ``tags`` say who played where, and ``winners`` who has won where it did not end on the board.

    >>> import rondel
    >>> game = rondel.new("chess")
    >>> for move in ("move(f2,f3)", "move(e7,e5)", "move(g2,g4)", "move(d8,h4)"):
    ...     game.push(move)
    >>> print(to_pgn(game, {"White": "Ada"}).splitlines()[-1])
    1. f3 e5 2. g4 Qh4# 0-1
    """
    begun = replayed({**game.record(), "answers": []})
    start = to_fen(begun)
    given = {**ROSTER, **(tags or {}), "Result": result(game, winners)}
    if start != START:
        given |= {"SetUp": "1", "FEN": start}
    number, black = begun.move_number.value, begun.player == "black"
    words: list[str] = []
    for san in moves_of(game):
        if not black:
            words.append(f"{number}.")
        elif not words:
            words.append(f"{number}...")
        words.append(san)
        number, black = number + black, not black
    lines = [""]
    for word in [*words, given["Result"]]:
        if len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    order = [*ROSTER, "Result", *[name for name in given if name not in ROSTER and name != "Result"]]
    escaped = {name: given[name].replace("\\", "\\\\").replace('"', '\\"') for name in order}
    return "\n".join([*[f'[{name} "{value}"]' for name, value in escaped.items()], "", *lines, ""])


def tags_of(text: str) -> dict[str, str]:
    """The tags of a game in PGN.

    >>> tags_of('[White "Ada"]\\n\\n1. e4 *')
    {'White': 'Ada'}
    """
    return {name: re.sub(r"\\(.)", r"\1", value) for name, value in _TAG.findall(text)}


def from_pgn(text: str) -> Chess:
    """The game that is written there, played to its last move. A result by agreement or resignation is no move, so such a
    game goes on.

    Raises `BadRecord` for a move that is not legal, with its number, and for more than one game; `BadPosition` for a FEN tag
    that is none.

    >>> game = from_pgn("1. e4 e5 2. Qh5 {too early?} Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")
    >>> game.winners
    ('white',)
    """
    tags = tags_of(text)
    game = Chess(position=from_fen(tags["FEN"]) if "FEN" in tags else None)
    depth = 0
    ended = False
    for word in _TOKEN.findall(_COMMENT.sub(" ", _TAG.sub("", text))):
        if word in "()":
            depth += 1 if word == "(" else -1
        elif depth or word[0] == "$" or re.fullmatch(r"\d+\.+", word):
            continue
        elif ended:
            raise BadRecord(f"{quoted(word)} follows the end of the game; give one game at a time")
        elif word in RESULTS:
            ended = True
        else:
            _play(game, word)
    return game


def _play(game: Chess, word: str) -> None:
    where = f"move {game.move_number.value} of {game.player}"
    try:
        start, goal, promotion = meant(word, game.board, [] if game.is_over else game.legal())
        game.push(f"move({start},{goal}{',' + promotion if promotion else ''})")
    except AnswerError as error:
        raise BadRecord(f"{where}: {error}") from error


def _played(game: Chess, names: Mapping[str, str], date: str, winners: Sequence[str]) -> str:
    """A game with who played it, and when, and how it ended if that was not on the board."""
    when = {"Date": date.replace("-", ".")} if date else {}
    return to_pgn(game, {**when, **{role.capitalize(): name for role, name in names.items()}}, winners)


register(Chess.name, "pgn", _played)
