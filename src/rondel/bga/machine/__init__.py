"""A project's state machine: its reader, its states, and its use in the code."""
