"""The rules of Wolves in Town: a referee written apart, published odds of random play, what each player sees, bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, cast

import pytest

import rondel
from rondel.engine import OBSERVER
from rondel.errors import IllegalMove
from rondel.shelf.wolves_in_town import WolvesInTown
from rondel.shelf.wolves_in_town.advice import odds_of_wolves

PLAIN = {"begins": "day", "abstain": False, "tie": "one by chance", "seer": False, "healer": False}
"""The options of the game whose odds are published: a vote first, only wolves and citizens, and one leaves at each vote."""
FIVE = ("wolf", "seer", "healer", "citizen", "citizen")
EIGHT = ("wolf", "wolf", "seer", "healer", "citizen", "citizen", "citizen", "citizen")
SEATS = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "white", "brown")


def dealt(cards: Sequence[str] = FIVE, **options: Any) -> WolvesInTown:
    """A game in which the players hold these cards; chance is asked from outside."""
    game = rondel.new(WolvesInTown, seats=len(cards), options=options, chance="explicit")
    for face in cards:
        game.push(f"draw({face})")
    return game


def named(game: WolvesInTown, **names: str) -> WolvesInTown:
    """All who are left name a player, or nobody."""
    action = "name" if game.state == "Night" else "vote"
    for role in game.active:
        face = names[role]
        game.push(f"{action}({face})" if face else "abstain", role)
    return game


def told(game: WolvesInTown, reader: str = OBSERVER) -> list[str]:
    return [str(event["name"]) for event in game.events(0, reader)]


def face(game: WolvesInTown, row: str, reader: str, place: int = 0) -> str | None:
    token: Mapping[str, Any] = game.view(reader)["containers"][row]["tokens"][place]
    return token.get("face")


# -- a referee written apart -------------------------------------------------------------------------------------------


def most(names: Sequence[str]) -> set[str]:
    return {each for each in names if names.count(each) == max(names.count(other) for other in names)}


def judged(cards: Mapping[str, str], night: bool, names: Mapping[str, str], options: Mapping[str, Any]) -> set[str]:
    """Who may be out after a night or a vote; an empty text for nobody."""
    if night:
        prey = most([face for role, face in names.items() if cards[role] == "wolf"])
        guarded = {face for role, face in names.items() if cards[role] == "healer"}
        return {"" if each in guarded else each for each in prey}
    votes = [face for face in names.values() if face]
    first = most(votes) if votes else {""}
    return {""} if len(first) > 1 and options["tie"] == "nobody" else first


def side(cards: Mapping[str, str], left: Sequence[str]) -> str:
    """The side that has won, if one has."""
    wolves = len([role for role in left if cards[role] == "wolf"])
    return "town" if not wolves else "wolves" if wolves >= len(left) - wolves else ""


def test_random_games_are_those_of_a_referee_written_apart(scaled: Callable[[int], int]) -> None:
    """Who goes out in each night and at each vote, whom the healer may guard, when the game is over, and who wins."""
    ends = set()
    for seed in range(scaled(2_000)):
        random = Random(seed)
        options = {
            option.name: random.choice(option.values) if option.values else random.randint(0, 4)
            for option in WolvesInTown.options
        }
        game = rondel.new(WolvesInTown, seats=5 + seed % 6, seed=seed, options=options)
        cards = {role: game.cards[role][0].face for role in game.roles}
        left = list(game.roles)
        night, guarded = options["begins"] == "night", ""
        while not game.is_over:
            assert game.state == ("Night" if night else "Vote")
            assert game.active == tuple(left)  # also at night: nobody sees who has something to do
            names: dict[str, str] = {}
            for role in random.sample(left, len(left)):
                move = random.choice(game.moves(role))
                names[role] = move.words[0] if move.args else ""
                if night and cards[role] == "healer" and not options["guards_again"]:
                    assert {each.words[0] for each in game.moves(role)} == set(left) - {guarded}
                game.push(move, role)
            possible = judged(cards, night, names, options)
            out = next(iter(set(left) - set(game.play_order.value)), "")
            assert out in possible
            assert len(left) - len(game.play_order.value) == (1 if out else 0)
            left = [role for role in left if role != out]
            if night:
                guarded = next((face for role, face in names.items() if cards[role] == "healer"), guarded)
            night = not night
            assert game.is_over == bool(side(cards, left))
        won = side(cards, left)
        ends.add(won)
        assert set(game.winners) == {role for role in game.roles if (cards[role] == "wolf") == (won == "wolves")}
        assert sum(game.returns.values()) == pytest.approx(0)
    assert ends == {"town", "wolves"}


# -- published odds ----------------------------------------------------------------------------------------------------


@cache
def wolves_win(players: int, wolves: int) -> Fraction:
    """The odds of the wolves before a vote if all play at random, and a side must be gone altogether (P. Migdał, "A
    mathematical model of the Mafia game", 2010; after Braverman, Etesami and Mossel, 2008)."""
    if not wolves:
        return Fraction(0)
    if wolves >= players:
        return Fraction(1)
    hit = Fraction(wolves, players)
    missed = Fraction(1) if players - 2 <= wolves else wolves_win(players - 2, wolves)
    return hit * wolves_win(players - 2, wolves - 1) + (1 - hit) * missed


def double_factorial(number: int) -> int:
    return number * double_factorial(number - 2) if number > 1 else 1


@pytest.mark.parametrize("players", [5, 7, 9, 11])
def test_the_odds_against_one_wolf_are_the_published_ones(players: int) -> None:
    published = Fraction(double_factorial(players - 1), double_factorial(players))
    assert wolves_win(players, 1) == published
    assert odds_of_wolves(players, 1, True) == pytest.approx(float(published))


@pytest.mark.parametrize(("players", "wolves"), [(5, 2), (7, 2), (9, 2), (9, 3), (9, 4)])
def test_odds_do_not_change_when_the_wolves_win_by_numbers(players: int, wolves: int) -> None:
    """With an odd number before a vote, wolves who are as many as the others cannot lose any more."""
    assert odds_of_wolves(players, wolves, True) == pytest.approx(float(wolves_win(players, wolves)))


@pytest.mark.parametrize(("players", "wolves"), [(5, 1), (7, 2), (9, 2)])
def test_random_games_have_these_odds(players: int, wolves: int, scaled: Callable[[int], int]) -> None:
    games = scaled(2_000)
    won = 0
    for seed in range(games):
        random = Random(seed)
        game = rondel.new(WolvesInTown, seats=players, seed=seed, options={**PLAIN, "wolves": wolves})
        while not game.is_over:
            role = game.active[0]
            game.push(random.choice(game.moves(role)), role)
        won += len(game.winners) == wolves and all(game.cards[role][0].face == "wolf" for role in game.winners)
    expected = float(wolves_win(players, wolves))
    assert abs(won / games - expected) < 4 * (expected * (1 - expected) / games) ** 0.5


# -- what each player sees ---------------------------------------------------------------------------------------------


def test_wolves_know_each_other_and_see_what_the_pack_names() -> None:
    game = dealt(EIGHT)
    assert [face(game, "card_orange", reader) for reader in ("red", "orange", "yellow", OBSERVER)] == [
        "wolf",
        "wolf",
        None,
        None,
    ]
    game.push("name(yellow)", "red")
    assert [face(game, "named_red", reader) for reader in ("red", "orange", "yellow", OBSERVER)] == [
        "yellow",
        "yellow",
        None,
        None,
    ]
    game.push("name(red)", "cyan")
    assert [face(game, "named_cyan", reader) for reader in ("cyan", "orange", OBSERVER)] == ["red", None, None]
    assert {move.words[0] for move in game.moves("orange")} == {"yellow", "green", "cyan", "blue", "purple", "pink"}


def test_a_name_can_be_taken_back_until_all_have_named_and_nobody_is_told() -> None:
    game = dealt(EIGHT)
    game.push("name(yellow)", "red")
    before = game.events(0, "yellow"), game.events(0, OBSERVER)
    game.undo("red")
    game.push("name(cyan)", "red")
    assert face(game, "named_red", "orange") == "cyan"
    assert (game.events(0, "yellow"), game.events(0, OBSERVER)) == before


def test_the_seer_sees_the_card_in_the_morning_and_nobody_else_does() -> None:
    game = named(dealt(), red="cyan", orange="red", yellow="yellow", green="red", cyan="red")
    assert [face(game, "card_red", reader) for reader in ("orange", "yellow", OBSERVER)] == ["wolf", None, None]
    assert "seen" in told(game, "orange")
    assert "seen" not in [*told(game, "yellow"), *told(game)]


def test_the_healer_saves_whom_the_wolves_have_chosen_but_not_twice_running() -> None:
    game = named(dealt(), red="green", orange="red", yellow="green", green="red", cyan="red")
    assert game.eliminated == ()
    assert told(game) == ["quiet"]
    named(game, red="", orange="", yellow="", green="", cyan="")
    with pytest.raises(IllegalMove):
        game.push("name(green)", "yellow")
    again = named(dealt(guards_again=True), red="green", orange="red", yellow="green", green="red", cyan="red")
    named(again, red="", orange="", yellow="", green="", cyan="")
    again.push("name(green)", "yellow")


@pytest.mark.parametrize(
    ("option", "card", "fate"), [("character", "citizen", "out"), ("side", None, "out, of the town"), ("nothing", None, "out")]
)
def test_what_the_town_learns_of_the_dead(option: str, card: str | None, fate: str) -> None:
    game = named(dealt(told=option), red="cyan", orange="green", yellow="red", green="red", cyan="red")
    assert game.eliminated == ("cyan",)
    assert [face(game, "card_cyan", "green"), face(game, "card_cyan", "green", 1)] == [card, fate]
    assert ("shown" in told(game)) == (option != "nothing")


@pytest.mark.parametrize(("ghosts", "seen"), [(True, ["wolf", "green"]), (False, [None, None])])
def test_the_dead_see_what_the_option_permits(ghosts: bool, seen: list[str | None]) -> None:
    game = named(dealt(ghosts=ghosts), red="cyan", orange="green", yellow="red", green="red", cyan="red")
    named(game, red="", orange="", yellow="", green="")
    game.push("name(green)", "red")
    assert [face(game, "card_red", "cyan"), face(game, "named_red", "cyan")] == seen
    assert [face(game, "card_red", "green"), face(game, "named_red", "green")] == [None, None]
    assert game.moves("cyan") == []


def test_an_open_vote_shows_who_voted_for_whom_and_a_secret_one_only_the_numbers() -> None:
    shown: list[str]
    for option, shown in (("open", ["orange", "red"]), ("secret", [])):
        game = dealt(vote=option, begins="day")
        game.push("vote(orange)", "red")
        assert face(game, "named_red", "orange") is None
        game.push("vote(red)", "orange")
        for role in ("yellow", "green"):
            game.push("abstain", role)
        game.push("vote(orange)", "cyan")
        table = game.view("yellow")["containers"]
        assert game.eliminated == ("orange",)
        assert [game.votes[role].value for role in ("red", "orange")] == [1, 2]
        voters = {event["args"]["player"] for event in game.events(0, "yellow") if event["name"] == "vote"}
        assert voters == (set(game.roles) if shown else set())
        laid = [[each["face"] for each in table[f"named_{role}"]["tokens"]] for role in ("red", "orange")]
        assert laid == [shown[:1], shown[1:]]


@pytest.mark.parametrize(("tie", "out"), [("nobody", ()), ("one by chance", ("orange",))])
def test_equal_votes(tie: str, out: tuple[str, ...]) -> None:
    game = named(dealt(begins="day", tie=tie), red="orange", orange="red", yellow="", green="", cyan="")
    if tie != "nobody":
        assert [(move.words[0], move.probability) for move in game.moves()] == [("red", 0.5), ("orange", 0.5)]
        game.push("chance(orange)")
    assert game.eliminated == out


def test_the_dead_win_with_their_side() -> None:
    game = dealt(EIGHT, begins="day")
    named(game, **dict.fromkeys(SEATS[1:8], "red"), red="orange")
    assert game.eliminated == ("red",)
    while not game.is_over:
        left = game.play_order.value
        prey = [role for role in left if role != "orange"]
        names = {role: prey[0] if role != prey[0] else prey[1] for role in left}
        named(game, **{**names, **({"green": "green"} if game.state == "Night" and "green" in left else {})})
    assert game.winners == ("red", "orange")
    assert face(game, "card_pink", OBSERVER) == "citizen"


def test_an_absent_voter_votes_for_nobody() -> None:
    game = dealt(begins="day")
    assert str(game.zombie_move("green")) == "abstain"


@pytest.mark.parametrize(("seats", "option", "wolves"), [(5, 0, 1), (6, 0, 1), (7, 0, 2), (10, 0, 2), (5, 4, 2), (10, 4, 4)])
def test_how_many_wolves_there_are(seats: int, option: int, wolves: int) -> None:
    game = rondel.new(WolvesInTown, seats=seats, seed=1, options={"wolves": option})
    assert [game.character(role) for role in game.roles].count("wolf") == wolves


# -- bots --------------------------------------------------------------------------------------------------------------


def test_a_seer_votes_for_the_wolf_it_has_seen() -> None:
    game = named(dealt(), red="cyan", orange="red", yellow="green", green="red", cyan="red")
    suspected = game.suspicion("orange")
    assert (suspected["red"], suspected["green"], suspected["orange"]) == (1, 0, 0)
    assert game.suspicion("yellow") == pytest.approx({"red": 1 / 3, "orange": 1 / 3, "yellow": 0, "green": 1 / 3})
    assert best(game, "orange") == "vote(red)"


def test_who_has_voted_against_a_wolf_is_suspected_less() -> None:
    game = dealt(EIGHT, begins="day")
    named(game, **{**dict.fromkeys(SEATS[:8], "red"), "red": "cyan", "orange": "cyan"})
    suspected = game.suspicion("cyan")
    assert suspected["orange"] > 0.2 > suspected["green"]
    assert suspected["orange"] > game.suspicion("blue")["orange"]  # cyan knows that it was no wolf for whom orange voted


def test_every_player_can_imagine_the_whole_history(scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(60)):
        random = Random(seed)
        options = {"vote": ("open", "secret")[seed % 2], "told": ("character", "side", "nothing")[seed % 3]}
        game = rondel.new(WolvesInTown, seats=5 + seed % 6, seed=seed, options=options)
        while not game.is_over and random.random() < 0.97:
            role = random.choice(game.active)
            game.push(random.choice(game.moves(role)), role)
        assert game.imagine(random.choice(game.roles), seed).consistent == "history"


def best(game: WolvesInTown, role: str) -> str:
    """The move with the best estimate, which depends on nothing but what the role knows."""
    worth: dict[str, float] = {}
    for move in [str(move) for move in game.moves(role)]:
        game.push(move, role)
        worth[move] = game.estimate(role)
        game.pop()
    return max(worth, key=lambda move: worth[move])


def test_the_estimate_helps_either_side(scaled: Callable[[int], int]) -> None:
    """Games of seven; the town wins some of them by chance alone."""
    games = max(24, scaled(300))
    won = {"nobody": 0, "town": 0, "wolves": 0}
    for clever in won:
        for seed in range(games):
            random = Random(seed)
            game = rondel.new(WolvesInTown, seats=7, seed=seed)
            wolves = [role for role in game.roles if game.character(role) == "wolf"]
            while not game.is_over:
                role = game.active[0]
                side = "wolves" if role in wolves else "town"
                game.push(best(game, role) if side == clever else str(random.choice(game.moves(role))), role)
            won[clever] += not set(wolves) & set(game.winners)
    assert won["town"] > won["nobody"] >= won["wolves"]


def test_who_was_guarded_in_a_quiet_night_is_supposed_to_be_no_wolf() -> None:
    """The pack names nobody of its own: of the five only orange can be the wolf that cyan, the healer, has held off twice."""
    game = dealt(("seer", "wolf", "citizen", "citizen", "healer"))
    named(game, red="yellow", orange="red", yellow="orange", green="yellow", cyan="red")
    named(game, red="cyan", orange="green", yellow="orange", green="yellow", cyan="green")
    named(game, red="cyan", orange="yellow", yellow="cyan", cyan="yellow")
    for seed in range(20):
        imagined = cast("WolvesInTown", game.imagine("cyan", seed))
        assert imagined.consistent == "history"
        assert imagined.character("orange") == "wolf"
