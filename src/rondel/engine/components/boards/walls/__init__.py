"""The walls of a grid: their lattice, and what they close off."""
