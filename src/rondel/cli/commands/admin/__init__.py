"""``rondel admin``: the host's commands for the stored data of an arena, a module for each noun."""

from rondel.cli.commands.admin.program import admin

__all__ = ["admin"]
