"""Ledgers: stored games are not played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.errors import BadOption
from rondel.tournament.ledger import Ledger
from rondel.tournament.outcome import Outcome
from rondel.tournament.tournament import Tournament


def test_a_tournament_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    tournament = Tournament("tic_tac_toe", ["random", "greedy"], games=6, seed=1)
    whole = tournament.run()
    path = tmp_path / "new" / "outcomes.jsonl"

    class Stopped(Exception):
        pass

    def stop(outcome: Outcome) -> None:
        if outcome.id == "0-1/2":
            raise Stopped

    with pytest.raises(Stopped), Ledger(path, tournament.describe()) as ledger:
        tournament.run(ledger=ledger, told=stop)
    assert len(path.read_text().splitlines()) == 4
    path.write_bytes(path.read_bytes()[:-20])  # as if the machine had stopped in the middle of a line
    played: list[str] = []
    with Ledger(path, tournament.describe()) as ledger:
        assert sorted(ledger.outcomes) == ["0-1/0", "0-1/1"]
        outcomes = tournament.run(ledger=ledger, told=lambda outcome: played.append(outcome.id))
    assert [each.points for each in outcomes] == [each.points for each in whole]
    assert len(played) == 6
    assert len(path.read_text().splitlines()) == 7
    with Ledger(path, tournament.describe()) as ledger:
        assert tournament.run(ledger=ledger) == list(ledger.outcomes.values())


def test_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "outcomes.jsonl"
    first = Tournament("tic_tac_toe", ["random", "greedy"], games=6, seed=1)
    with Ledger(path, first.describe()) as ledger:
        ledger.add(first.run()[0])
    before = path.read_bytes()
    with pytest.raises(BadOption, match=r"another tournament \(games: 6 there, 8 now; seed: 1 there, 2 now\)|\(games: 6 there"):
        Ledger(path, Tournament("tic_tac_toe", ["random", "greedy"], games=8, seed=2).describe())
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["hello\n", "{}\n", "[1]\n"])
def test_another_file_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    with pytest.raises(BadOption, match="is not a tournament ledger"):
        Ledger(path, {"game": "reversi"})
    assert path.read_text() == text


def test_a_tournament_that_did_not_come_about_leaves_the_folder_free(tmp_path: Path) -> None:
    path = tmp_path / "outcomes.jsonl"
    refused = Tournament("tic_tac_toe", ["random", "pipe:./no_such_bot"], games=6, seed=1)
    with Ledger(path, refused.describe()) as ledger, pytest.raises(BadOption, match="cannot take part"):
        refused.run(ledger=ledger)
    assert path.read_bytes() == b""
    mended = Tournament("tic_tac_toe", ["random", "greedy"], games=2, seed=1)
    with Ledger(path, mended.describe()) as ledger:
        assert len(mended.run(ledger=ledger)) == 2
