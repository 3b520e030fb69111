"""Pictures of rules pages: blocks that are played, and drawn as a table."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.errors import IllegalMove
from rondel.server.catalog.illustrations import illustrated, position, read
from rondel.server.catalog.rulebook import rulebook

MATE = """Checkmate.

```position
White has no way out.
moves: move(f2,f3) move(e7,e5)
moves: move(g2,g4) move(d8,h4)
```

More.
"""


def test_a_block_becomes_an_image_of_the_position() -> None:
    text, (mate,) = illustrated(rondel.find("chess"), MATE)
    assert text == "Checkmate.\n\n![White has no way out.](position:0)\n\nMore.\n"
    assert mate.view["over"]
    assert mate.view["marks"][0]["place"] == "board:e1"
    assert mate.scene["title"] == "Chess"


def test_the_block_of_the_guide_is_drawn() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "how-it-looks.md").read_text(encoding="utf-8")
    _text, (shown,) = illustrated(rondel.find("chess"), guide)
    assert shown.view["over"]


def test_several_roles_play_in_the_order_of_the_moves_and_options_have_types() -> None:
    fleets = "place(b2,d2) place(f4,f5) place(h8,h8) ready place(c3,c5) place(g2,h2) place(e7,e7) ready fire(c3)"
    settings = {"options": "fleet=small size=8", "moves": fleets, "role": "red"}
    shown = position(rondel.find("battleship"), settings)
    assert shown.view["containers"]["shots_red"]["tokens"][0]["face"] == "hit"
    assert shown.view["moves"] == []


def test_random_moves_are_the_same_each_time() -> None:
    game = rondel.find("harvest_wheel")
    one, other = [position(game, {"random": "12", "seats": "2", "role": "ash"}).view for _each in range(2)]
    assert one == other


def test_an_illegal_move_is_named_and_leaves_the_caption() -> None:
    game = rondel.find("chess")
    with pytest.raises(IllegalMove, match=r"nobody may play 'move\(e2,e5\)' at this point of 'chess'; active: white"):
        position(game, {"moves": "move(e2,e5)"})
    assert illustrated(game, "```position\nA leap.\nmoves: move(e2,e5)\n```\n") == ("A leap.\n", ())


@pytest.mark.parametrize("name", rondel.games())
def test_every_picture_of_the_shipped_pages_can_be_drawn(name: str) -> None:
    game = rondel.find(name)
    counts = {}
    for lang in ("en", "de", "ja"):
        told = rulebook(game, lang)
        counts[lang] = (told.text.count("](position:"), len(told.positions))
        assert "```" not in told.text
    assert len({*counts.values()}) == 1
    assert len({*counts["en"]}) == 1


def test_the_seven_most_played_have_pictures() -> None:
    wanted = ("battleship", "cant_stop", "chess", "harvest_wheel", "hearts", "liars_dice", "reversi")
    assert [name for name in wanted if not rulebook(rondel.find(name)).positions] == []


def test_a_caption_may_have_lines() -> None:
    assert read("One\ntwo.\nseed: 4\n") == ("One two.", {"seed": "4"})
