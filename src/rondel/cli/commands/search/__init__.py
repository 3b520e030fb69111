"""The commands that search a game: its tree, the numbers of its positions, its value."""
