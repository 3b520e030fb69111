"""Vacations of accounts, in which their clocks stand at tables for days."""
