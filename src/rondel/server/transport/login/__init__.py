"""Authentication of requests: sessions, tokens, login attempts and their log."""
