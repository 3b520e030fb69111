"""Determinization: sample a game that is consistent with an information state.

The history is sampled anew (`rondel.engine.belief.history_sampler`), from the last point at which nothing was hidden from the
role if there is one (`rondel.engine.belief.shared_history`), otherwise from the start. The role's own answers are known.
Those of the others and of chance are sampled by the seed, and changed where the role's observations would differ
(`rondel.engine.belief.repair`). If no history is found, the result is a game that only matches the role's view of the present
position.

The input is an information state, so no hidden data of a real game can leak into the sample.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from rondel.engine.belief.information_state import InformationState, information_state, remember
from rondel.engine.belief.position_sampler import sampled_position, seen_position
from rondel.engine.belief.repair import RepairingSampler, attempts
from rondel.engine.belief.shared_history import SharedHistory
from rondel.engine.chance.chance import SEEDED, Stream
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.components.pile import Pile
from rondel.engine.declarations.facts import IMAGINED
from rondel.engine.play.in_progress import all_open
from rondel.engine.records import record
from rondel.engine.views.view import view
from rondel.engine.visibility import CHANCE, sees
from rondel.errors import BadRecord, HiddenInformation, RondelError

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

G = TypeVar("G", bound="Playable")

HISTORY: Final = IMAGINED[0]
VIEW: Final = IMAGINED[1]


def imagine(kind: type[G], state: InformationState, seed: int | str | bytes) -> G:
    """A game consistent with an information state; equal states and seeds give equal games. See `rondel.imagine`."""
    if (state.game, state.version) != (kind.name, kind.version):
        raise BadRecord(
            f"this information state is of {state.game!r}, version {state.version}; the rules are {kind.name!r}, "
            f"version {kind.version}"
        )
    shared: SharedHistory | None = state.shared
    if shared is None:
        shared = state.shared = SharedHistory(kind, state)
    for attempt, patience in enumerate(attempts(kind), 1):
        resumed = shared.sampler(state, _generator(seed, attempt), patience)
        if resumed is None:
            break
        if resumed.sample():
            found: G = _sampled_game(resumed, seed)
            return found
    for attempt, patience in enumerate(attempts(kind), 1):  # needed if an undo of others went back behind the last open point
        rng = _generator(seed, attempt)
        sampler = RepairingSampler(kind, state, rng, patience)
        if sampler.sample():
            lived: G = _sampled_game(sampler, seed)
            return lived
        if not sampler.steps:  # not even the first observation matches, and no other attempt would change that
            break
    try:
        return _matching_view(kind, state, seed, rng)
    except RondelError as error:
        raise HiddenInformation(
            f"{state.role} cannot imagine this game: no history with all its observations was found ({sampler.reached} of "
            f"{len(state.stream)} steps in attempt {attempt}, after {sampler.tried} answers), and no position with its present "
            f"view ({error}). A game can help: suppose samples all hidden data at once, plausible rules out wrong answers"
        ) from error


def _generator(seed: int | str | bytes, attempt: int) -> SeededRandom:
    return SeededRandom(seed if attempt == 1 else f"{seed!r}, life {attempt}")


def _sampled_game(sampler: RepairingSampler, seed: int | str | bytes) -> Any:
    """The game of a finished sampler: a copy, whose chance goes on by the seed."""
    game = record.copy(sampler.game)
    if CHANCE not in game.active:  # in explicit mode the caller answers for chance
        game._machine.chance.stream = Stream(seed)
        game._machine.chance.mode = SEEDED
    if sampler.start is sampler.state.position:
        remember(game, sampler.state)
    game.consistent = HISTORY
    return game


def _start_record(kind: type[Playable], state: InformationState, position: Any) -> dict[str, Any]:
    return {
        "rondel": record.FORMAT,
        "game": kind.name,
        "version": kind.version,
        "seats": state.seats,
        "options": state.options,
        "position": position,
        "answers": [],
    }


def _matching_view(kind: type[G], state: InformationState, seed: int | str | bytes, rng: SeededRandom) -> G:
    """A game that begins with a position in which the role sees what it sees now. Raises a `RondelError` if there is none, for
    instance in the middle of a rule."""
    seen = [each for each, _told, _new in state.observations()]
    now = seen[-1]
    position = sampled_position(kind, state.seats, state.options, state.role, seen_position(seen), now, rng.shuffled)
    game = record.replay(kind, _start_record(kind, state, position), seed)
    shown = view(game, state.role)
    for name in ("state", "active", "over", "play_order", "eliminated", "stats", "props", "moves"):
        if shown[name] != now[name]:
            raise HiddenInformation(f"its {name} would not be what {state.role} sees")
    game.consistent = VIEW
    return game


def last_view(state: InformationState) -> dict[str, Any]:
    """The present view of the role."""
    observations = state.observations()
    return observations[-1][0] if observations else {}


def imagine_from(game: G, role: str, seed: int | str | bytes) -> G:
    """See `Game.imagine`."""
    if open_solitaire(game):
        twin = record.copy(game)
        chance = twin._machine.chance
        chance.stream = Stream(seed)
        chance.draws = len([None for who, _text in game._machine.answers if who == CHANCE])
        twin.consistent = HISTORY
        return twin
    if nothing_to_imagine(game):
        twin = record.copy(game)
        machine = twin._machine
        machine.chance.stream = Stream(seed)
        machine.chance.draws = 0
        machine.chance.mode = SEEDED
        machine.told = len(machine.answers)
        twin.consistent = HISTORY
        return twin
    return imagine(type(game), information_state(game, role), seed)


def nothing_to_imagine(game: Playable) -> bool:
    """Whether every role sees everything and has been told every answer, or the game declares that nothing is ever hidden. Then
    the sample is a copy."""
    machine = game._machine
    if machine.suspended is not None or machine.held or machine.node.several or not all_open(game):
        return False
    if machine.told > len(machine.answers):
        return False
    facts = type(game).facts
    if facts is not None and facts.hidden is False:
        return True  # the outcomes of chance are visible
    if any(role == CHANCE for role, _text in machine.answers[machine.told :]):
        return False
    said = len([None for _mark, move, _told in machine.log.entries if move is not None])
    return machine.told + said == len(machine.answers)


def open_solitaire(game: Playable) -> bool:
    """Whether there is only one role and nothing on the table is hidden from it. Then it has seen every outcome, and future
    outcomes are not determined yet. So the sample is a copy."""
    if len(game.roles) > 1 or game._journal.veiled:
        return False
    role = game.roles[0]
    if any(isinstance(each, Pile) and not each.shuffled for each in game._containers):
        return False
    return all(sees(part.visible_to, role) for part in (*game._containers, *game._props))
