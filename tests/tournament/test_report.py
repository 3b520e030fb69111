"""Reports: as data and as a page."""

from __future__ import annotations

import json
from html.parser import HTMLParser

from rondel.tournament.outcome import Fault, Outcome
from rondel.tournament.report import Report
from rondel.tournament.tournament import Tournament


def test_as_data() -> None:
    tournament = Tournament("tic_tac_toe", ["random", "greedy", "mcts:5"], games=4, seed=1)
    data = json.loads(json.dumps(Report(tournament, tournament.run()).to_json()))
    assert data["played"] == 12
    assert [row["player"] for row in data["standings"]][-1] == "random"
    assert all(row["games"] == 8 for row in data["standings"])
    for one, others in data["against"].items():
        for other, cell in others.items():
            assert cell["games"] == 4
            assert cell["mean"] + data["against"][other][one]["mean"] == 1


def test_as_a_page() -> None:
    tournament = Tournament("tic_tac_toe", ["random", "greedy"], games=2, seed=1)
    broken = Outcome("0-1/2", (0, 1), (0.0, 1.0), (2, 1), (), 3, 0.1, Fault(0, "crash", "<script>alert()</script>"))
    page = Report(tournament, [*tournament.run(), broken]).to_html()
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            tags.append(tag)

    Reader().feed(page)
    assert {"h1", "table", "svg"} <= set(tags)
    assert "<h1>Tournament of Tic-tac-toe</h1>" in page
    assert not {"script", "link", "img"} & set(tags)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "&lt;script&gt;" in page


def test_the_same_fault_is_told_once_and_counted() -> None:
    tournament = Tournament("tic_tac_toe", ["random", "greedy"], games=2, seed=1)
    faults = [Fault(0, "crash", "out of ideas")] * 3 + [Fault(0, "timeout", "too slow"), Fault(-1, "rules", "no such cell")]
    outcomes = [
        Outcome(f"0-1/{number}", (number % 2, 1 - number % 2), (), (), (), 3, 0.1, fault) for number, fault in enumerate(faults)
    ]
    page = Report(tournament, outcomes).to_html()
    told = page[page.index("<h2>Faults") :]
    assert told.count("<li>") == 4
    assert "2 ×</span> <b>random</b> · crash · out of ideas <small>(first in 0-1/0)" in told
    assert "1 ×</span> <b>greedy</b> · crash · out of ideas <small>(in 0-1/1)" in told
    assert "1 ×</span> <b>the game</b> · rules · no such cell" in told


def test_a_page_without_faults_says_nothing_of_them() -> None:
    tournament = Tournament("tic_tac_toe", ["random", "greedy"], games=2, seed=1)
    assert "Faults" not in Report(tournament, tournament.run()).to_html()
