"""Chance: its seeded stream, and samplers that draw hidden cards and pieces without bias."""
