"""The robot derby: worked examples of its rules, an independent machine for whole games, and what bots need."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import rondel
from rondel import Game
from rondel.players import bot, play
from rondel.testing import check
from tests.authors.robots import Robots

FLOOR = ["........", ".1..O...", "..>>>v..", "..^.Ov..", ".O^..v.2", "..^<<<..", ".....O..", ".3......", "s.s..s.s"]
WAYS = {"north": -1j, "east": 1 + 0j, "south": 1j, "west": -1 + 0j}
BELTS = {"^": -1j, ">": 1 + 0j, "v": 1j, "<": -1 + 0j}
WALLS = ("d8 north", "e8 north", "b3 north", "h4 south", "g2 west", "a6 east")


def at(cell: str) -> complex:
    """The place of a cell: its column, and its row downwards as the imaginary part."""
    return complex("abcdefgh".index(cell[0]), int(cell[1]) - 1)


SHUT = {pair for cell, way in map(str.split, WALLS) for pair in ((at(cell), WAYS[way]), (at(cell) + WAYS[way], -WAYS[way]))}


def sign(place: complex) -> str:
    """The sign of a place; O, as a pit, off the floor."""
    inside = 0 <= place.real < 8 and 0 <= place.imag < 9
    return FLOOR[int(place.imag)][int(place.real)] if inside else "O"


class Machine:
    """The rules once more, on complex numbers: no containers, no states, no names of cells."""

    def __init__(self, roles: tuple[str, ...], last: int) -> None:
        self.last = last
        starts = [complex(column, 8) for column, each in enumerate(FLOOR[8]) if each == "s"]
        self.checkpoint = dict(zip(roles, starts, strict=False))
        self.place = dict(self.checkpoint)
        self.way = dict.fromkeys(roles, -1j)
        self.damage = dict.fromkeys(roles, 0)
        self.flags = dict.fromkeys(roles, 0)
        self.out: list[str] = []

    def hurt(self, role: str) -> None:
        self.damage[role] = min(4, self.damage[role] + 1)

    def lose(self, role: str) -> None:
        del self.place[role]
        self.out.append(role)
        self.hurt(role)

    def shove(self, role: str, step: complex) -> bool:
        row, place = [role], self.place[role]
        while (place, step) not in SHUT:
            place += step
            hit = [each for each in self.place if self.place[each] == place]
            if not hit:
                for each in row:
                    self.place[each] += step
                for each in row:
                    if sign(self.place[each]) == "O":
                        self.lose(each)
                return True
            row += hit
        return False

    def carry_out(self, role: str, what: str) -> None:
        turns = {"Left": -1j, "Right": 1j, "U-turn": -1 + 0j}
        if what in turns:
            self.way[role] *= turns[what]
            return
        step = -self.way[role] if what == "Back" else self.way[role]
        for _each in range(1 if what == "Back" else int(what[-1])):
            if role in self.place:
                self.shove(role, step)

    def phase(self, cards: dict[str, str]) -> None:
        for role in sorted(cards, key=lambda role: -int(cards[role].split()[0])):
            if role in self.place:
                self.carry_out(role, cards[role].split(" ", 1)[1])
        wish = {role: place + BELTS.get(sign(place), 0) for role, place in self.place.items()}
        while clash := [role for role in wish if wish[role] != self.place[role] and list(wish.values()).count(wish[role]) > 1]:
            wish.update({role: self.place[role] for role in clash})
        self.place = wish
        for role in [role for role in wish if sign(wish[role]) == "O"]:
            self.lose(role)
        hits = []
        for role, place in self.place.items():
            while abs(place) < 20 and (place, self.way[role]) not in SHUT:
                place += self.way[role]
                if place in self.place.values():
                    hits += [each for each in self.place if self.place[each] == place]
                    break
        for role in hits:
            self.hurt(role)
        for role, place in self.place.items():
            if sign(place) == str(self.flags[role] + 1) and self.flags[role] < self.last:
                self.flags[role] += 1
                self.damage[role] = 0
                self.checkpoint[role] = place

    def end_round(self) -> None:
        for role in self.out:
            wanted = [self.checkpoint[role]]
            for place in wanted:
                if place not in self.place.values() and sign(place) != "O":
                    break
                around = (-1j, 1 - 1j, 1, 1 + 1j, 1j, -1 + 1j, -1, -1 - 1j)
                inside = [place + step for step in around if 0 <= (place + step).real < 8 and 0 <= (place + step).imag < 9]
                wanted += [each for each in inside if each not in wanted]
            self.place[role] = place
            self.way[role] = -1j
        self.out = []


def robots_of(game: Game) -> dict[str, tuple[complex, complex]]:
    """Where each robot on the floor stands, and which way it faces, as everybody sees it."""
    tokens = game.view("observer")["containers"]["board"]["tokens"]
    return {each["owner"]: (at(each["at"]), WAYS[each["face"]]) for each in tokens if each["kind"] == "robot"}


def placed(red: str, blue: str, cards: dict[str, list[str]]) -> Any:
    """The game after the first phase in which red and blue stand like "c4 north" and have ordered these cards."""
    tokens = rondel.new(Robots, seats=2).view("observer")["containers"]["board"]["tokens"]
    floor = [{key: each[key] for key in ("kind", "face", "at")} for each in tokens if each["kind"] == "floor"]
    robots = []
    for role, where in (("red", red), ("blue", blue)):
        cell, way = where.split()
        robots.append({"kind": "robot", "owner": role, "face": way, "at": cell})
    ordered = [face for faces in cards.values() for face in faces]
    deck = [{"kind": "card", "face": face} for face in Robots.kinds[0].faces if face not in ordered]
    containers: dict[str, Any] = {"board": [*floor, *robots], "deck": deck}
    for role, faces in cards.items():
        containers[f"program_{role}"] = [{"kind": "card", "face": face} for face in faces]
    return rondel.new(Robots, seats=2, position={"state": "Reveal", "containers": containers})


def said(game: Game) -> list[str]:
    """The events of the cards, the falls, the belts and the lasers, by name."""
    return [each["name"] for each in game.events(0, "observer")]


LEFT, RIGHT = ["70 Left", "90 Left"], ["80 Right", "100 Right"]


@pytest.mark.parametrize(
    ("red", "blue", "first", "second", "after"),
    [
        # Red has the higher number and pushes blue a cell before blue moves on.
        ("a8 north", "a7 north", "700 Move 2", "490 Move 1", ("a6", "a4")),
        # Blue is first now, and red comes behind it.
        ("a8 north", "a7 north", "490 Move 1", "700 Move 2", ("a7", "a5")),
        # A wall on the north side of e8 stops red.
        ("e9 north", "h9 north", "790 Move 3", "70 Left", ("e8", "h9")),
        # The wall stops both: blue cannot be pushed.
        ("d9 north", "d8 north", "790 Move 3", "70 Left", ("d9", "d8")),
        # A belt carries red on from c6 to c5; blue is on none.
        ("b6 east", "h9 north", "490 Move 1", "70 Left", ("c5", "h9")),
        # Back is one cell away from where it faces.
        ("g8 north", "a1 north", "430 Back", "70 Left", ("g9", "a1")),
    ],
)
def test_a_first_phase_by_hand(red: str, blue: str, first: str, second: str, after: tuple[str, str]) -> None:
    game = placed(red, blue, {"red": [first, *LEFT], "blue": [second, *RIGHT]})
    told = [each for each in game.events(0, "observer") if each["name"] == "act"]
    numbers = [int(each["args"]["card"].split()[0]) for each in told[:2]]
    assert numbers == sorted(numbers, reverse=True)
    machine = Machine(("red", "blue"), 2)
    for role, where in (("red", red), ("blue", blue)):
        machine.place[role], machine.way[role] = at(where.split()[0]), WAYS[where.split()[1]]
    machine.phase({"red": first, "blue": second})
    assert machine.place == dict(zip(("red", "blue"), map(at, after), strict=True))
    for phase in (1, 2):
        machine.phase({"red": [first, *LEFT][phase], "blue": [second, *RIGHT][phase]})
    machine.end_round()
    assert {role: where for role, (where, _way) in robots_of(game).items()} == machine.place


def test_a_robot_pushed_into_a_pit_comes_back_damaged() -> None:
    game = placed("c5 west", "h9 north", {"red": ["490 Move 1", *LEFT], "blue": ["500 Move 1", *RIGHT]})
    assert "fall" in said(game)
    assert game.view("red")["props"]["damage_red"] == 1
    assert len([each for each in game.events(0, "observer") if each["name"] == "act" and each["args"]["player"] == "red"]) == 1


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_every_round_of_a_random_game_is_what_another_machine_makes_of_its_orders(seats: int, seed: int) -> None:
    game = rondel.new(Robots, seats=seats, seed=seed, options={"flags": 3})
    machine = Machine(game.roles, 3)
    rng = random.Random(seed)
    for _round in range(15 if seats == 2 else 6):
        for _each in game.roles:
            heard = len(game.events(0, "observer"))
            role = game.active[0]
            game.push(rng.choice(game.moves(role)), role)
        phases: list[dict[str, str]] = []
        for event in game.events(heard, "observer"):
            if event["name"] == "reveal":
                args = event["args"]
                if not phases or args["player"] in phases[-1]:
                    phases.append({})
                phases[-1][args["player"]] = args["card"]
        for cards in phases:
            machine.phase(cards)
        machine.end_round()
        if game.is_over:
            return
        assert robots_of(game) == {role: (machine.place[role], machine.way[role]) for role in game.roles}
        view = game.view("observer")["props"]
        assert {role: view[f"damage_{role}"] for role in game.roles} == machine.damage
        assert {role: view[f"flags_{role}"] for role in game.roles} == machine.flags


def test_nobody_sees_an_order_before_all_are_in() -> None:
    games = [rondel.new(Robots, seats=2, seed=5) for _each in range(2)]
    first, second = games[0].moves("red")[0], games[0].moves("red")[77]
    games[0].push(str(first), "red")
    games[1].push(str(second), "red")
    for viewer in ("blue", "observer"):
        assert games[0].view(viewer) == games[1].view(viewer)
        assert games[0].events(0, viewer) == games[1].events(0, viewer)


def test_equal_seeds_give_equal_rounds() -> None:
    def after() -> Any:
        game = rondel.new(Robots, seats=3, seed="again")
        for role in game.roles:
            game.push(game.moves(role)[100], role)
        return game.view("green")

    assert after() == after()


@pytest.mark.parametrize("law", ["secrets", "texts", "record"])
def test_the_laws_of_secrets_and_records(law: str) -> None:
    check(lambda: rondel.new(Robots, seats=2, seed=7, options={"flags": 1}), law, seed=1, plies=6)


def test_it_is_imagined_after_rounds_of_hidden_orders() -> None:
    game = rondel.new(Robots, seats=2, seed=8)
    for number in range(6):
        game.push(game.moves(game.active[0])[number * 31], game.active[0])
    imagined = game.imagine("red", 1)
    assert imagined.consistent == "history"
    assert imagined.view("red") == game.view("red")


def test_a_greedy_robot_beats_random_ones() -> None:
    game = rondel.new(Robots, seats=2, seed=9, options={"flags": 1})
    play(game, {"red": bot("random", seed=1), "blue": bot("greedy", seed=1)})
    assert game.winners == ("blue",)


def test_a_package_is_loaded_by_its_folder() -> None:
    assert rondel.load(Path(__file__).parent / "robots").title == Robots.title
