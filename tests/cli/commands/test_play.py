"""``rondel play``: whole games through the real command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rondel as package
from tests.cli.shell import rondel

PASSING = str(Path(__file__).parents[2] / "engine" / "rules" / "passing.py")


def test_the_opponent_is_named_and_is_a_level_by_default() -> None:
    done = rondel("play", "tic_tac_toe", "--seed", "1", typed="quit\n")
    assert done.stdout.startswith("Tic-tac-toe: x is a person, o is a bot, level 3.\n")
    done = rondel("play", "kuhn_poker", "--as", "none", "--against", "level:1,level:5", "--seed", "1")
    assert "a bot, level 1" in done.stdout
    assert "a bot, level 5" in done.stdout


def test_a_whole_game_against_a_bot(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    first = "#1\n" * 40  # always the first legal move, until the game is over
    done = rondel(
        "play", "reversi", "--as", "white", "--against", "greedy", "--seed", "7", "--option", "size=6",
        "--record", str(record), typed=first,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Reversi: black is greedy, a bot, white is a person.\nType help for help.\n")
    assert re.search(r"The game is over: (you win|black wins|a draw) \(black \d+, white \d+\)\.", done.stdout)
    game = package.replay(json.loads(record.read_text()))
    assert game.is_over


def test_the_same_seed_plays_the_same() -> None:
    argv = ["play", "reversi", "--as", "none", "--against", "mcts:5,random", "--seed", "3", "--option", "size=6"]
    assert rondel(*argv).stdout == rondel(*argv).stdout != rondel(*argv[:-3], "4", *argv[-2:]).stdout


def test_bots_only() -> None:
    done = rondel("play", "stones", "--as", "none", "--against", "random", "--seats", "3", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "> " not in done.stdout
    assert "The game is over: " in done.stdout


def test_two_people_at_one_terminal() -> None:
    done = rondel("play", "tic_tac_toe", "--against", "person", typed="a1\nb1\na2\nb2\na3\n")
    assert "The game is over: x wins (x 1, o 0)." in done.stdout
    assert "Hand over" not in done.stdout


def test_hidden_hands_are_handed_over() -> None:
    done = rondel("play", PASSING, "--against", "person,random,random", "--seed", "1", typed="\n#1\n#1\n#1\n\nquit\n")
    assert done.stdout.count("Hand over to") == 2
    assert done.stdout.count("\n" * 40) == 2


def test_one_person_alone_hides_nothing_from_itself() -> None:
    done = rondel("play", PASSING, "--seed", "1", typed="quit\n")
    assert "Hand over" not in done.stdout
    assert "east is random, a bot" in done.stdout


def test_leaving_is_a_success() -> None:
    done = rondel("play", "reversi", typed="quit\n")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "You have left the game.")


def test_a_record_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    missing = tmp_path / "missing" / "record.json"
    done = rondel("play", "tic_tac_toe", "--as", "none", "--against", "random", "--record", str(missing))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == f"rondel: the record cannot be written to {str(missing)!r}: No such file or directory\n"


def test_a_bot_that_cannot_play_the_game_is_refused_before_it() -> None:
    done = rondel("play", "hearts", "--against", "alphabeta")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "rondel: 'hearts' has 4 players here; an exact search needs exactly 2\n"


def test_a_game_is_played_in_the_language_asked_for() -> None:
    done = rondel("play", "tic_tac_toe", "--against", "random", "--seed", "1", "--lang", "de", typed="help\nmoves\nx9\nb2\n")
    assert done.stdout.startswith("Tic-Tac-Toe: x ist ein Mensch, o ist random, ein Bot.\n„help“ zeigt die Hilfe.\n")
    for line in (
        "Markiere ein Feld: a1, b1",
        "  undo    den eigenen letzten Zug zurücknehmen",
        "    1  a1           X markiert a1",
        "Ich verstehe 'x9' nicht.",
        "Du hast das Spiel verlassen.",
    ):
        assert line in done.stdout


@pytest.mark.parametrize(("name", "value", "said"), [("LC_ALL", "ja_JP.UTF-8", "三目並べ"), ("LC_ALL", "tlh", "Tic-tac-toe")])
def test_the_language_is_that_of_the_environment(name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cli.shell.LOCALE", {name: value})
    assert rondel("play", "tic_tac_toe", "--as", "none", "--against", "random", "--seed", "1").stdout.startswith(said)
