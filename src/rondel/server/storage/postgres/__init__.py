"""The store in PostgreSQL: connections, the writer of the move log, and everything rare."""
