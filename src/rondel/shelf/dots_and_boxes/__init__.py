"""Dots and boxes: lines between dots, and the boxes that they close."""

from rondel.shelf.dots_and_boxes.rules import DotsAndBoxes

__all__ = ["DotsAndBoxes"]
