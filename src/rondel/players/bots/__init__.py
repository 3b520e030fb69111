"""Bots, one a module, and the registry that makes a bot from its spec."""
