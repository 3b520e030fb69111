"""Jobs: fixtures of one tournament to be played in sequence, as plain data.

A job needs nothing but its data: the game by its name or file, its options, the specs of the entrants.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rondel
from rondel.engine.game import Game
from rondel.engine.visibility import CHANCE
from rondel.errors import RondelError
from rondel.players.match import PlayerFault, play
from rondel.players.player import Leave, Player, Question, TakeBack
from rondel.players.programs.channel import NoAnswer
from rondel.players.programs.memory_limit import MEMORY
from rondel.players.spec import player
from rondel.tournament.fixture import Fixture
from rondel.tournament.outcome import Fault, Outcome, decided


@dataclass(frozen=True)
class Setting:
    """The settings common to all games of a tournament."""

    game: str
    """A game's name, or the path of its file."""
    specs: tuple[str, ...]
    """The players' specs, by the number of the entrant."""
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    """A program's time for an answer, in seconds."""
    limit: int | None = None
    """Maximum answers of a game; a longer one is a draw of all."""
    memory: int = MEMORY
    """Memory limit of a started program, in bytes."""

    def kind(self) -> type[Game]:
        """The game's class. Raises `UnknownGame`, and the errors of loading a file."""
        return rondel.load(Path(self.game)) if self.game.endswith(".py") else rondel.find(self.game)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game,
            "specs": list(self.specs),
            "seats": self.seats,
            "options": dict(self.options),
            "seconds": self.seconds,
            "limit": self.limit,
            "memory": self.memory,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setting:
        """The setting of `to_json`."""
        return cls(**{**data, "specs": tuple(data["specs"])})


def carry_out(setting: Setting, fixtures: Sequence[Fixture]) -> Iterator[Outcome]:
    """Plays the fixtures; yields one outcome after the other.

    >>> from rondel.tournament.fixture import fixtures
    >>> setting = Setting("tic_tac_toe", ("greedy", "random"))
    >>> [outcome.points for outcome in carry_out(setting, list(fixtures((0, 1), seats=2, games=2, seed=1)))]
    [(1.0, 0.0), (0.0, 1.0)]
    """
    kind = setting.kind()
    for fixture in fixtures:
        yield played(kind, setting, fixture)


def played(kind: type[Game], setting: Setting, fixture: Fixture) -> Outcome:
    """Plays one fixture. An error is part of its outcome: the player at fault has lost, and the others have won."""
    began = time.perf_counter()
    game = rondel.new(kind, seats=setting.seats, seed=fixture.seed, options=setting.options)
    seated: dict[str, _Seat] = {}
    fault: Fault | None = None
    try:
        for place, role in enumerate(game.roles):
            seated[role] = _Seat(place, setting.specs[fixture.seated[place]], fixture.seeds[place], setting)
        play(game, seated, limit=setting.limit)
    except _Blamed as blamed:
        fault = blamed.fault
    except PlayerFault as error:
        fault = Fault(game.roles.index(error.role), "illegal", str(error))
    except Exception as error:  # noqa: BLE001 - an error in the rules voids its game, not the tournament
        fault = Fault(-1, "rules", f"{type(error).__name__}: {error}")
    finally:
        for each in seated.values():
            each.close()
    return _outcome(game, fixture, fault, time.perf_counter() - began)


class _Blamed(Exception):
    """Raised through a match: a player failed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Seat(Player):
    """A player in its seat; separates its errors from those of the rules."""

    def __init__(self, place: int, spec: str, seed: int, setting: Setting) -> None:
        self._place = place
        with self._watched():
            self._player = player(spec, seed=seed, seconds=setting.seconds, memory=setting.memory)
        self.listens = self._player.listens
        self.imagines = self._player.imagines

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        with self._watched():
            self._player.receive(event, view)

    def answer(self, question: Question) -> str:
        with self._watched():
            return self._player.answer(question)

    def close(self) -> None:
        self._player.close()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except TakeBack:
            raise self._blamed("illegal", "it asked to take back an answer; tournaments allow no take-backs") from None
        except Leave:
            raise self._blamed("left", "it left the game") from None
        except NoAnswer as error:
            raise self._blamed("timeout", str(error)) from error
        except RondelError as error:
            raise self._blamed("crash", str(error)) from error
        except Exception as error:
            raise self._blamed("crash", f"{type(error).__name__}: {error}") from error

    def _blamed(self, code: str, message: str) -> _Blamed:
        return _Blamed(Fault(self._place, code, message))


def _outcome(game: Game, fixture: Fixture, fault: Fault | None, seconds: float) -> Outcome:
    """The outcome of a finished or failed game."""
    roles = game.roles
    seats = range(len(roles))
    points: tuple[float, ...] = ()
    ranks: tuple[int, ...] = ()
    returns: tuple[float, ...] = ()
    if fault is None and game.is_over:
        points, ranks = decided(len(roles), tuple(seat for seat in seats if roles[seat] in game.winners))
        ranks = tuple(game.ranks[role] for role in roles)
        returns = tuple(game.returns[role] for role in roles)
    elif fault is None:  # it has reached its limit
        points, ranks = decided(len(roles), tuple(seats))
    elif fault.seat >= 0:
        points, ranks = decided(len(roles), tuple(seat for seat in seats if seat != fault.seat))
    answers = sum(role != CHANCE for role, _text in game.record()["answers"])
    return Outcome(fixture.id, fixture.seated, points, ranks, returns, answers, seconds, fault)
