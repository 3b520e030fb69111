"""Drawings of trees: what is asked for and no more, as text and as a picture that can be read."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import rondel
from rondel.search import Tree, as_svg, as_text

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 (our own)


def late() -> Tree:
    """Tic-tac-toe with three cells left, x to move: a2, b3 and c3; see test_tree.py."""
    owners = {"a1": "x", "b1": "o", "c1": "x", "a2": "o", "b2": "o", "c2": "x"}
    board = [{"at": cell, "kind": "mark", "owner": owner} for cell, owner in owners.items()]
    return Tree(rondel.new("tic_tac_toe", position={"state": "PlayerTurn", "containers": {"board": board}}))


def test_a_whole_small_tree_as_text() -> None:
    tree = late()
    assert as_text(tree, 9).splitlines() == [
        "x must mark a cell",
        "├─ x marks a3",
        "│  ├─ o marks b3: o wins (x -1)",
        "│  └─ o marks c3",
        "│     └─ x marks b3: a draw (x 0)",
        "├─ x marks b3",
        "│  ├─ o marks a3",
        "│  │  └─ x marks c3: x wins (x +1)",
        "│  └─ o marks c3",
        "│     └─ x marks a3: a draw (x 0)",
        "└─ x marks c3: x wins (x +1)",
    ]
    tree.solve()
    assert as_text(tree, 1).splitlines() == [
        "x must mark a cell (x +1)",
        "├─ x marks a3 (x -1)",
        "├─ x marks b3 (x 0)",
        "└━ x marks c3: x wins (x +1)",
    ]


def test_only_what_is_drawn_is_made() -> None:
    tree = Tree(rondel.new("chess"))
    assert as_text(tree, 1, most=3).splitlines()[-1] == "└─ and 17 more"
    assert not any(branch.is_open for branch in tree.moves)
    assert as_text(tree, 2, most=3).count("and 17 more") == 4
    assert [branch.is_open for branch in tree.moves].count(True) == 3


def test_chance_has_probabilities() -> None:
    lines = as_text(Tree(rondel.new("kuhn_poker", chance="explicit")), 1).splitlines()
    assert lines[0] == "chance answers"
    assert [line.rpartition(", ")[2] for line in lines[1:]] == ["0.333"] * 3


def test_a_picture_holds_the_same() -> None:
    tree = late()
    tree.solve()
    root = read(as_svg(tree, 9))
    texts = ["".join(each.itertext()) for each in root.findall(f"{SVG}text")]
    assert texts[0] != texts[-1]
    assert sorted(texts) == sorted(
        [
            "x must mark a cell (x +1)",
            "x marks a3x -1",
            "o marks b3o winsx -1",
            "o marks c3x 0",
            "x marks b3a drawx 0",
            "x marks b3x 0",
            "o marks a3x +1",
            "x marks c3x winsx +1",
            "o marks c3x 0",
            "x marks a3a drawx 0",
            "x marks c3x winsx +1",
        ]
    )
    assert len(root.findall(f"{SVG}path[@class='way best']")) == 6, "one for each position in which somebody moves"
    assert len(root.findall(f"{SVG}path[@class='way']")) == 4


def test_nothing_in_a_picture_lies_outside_or_over_another() -> None:
    root = read(as_svg(Tree(rondel.new("kuhn_poker", chance="explicit")), 4))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    boxes = []
    for each in root.findall(f"{SVG}text"):
        x, y, said = float(each.attrib["x"]), float(each.attrib["y"]), "".join(each.itertext())
        boxes.append((x, x + 7 * len(said), y))
        assert x > 0
        assert x + 7 * len(said) < width, said
        assert 8 < y < height - 8
    for number, (left, right, y) in enumerate(boxes):
        for other_left, other_right, other_y in boxes[:number]:
            assert abs(y - other_y) > 12 or right < other_left or other_right < left


def test_a_picture_says_who_moves_without_colour_and_who_chance_is() -> None:
    tree = Tree(rondel.new("kuhn_poker", chance="explicit"))
    root = read(as_svg(tree, 4))
    shapes = {
        each.findtext(f"{SVG}title", "").split()[0]: each.tag.removeprefix(SVG)
        for each in root
        if each.find(f"{SVG}title") is not None
    }
    assert (shapes["chance"], shapes["first"], shapes["second"]) == ("path", "circle", "rect")
