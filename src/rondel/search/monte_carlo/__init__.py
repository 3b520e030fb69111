"""Monte Carlo search: playouts, UCT and information-set MCTS with determinization."""
