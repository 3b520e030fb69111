"""Plots: well-formed pictures with all courses."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

from rondel.rating import Rating
from rondel.tournament.plot import APART, POINTS, rating_plot

SVG = "{http://www.w3.org/2000/svg}"


def test_a_line_and_a_band_for_each() -> None:
    courses = [[Rating(25, 8), *[Rating(25 + number * way / 50, 4) for number in range(1000)]] for way in (1, -1)]
    picture = ElementTree.fromstring(rating_plot(["<deep>", "shallow"], courses))  # noqa: S314 - it is our own
    lines = picture.findall(f".//{SVG}polyline")
    assert len(lines) == len(picture.findall(f".//{SVG}polygon")) == 2
    assert [len(line.attrib["points"].split()) for line in lines] == [POINTS, POINTS]
    ends = [float(line.attrib["points"].split()[-1].split(",")[1]) for line in lines]
    assert ends[0] < ends[1]  # the better one is above
    assert "<deep>" in [text.text for text in picture.findall(f".//{SVG}text")]


def test_names_do_not_lie_on_each_other() -> None:
    names = [f"bot{number}" for number in range(12)]
    picture = ElementTree.fromstring(rating_plot(names, [[Rating(25, 8), Rating(12, 2)]] * 12))  # noqa: S314 - it is our own
    places = sorted(float(text.attrib["y"]) for text in picture.findall(f".//{SVG}text") if text.text in names)
    assert len(places) == 12
    assert all(other - one >= APART - 0.11 for one, other in pairwise(places))


def test_nothing_played() -> None:
    assert "<svg" in rating_plot(["a"], [[Rating(25, 8)]])
