"""Exports: a record replays, a log is text, PGN is valid, and nobody gets what they may not know."""

from __future__ import annotations

import io
import json
from pathlib import Path

import chess.pgn
import pytest

import rondel
from rondel.server import protocol
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Setting
from rondel.shelf.chess import from_pgn, to_fen
from tests.cli import shell
from tests.server.history.looking import export, replay
from tests.server.history.test_replay import entry, played


def test_a_record_replays_to_where_the_round_ended(tmp_path: Path) -> None:
    table, log = played("battleship")
    kept = export(entry("battleship"), 1, log, ExportQuery("record", viewer="red"))
    assert (kept.name, kept.media_type) == ("battleship-table-1-1.json", "application/json")
    data = json.loads(kept.text)
    assert rondel.replay(data).key() == table.game.key()
    assert (data["table"], data["round"], data["players"]) == ("table-1", 1, {"red": "Red", "blue": "Blue"})
    (tmp_path / kept.name).write_text(kept.text)
    done = shell.rondel("replay", str(tmp_path / kept.name), "--json")
    assert json.loads(done.stdout)["winners"] == list(table.game.winners)


def test_a_record_with_secrets_is_kept_from_who_may_not_know_them() -> None:
    going = played("battleship", most=30)[1]
    over = played("leduc_poker")[1]
    for log, name in ((going, "battleship"), (over, "leduc_poker")):
        with pytest.raises(Refusal, match=r"^hidden_information: "):
            export(entry(name), 1, log, ExportQuery("record"))


def test_a_log_is_what_was_told_with_the_players_names_in_the_readers_language() -> None:
    _table, log = played("tic_tac_toe", most=2)
    text = export(entry("tic_tac_toe"), 1, log, ExportQuery("log")).text
    assert text.splitlines()[0].startswith("   1  X ")
    assert len(text.splitlines()) == 2
    assert export(entry("tic_tac_toe"), 1, log, ExportQuery("log", lang="de")).text != text


def test_chess_is_written_in_pgn_that_others_read() -> None:
    _table, log = played("chess")
    kept = export(entry("chess"), 1, log, ExportQuery("pgn"))
    assert kept.name == "chess-table-1-1.pgn"
    read = chess.pgn.read_game(io.StringIO(kept.text))
    assert read is not None
    assert not read.errors
    assert (read.headers["White"], read.headers["Date"]) == ("White", "1970.01.01")
    moves = [answer for answer in log if answer.move.startswith("move(")]
    assert len(list(read.mainline_moves())) == len(moves)
    assert read.end().board().fen().split()[0] == to_fen(from_pgn(kept.text)).split()[0]
    with pytest.raises(Refusal, match="not_over: a game is written in pgn when it is over"):
        export(entry("chess"), 1, log[:10], ExportQuery("pgn"))


def test_who_has_resigned_has_lost_also_in_what_is_taken_home() -> None:
    table, log = played("chess", most=3)
    log.append(table.step(protocol.Resign("m", "black", table.seq), ("black",), Setting(9, b"")).answer)
    assert '[Result "1-0"]' in export(entry("chess"), 1, log, ExportQuery("pgn")).text
    record = json.loads(export(entry("chess"), 1, log, ExportQuery("record")).text)
    assert record["outcome"] == {"reason": "resigned", "ranks": {"black": 2, "white": 1}}
    assert rondel.replay(record).key() == table.game.key()
    page = replay(entry("chess"), 1, log, ReplayQuery())
    assert (page.over, page.steps[-1].view["winners"], page.formats) == (True, ["white"], ("log", "record", "pgn"))


def test_a_format_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refusal, match="unknown_format: there is no format 'pgn' for this game; there is record, log"):
        export(entry("tic_tac_toe"), 1, played("tic_tac_toe")[1], ExportQuery("pgn"))
