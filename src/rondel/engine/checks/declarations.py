"""Declarations of a game class, checked: kinds of token, options, statistics, scores, teams, colours, migrations, progress.

Each function returns a list of problems, each with its fix; empty if there are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from rondel.engine.checks.css_colours import lacks_colour
from rondel.engine.checks.hooks import misspelt, plain, takes
from rondel.engine.components.token import FACE_SHAPES, Face, TokenKind
from rondel.engine.declarations.action import parameters
from rondel.engine.declarations.effect import Effects
from rondel.engine.declarations.migration import Migration, renamed, way
from rondel.engine.declarations.option import Option
from rondel.engine.declarations.statistic import Stat
from rondel.engine.text import faults
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER
from rondel.errors import BadOption, meant, quoted

if TYPE_CHECKING:
    from rondel.engine.checks.transitions import Node
    from rondel.engine.declarations.definition import Definition


def kinds(kind: type[Definition]) -> list[str]:
    """Problems of the kinds of token."""
    kinds: Any = kind.kinds  # see `is_a`
    example = "write kinds = (Card, ...), with Card = TokenKind('card')"
    if isinstance(kinds, TokenKind):
        return [f"kinds = {kinds.name!r} is one kind of token; {example}"]
    return [f"kinds hold {each!r}, which is no kind of token; {example}" for each in kinds if not isinstance(each, TokenKind)]


def faces(kind: type[Definition]) -> list[tuple[str, str]]:
    """Problems of the faces of tokens, each with the text that is wrong: a shape or a colour."""
    given: Any = kind.kinds  # see `is_a`
    found: list[tuple[str, str]] = []
    for each in () if isinstance(given, TokenKind) else given:
        for name, face in each.faces.items() if isinstance(each, TokenKind) else ():
            where = f"the face {name!r} of {each.name!r}"
            look: Any = face  # see `is_a`
            if not isinstance(look, Face):
                found.append((name, f"{where} is {quoted(look)}; write how it looks, Face('disc', colour='#b4541f')"))
                continue
            if face.shape not in FACE_SHAPES:
                found.append((face.shape, meant(face.shape, f"{where} has the unknown shape {face.shape!r}", FACE_SHAPES)))
            for colour in (face.colour, face.ink):
                fix = lacks_colour(colour)
                if fix:
                    found.append((colour, f"{where} has the unknown colour {colour!r}; {fix}"))
    return found


def effects(kind: type[Definition]) -> list[str]:
    """Problems of the registries of effects: faces without an effect, effects without a face."""
    given: Any = kind.effects  # see `is_a`
    example = "write effects = (effect,), with effect = Effects(Card)"
    if isinstance(given, Effects):
        return [f"effects = {given!r} is one registry; {example}"]
    found: list[str] = []
    for each in given:
        if not isinstance(each, Effects):
            found.append(f"effects hold {each!r}, which is no registry of effects; {example}")
            continue
        if each.kind not in tuple(kind.kinds):
            found.append(f"effects are for {each.kind.name!r}, which is no kind of the game; list it in kinds")
        found += each.problems()
    return found


def options(kind: type[Definition]) -> list[str]:
    """Problems of the options."""
    options: Any = kind.options  # see `is_a`
    found: list[str] = []
    names: list[str] = []
    for option in options:
        if not isinstance(option, Option):
            found.append(f"options hold {option!r}, which is no option; write options = (Option('size', 8), ...)")
            continue
        if option.name in names:
            found.append(f"two options are called {option.name!r}; each has a name of its own")
        names.append(option.name)
        try:
            option.check(option.default)
        except BadOption as error:
            found.append(f"the default of an option does not fit it: {error}")
        except TypeError:
            found.append(
                f"option {option.name!r} goes from {option.low!r} to {option.high!r}; only whole numbers bound an option"
            )
    return found


def statistics(kind: type[Definition]) -> list[str]:
    """Problems of the statistics."""
    found: list[str] = []
    names: list[str] = []
    stats: Any = kind.stats  # see `is_a`
    for stat in stats:
        if not isinstance(stat, Stat):
            found.append(f"stats hold {stat!r}, which is no statistic; write stats = (Stat('turns', _('Turns')), ...)")
            continue
        what = f"statistic {stat.name!r}"
        if stat.name in names:
            found.append(f"{what} is there twice; give one of them another name")
        names.append(stat.name)
        if not stat.name.isidentifier() or not stat.name.isascii():
            found.append(f"{what} cannot be called so; use plain ASCII letters, digits and _")
        if stat.per not in ("player", "table"):
            found.append(f'{what} is kept per {stat.per!r}; write per="player" or per="table"')
        if type(stat.start) not in (int, float) or not isfinite(stat.start):
            found.append(f"{what} starts at {stat.start!r}; start at a whole number, or at 0.0 where there may be fractions")
        visible_to: Any = stat.visible_to
        if visible_to not in (EVERYONE, NOBODY):
            known = (*kind.seats, OBSERVER)
            if not isinstance(visible_to, tuple) or any(role not in known for role in visible_to):
                listed = ", ".join(map(repr, known))
                found.append(f"{what} is visible to {visible_to!r}; use EVERYONE or a tuple of some of {listed}")
    return found


def visibility(kind: type[Definition]) -> list[str]:
    """Problems of the visibility of scores."""
    readers: Any = getattr(kind, "score_visible_to", ())  # see `is_a`
    known = (*kind.seats, OBSERVER, *EVERYONE)
    if not isinstance(readers, tuple) or [each for each in readers if each not in known]:
        return [f"score_visible_to = {readers!r}; write EVERYONE, or a tuple of seats, ({kind.seats[0]!r},) for one"]
    return []


def score_sheet(kind: type[Definition]) -> list[str]:
    """Problems of the score sheet."""
    column: Any = kind.score_sheet  # see `is_a`
    if isinstance(column, str) and (not column or column.isidentifier()):
        return []
    return [f'score_sheet = {column!r}; write the name of a value in the messages of moves, score_sheet = "cell"']


def says(action: str, short: object, parts: Sequence[str]) -> list[str]:
    """Problems of the short form of an action's moves."""
    where = f"'says' of {action}"
    if isinstance(short, str):
        return faults(where, short, parts)
    if not callable(short):
        return [f'{where} is {quoted(short)}; write a text, says=_("Roll again"), or a function of the game and the parts']
    if not takes(short, 1 + len(parts)):
        listed = ", ".join(["game", *parts])
        return [f"{where} takes ({', '.join(parameters(short))}); it receives ({listed})"]
    return plain(short, where)


