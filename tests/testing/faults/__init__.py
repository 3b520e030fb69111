"""Games with planted faults, by which the laws of the kit are tried; each is a sound game with one thing changed."""
