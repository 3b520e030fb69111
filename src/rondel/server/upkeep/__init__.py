"""Upkeep: what the host of an arena does to what is stored: look, verify, repair, back up, restore, forget.

Nothing in here serves anybody. All of it may be done while the arena runs, but for restoring.
"""
