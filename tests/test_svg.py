"""Sheets: pictures that stand by themselves, light and dark."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from rondel.svg import DARK, LIGHT, sheet, style


def test_every_colour_has_a_light_and_a_dark_side() -> None:
    found = style({"line": "#b9ae9a"}, {"line": "#6b6254"}, ".way{stroke:var(--line)}")
    for name in [*LIGHT, "line"]:
        assert len(re.findall(f"--{name}:#[0-9a-f]{{6}}", found)) == 2, name
    assert LIGHT.keys() == DARK.keys()
    assert set(re.findall(r"var\(--(\w+)\)", found)) <= {*LIGHT, "line"}


def test_what_is_drawn_lies_on_the_paper_and_is_told() -> None:
    picture = ElementTree.fromstring(sheet("a < b", 40, 20, ['<path d="M0 0H9"/>'], style({}, {})))  # noqa: S314 (our own)
    assert (picture.get("viewBox"), picture.get("width"), picture.get("height")) == ("0 0 40 20", "40", "20")
    assert [each.tag.rpartition("}")[2] for each in picture] == ["title", "style", "rect", "path"]
    assert picture[0].text == "a < b"
