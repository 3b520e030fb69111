"""Scoring: scores, statistics, eliminated roles, ranks and winners.

Players compete each for themselves, in teams, or together against the game. A *party* is a set of roles that win or lose
together: a role, a team, or everybody. Parties are ranked by their score, then by `Game.tie_break`; equal parties tie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from rondel.engine.compiling import mypyc_attr
from rondel.engine.declarations.result import OUT, Party
from rondel.engine.declarations.statistic import Stat, Tally
from rondel.engine.play.in_progress import InProgress
from rondel.engine.visibility import sees
from rondel.errors import BadPosition, RulesError


@mypyc_attr(allow_interpreted_subclasses=True)
class Scored(InProgress):
    """The hooks by which a game in progress is scored. Authors extend `Game`."""

    def score(self, role: str) -> float:
        """The score of a role now; by default the one of `set_score`. Raises `RulesError` for an unknown role."""
        try:
            return self._machine.result.scores[self._machine.roles.index(role)]
        except ValueError:
            self._machine.check_given(role, "score")
            raise

    def team_score(self, team: tuple[str, ...]) -> float:
        """The score of a team, or of all in a cooperative game; by default the sum of its members' scores."""
        return sum([self.score(role) for role in team])

    def tie_break(self, role: str) -> tuple[float, ...]:
        """The numbers that rank roles with equal scores: the first number counts first, and more is better.

        By default a role eliminated later is ahead of one eliminated earlier, and a role still in the game is ahead of both.
        Teams are compared by their best member's, then by their second best's, and so on.
        """
        return survived(self, role)

    def all_win(self) -> bool:
        """Whether the only player, or all players of a cooperative game, have won; by default with a score above 0."""
        return party_score(self, self._machine.roles) > 0

    def utility(self, role: str) -> float:
        """The value of the finished game to a role, which search and learning maximise.

        By default the winners share 1 and the others share -1 (so +1 and -1 with two players, and the sum is always 0); a draw
        of all is 0. In a solo or cooperative game it is 1 or -1 for everybody.
        """
        return utility(self, role)


# -- called by rules ---------------------------------------------------------------------------------------------------


def set_score(game: Scored, role: str, score: float) -> None:
    """See `Game.set_score`."""
    machine = game._machine
    seat = -1
    for number, each in enumerate(machine.roles):  # compiled, a tenth of the time of `index`
        if each == role:
            seat = number
            break
    if seat < 0:
        game._machine.check_given(role, "set_score")
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


def eliminate(game: Scored, given: Iterable[str]) -> None:
    """See `Game.eliminate`."""
    named = tuple(given)
    for role in named:
        game._machine.check_given(role, "eliminate")
    result = game._machine.result
    out = {role for together in result.out for role in together}
    fresh = tuple([role for role in game._machine.roles if role in named and role not in out])
    if fresh:
        after = (*result.out, fresh)
        game._machine.journal.entries.append((result, OUT, result.out, after))
        result.out = after
    order = game._machine.order._value
    if any(role in named for role in order):
        game._machine.order.turn(tuple([role for role in order if role not in named]))


def check_in(game: Scored, roles: Iterable[str]) -> None:
    """Raise `RulesError` if one of the roles was eliminated."""
    out = [role for together in game._machine.result.out for role in together]
    for role in roles:
        if role in out:
            raise RulesError(f"{role} cannot be made active: {role} has been eliminated, and has no more turns")


# -- ranks and winners -------------------------------------------------------------------------------------------------


def scored(game: Scored, role: str) -> float:
    """A role's score now. Raises `RulesError` if ``score`` of the game returns no finite number."""
    score: Any = game.score(role)  # what an author wrote may return anything, also where this is compiled
    kind = type(score)
    if (kind is float or kind is int) and score - score == 0:
        return score  # type: ignore[no-any-return]
    return _number(game, score, f"score({role!r})")


def party_score(game: Scored, party: Party) -> float:
    """The score of a party now: the role's score, or the team's ``team_score``. Raises `RulesError` as `scored` does."""
    if len(party) == 1:
        return scored(game, party[0])
    score: Any = game.team_score(party)
    return _number(game, score, f"team_score({party!r})")


def _number(game: Scored, given: Any, what: str) -> float:
    if not isinstance(given, int | float) or not isfinite(given):
        raise RulesError(f"{what} of {type(game).__name__} is {given!r}; it is a finite number")
    return given


def parties(game: Scored) -> tuple[Party, ...]:
    """The parties: teams with the members that play, without teams that have none."""
    roles = game._machine.roles
    if game.cooperative:
        return (roles,)
    if not game.teams:
        return tuple([(role,) for role in roles])
    seated = [tuple([role for role in team if role in roles]) for team in game.teams]
    return tuple([team for team in seated if team])


def ranks(game: Scored) -> dict[str, int]:
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


def winners(game: Scored) -> tuple[str, ...]:
    """See `Game.winners`. These are the roles of rank 1; ties are broken only if the best score is shared."""
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


