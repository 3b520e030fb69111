"""A person at a terminal: the table drawn as text, typed moves."""
