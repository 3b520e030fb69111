"""The mailer: what a mail server says becomes a failure that passes or one that does not, without words about people."""

from __future__ import annotations

import socket

import msgspec
import pytest

from rondel.server.accounts.mail import smtp_mailer
from rondel.server.accounts.mail.letter import Letter, message
from rondel.server.accounts.mail.smtp_mailer import NotSent, Rejected, SmtpMailer
from tests.server.accounts.mail.post_office import PostOffice

pytestmark = pytest.mark.anyio

LETTER = Letter("ann.secret@example.org", "Hello", [], "en", "id")


async def test_a_failure_names_no_recipient_and_no_password(office: PostOffice) -> None:
    server = msgspec.structs.replace(office.server, user="ann", password="hunter2")
    mail = message(LETTER, server, 0)
    with pytest.raises(NotSent) as failed:  # this server takes no passwords without TLS
        await SmtpMailer(server).send(mail)
    office.answer = lambda address: f"451 {address} is busy"
    try:
        with pytest.raises(NotSent) as busy:
            await SmtpMailer(office.server).send(mail)
        office.answer = lambda address: f"550 {address} is nobody"
        with pytest.raises(Rejected) as rejected:
            await SmtpMailer(office.server).send(mail)
    finally:
        office.answer = lambda address: "250 OK"
    for each in (failed, busy, rejected):
        assert "secret" not in str(each.value)
        assert "hunter2" not in str(each.value)


async def test_starttls_is_not_left_out_where_the_server_has_none(office: PostOffice) -> None:
    before = len(office.mails)
    server = msgspec.structs.replace(office.server, security="starttls")
    with pytest.raises(NotSent):
        await SmtpMailer(server).send(message(LETTER, server, 0))
    assert len(office.mails) == before


async def test_a_server_that_is_not_there_or_says_nothing_is_given_up(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # refuses connections until it listens
        port = silent.getsockname()[1]
        server = msgspec.structs.replace(office.server, port=port)
        mail = message(LETTER, server, 0)
        with pytest.raises(NotSent):
            await SmtpMailer(server).send(mail)
        silent.listen()
        monkeypatch.setattr(smtp_mailer, "SECONDS", 0.2)
        with pytest.raises(NotSent):
            await SmtpMailer(server).send(mail)
