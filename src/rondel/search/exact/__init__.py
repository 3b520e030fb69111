"""Exact search: alpha-beta, expectimax and retrograde analysis of games without hidden information."""
