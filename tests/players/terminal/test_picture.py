"""Pictures of a table: what is drawn, in letters and in colours, and that nothing hidden is."""

from __future__ import annotations

import pytest

import rondel
from rondel.players.terminal.picture import Picture, initials
from tests.authors.market import GemFair
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing


def drawn(game: rondel.Game, role: str, **options: object) -> str:
    """The picture of a game for a role, without colours."""
    return Picture(game.scene()).draw(game.view(role), **options).plain  # type: ignore[arg-type]


def test_reversi_in_letters() -> None:
    game = rondel.new("reversi", options={"size": 6})
    assert drawn(game, "black") == "\n".join(
        [
            "   a  b  c  d  e  f",
            "1  .  .  .  .  .  .",
            "2  .  .  *  .  .  .",
            "3  .  *  W  B  .  .",
            "4  .  .  B  W  *  .",
            "5  .  .  .  *  .  .",
            "6  .  .  .  .  .  .",
        ]
    )


def test_the_last_move_is_marked_and_only_own_moves_are_offered() -> None:
    game = rondel.new("tic_tac_toe")
    game.push("mark(b2)")
    assert drawn(game, "x", last=("board:b2",)) == "   a  b  c\n1  .  .  .\n2  . (X) .\n3  .  .  ."
    assert drawn(game, "o") == "   a  b  c\n1  *  *  *\n2  *  X  *\n3  *  *  *"


def test_colours_come_with_symbols() -> None:
    game = rondel.new("reversi")
    text = Picture(game.scene(), colour=True).draw(game.view("black"))
    assert text.plain.count("●") == 4
    assert text.plain.count("+") == 4
    assert {"#1b1814", "#f4efe4"} <= {str(span.style).split(" on ")[0].removeprefix("bold ") for span in text.spans}
    game = rondel.new("tic_tac_toe")
    game.push("mark(b2)")
    game.push("mark(a1)")
    assert {"✕", "○"} <= set(Picture(game.scene(), colour=True).draw(game.view("x")).plain)


def test_colour_is_never_all_that_tells_tokens_apart() -> None:
    game = rondel.new("stones", seats=3, seed=1)
    assert {"●", "■", "▲"} <= set(Picture(game.scene(), colour=True).draw(game.view("observer")).plain)
    game = rondel.new("reversi")
    scene = game.scene()
    scene["kinds"]["disc"]["faces"]["black"]["colour"] = "#cc2222"
    scene["kinds"]["disc"]["faces"]["white"]["colour"] = "#228822"
    text = Picture(scene, colour=True).draw(game.view("black")).plain
    assert (text.count("●"), text.count("B"), text.count("W")) == (0, 2, 2)


def test_a_board_has_the_colour_of_its_surface_and_a_die_is_its_number() -> None:
    drawn = Picture(rondel.new("connect_four").scene(), colour=True).draw(rondel.new("connect_four").view("red"))
    assert any("#2c5f9e" in str(span.style) for span in drawn.spans)
    dice = rondel.new("liars_dice", seed=1)
    faces = [token["face"] for token in dice.view("ruby")["containers"]["cup_ruby"]["tokens"]]
    assert f"Cup of ruby: {' '.join(faces)}" in Picture(dice.scene()).draw(dice.view("ruby")).plain


def test_each_of_several_boards_has_its_name_above_it() -> None:
    game = rondel.new(rondel.load("examples/cookbook/boards/own_boards.py"), seed=1)
    drawn = Picture(game.scene()).draw(game.view("ann")).plain.splitlines()
    assert [drawn[number - 1] for number, line in enumerate(drawn) if line.startswith("   a  b  c")] == [
        "Wall of ann:",
        "Wall of bob:",
    ]


def test_a_grid_may_count_its_rows_from_below() -> None:
    game = rondel.new("tic_tac_toe")
    scene = game.scene()
    scene["containers"][0]["origin"] = "bottom"
    game.push("mark(a1)")
    assert Picture(scene).draw(game.view("x")).plain == "   a  b  c\n3  .  .  .\n2  .  .  .\n1  X  .  ."


def test_what_is_no_point_of_a_board_is_left_blank() -> None:
    game = rondel.new("nine_mens_morris")
    game.push("place(d2)")
    assert drawn(game, "black").splitlines()[:8] == (
        [
            "   a  b  c  d  e  f  g",
            "7  *        *        *",
            "6     *     *     *",
            "5        *  *  *",
            "4  *  *  *     *  *  *",
            "3        *  *  *",
            "2     *     W     *",
            "1  *        *        *",
        ]
    )
    assert " ".join(Picture(game.scene()).places()).startswith("a1 d1 g1 b2 d2 f2 c3 d3 e3 a4 b4 c4 e4 f4 g4 c5")


def test_hands_of_others_are_backs() -> None:
    game = rondel.new(Passing, seed=1, options={"held": 3})
    lines = drawn(game, "east").splitlines()
    assert [line for line in lines if line.startswith("Hand") and "face down" in line] == [
        "Hand of north: 3 face down",
        "Hand of south: 3 face down",
        "Hand of west: 3 face down",
    ]
    own = {token["face"] for token in game.view("east")["containers"]["hand_east"]["tokens"]}
    assert set(lines[1].removeprefix("Hand of east: ").split()) == own
    assert not any(line.startswith("Deck") for line in lines)
    assert "Trick: empty" in lines


