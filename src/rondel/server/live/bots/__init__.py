"""Bots at open tables: the runner that plays for them, when their answers leave, and the processes in which they search."""
