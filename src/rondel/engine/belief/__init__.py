"""What one role knows of a game, and worlds that are consistent with it."""
