"""The movement of pieces, and their threats to cells."""
