"""Who does something in a simulated world."""
