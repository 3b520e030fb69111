"""The laws of the test kit: what must hold for every game, each with the probe that tries it."""
