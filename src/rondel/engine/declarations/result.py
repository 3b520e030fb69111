"""Results: what the players have come to so far, and who has won when the game is over.

Players compete each for themselves, in teams, or all together against the game. A *party* is who wins or loses together:
a role, a team, or everybody. Parties are placed by their score, then by `Game.tie_break`; what those do not part is a tie.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from rondel.engine.components.journal import Journaled
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

Party: TypeAlias = tuple[str, ...]
"""Who wins or loses together."""

_OUT: Final = -1


class Result(Journaled):
    """What one game has come to so far: the scores that were set, and who is out."""

    __slots__ = ("out", "scores")

    def __init__(self, count: int) -> None:
        self.scores: list[float] = [0.0] * count
        """What `set_score` was given, in seat order; a write of one is journaled by the number of its seat."""
        self.out: tuple[Party, ...] = ()
        """Who was eliminated, the first first; those who went out together stand together."""

    def _write(self, key: int, value: object) -> None:
        if key == _OUT:
            self.out = cast("tuple[Party, ...]", value)
        else:
            scores: list[Any] = self.scores  # compiled, a float would be taken out of its object and put into a new one
            scores[key] = value


# -- what rules do -----------------------------------------------------------------------------------------------------


def set_score(game: Definition, role: str, score: float) -> None:
    """See `Game.set_score`."""
    machine = game._machine
    seat = -1
    for number, each in enumerate(machine.roles):  # compiled, a tenth of the time of `index`
        if each == role:
            seat = number
            break
    if seat < 0:
        known(game, role, "set_score")
    try:
        finite = score - score == 0  # the quickest way to tell
    except TypeError as error:
        raise RulesError(f"the score of {role} cannot be {score!r}: it is a number") from error
    if not finite:
        raise RulesError(f"the score of {role} cannot be {score!r}: JSON has no such number")
    scores = machine.result.scores
    after = float(score)
    machine.journal.entries.append((machine.result, seat, scores[seat], after))
    scores[seat] = after


def eliminate(game: Definition, given: Iterable[str]) -> None:
    """See `Game.eliminate`."""
    named = tuple(given)
    for role in named:
        known(game, role, "eliminate")
    result = game._machine.result
    out = {role for together in result.out for role in together}
    fresh = tuple([role for role in game._machine.roles if role in named and role not in out])
    if fresh:
        after = (*result.out, fresh)
        game._machine.journal.entries.append((result, _OUT, result.out, after))
        result.out = after
    order = game._machine.order._value
    if any(role in named for role in order):
        game._machine.order.turn(tuple([role for role in order if role not in named]))


def check_in(game: Definition, roles: Iterable[str]) -> None:
    """Raise `RulesError` if a rule wants to make somebody active who is out."""
    out = [role for together in game._machine.result.out for role in together]
    for role in roles:
        if role in out:
            raise RulesError(f"{role} cannot be made active: {role} has been eliminated, and has no more turns")


def known(game: Definition, role: str, rule: str) -> None:
    """Raise `RulesError` if what a rule calls a role is none: no player's mistake, but the author's."""
    if role not in game._machine.roles:
        raise RulesError(
            f"{rule} was given {role!r}, which is no role: this game has {', '.join(map(repr, game._machine.roles))}"
        )


# -- who stands where --------------------------------------------------------------------------------------------------


def scored(game: Definition, role: str) -> float:
    """A role's score now. Raises `RulesError` if ``score`` of the game returns no finite number."""
    score: Any = game.score(role)  # what an author wrote may return anything, also where this is compiled
    kind = type(score)
    if (kind is float or kind is int) and score - score == 0:
        return score  # type: ignore[no-any-return]
    return _number(game, score, f"score({role!r})")


def party_score(game: Definition, party: Party) -> float:
    """The score of a party now: a role's own, or what the game says of the team. Raises `RulesError` as `scored` does."""
    if len(party) == 1:
        return scored(game, party[0])
    score: Any = game.team_score(party)
    return _number(game, score, f"team_score({party!r})")


