"""The ``rondel`` command. ``commands`` has a module for each command; the modules beside it are shared by several commands."""

from rondel.cli.start import main

__all__ = ["main"]
