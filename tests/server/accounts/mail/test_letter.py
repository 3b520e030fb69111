"""Letters: both forms say the same, and no text of a person becomes a header or markup."""

from __future__ import annotations

import pytest

from rondel.server.accounts.mail.letter import Letter, Paragraph, message
from rondel.server.accounts.mail.mail_server import MailServer
from tests.server.accounts.mail.post_office import URL, links, text

SERVER = MailServer("mail", 25, "none", "arena@example.org", URL)


def test_both_forms_say_the_same() -> None:
    made = message(
        Letter("a@example.org", "Zu früh", [Paragraph("Über & <unter>", f"{URL}/x#t", "Los")], "de", "id"), SERVER, 0
    )
    assert "Über & <unter>" in text(made)
    assert links(made) == [f"{URL}/x#t"]
    part = made.get_body(("html",))
    assert part is not None
    assert "Über &amp; &lt;unter&gt;" in part.get_content()
    assert made["message-id"] == "<id@example.org>"


@pytest.mark.parametrize("bad", ["a@example.org\nBcc: b@example.org", "a\r\n\r\n<b>"])
def test_no_text_adds_a_header_or_markup(bad: str) -> None:
    for letter in (Letter(bad, "x", [], "en", "id"), Letter("a@example.org", bad, [], "en", "id")):
        with pytest.raises(ValueError, match=r"linefeed|newline|header"):
            message(letter, SERVER, 0)
    markup = message(
        Letter("a@example.org", "x", [Paragraph('<script>"', 'https://x/"><script>', "<b>")], "en", "id"), SERVER, 0
    )
    part = markup.get_body(("html",))
    assert part is not None
    assert "<script>" not in part.get_content()
    assert "<b>" not in part.get_content()
