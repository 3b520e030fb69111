"""Boards, tracks and areas: containers that are made of cells."""
