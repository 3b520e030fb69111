"""Bots, each a module, and the registry that makes one from its spec."""