def _number(game: Definition, given: Any, what: str) -> float:
    if not isinstance(given, int | float) or not isfinite(given):
        raise RulesError(f"{what} of {type(game).__name__} is {given!r}; it is a finite number")
    return given


def parties(game: Definition) -> tuple[Party, ...]:
    """Who wins or loses together. A team has those of its members who play; one of which nobody plays is left out."""
    roles = game._machine.roles
    if game.cooperative:
        return (roles,)
    if not game.teams:
        return tuple([(role,) for role in roles])
    seated = [tuple([role for role in team if role in roles]) for team in game.teams]
    return tuple([team for team in seated if team])


def ranks(game: Definition) -> dict[str, int]:
    """See `Game.ranks`."""
    if not game._machine.node.end:
        return {}
    sides = parties(game)
    if len(sides) == 1:
        return dict.fromkeys(game._machine.roles, 1 if game.all_win() else 2)
    sign = -1.0 if game.lowest_wins else 1.0
    standings = [(sign * party_score(game, party), _tie_breaks(game, party)) for party in sides]
    placed: dict[str, int] = {}
    for party, standing in zip(sides, standings, strict=True):
        ahead = sum([1 for other in standings if other > standing])
        for role in party:
            placed[role] = 1 + (min(ahead, 1) if game.losers_share_rank else ahead)
    return {role: placed[role] for role in game._machine.roles}


def winners(game: Definition) -> tuple[str, ...]:
    """See `Game.winners`. They are those of rank 1; tie-breaks are looked at only where the best score is shared."""
    if not game._machine.node.end:
        return ()
    roles = game._machine.roles
    rules = game._machine.rules
    if len(roles) == 1 or not rules.rivals:
        if game.cooperative or len(roles) == 1:
            return roles if game.all_win() else ()
        placed = ranks(game)
        return tuple([role for role in roles if placed[role] == 1])
    result = game._machine.result
    scores = [scored(game, role) for role in roles] if rules.scores else result.scores
    best = scores[0]
    last = 0
    tied = 0
    for number, score in enumerate(scores):  # compiled, a fifth of the time of `max`, and a tree asks at every end
        if score == best:
            tied += 1
            last = number
        elif score < best if rules.lowest_wins else score > best:
            best = score
            tied = 1
            last = number
    if tied == 1:
        return rules.alone[last]
    parted = bool(result.out) or rules.breaks_ties
    if tied == len(roles) and not parted:
        return roles
    first = tuple([role for number, role in enumerate(roles) if scores[number] == best])
    if not parted:
        return first
    ties = [_tie_breaks(game, (role,)) for role in first]
    highest = max(ties)
    return tuple([role for number, role in enumerate(first) if ties[number] == highest])


def utility(game: Definition, role: str) -> float:
    """See `Game.utility`."""
    first = winners(game)
    count = len(game._machine.roles)
    if len(first) == count:
        return 1.0 if len(parties(game)) == 1 else 0.0
    if role in first:
        return 1.0 / len(first)
    return -1.0 / (count - len(first)) if first else -1.0


def survived(game: Definition, role: str) -> tuple[float, ...]:
    """See `Game.tie_break`: who went out later is ahead, and who is still in is ahead of them all."""
    out = game._machine.result.out
    if not out:
        return ()
    for number, together in enumerate(out):
        if role in together:
            return (float(number),)
    return (float(len(out)),)


def _tie_breaks(game: Definition, party: Party) -> list[tuple[float, ...]]:
    """The tie-breaks of a party's members, the best first, as parties are compared by them."""
    found: list[tuple[float, ...]] = []
    for role in party:
        given: Any = game.tie_break(role)
        if not isinstance(given, tuple) or not all(isinstance(each, int | float) and isfinite(each) for each in given):
            raise RulesError(
                f"tie_break({role!r}) of {type(game).__name__} is {given!r}; "
                "it is a tuple of finite numbers, the first to be compared first, and more is better"
            )
        found.append(given)
    found.sort(reverse=True)
    return found
