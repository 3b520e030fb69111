"""Determinization: sample a game that is consistent with an information state.

The history is lived again (`rondel.engine.belief.history_sampler`), from the last point at which nothing was hidden from the
role, if there was one (`rondel.engine.belief.shared_history`), and else from the start. The role's own answers are known, those
of the others and of chance are made up from the seed, and mended where the role would have seen something else
(`rondel.engine.belief.repair`). Where that is given up, a game is imagined that only shows the role the same position now.

Nothing here ever touches a real game: it begins with an information state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from rondel.engine.belief import information_state as knowledge
from rondel.engine.belief.information_state import InformationState, information_state
from rondel.engine.belief.position_sampler import filled, seen_position
from rondel.engine.belief.repair import LIVES, Mender
from rondel.engine.belief.shared_history import SharedHistory
from rondel.engine.chance.chance import SEEDED, Stream
from rondel.engine.chance.luck import Luck
from rondel.engine.components.pile import Pile
from rondel.engine.declarations.facts import IMAGINED
from rondel.engine.play.in_progress import all_open
from rondel.engine.records import record as records
from rondel.engine.views import view as views
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
    for life, patience in enumerate(LIVES, 1):
        luck = Luck(seed if life == 1 else f"{seed!r}, life {life}")
        resumed = shared.story(state, luck, patience)
        if resumed is None:
            break
        if resumed.live():
            found: G = _lived(resumed, seed)
            return found
    for life, patience in enumerate(LIVES, 1):  # also where others have taken back what lies before the last open point
        luck = Luck(seed if life == 1 else f"{seed!r}, life {life}")
        story = Mender(kind, state, luck, patience)
        if story.live():
            lived: G = _lived(story, seed)
            return lived
        if not story.steps:  # it does not even begin as the role saw it, and would not another time
            break
    try:
        return _resembling(kind, state, seed, luck)
    except RondelError as error:
        raise HiddenInformation(
            f"{state.role} cannot imagine this game: none was found in which it would have seen all that it saw "
            f"({story.reached} of {len(state.stream)} steps in life {life}, after {story.tried} answers were tried), and none "
            f"that begins with what it sees now ({error}). A game helps by suppose, which makes up at one go what is hidden, "
            "and by plausible, which leaves out what cannot have been answered"
        ) from error


def _lived(story: Mender, seed: int | str | bytes) -> Any:
    """The game of a story that has been lived to its end: a copy, whose chance goes on by the seed."""
    game = records.copy(story.game)
    if CHANCE not in game.active:  # else the role sees that chance is asked, and somebody must answer
        game._machine.chance.stream = Stream(seed)
        game._machine.chance.mode = SEEDED
    if story.start is story.state.position:
        knowledge.remember(game, story.state)
    game.consistent = HISTORY
    return game


def _record(kind: type[Playable], state: InformationState, position: Any) -> dict[str, Any]:
    return {
        "rondel": records.FORMAT,
        "game": kind.name,
        "version": kind.version,
        "seats": state.seats,
        "options": state.options,
        "position": position,
        "answers": [],
    }


def _resembling(kind: type[G], state: InformationState, seed: int | str | bytes, luck: Luck) -> G:
    """A game that begins with a position that shows the role what it sees now. Raises a `RondelError` if there is none: in the
    middle of a rule, for instance."""
    seen = [view for view, _told, _new in state.looks()]
    view = seen[-1]
    position = filled(kind, state.seats, state.options, state.role, seen_position(seen), view, luck.shuffled)
    game = records.replay(kind, _record(kind, state, position), seed)
    shown = views.view(game, state.role)
    for name in ("state", "active", "over", "play_order", "eliminated", "props", "moves"):
        if shown[name] != view[name]:
            raise HiddenInformation(f"its {name} would not be what {state.role} sees")
    game.consistent = VIEW
    return game


def last_view(state: InformationState) -> dict[str, Any]:
    """What the role sees now."""
    looks = state.looks()
    return looks[-1][0] if looks else {}


def imagine_from(game: G, role: str, seed: int | str | bytes) -> G:
    """See `Game.imagine`."""
    if open_solitaire(game):
        twin = records.copy(game)
        chance = twin._machine.chance
        chance.stream = Stream(seed)
        chance.draws = len([None for who, _text in game._machine.answers if who == CHANCE])
        twin.consistent = HISTORY
        return twin
    if nothing_to_imagine(game):
        twin = records.copy(game)
        machine = twin._machine
        machine.chance.stream = Stream(seed)
        machine.chance.draws = 0
        machine.chance.mode = SEEDED
        machine.told = len(machine.answers)
        twin.consistent = HISTORY
        return twin
    return imagine(type(game), information_state(game, role), seed)


def nothing_to_imagine(game: Playable) -> bool:
    """Whether everybody sees everything, and has been told every answer, or the game declares that nothing is ever hidden: then
    a copy is what anybody would imagine."""
    machine = game._machine
    if machine.frame is not None or machine.held or machine.node.several or not all_open(game):
        return False
    if machine.told > len(machine.answers):
        return False
    facts = type(game).facts
    if facts is not None and facts.hidden is False:
        return True  # what chance has said shows on the table
    if any(role == CHANCE for role, _text in machine.answers[machine.told :]):
        return False
    said = len([None for _mark, move, _told in machine.log.entries if move is not None])
    return machine.told + said == len(machine.answers)


def open_solitaire(game: Playable) -> bool:
    """Whether there is one role, from whom nothing on the table is hidden: then all that happened was its own or chance's
    doing, it has seen what came of it, and what is still to come is in no place yet. So a copy is what it would imagine."""
    if len(game.roles) > 1 or game._journal.veiled:
        return False
    role = game.roles[0]
    if any(isinstance(each, Pile) and not each.shuffled for each in game._containers):
        return False
    return all(sees(part.visible_to, role) for part in (*game._containers, *game._props))
