"""The loop of an author in a browser: save, and see it."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.browser.pictures import take
from tests.cli.shell import COMMAND

pytestmark = pytest.mark.browser

NIM = (Path(__file__).parents[2] / "examples" / "nim.py").read_text(encoding="utf-8")


def test_an_author_edits_saves_and_looks(tmp_path: Path, seat: Any) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM, encoding="utf-8")
    command = [*COMMAND, "dev", str(file), "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            lines = iter(process.stdout.readline, "")
            address = next(found for found in (re.search(r"http://\S+/dev/table", line) for line in lines) if found)[0]
            person = seat("Ada", viewport={"width": 390, "height": 844})
            page = person.page
            page.goto(address)
            strip = page.get_by_role("region", name="The rules being written")
            with person.moves_on():
                person.click("board:c1")
            with person.moves_on():
                person.click("board:a2")

            file.write_text(NIM.replace('_("Nim")', '_("Sticks")'), encoding="utf-8")
            expect(page.locator(".crumb")).to_have_text("Sticks")
            expect(strip).to_contain_text("2 answers played again")

            file.write_text(NIM.replace("class Nim(Game)", "class Nim(Game"), encoding="utf-8")
            expect(strip).to_contain_text("SyntaxError")
            expect(strip).to_contain_text(f"nim.py, line {NIM[: NIM.index('class Nim')].count(chr(10)) + 1}")
            expect(page.locator(".crumb")).to_have_text("Sticks")

            file.write_text(NIM.replace("(3, 4, 5)", "(3, 0, 5)"), encoding="utf-8")
            expect(strip).to_contain_text("Answer 2 of 2, take(a2) by second")
            take(page, "dev-phone.jpg")
            assert broken(page) == []
            strip.get_by_role("button", name="Go on after 1 answer").press("Enter")
            expect(page.locator("main.table")).to_have_attribute("data-step", "1.0")
            expect(page.locator('.legal[data-place="board:a3"]')).to_be_visible()
            assert person.complaints == []
            page.goto("about:blank")  # it would complain that the server has gone
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
