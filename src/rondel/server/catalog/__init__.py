"""Which games, bots, rule texts, looks and translations this server offers."""
