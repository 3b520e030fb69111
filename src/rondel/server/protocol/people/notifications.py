"""Notifications over HTTP: what an account is told about, when and how, and links in mails."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

NotificationKind = Literal["turn", "reminder", "invitation", "tournament", "round"]
"""``turn``: it is the account's turn. ``reminder``: a quarter of its time for the turn is left. ``invitation``: it is
invited to a game. ``tournament``: a tournament begins in which it takes part. ``round``: its game of a later round is ready."""

NotificationChannel = Literal["mail", "push", "webhook"]
"""``push``: a notification of each browser that the account has subscribed. ``webhook``: a request to a program of theirs."""

Address = Annotated[str, Meta(max_length=254)]
"""A mail address."""

LinkToken = Annotated[str, Meta(min_length=1, max_length=64)]
"""The token in a mailed link."""

MINUTES_OF_A_DAY = 1440


class QuietHours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of each day in which nothing is sent: what is due then is sent at its end."""

    since: Annotated[int, Meta(ge=0, lt=MINUTES_OF_A_DAY)]
    """Minutes since midnight."""
    until: Annotated[int, Meta(ge=0, lt=MINUTES_OF_A_DAY)]
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    """The time zone, by its name in the IANA database."""


class NotificationSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/notifications``: which notifications are sent, and when."""

    turn: tuple[NotificationChannel, ...] = ("mail", "push", "webhook")
    """The channels of notifications of this kind."""
    reminder: tuple[NotificationChannel, ...] = ("mail", "push", "webhook")
    invitation: tuple[NotificationChannel, ...] = ("mail", "push", "webhook")
    tournament: tuple[NotificationChannel, ...] = ("mail", "push", "webhook")
    round: tuple[NotificationChannel, ...] = ("mail", "push", "webhook")
    delay: Annotated[int, Meta(ge=0, le=MINUTES_OF_A_DAY)] = 15
    """Minutes from the beginning of a turn to its notification. None is sent when the player has been there meanwhile."""
    digest: Annotated[int, Meta(ge=0, le=MINUTES_OF_A_DAY)] = 0
    """Minutes from one mail to the next, at least: what is due meanwhile is in the next one."""
    quiet: QuietHours | None = None


WebhookEnd = Literal["", "gone", "failed", "unreached", "forbidden"]
"""Why nothing is sent to a webhook any more. ``gone``: it answered 410. ``failed``: ten times in a row it answered no success.
``unreached``: the tenth time nothing was answered. ``forbidden``: its address is not a public one. Else empty."""


class Webhook(msgspec.Struct, frozen=True):
    """The address at which a program of the account is told."""

    url: str
    secret: str
    """Signs what is sent."""
    ended: WebhookEnd
    status: int
    """The HTTP status of the last answer; 0 for none."""


class NewWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/webhook``: tell a program at this address, with a new secret; an empty one ends it."""

    url: Annotated[str, Meta(max_length=2048)]


class Notifications(msgspec.Struct, frozen=True):
    """``GET /api/me/notifications``: how the account is reached, and about what."""

    mails: bool
    """Whether this arena sends mails."""
    address: str
    """The mail address; empty for none."""
    confirmed: bool
    """Whether the owner of the address has confirmed it; nothing else is sent to it before."""
    settings: NotificationSettings
    push_key: str
    """The public key with which browsers subscribe to notifications; empty where this arena sends none."""
    browsers: tuple[str, ...]
    """The browsers that are subscribed, by the first 32 hexadecimal digits of the SHA-256 of their endpoints."""
    webhook: Webhook | None
    webhooks: bool
    """Whether this arena sends to webhooks."""


class PushSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/push``: send notifications to this browser, as long as it is logged in."""

    endpoint: Annotated[str, Meta(max_length=2048)]
    """The address at its push service."""
    public: Annotated[str, Meta(max_length=128)]
    """Its key ``p256dh``, in base64url."""
    secret: Annotated[str, Meta(max_length=64)]
    """Its key ``auth``, in base64url."""
    lang: Annotated[str, Meta(max_length=16)] = "en"
    """The language of the notifications."""


class PushEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/push/end``: send no more notifications to a browser."""

    endpoint: Annotated[str, Meta(max_length=2048)] = ""
    """Of the browser; empty for all browsers of the account."""


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/address``: set the mail address, to which a link is sent that confirms it; an empty one deletes it."""

    address: Address
    password: str
    """The account's: who can change the address can set a new password."""
    lang: Annotated[str, Meta(max_length=16)] = "en"
    """The language of the mails."""


class MailedLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/mail/confirm``: confirm the address by the link that was sent to it."""

    token: LinkToken


class ForgottenPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/mail/forgotten``: send a link to set a new password to the confirmed address of an account, if there is
    one. The answer is the same where there is none."""

    name: Annotated[str, Meta(max_length=254)]
    """The name of the account, or its address."""


class ResetPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/mail/reset``: set a new password by a link; all sessions end, and a new one begins."""

    token: LinkToken
    password: str


class OwnContact(msgspec.Struct, frozen=True):
    """How the principal is reached."""

    address: str
    lang: str
    settings: NotificationSettings
    confirmed_at: int | None
    """In milliseconds since 1970."""


class OwnBrowser(msgspec.Struct, frozen=True):
    """A browser that shows notifications of the principal."""

    endpoint: str
    created_at: int


class OwnWebhook(msgspec.Struct, frozen=True):
    """The webhook of the principal."""

    url: str
    ended: str
    failures: int
    status: int
    created_at: int


class OwnLink(msgspec.Struct, frozen=True):
    """A link that was mailed to the principal and was not used yet."""

    purpose: str
    address: str
    expires_at: int


class OwnNotification(msgspec.Struct, frozen=True):
    """A notification of the principal."""

    table: str
    turn: int
    """The number of the answer that made it the principal's turn."""
    kind: str
    channel: str
    role: str
    state: str
    at: int
    due_at: int
    sent_at: int | None