def test_equal_tokens_in_a_row_are_counted() -> None:
    game = rondel.new("shephy", seed=1)
    lines = drawn(game, "shepherd").splitlines()
    assert "Stock 1: 1 ×6" in lines
    assert "Stock 1000: 1000 ×7" in lines
    assert "Field: 1" in lines


class Stalls(rondel.Game):
    """Parts with a label, with a number as a label, and a prop with a list."""

    name, title, seats = "stalls", "Stalls", ("red", "blue")

    def setup(self) -> rondel.To[Look]:
        self.add(rondel.Row("gone", visible_to=rondel.EVERYONE), label="Sold wares")
        self.add(rondel.Row("stall_2", visible_to=rondel.EVERYONE), label="2")
        self.add(rondel.Prop("prices", (30, 20), visible_to=rondel.EVERYONE))
        self.add(rondel.Prop("bidders", ("blue", "red"), visible_to=rondel.EVERYONE))
        self.add(rondel.Prop("pots", (), visible_to=rondel.EVERYONE))
        return Look


class Look(rondel.ActivePlayer[Stalls]):
    """The current player looks."""

    description = my_turn = "{actplayer} must look"


@rondel.on(Look, "{actplayer} looks")
def look(game: Stalls) -> rondel.To[rondel.GameEnd]:
    """It is over."""
    return rondel.GameEnd


def test_labels_name_parts_and_lists_have_commas() -> None:
    assert drawn(Stalls(seed=1), "red").splitlines() == [
        "Sold wares: empty",
        "Stall 2: empty",
        "Prices: 30, 20",
        "Bidders: blue, red",
        "Pots: empty",
    ]


def test_a_track_is_a_line_of_its_spaces() -> None:
    game = rondel.new("seed_swap", seats=2, seed=1)
    wheel = next(line for line in drawn(game, "ash").splitlines() if line.startswith("Wheel: "))
    letters = Picture(game.scene()).players(game.view("ash")).plain
    ash, birch = letters.split()[0], letters.split("   ")[1].split()[0]
    assert wheel == f"Wheel: 1 wheat {ash} {birch} | 2 grape | 3 apple | 4 bean | 5 wheat | 6 grape | 7 apple | 8 bean"


def test_equal_tokens_on_a_space_are_counted() -> None:
    game = GemFair(seats=3, seed=1)
    bank = next(line for line in drawn(game, "north").splitlines() if line.startswith("Bank: "))
    assert [space.partition("×")[2] for space in bank.split(" | ")] == ["5"] * 6


def test_a_note_stands_after_text_and_name() -> None:
    game = GemFair(seats=3, seed=1)
    notes = [line.plain for line in Picture(game.scene()).notes(game.view("north"))]
    first = game.rows[3][0]
    look = first.kind.faces[first.face]
    assert f"  {look.text} ({first.face}): {look.note}" in notes
    assert notes[0] == "Patrons:"


def test_names_of_several_words_are_kept_apart() -> None:
    game = rondel.new(Flock, seed=1)
    hand = next(line for line in drawn(game, "shepherd").splitlines() if line.startswith("Hand: "))
    faces = [token["face"] for token in game.view("shepherd")["containers"]["hand"]["tokens"]]
    assert hand == "Hand: " + (", " if any(" " in face for face in faces) else " ").join(faces)
    assert "Enemy: 1" in drawn(game, "shepherd")


def test_a_value_is_written_as_the_rules_say_it() -> None:
    game = rondel.new("liars_dice", seats=2, seed=1)
    assert "Bid" not in drawn(game, "azure")
    game.push("bid(3,2)", "ruby")
    assert "Bid: 3 × 2" in drawn(game, "azure").splitlines()


def test_players_with_scores_and_turns() -> None:
    game = rondel.new("reversi")
    assert Picture(game.scene()).players(game.view("white")).plain == "B black 2 (to move)   W white 2 (you)"
    game = rondel.new("tic_tac_toe")
    assert Picture(game.scene()).players(game.view("observer")).plain == "X x (to move)   O o"


def test_the_reader_is_you() -> None:
    game = rondel.new("reversi")
    picture = Picture(game.scene())
    assert picture.words(game.view("black")["question"], "black") == "Place a disc"
    assert picture.words(game.view("white")["question"], "white") == "Black must play a disc"
    assert picture.words(None) == ""


def test_places() -> None:
    places = Picture(rondel.new("tic_tac_toe").scene()).places()
    assert places == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["north", "east", "south", "west"], "N E S W"),
        (["red1", "red2"], "R1 R2"),
        (["bishop", "bear"], "Bp Br"),
        (["anna", "ada", "x"], "A1 A2 X"),
    ],
)
def test_no_two_names_get_the_same_letters(names: list[str], letters: str) -> None:
    assert list(initials(names).values()) == letters.split()
