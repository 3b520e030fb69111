"""Vacations over HTTP: an account is away, and its clocks stand at tables for days."""

from __future__ import annotations

import msgspec


class Vacation(msgspec.Struct, frozen=True):
    """``GET /api/me/vacation``: the vacation of the account; times are milliseconds."""

    left: int
    """How long it can be away."""
    most: int
    """How much it can have left; so much it earns in a year."""
    until: int | None
    """While it is away, when the vacation ends at the latest, since 1970."""


class SetVacation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/vacation``: begin or end a vacation."""

    on: bool = True


class OwnVacation(msgspec.Struct, frozen=True):
    """The stored vacation of the principal."""

    saved: int
    at: int
    until: int
