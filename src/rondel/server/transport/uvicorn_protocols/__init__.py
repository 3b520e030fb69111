"""Subclasses of uvicorn's protocol classes, which are private to it: its version is capped for them."""
