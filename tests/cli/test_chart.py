"""Charts: as Mermaid, as text, and as a picture without overlaps."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree

from rondel.cli.chart import Arrow, Box, Chart, as_mermaid, as_svg, as_text

CHART = Chart(
    "a <game>",
    [
        Box("1", "set up", "end", "1, manager"),
        Box("2", "turn", "player", "2, one player"),
        Box("9", "lost & found", "automatic", "9, game", faults=["it cannot be reached"]),
        Box("Chance", "Chance", "chance", "chance", roams=["draw"]),
        Box("99", "end", "end", "99, manager"),
    ],
    [
        Arrow("1", "2"),
        Arrow("2", "2", "again"),
        Arrow("2", "Chance", "draw"),
        Arrow("2", "Chance", "roll"),
        Arrow("2", "99", "stop"),
        Arrow("Chance", "2", "a:b"),
        Arrow("9", "7", "gone", faulty=True),
    ],
    ["1"],
    ["99"],
)


def test_mermaid_has_names_that_it_takes() -> None:
    assert as_mermaid(CHART).splitlines() == [
        "stateDiagram-v2",
        "    [*] --> s1",
        '    state "set up (1, manager)" as s1',
        "    s1 --> s2",
        '    state "turn (2, one player)" as s2',
        "    s2 --> s2 : again",
        "    s2 --> Chance : draw, roll",
        "    s2 --> s99 : stop",
        '    state "lost & found (9, game)" as s9',
        "    s9 --> s7 : gone",
        "    note right of s9 : it cannot be reached",
        "    Chance --> s2 : a#58;b",
        "    Chance : Chance (chance)",
        "    note right of Chance : draw may go anywhere",
        '    state "end (99, manager)" as s99',
        "    s99 --> [*]",
        "    classDef fault stroke:#b3261e,stroke-width:3px",
        "    class s9 fault",
    ]


def test_text_marks_faults() -> None:
    assert as_text(CHART).splitlines() == [
        "set up, 1, manager, the first",
        "  → turn",
        "turn, 2, one player",
        "  again → turn",
        "  draw, roll → Chance",
        "  stop → end",
        "lost & found, 9, game",
        "! gone → 7",
        "! it cannot be reached",
        "Chance, chance",
        "  a:b → turn",
        "  draw may go anywhere",
        "end, 99, manager, the end",
    ]


def test_a_picture_is_xml_with_every_state_and_transition() -> None:
    picture = ElementTree.fromstring(as_svg(CHART))  # noqa: S314
    space = {"s": "http://www.w3.org/2000/svg"}
    said = [each.text for each in picture.iterfind(".//s:text", space)]
    assert {"set up", "turn", "lost & found", "Chance", "end", "again", "draw, roll", "stop", "a:b"} <= set(said)
    assert len(picture.findall(".//s:path[@class='way']", space)) == 5
    assert len(picture.findall(".//s:rect[@class='box automatic fault']", space)) == 1
    assert picture.findtext("s:title", namespaces=space) == "a <game>"


def test_boxes_do_not_overlap_and_the_end_is_last() -> None:
    picture = as_svg(CHART)
    tops = [
        (float(top), float(high)) for top, high in re.findall(r'<rect class="box [^>]* y="(\d+)"[^>]*height="(\d+)"', picture)
    ]
    assert all(top + high < below for (top, high), (below, _high) in itertools.pairwise(tops))
    assert re.findall(r'<text x="\d+" y="\d+">([^<]+)<', picture)[-1] == "end"


def test_lines_of_one_side_that_run_beside_each_other_have_lanes_of_their_own() -> None:
    boxes = [Box(str(number), str(number)) for number in range(5)]
    ways = [("0", "1"), ("0", "2"), ("0", "3"), ("1", "4"), ("1", "2"), ("2", "3"), ("3", "4")]
    picture = as_svg(Chart("g", boxes, [Arrow(begin, end) for begin, end in ways], ["0"], []))
    lanes = re.findall(r'd="M\d+ \d+H(\d+)V', picture)
    assert len(lanes) == len(set(lanes)) == 3


def test_an_empty_chart() -> None:
    nothing = Chart("g", [], [], [], [])
    assert (as_mermaid(nothing), as_text(nothing)) == ("stateDiagram-v2", "")
    ElementTree.fromstring(as_svg(nothing))  # noqa: S314
