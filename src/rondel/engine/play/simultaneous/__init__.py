"""Several active players: who is active, and the rules that wait for an answer of one of them."""
