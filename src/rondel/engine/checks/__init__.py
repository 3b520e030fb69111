"""The rules of a game, read from its classes and checked before it is first played."""
