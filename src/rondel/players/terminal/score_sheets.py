"""Score sheets as text: a line for each category, and a column for each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine.text import ENGLISH, read, translate


def written_sheets(
    scene: Mapping[str, Any], view: Mapping[str, Any], names: Mapping[str, str], lang: str = ENGLISH
) -> list[str]:
    """The lines of the visible sheets of a scene: those with equal lines as one table, each line after its name in moves.

    ``names`` are the labels of the roles. What the rules mark on a blank line, such as the points that the dice would make,
    stands in brackets.

    >>> sheet = {"lines": [{"name": "ones", "label": "Ones"}, {"name": "pair", "label": "One pair"}], "total": "Total"}
    >>> scene = {"sheets": [{"name": "a", **sheet}, {"name": "b", **sheet}], "owners": {"a": "red", "b": "blue"}}
    >>> view = {"props": {"a": [3, None], "b": [None, 12]}, "marks": [{"place": "a:pair", "text": {"text": "8"}}]}
    >>> for line in written_sheets(scene, view, {"red": "Red", "blue": "Blue"}):
    ...     print(line)
                     Red   Blue
    ones Ones          3      .
    pair One pair    (8)     12
    Total              3     12
    """
    tables: list[tuple[Any, list[Mapping[str, Any]]]] = []
    for sheet in scene.get("sheets", ()):
        if sheet["name"] not in view["props"]:
            continue
        form = (sheet["lines"], sheet["total"])
        for known, columns in tables:
            if known == form:
                columns.append(sheet)
                break
        else:
            tables.append((form, [sheet]))
    marks = {mark["place"]: read(mark["text"], names, lang) for mark in view.get("marks", ())}
    lines: list[str] = []
    for _form, columns in tables:
        lines.extend(_table(columns, scene["owners"], view["props"], marks, names, lang))
    return lines


def _table(
    sheets: list[Mapping[str, Any]],
    owners: Mapping[str, str],
    props: Mapping[str, Any],
    marks: Mapping[str, str],
    names: Mapping[str, str],
    lang: str,
) -> list[str]:
    """The lines of the sheets of one form."""
    first = sheets[0]
    typed = max([len(line["name"]) for line in first["lines"]])
    heads = [f"{line['name']:<{typed}} {translate(line['label'], lang)}" for line in first["lines"]]
    total = translate(first["total"], lang)
    titles = [names.get(owners.get(sheet["name"], ""), "") for sheet in sheets]
    left = max([len(head) for head in [*heads, total]])
    widths = [max(4, len(title)) for title in titles]
    rows = [("", titles)]
    for number, head in enumerate(heads):
        at = first["lines"][number]["name"]
        rows.append((head, [_number(props[sheet["name"]][number], marks.get(f"{sheet['name']}:{at}", "")) for sheet in sheets]))
    if total:
        rows.append((total, [str(sum([number or 0 for number in props[sheet["name"]]])) for sheet in sheets]))
    return [
        (f"{head:<{left}}" + "".join([f"   {cell:>{width}}" for cell, width in zip(cells, widths, strict=True)])).rstrip()
        for head, cells in rows
    ]


def _number(number: int | None, mark: str) -> str:
    if number is not None:
        return str(number)
    return f"({mark})" if mark else "."
