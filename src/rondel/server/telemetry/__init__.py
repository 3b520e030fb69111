"""Counters, logs and failure messages of the running server."""
