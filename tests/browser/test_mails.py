"""Mails in a browser: an address is given and confirmed, a password forgotten, and all mails ended by a link."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessible import in_both_themes
from tests.browser.test_people import come_in
from tests.server.accounts.mail.post_office import URL, PostOffice, links
from tests.server.accounts.visitors import PASSWORD
from tests.server.harness import Running

pytestmark = pytest.mark.browser


def path(mail: EmailMessage) -> str:
    """The path of the first link in a mail."""
    return links(mail)[0].removeprefix(URL)


def test_who_gives_an_address_is_told_and_can_end_it(tmp_path: Path, seat: Any) -> None:
    ann = seat("Ann", viewport={"width": 390, "height": 844})
    page, address = ann.page, "ann@example.org"
    with PostOffice() as office, Running(tmp_path, mail=office.server) as server:
        page.goto(f"{server.address}/account")
        come_in(page, "Make an account", "Ann Harper")
        form = page.get_by_role("form", name="Mail address")
        form.get_by_role("textbox", name="Mail address").fill("nobody")
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Send me a link").click()
        expect(form.get_by_role("textbox", name="Mail address")).to_have_attribute("aria-invalid", "true")
        form.get_by_role("textbox", name="Mail address").fill(address)
        form.get_by_role("button", name="Send me a link").click()
        expect(page.get_by_text("not confirmed yet")).to_be_visible()

        page.goto(server.address + path(office.wait(address, 1)))
        page.get_by_role("button", name="Confirm the address").click()
        page.get_by_role("link", name="To your account").click()
        page.get_by_label("How long after the turn began").select_option("1 hour")
        page.get_by_label("Quiet hours").check()
        page.get_by_label("From").fill("21:30")
        page.get_by_label("From").blur()
        expect(page.get_by_text("Saved.")).to_be_visible()
        assert in_both_themes(ann) == []
        page.reload()
        expect(page.get_by_label("From")).to_have_value("21:30")
        expect(page.get_by_label("How long after the turn began")).to_have_value("60")

        page.get_by_role("button", name="Log out").click()
        page.get_by_role("button", name="Forgotten the password?").click()
        page.get_by_label("Name or mail address").fill(address)
        page.get_by_role("button", name="Send the link").click()
        expect(page.get_by_text("a link is on its way")).to_be_visible()
        assert in_both_themes(ann) == []
        page.goto(server.address + path(office.wait(address, 2)))
        page.get_by_label("The new password").fill("battery staple horse")
        page.get_by_role("button", name="Set the password").click()
        expect(page.get_by_text("you are logged in")).to_be_visible()
        assert in_both_themes(ann) == []

        page.goto(f"{server.address}/mail/unsubscribe#none")
        page.get_by_role("button", name="Stop the mails").click()
        expect(page.get_by_text("No more such mails are sent to you.")).to_be_visible()
    ann.complaints = [said for said in ann.complaints if "status of 422" not in said]
