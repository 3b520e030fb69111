"""The checks: each module looks at one side of a project, and yields findings. ``check`` asks them all."""

from rondel.bga.checks.all import check

__all__ = ["check"]
