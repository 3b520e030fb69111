"""Worlds of Wolves in Town: cards, and names that were laid down in secret, which agree with all that one player knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.wolves_in_town.characters import NOBODY_NAMED, WOLF
from rondel.shelf.wolves_in_town.rules import TWICE, VOTE, WolvesInTown, most_named

TRIES: Final = 400
"""How many deals are tried until one agrees with what has happened."""
Names = dict[str, str]
"""Whom each player has named."""


class World:
    """A proposal: the card of each player, the names of each night and each vote, and who was taken and who left."""

    def __init__(self) -> None:
        self.characters: Names = {}
        self.nights: dict[int, Names] = {}
        self.days: dict[int, Names] = {}
        self.taken: dict[int, str] = {}
        """Whom the wolves have chosen in each night, also if the healer was there."""
        self.gone: dict[int, str] = {}
        """Who left at each vote."""


class Phase:
    """A night or a vote that is over, as everybody knows it."""

    def __init__(self, number: int, night: bool, left: Sequence[str]) -> None:
        self.number = number
        self.night = night
        self.left = left
        """Who was in the game."""
        self.out = ""
        """Who went out; empty for nobody."""
        self.names: Names = {}
        """The names that the reader has seen."""
        self.counts: dict[str, int] = {}
        """How many votes each had, where the names were secret."""


class History:
    """What one reader knows of a game, and the worlds that agree with it."""

    def __init__(self, game: WolvesInTown, reader: str, view: Mapping[str, Any]) -> None:
        self.game = game
        self.reader = reader
        self.secret = game.option(VOTE) == "secret"
        self.phases: list[Phase] = []
        self._read_events(view["told"])
        for seen in view["seen"]:
            self._read_names(seen)
        self._read_names(view)
        self._read_cards(view)

    def _read_events(self, told: Sequence[Mapping[str, Any]]) -> None:
        left = list(self.game.roles)
        numbers = {True: 0, False: 0}
        votes: list[Mapping[str, Any]] = []
        for event in told:
            name, args = event["name"], event["args"]
            if name in ("vote", "votes"):
                votes.append(event)
            elif name in ("taken", "quiet", "leaves", "stays"):
                night = name in ("taken", "quiet")
                numbers[night] += 1
                phase = Phase(numbers[night], night, tuple(left))
                phase.out = args.get("player", "")
                for each in votes:
                    said = each["args"]
                    if each["name"] == "vote":
                        phase.names[said["player"]] = said.get("otherplayer", NOBODY_NAMED)
                    else:
                        phase.counts[said["player"]] = said["votes"]
                votes = []
                self.phases.append(phase)
                if phase.out:
                    left.remove(phase.out)

    def _read_names(self, view: Mapping[str, Any]) -> None:
        """The names on the table while a phase was going on; and afterwards the reader's own."""
        props, state = view["props"], view["state"]
        for phase in self.phases:
            if (props["night"] if phase.night else props["day"]) != phase.number:
                continue
            if state == "Night" and phase.night:
                for role in self.game.roles:
                    laid = view["containers"][f"named_{role}"]["tokens"]
                    phase.names.pop(role, None)  # it may have been taken back
                    if laid and laid[0]["kind"] == "name" and laid[0].get("face"):
                        phase.names[role] = laid[0]["face"]
            elif self.reader in phase.left and (state != "Vote" or phase.night):
                phase.names[self.reader] = props[f"at_night_{self.reader}" if phase.night else f"at_vote_{self.reader}"]

    def _read_cards(self, view: Mapping[str, Any]) -> None:
        self.known: Names = {}
        self.sides: dict[str, bool] = {}
        for role in self.game.roles:
            for token in view["containers"][f"card_{role}"]["tokens"]:
                face = token.get("face", "")
                if token["kind"] == "character" and face:
                    self.known[role] = face
                elif face in ("out, a wolf", "out, of the town"):
                    self.sides[role] = face == "out, a wolf"

    # -- worlds ------------------------------------------------------------------------------------------------------------

    def world(self, rng: SeededRandom) -> World:
        """A random world; if none is found, the last one tried."""
        world = World()
        for _try in range(TRIES):
            world = World()
            self._deal(world, rng)
            if self._goes_on(world) and self._nights(world, rng):
                break
        for phase in self.phases:
            if not phase.night:
                world.gone[phase.number] = phase.out
                world.days[phase.number] = votes_of(phase, self.reader, rng) if self.secret else dict(phase.names)
        return world

    def _deal(self, world: World, rng: SeededRandom) -> None:
        cards = [face for face, count in self.game.counts().items() for _each in range(count)]
        for face in self.known.values():
            cards.remove(face)
        rest = iter(rng.shuffled(cards))
        world.characters = {role: self.known.get(role) or next(rest) for role in self.game.roles}

    def _goes_on(self, world: World) -> bool:
        """Whether the sides are those that were told, nobody was taken by the own pack, and no side had won before."""
        wolves = {role for role, face in world.characters.items() if face == WOLF}
        if {role for role, wolf in self.sides.items() if wolf != (role in wolves)}:
            return False
        for phase in self.phases:
            pack = len([role for role in phase.left if role in wolves])
            if not 0 < 2 * pack < len(phase.left) or (phase.night and phase.out in wolves):
                return False
        return True

    def _nights(self, world: World, rng: SeededRandom) -> bool:
        """Choose the names of the wolves and of the healer in each night; returns whether they fit."""
        before = ""
        for phase in self.phases:
            if not phase.night:
                continue
            names = dict(phase.names)
            pack = [role for role in phase.left if world.characters[role] == WOLF]
            healer = next((role for role in phase.left if world.characters[role] == "healer"), "")
            again = bool(self.game.option(TWICE))
            prey = phase.out
            if not prey:
                if not healer:
                    return False
                guarded = names.get(healer, "")
                free = [role for role in phase.left if role not in pack and (again or role != before)]
                fitting = [
                    role
                    for role in (free if not guarded else [guarded])
                    if role not in pack and role in most_named([names.get(wolf, role) for wolf in pack])
                ]
                if not fitting:
                    return False
                prey = rng.shuffled(fitting)[0]
                names[healer] = prey
            elif healer and healer not in names:
                names[healer] = rng.shuffled([role for role in phase.left if role != prey and (again or role != before)])[0]
            for wolf in pack:
                names.setdefault(wolf, prey)
            before = names.get(healer, "")
            world.nights[phase.number] = names
            world.taken[phase.number] = prey
        return True


def votes_of(phase: Phase, reader: str, rng: SeededRandom) -> Names:
    """Who may have voted for whom at a secret vote, where only the numbers were told."""
    own = phase.names.get(reader)
    voters = [role for role in phase.left if role != reader or own is None]
    given = [role for role, count in phase.counts.items() for _each in range(count)]
    given += [NOBODY_NAMED] * (len(phase.left) - len(given))
    if own in given and own is not None:
        given.remove(own)
    given = rng.shuffled(given)[: len(voters)]
    for number, voter in enumerate(voters):
        if given[number] == voter:  # nobody votes for themselves: exchange with another, with whom that is right
            for other, face in enumerate(given):
                if face != voter and voters[other] != voter:
                    given[number], given[other] = given[other], given[number]
                    break
    return {**dict(zip(voters, given, strict=True)), **({reader: own} if own is not None else {})}
