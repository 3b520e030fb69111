"""The channel of webhooks: a signed request to a program of the account. Chat services take it, too."""

from __future__ import annotations

import hashlib
import hmac
from functools import partial
from typing import Any

import msgspec

from rondel.engine import _
from rondel.engine.text import render
from rondel.server.features.notifications import webhooks
from rondel.server.features.notifications.channels.channel import Message, NotSent, Rejected
from rondel.server.features.notifications.outgoing.guarded_client import Answer, Forbidden, GuardedClient, Unreached, wait_of
from rondel.server.features.notifications.webhooks import Hook
from rondel.server.protocol import WebhookEnd
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Database

_TEST = _("This is a test. From now on you are told here when a game waits for you.")
_LATE = _("This comes late: the address did not answer before.")


class WebhookChannel:
    """Sends messages to the webhooks of accounts."""

    def __init__(self, database: Database, client: GuardedClient, url: str) -> None:
        """``url`` is the public address of the arena, without a slash at its end."""
        self._database = database
        self._client = client
        self._url = url

    def check(self, url: str) -> None:
        """Refuse an address that could not be reached, as ``bad_url``."""
        try:
            self._client.check(url)
        except Forbidden as error:
            raise Refusal("bad_url", str(error)) from error

    async def send(self, message: Message) -> None:
        """See `Channel.send`. A webhook that failed often is sent nothing any more."""
        hook = await self._database.read(partial(webhooks.find, principal=message.contact.principal))
        if hook is None or hook.ended:
            raise Rejected("the account has no webhook any more")
        answer = await self._post(hook, message.id, self._body(message), message.at)
        if not 200 <= answer.status < 300:
            await self._failed(hook, answer.status)
            raise NotSent(f"a webhook answered {answer.status}", wait_of(answer))
        await self._database.write(partial(webhooks.note, hook=hook, status=answer.status))

    async def test(self, hook: Hook, id_: str, lang: str, at: int) -> None:
        """Send a test. Refused as ``webhook_failed``, with the reason."""
        text = render(_TEST, {}, lang=lang)
        try:
            answer = await self._post(hook, id_, {**_said(text), "notifications": []}, at)
        except (NotSent, Rejected) as error:
            raise Refusal("webhook_failed", f"the address was not reached: {error}") from error
        await self._database.write(partial(webhooks.note, hook=hook, status=answer.status))
        if not 200 <= answer.status < 300:
            raise Refusal("webhook_failed", f"the address answered {answer.status}, and not with a success (200 to 299)")

    async def _post(self, hook: Hook, id_: str, said: dict[str, Any], at: int) -> Answer:
        """Send a signed request. Raises `NotSent` and `Rejected`."""
        content = msgspec.json.encode({"id": id_, "at": at // 1_000, **said})
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Rondel",
            "Rondel-Signature": signature(hook.secret, content, at // 1_000),
        }
        try:
            return await self._client.post(hook.url, content, headers)
        except Forbidden as error:
            await self._database.write(partial(webhooks.note, hook=hook, status=0, end="forbidden"))
            raise Rejected(str(error)) from error
        except Unreached as error:
            await self._failed(hook, 0)
            raise NotSent(f"a webhook cannot be reached: {error}") from error

    async def _failed(self, hook: Hook, status: int) -> None:
        """Note a failure. Raises `Rejected` where it was the last one."""
        end: WebhookEnd = "gone" if status == 410 else ""
        if await self._database.write(partial(webhooks.note, hook=hook, status=status, end=end)):
            raise Rejected("a webhook has failed too often")

    def _body(self, message: Message) -> dict[str, Any]:
        late = render(_LATE, {}, lang=message.contact.lang) + "\n" if message.is_late else ""
        lines = [f"{note.text} {self._url}{note.path}" for note in message.notes]
        told = [{"kind": each.kind, "about": each.table, "number": each.turn} for each in message.keys]
        return {**_said(late + "\n".join(lines)), "title": message.subject, "late": message.is_late, "notifications": told}


def signature(secret: str, content: bytes, at: int) -> str:
    """The header ``Rondel-Signature``: the time in seconds, and the HMAC-SHA256 of it, a dot and the body.

    >>> signature("secret", b"{}", 5)
    't=5,v1=f18d2fcd9a24151471e3e2d71bc7ce901fb7b89b341918a08f95e9ffc497ea26'
    """
    digest = hmac.new(secret.encode(), f"{at}.".encode() + content, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def _said(text: str) -> dict[str, Any]:
    """A text as chat services read it: one takes ``content``, another ``text``; nobody is called by it."""
    return {"content": text, "text": text, "allowed_mentions": {"parse": []}}
