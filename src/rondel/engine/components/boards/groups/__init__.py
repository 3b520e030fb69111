"""Groups: connected cells of a board, found when they are asked for, or kept as chains."""
