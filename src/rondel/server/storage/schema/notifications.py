"""Tables for notifications: how accounts are reached, links in mails, the outbox, and the arena's keys.

Their rows belong to one account and are deleted with it: see `columns.owned`.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, Text

from rondel.server.storage.schema.columns import Bytes, filled, key, owned, table, where

contacts = table(
    "contacts",
    Column("principal", Text, primary_key=True, autoincrement=False, info=owned()),
    *filled(Text, "address", "lang", "settings", "unsubscribe"),
    Column("confirmed_at", BigInteger),
    Index("contacts_address", "address", **where("address <> ''")),
    Index("contacts_unsubscribe", "unsubscribe", unique=True),
)
"""How an account is reached, and about what: a mail address, confirmed or not yet, the language of its mails,
`protocol.NotificationSettings` as JSON, and the token of the link that ends all mails."""

mail_links = table(
    "mail_links",
    *key(hash=Bytes),
    Column("principal", Text, nullable=False, info=owned()),
    *filled(Text, "purpose", "address"),
    *filled(BigInteger, "expires_at"),
    Index("mail_links_principal", "principal"),
)
"""Links that were mailed and work once, by the SHA-256 of their token: ``confirm`` an address, ``reset`` a password."""

outbox = table(
    "outbox",
    Column("principal", Text, primary_key=True, autoincrement=False, info=owned()),
    *key("table_id", turn=Integer),
    *key("kind", "channel"),
    *filled(Text, "role", "state", "message"),
    *filled(BigInteger, "at", "due_at", "claimed_until"),
    *filled(Integer, "tries"),
    Column("sent_at", BigInteger),
    Index("outbox_open", "due_at", **where("state IN ('waiting', 'sending')")),
    Index("outbox_sent", "principal", "channel", "sent_at"),
)
"""Notifications, one row for each account, turn, kind and channel. ``turn`` is the number of the answer that made it the
turn of ``role``, at the time ``at``. A node claims a due row until ``claimed_until``; ``message`` is the id of the message
that it becomes part of. ``state`` is ``waiting``, ``sending``, ``sent``, ``late`` or ``dropped``."""

push_subscriptions = table(
    "push_subscriptions",
    *key("id"),
    Column("principal", Text, nullable=False, info=owned()),
    *filled(Bytes, "session"),
    *filled(Text, "endpoint", "public", "secret"),
    *filled(BigInteger, "created_at"),
    Index("push_subscriptions_principal", "principal"),
)
"""The browsers that show notifications of an account, by a hash of their endpoint at a push service. One counts as long as the
session in which it was given: who logs out is told nothing more there. ``public`` and ``secret`` are the browser's keys."""

arena_keys = table("arena_keys", *key("name"), *filled(Bytes, "key"))
"""Secret keys of the arena, made when they are needed first: ``push`` signs requests to push services."""

webhooks = table(
    "webhooks",
    Column("principal", Text, primary_key=True, autoincrement=False, info=owned()),
    *filled(Text, "url", "secret", "ended"),
    *filled(Integer, "failures", "status"),
    *filled(BigInteger, "created_at"),
)
"""The address at which a program of an account is told, with the secret that signs what is sent there. ``failures`` are those
since the last success, and ``status`` what was answered last; ``ended`` says why nothing is sent any more, or is empty."""
