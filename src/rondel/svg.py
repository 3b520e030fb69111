"""Sheets: what a picture (SVG) that stands by itself is drawn on, as light or dark as the reader's screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

LETTER: Final = 7.4
"""Pixels that a letter takes, at most on average."""
MARGIN: Final = 24
STROKE: Final = 1.25

LIGHT: Final = {"paper": "#fffdf8", "ink": "#23201b", "muted": "#6f675b"}
DARK: Final = {"paper": "#211e1a", "ink": "#f1ebdf", "muted": "#a79e8f"}
TEXT: Final = "text{font:13px system-ui,sans-serif;fill:var(--ink);dominant-baseline:central}"


def sheet(title: str, width: int, height: int, drawn: Sequence[str], style: str) -> str:
    """A picture with its title, what it looks like and what is drawn on it."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    )
    paper = f'<rect class="paper" width="{width}" height="{height}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", style, paper, *drawn, "</svg>"]) + "\n"


def style(light: Mapping[str, str], dark: Mapping[str, str], *rules: str) -> str:
    """The style of a picture: colours of its own beside paper, ink and muted, each for light and dark, and what uses them.

    >>> style({"best": "#1d6b57"}, {"best": "#58b89b"}, ".best{stroke:var(--best)}").count("--best")
    3
    """
    root = f":root{{{_colours(LIGHT | dict(light))}}}"
    night = f"@media(prefers-color-scheme:dark){{:root{{{_colours(DARK | dict(dark))}}}}}"
    return f"<style>{root}{night}.paper{{fill:var(--paper)}}{TEXT}{''.join(rules)}</style>"


def _colours(named: Mapping[str, str]) -> str:
    return ";".join([f"--{name}:{colour}" for name, colour in named.items()])
