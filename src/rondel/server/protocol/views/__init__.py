"""The engine's data of a game: views, scenes, events, moves and texts, each described by a struct."""
