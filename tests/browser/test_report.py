"""The report of a tournament, as a browser shows it: on a desk and on a phone, in the light and in the dark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rondel.tournament import Report, Tournament
from rondel.tournament.outcome import Fault, Outcome
from tests.browser.pictures import SCHEMES, take

pytestmark = pytest.mark.browser


def test_a_report_is_read_without_scrolling_sideways(tmp_path: Path, seat: Any) -> None:
    names = ["random", "greedy", "a_name_that_goes_on_and_on_and_on=mcts:3", "greedy", "random"]
    tournament = Tournament("tic_tac_toe", names, games=2, seed=1)
    broken = Outcome("0-1/2", (0, 1), (0.0, 1.0), (2, 1), (), 3, 0.1, Fault(0, "crash", "it said " + "nothing" * 30))
    report = tmp_path / "report.html"
    report.write_text(Report(tournament, [*tournament.run(), broken]).to_html(), encoding="utf-8")
    page = seat("Ada").page
    page.goto(report.as_uri())
    expect(page.locator(".standings tbody tr")).to_have_count(5)
    for called, width in (("desk", 1280), ("phone", 390)):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        [plot] = [each for each in page.locator("section svg[role=img]").all() if each.is_visible()]
        letters = plot.locator("text").first.evaluate("each => each.getBoundingClientRect().height")
        assert letters >= 10, "what stands in a plot is as large as other small print"
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            colours = page.evaluate("[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]")
            ink, paper = [sum(map(int, re.findall(r"\d+", each))) for each in colours]
            assert (ink < paper) == (scheme == "light"), colours
            take(page, f"report-{called}-{scheme}.jpg", full_page=True)
