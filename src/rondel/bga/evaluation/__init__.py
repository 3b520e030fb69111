"""Evaluation of PHP expressions and statements without running them."""
