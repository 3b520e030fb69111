"""Makes a mail from texts: headers, plain text and HTML with the same sentences and links.

Every value goes through the standard library's policy, which refuses line breaks in headers; the HTML is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from html import escape
from typing import Final

import msgspec

from rondel.engine.text import ENGLISH
from rondel.server.accounts.mail.mail_server import MailServer


class Paragraph(msgspec.Struct, frozen=True):
    """A sentence, and the link that follows it."""

    text: str
    link: str = ""
    label: str = ""
    """What the link is called in HTML."""
    small: bool = False
    """Whether it is below what the mail is about."""


class Letter(msgspec.Struct, frozen=True):
    """A mail to one account."""

    to: str
    subject: str
    paragraphs: Sequence[Paragraph]
    lang: str
    id: str
    """The part of the ``Message-ID`` before the domain; the same for a mail that is sent again."""
    unsubscribe: str = ""
    """The address that ends such mails by one POST (RFC 8058); empty for a mail that was asked for."""


def message(letter: Letter, server: MailServer, at: int) -> EmailMessage:
    """The mail, dated at a time in milliseconds since 1970. Raises `ValueError` for a header with a line break."""
    made = EmailMessage(policy=SMTP)
    made["From"] = f"Rondel <{server.sender}>"
    made["To"] = letter.to
    made["Subject"] = letter.subject
    made["Date"] = formatdate(at / 1_000, localtime=False)
    made["Message-ID"] = f"<{letter.id}@{server.domain}>"
    made["Auto-Submitted"] = "auto-generated"
    if letter.unsubscribe:
        made["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made["Content-Language"] = letter.lang or ENGLISH
    made.set_content("\n\n".join([_plain(each) for each in letter.paragraphs]) + "\n")
    made.add_alternative(_document(letter), subtype="html")
    return made


def _plain(paragraph: Paragraph) -> str:
    return f"{paragraph.text}\n{paragraph.link}" if paragraph.link else paragraph.text


_BUTTON: Final = (
    "display:inline-block;padding:12px 20px;border-radius:10px;background:#1f5c4a;color:#fff;font-weight:600;"
    "text-decoration:none"
)
_SMALL: Final = "margin-top:28px;font-size:13px;color:#6b6559"
_BODY: Final = "margin:0 auto;padding:24px;max-width:560px;font:16px/1.5 Georgia,serif;color:#24211c;background:#fbf8f2"


def _document(letter: Letter) -> str:
    parts = []
    for each in letter.paragraphs:
        text, link, label = escape(each.text), escape(each.link), escape(each.label or each.link)
        if each.small:
            parts.append(f'<p style="{_SMALL}">{text} <a href="{link}" style="color:inherit">{label}</a></p>')
        else:
            parts.append(f"<p>{text}</p>")
            parts += [f'<p><a href="{link}" style="{_BUTTON}">{label}</a></p>'] if link else []
    return f'<!doctype html><html lang="{escape(letter.lang)}"><body style="{_BODY}">{"".join(parts)}</body></html>'