def utility(game: Scored, role: str) -> float:
    """See `Game.utility`."""
    first = winners(game)
    count = len(game._machine.roles)
    if len(first) == count:
        return 1.0 if len(parties(game)) == 1 else 0.0
    if role in first:
        return 1.0 / len(first)
    return -1.0 / (count - len(first)) if first else -1.0


def survived(game: Scored, role: str) -> tuple[float, ...]:
    """See `Game.tie_break`: later eliminated is better, and not eliminated is best."""
    out = game._machine.result.out
    if not out:
        return ()
    for number, together in enumerate(out):
        if role in together:
            return (float(number),)
    return (float(len(out)),)


def _tie_breaks(game: Scored, party: Party) -> list[tuple[float, ...]]:
    """The tie-breaks of a party's members, the best first, which is the order of comparison."""
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


# -- statistics --------------------------------------------------------------------------------------------------------


def stat_value(game: Scored, stat: Stat[Any], role: str) -> Any:
    """See `Game.stat`."""
    tally, number = _find_stat(game, stat)
    return tally.values[number][_place_of(game, stat, role)]


def count_stat(game: Scored, stat: Stat[Any], by: Any, role: str) -> None:
    """See `Game.count`."""
    tally, number = _find_stat(game, stat)
    place = _place_of(game, stat, role)
    _set_stat(game, tally, number, place, tally.values[number][place] + _checked(stat, by))


def assign_stat(game: Scored, stat: Stat[Any], value: Any, role: str) -> None:
    """See `Game.set_stat`."""
    tally, number = _find_stat(game, stat)
    _set_stat(game, tally, number, _place_of(game, stat, role), _checked(stat, value))


def _set_stat(game: Scored, tally: Tally, number: int, place: int, value: Any) -> None:
    before = tally.values[number]
    after = (*before[:place], value, *before[place + 1 :])
    game._journal.entries.append((tally, number, before, after))
    tally.values[number] = after


def _find_stat(game: Scored, stat: Stat[Any]) -> tuple[Tally, int]:
    tally = game._tally
    if tally is not None:
        for number, each in enumerate(tally.stats):
            if each is stat:
                return tally, number
    raise RulesError(f"{stat!r} is no statistic of {type(game).__name__}; add it to its stats")


def _place_of(game: Scored, stat: Stat[Any], role: str) -> int:
    if stat.per == "table":
        if role:
            raise RulesError(f"statistic {stat.name!r} is kept for the table, not for {role!r}; leave the role out")
        return 0
    role = role or game._machine.actor
    if not role:
        raise RulesError(f"statistic {stat.name!r} is kept for each player, and nobody acts; say whose it is")
    game._machine.check_given(role, f"statistic {stat.name!r}")
    return game._roles.index(role)


def _checked(stat: Stat[Any], value: Any) -> Any:
    """The value as the statistic stores it. Raises `RulesError` for a value of the wrong kind."""
    whole = type(stat.start) is int
    kinds: tuple[type, ...] = (int,) if whole else (int, float)  # an inline test would compile to one that accepts fractions
    if type(value) not in kinds or not isfinite(value):
        fix = "" if not whole else "; where there may be fractions it starts at 0.0"
        raise RulesError(
            f"statistic {stat.name!r} cannot be given {value!r}: it is a {'whole' if whole else 'finite'} number{fix}"
        )
    return value if whole else float(value)


# -- views and positions -----------------------------------------------------------------------------------------------


def stats_seen(game: Scored, role: str) -> dict[str, Any]:
    """The statistics ``role`` may see now, by name: a value for the table, or one for each role."""
    over = game._machine.node.end
    return {stat.name: kept for stat, kept in _all_stats(game) if over or sees(stat.visible_to, role)}


def stats_json(game: Scored) -> dict[str, Any]:
    """All statistics, as a position stores them."""
    return {stat.name: kept for stat, kept in _all_stats(game)}


def _all_stats(game: Scored) -> list[tuple[Stat[Any], Any]]:
    tally = game._tally
    if tally is None:
        return []
    return [
        (stat, dict(zip(game._roles, values, strict=True)) if stat.per == "player" else values[0])
        for stat, values in zip(tally.stats, tally.values, strict=True)
    ]


def load_stats(game: Scored, given: Mapping[str, Any]) -> None:
    """Load the statistics of a position into a game that has not begun. Raises `BadPosition` for a misfit, with its name."""
    tally = game._tally
    stats = tally.stats if tally is not None else ()
    for name, values in given.items():
        stat = next((each for each in stats if each.name == name), None)
        if tally is None or stat is None:
            listed = ", ".join([repr(each.name) for each in stats]) or "none"
            raise BadPosition(f"unknown statistic {name!r}; this game has {listed}")
        roles = game._roles if stat.per == "player" else ()
        if roles and (not isinstance(values, Mapping) or set(values) != set(roles)):
            raise BadPosition(f"statistic {name!r} is {values!r}; give a value for each of {', '.join(roles)}")
        try:
            kept = tuple([_checked(stat, values[role]) for role in roles] or [_checked(stat, values)])
        except RulesError as error:
            raise BadPosition(str(error)) from error
        tally.values[tally.stats.index(stat)] = kept
