"""The channel of notifications that a browser shows, by the push service of its maker."""

from __future__ import annotations

import hashlib
import logging
from functools import partial
from typing import Final

import msgspec

from rondel.engine import _
from rondel.engine.text import render
from rondel.server.features.notifications import browsers, turns
from rondel.server.features.notifications.channels.channel import Message, NotSent, Rejected
from rondel.server.features.notifications.outgoing.guarded_client import Forbidden, GuardedClient, Unreached, wait_of
from rondel.server.features.notifications.outgoing.vapid import Vapid
from rondel.server.features.notifications.outgoing.web_push_encryption import BadKeys, encrypted, from_text, to_text
from rondel.server.protocol import PushSubscription
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Database

_logger = logging.getLogger(__name__)

LASTS: Final = 4 * 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is not there."""

LONGEST_TEXT: Final = 500
"""Characters of the text: more is shown by no browser, and all of it fits into a message."""

_LATE: Final = _("This comes late: your browser's push service could not be reached.")
_GONE: Final = (404, 410)


class Notification(msgspec.Struct, frozen=True):
    """What the service worker is sent."""

    id: str
    """Of the message; the same when it is sent again, since a server died."""
    title: str
    body: str
    path: str
    """The page that a click opens."""
    tag: str
    """A later notification with the same tag replaces this one."""
    waiting: int
    """The games in which it is the player's turn."""
    lang: str


class PushChannel:
    """Sends messages to the push services of browsers."""

    def __init__(self, database: Database, client: GuardedClient, vapid: Vapid) -> None:
        self._database = database
        self._client = client
        self._vapid = vapid

    @property
    def key(self) -> str:
        """The public key with which browsers subscribe."""
        return self._vapid.public

    def check(self, subscription: PushSubscription) -> None:
        """Refuse a subscription to which nothing could be sent, as ``bad_endpoint``."""
        try:
            self._client.check(subscription.endpoint)
            encrypted(b"", from_text(subscription.public), from_text(subscription.secret))
        except (Forbidden, BadKeys) as error:
            raise Refusal("bad_endpoint", f"this is no subscription to a push service: {error}") from error

    async def send(self, message: Message) -> None:
        """See `Channel.send`. A browser that is gone is removed."""
        id_ = message.destination.partition(":")[2]
        browser = await self._database.read(partial(browsers.find, id_=id_))
        if browser is None:
            raise Rejected("the browser is not subscribed any more")
        waiting = await self._database.read(partial(turns.count, principal=message.contact.principal))
        shown = notification(message, waiting)
        try:
            content = encrypted(msgspec.json.encode(shown), from_text(browser.public), from_text(browser.secret))
            answer = await self._client.post(browser.endpoint, content, self._headers(browser.endpoint, shown, message))
        except (Forbidden, BadKeys) as error:
            _logger.info("a browser is removed: %s", error)
            await self._database.write(partial(browsers.remove, id_=id_))
            raise Rejected(str(error)) from error
        except Unreached as error:
            raise NotSent(f"a push service cannot be reached: {error}") from error
        if answer.status in _GONE:
            await self._database.write(partial(browsers.remove, id_=id_))
            raise Rejected("the browser is gone")
        if not 200 <= answer.status < 300:
            raise NotSent(f"a push service answered {answer.status}", wait_of(answer))

    def _headers(self, endpoint: str, shown: Notification, message: Message) -> dict[str, str]:
        """The headers of RFC 8030. A message that was not delivered yet is replaced by a later one of the same topic."""
        return {
            "Authorization": self._vapid.authorization(endpoint, message.at),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Topic": to_text(hashlib.sha256(shown.tag.encode()).digest()[:24]),
            "Urgency": "high" if any(each.kind == "reminder" for each in message.keys) else "normal",
        }


def notification(message: Message, waiting: int) -> Notification:
    """What the browser shows: one thing that waits, or how many do."""
    lang = message.contact.lang
    late = render(_LATE, {}, lang=lang) + "\n" if message.is_late else ""
    if len(message.notes) == 1:
        (note,) = message.notes
        text, path = note.text, note.path
    else:
        text, path = "\n".join(note.subject for note in message.notes), "/"
    return Notification(message.id, message.subject, (late + text)[:LONGEST_TEXT], path, path, waiting, lang)
