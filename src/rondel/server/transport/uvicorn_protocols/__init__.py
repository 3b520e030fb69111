"""Subclasses of uvicorn's protocol classes; these are private to uvicorn, so its version is capped."""
