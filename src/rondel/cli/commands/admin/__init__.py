"""``rondel admin``: what the host of an arena does to what is stored, a module for each noun."""

from rondel.cli.commands.admin.program import admin

__all__ = ["admin"]
