"""Private messages between accounts that follow each other, over HTTP."""

from __future__ import annotations

import msgspec

from rondel.server.protocol.bounds import MessageId
from rondel.server.protocol.people.moderation import Grievance


class Write(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/conversations/{name}``: write a message of one line, up to 500 characters, to an account."""

    id: MessageId
    """The client's own idempotency key: sent again after a lost connection it has no second effect."""
    text: str


class MarkRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/conversations/{name}/read``: the messages up to that number have been read."""

    number: int


class ReportPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/people/{name}/reports``: report an account to the moderators, for its profile or for a message that it has
    written to the client's account."""

    id: MessageId
    """The client's own idempotency key."""
    reason: Grievance
    number: int = 0
    """The number of the message; 0 for the profile. Moderators read it, and up to four messages by the same one before it."""
    text: str = ""
    """An explanation, up to 500 characters."""


class PrivateMessage(msgspec.Struct, frozen=True):
    """A message of a conversation."""

    number: int
    """From 1, without gaps in each conversation."""
    at: int
    """In milliseconds since 1970."""
    by_me: bool
    text: str


class Conversation(msgspec.Struct, frozen=True):
    """A conversation of the client's account with another one."""

    name: str
    at: int
    """When the last message was written."""
    text: str
    """The last message."""
    by_me: bool
    """Whether the client's account has written it."""
    unread: int
    """How many messages are not marked as read."""


class Conversations(msgspec.Struct, frozen=True):
    """``GET /api/me/conversations``: the conversations of the client's account, that of the last message first."""

    people: tuple[Conversation, ...]


class ConversationPage(msgspec.Struct, frozen=True):
    """``GET /api/me/conversations/{name}``: some messages of a conversation, the oldest first."""

    name: str
    messages: tuple[PrivateMessage, ...]
    before: int | None
    """Where the page before this one ends, as ``before``; null on the first page."""
    open: bool
    """Whether the client's account may write: both follow each other."""


class OwnMessage(msgspec.Struct, frozen=True):
    """A private message by the principal or to it."""

    name: str
    """The other account."""
    number: int
    at: int
    by_me: bool
    text: str
