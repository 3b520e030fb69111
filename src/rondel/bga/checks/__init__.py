"""The checks: each module checks one aspect of a project and yields findings. ``check`` runs all of them."""

from rondel.bga.checks.all import check

__all__ = ["check"]
