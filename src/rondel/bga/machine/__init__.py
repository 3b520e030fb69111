"""A project's state machine: read, resolved, and what its code asks of it."""
