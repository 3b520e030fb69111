"""Channels: the ways by which notifications are sent. Each is one module with a `Channel`."""

from rondel.server.features.notifications.channels.channel import Channel, Message, NotSent, Rejected

__all__ = ["Channel", "Message", "NotSent", "Rejected"]
