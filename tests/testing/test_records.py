"""Records and snapshots tried under changed rules: which replay, which migrate, and the answer at which one stops."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rondel.engine import Migration, To
from rondel.errors import BadRecord
from rondel.shelf.tic_tac_toe import TicTacToe
from rondel.testing.records import FAILS, MIGRATES, OTHER, REPLAYS, RESTORES, examine, tried
from tests.engine.rules.ledger import Ledger
from tests.engine.rules.old_ledger import OldLedger, Turn


def played(*answers: str) -> OldLedger:
    game = OldLedger(options={"cards": 6}, seed=1)
    for answer in answers:
        game.push(answer)
    return game


class Laxer(OldLedger):
    """The old rules, changed without another version: the market has an odd card more."""

    version = 1

    def setup(self) -> To[Turn]:
        first = super().setup()
        self.market[3].remove()
        return first


def test_a_record_whose_answers_are_still_legal_replays() -> None:
    kept = tried(OldLedger, played("take(2)", "take(3)", "choose(left)").record())
    assert (kept.outcome, kept.what, kept.version, kept.answers, kept.answer, kept.problem) == (
        REPLAYS,
        "record",
        1,
        3,
        None,
        "",
    )


def test_a_record_of_an_older_version_may_still_replay() -> None:
    kept = tried(Ledger, played("take(2)", "take(5)").record())
    assert (kept.outcome, kept.version) == (REPLAYS, 1)


def test_a_record_that_does_not_replay_says_at_which_answer() -> None:
    kept = tried(Ledger, played("take(2)", "take(3)", "choose(left)", "take(1)").record())
    assert (kept.outcome, kept.answer) == (FAILS, 3)
    assert "does not replay at answer 3 of 4" in kept.problem


def test_a_snapshot_that_does_not_replay_migrates() -> None:
    kept = tried(Ledger, played("take(2)", "take(3)", "choose(left)").snapshot())
    assert (kept.outcome, kept.what, kept.answer) == (MIGRATES, "snapshot", 3)
    assert "at answer 3 of 3" in kept.problem


def test_a_snapshot_that_replays_to_where_it_stands_replays() -> None:
    assert tried(Ledger, played("take(2)", "take(5)").snapshot()).outcome == REPLAYS


def test_a_snapshot_that_replays_elsewhere_does_not_replay() -> None:
    """The answers are legal under both rules, but a change on the way to the new version made another position of them."""

    def emptied(position: dict[str, Any]) -> None:
        position["props"] = {}

    kind = type("Emptied", (Ledger,), {"migrations": (Ledger.migrations[0], Migration(2, 3, change=emptied))})
    kept = tried(kind, played("take(2)", "take(5)").snapshot())
    assert (kept.outcome, kept.problem) == (MIGRATES, "it replays, but to another position")


def test_a_snapshot_of_this_version_may_fit_where_its_answers_do_not() -> None:
    kept = tried(Laxer, played("take(4)", "take(1)").snapshot())
    assert (kept.outcome, kept.answer) == (RESTORES, 1)


def test_a_snapshot_in_the_middle_of_a_rule_cannot_go_on() -> None:
    kept = tried(Ledger, played("take(1)", "take(3)", "choose(left)", "take(2)").snapshot())
    assert kept.outcome == MIGRATES
    strict = type("Strict", (Ledger,), {"migrations": (), "seats": ("left", "middle", "right")})
    kept = tried(strict, played("take(2)", "take(3)").snapshot())
    assert kept.outcome == FAILS
    assert "declare no migration from it" in kept.problem


def test_a_start_position_is_migrated_before_it_replays() -> None:
    start = {"state": "Turn", "containers": {"market": [{"kind": "card", "face": "4"}]}}
    game = OldLedger(position=start)
    game.push("take(4)")
    assert tried(Ledger, game.record()).outcome == REPLAYS


@pytest.mark.parametrize(
    ("data", "outcome", "problem"),
    [
        ([], FAILS, "not a record or snapshot of this version of Rondel: []"),
        ({"rondel": 99}, FAILS, "not a record or snapshot of this version of Rondel"),
        (TicTacToe().record(), OTHER, "it is of 'tic_tac_toe'"),
        (
            {**played().record(), "version": 7},
            FAILS,
            "the record was written by version 7 of Ledger; these rules are version 3",
        ),
        ({**played().record(), "version": "x"}, FAILS, "the record was written by version 'x'"),
        ({**played().record(), "seats": 5}, FAILS, "Ledger cannot be played by 5"),
        ({**played().record(), "answers": 5}, FAILS, "the answers of the record are 5"),
    ],
)
def test_files_that_are_not_records(data: Any, outcome: str, problem: str) -> None:
    kept = tried(Ledger, data)
    assert kept.outcome == outcome
    assert problem in kept.problem


def test_rules_that_break_down_are_a_finding() -> None:
    class Broken(OldLedger):
        """Its market cannot be read."""

        def setup(self) -> To[Turn]:
            raise LookupError("no market")

    kept = tried(Broken, played("take(2)").snapshot())
    assert kept.outcome == FAILS
    assert kept.problem.startswith("LookupError: no market; and the snapshot of Broken does not fit")


def test_a_folder_is_tried_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps(played("take(2)").record()))
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "notes.txt").write_text("no record")
    found = examine(Ledger, tmp_path)
    assert [(each.file, each.outcome) for each in found] == [("a.json", FAILS), ("b.json", REPLAYS)]
    assert found[0].problem.startswith("it cannot be read as JSON: ")
    assert found[1].to_json() == {
        "file": "b.json",
        "what": "record",
        "version": 1,
        "answers": 1,
        "outcome": "replays",
        "answer": None,
        "problem": "",
    }


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="has no records: give a folder with"):
        examine(Ledger, tmp_path)