def teams(kind: type[Definition]) -> list[str]:
    """Problems of the teams."""
    teams: Any = kind.teams
    if not teams:
        return []
    example = 'write teams = (("north", "south"), ("east", "west"))'
    if isinstance(teams, str) or any(not isinstance(team, tuple) for team in teams):
        return [f"teams = {teams!r} is no tuple of tuples of seats; {example}"]
    found: list[str] = []
    if kind.cooperative:
        found.append("the game is cooperative and has teams; all play together, or team against team")
    members = [role for team in teams for role in team]
    for role in dict.fromkeys(members):
        if role not in kind.seats:
            found.append(f"teams name {role!r}, which is no seat; the game has {', '.join(map(repr, kind.seats))}")
        elif members.count(role) > 1:
            found.append(f"teams name {role!r} twice; a seat is in one team")
    for role in kind.seats:
        if role not in members:
            found.append(f"seat {role!r} is in no team; one who plays alone is a team of one, ({role!r},)")
    fewest = kind.seats[: kind.fewest or len(kind.seats)]
    if not found and len([team for team in teams if any(role in fewest for role in team)]) < 2:
        found.append(
            f"with {len(fewest)} seats taken all are in one team; let seats go round the teams, "
            "or write cooperative = True where all play together"
        )
    return found


def colours(kind: type[Definition]) -> list[str]:
    """Problems of the colours of roles."""
    seats = ", ".join(map(repr, kind.seats))
    found: list[str] = []
    for role, colour in kind.colours.items():
        if role not in kind.seats:
            found.append(f"colours name {role!r}, which is no seat; the game has {seats}")
        fix = lacks_colour(colour)
        if fix:
            found.append(f"the colour of {role!r} is the unknown {colour!r}; {fix}")
    return found


def migrations(kind: type[Definition], states: Mapping[str, object]) -> list[str]:
    """Problems of the migrations; ``states`` are the present states by name."""
    given: Any = kind.migrations  # see `is_a`
    if not given:
        return []
    if not isinstance(given, tuple | list) or not all(isinstance(each, Migration) for each in given):
        return [f"migrations are {quoted(given)}; write migrations = (Migration(1, 2, states={{'Old': 'New'}}), ...)"]
    steps: list[Migration] = list(given)
    problems: list[str] = []
    for step in steps:
        if type(step.old) is not int or type(step.new) is not int or not 0 < step.old < step.new <= kind.version:
            problems.append(
                f"{step!r} leads nowhere: it goes from an older version to a newer one, the newest being this game's own, "
                f"version = {kind.version!r}"
            )
        if any(other.old == step.old for other in steps[steps.index(step) + 1 :]):
            problems.append(f"two migrations begin at version {step.old!r}; make them one")
    if problems:
        return problems
    for step in steps:
        if way(steps, step.old, kind.version) is None:
            problems.append(f"{step!r} is not gone on with: no migration begins at version {step.new}")
            continue
        for old, new in step.states.items():
            now = renamed(steps, step.new, kind.version, new)
            if now not in states:
                problems.append(f"{step!r} renames state {old!r} to {meant(now, f'{now!r}, which there is not', states)}")
    return problems


def progress(kind: type[Definition], nodes: Sequence[Node], *, measures: bool) -> list[str]:
    """Problems of the progress: ``measure`` without a state that updates progress, or the reverse."""
    within = [node.name for node in nodes if node.updates_progress and node.private]
    if within:
        return [
            (
                f"the private state {within[0]!r} updates progress, which is taken only where the game goes on; write "
                "'updates_progress = True' in the state around it"
            )
        ]
    taken = [node.name for node in nodes if node.updates_progress]
    if bool(taken) == measures:
        return []
    if measures:
        return [
            f"'measure' of {kind.__name__} is never taken; write 'updates_progress = True' in the state where a turn begins"
        ]
    meant = misspelt(kind, "measure")
    fix = f"is {meant!r} meant to be 'measure'?" if meant else "write 'def measure(self) -> float:', from 0 to 100"
    return [f"state {taken[0]!r} updates progress, but {kind.__name__} has no 'measure'; {fix}"]


def progress_notes(kind: type[Definition], nodes: Iterable[Node]) -> list[str]:
    """A note about missing progress, which is optional."""
    if any(node.updates_progress for node in nodes):
        return []
    return [f"{kind.__name__} has no progress: write 'measure', and 'updates_progress = True' in the state where a turn begins"]
