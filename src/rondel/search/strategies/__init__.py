"""Strategies for games with hidden information: the extensive form, regret minimisation, best responses."""
