"""Laws: what holds for every game, whatever its rules, tried on random play.

    from rondel.testing import LAWS, check

    @pytest.mark.parametrize("law", LAWS)
    def test_law(law: str) -> None:
        check(lambda: rondel.new("reversi", seed=7), law, seed=1)

moves     whoever is active has moves, no two alike; who is not has none left when the game is over
pop       a push, taken back, leaves the position and every view as they were, at every ply and all the way back
record    a record replays to the same position and views, also out of JSON
snapshot  so does a snapshot, and goes on as the game does
copy      a copy is equal, and then neither changes the other
refusal   what is not listed is refused, by an `AnswerError` (what is no text, maybe by a `TypeError`), and changes nothing
json      everything that leaves the engine is plain JSON data

The laws only play and look; they know no rules. That a seat learns nothing it may not know is not among them yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, ClassVar, Final, TypeAlias

from rondel.engine import OBSERVER, Game, Move
from rondel.engine import record as records
from rondel.errors import AnswerError, RondelError

Make: TypeAlias = Callable[[], Game]
"""Starts a game; every call must start the same one, so give it a seed."""
Law: TypeAlias = Callable[[Make, Random, int], None]

PLIES: Final = 200
"""How long a game is followed, unless it ends before."""


class BrokenLaw(RondelError):
    """A law does not hold; the message says which, where, and what differs."""

    code: ClassVar[str] = "broken_law"


def check(make: Make, law: str = "", *, seed: int, plies: int = PLIES) -> None:
    """Try a law on one random game, or all of them. Raises `BrokenLaw`."""
    for name in [law] if law else LAWS:
        LAWS[name](make, Random(seed), plies)  # noqa: S311 (which moves are tried is no secret)


# -- looking and playing -----------------------------------------------------------------------------------------------


def face(game: Game) -> dict[str, Any]:
    """All that can be seen of a game now, by the referee and by everybody."""
    return {
        "key": game.key(),
        "state": game.state,
        "active": game.active,
        "over": game.is_over,
        "scores": game.scores,
        "returns": game.returns,
        "winners": game.winners,
        "progress": game.progress,
        "views": {role: game.view(role) for role in (*game.roles, OBSERVER)},
    }


def told(game: Game, since: dict[str, int] | None = None) -> dict[str, Any]:
    """What has been told to each role, from number ``since`` of its stream on; all of it by default."""
    return {role: game.events(since[role] if since else 0, role) for role in (*game.roles, OBSERVER)}


def further(since: dict[str, int], news: dict[str, Any]) -> dict[str, int]:
    """Where each role's stream goes on after the news."""
    return {role: number + len(news[role]) for role, number in since.items()}


def walk(game: Game, random: Random, plies: int = PLIES) -> Iterator[Move]:
    """A random move of a random active role, again and again, until the game is over; whoever asks for the next pushes it.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> for move in walk(game, Random(1)):
    ...     game.push(move)
    >>> game.is_over
    True
    """
    for _ply in range(plies):
        if game.is_over:
            return
        yield random.choice(game.moves(random.choice(game.active)))


def difference(one: object, other: object, path: str = "") -> str:
    """Where two pieces of data differ first; empty if they do not.

    >>> difference({"a": [1, 2]}, {"a": [1, 3]})
    '/a/1: 2 and 3'
    """
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        found = [difference(one[name], other[name], f"{path}/{name}") for name in one]
    elif isinstance(one, list | tuple) and type(one) is type(other) and len(one) == len(other):
        found = [difference(each, twin, f"{path}/{number}") for number, (each, twin) in enumerate(zip(one, other, strict=True))]
    else:
        return "" if one == other and type(one) is type(other) else f"{path or '/'}: {one!r} and {other!r}"
    return next((each for each in found if each), "")


def same(law: str, where: str, one: object, other: object) -> None:
    """Raises `BrokenLaw` unless both are equal."""
    differs = difference(one, other)
    if differs:
        raise BrokenLaw(f"law {law!r} is broken {where}: {differs}")


def _silent(law: str, where: str, game: Game, heard: dict[str, int]) -> None:
    """Raises `BrokenLaw` if more has been told than was heard."""
    same(law, where, {role: [] for role in heard}, told(game, heard))


def at(game: Game, ply: int, move: Move | str) -> str:
    """Where in a game something happened."""
    return f"at ply {ply}, {move} in state {game.state!r} of {game.name}"


# -- the laws ----------------------------------------------------------------------------------------------------------


def moves(make: Make, random: Random, plies: int) -> None:
    """Whoever is active has moves, and their texts are different; when the game is over nobody has any, and somebody
    has won or drawn."""
    game = make()
    for ply, move in enumerate(walk(game, random, plies)):
        for role in game.active:
            texts = [str(each) for each in game.moves(role)]
            if len(set(texts)) != len(texts):
                twice = next(each for each in texts if texts.count(each) > 1)
                raise BrokenLaw(f"law 'moves' is broken {at(game, ply, move)}: {twice!r} is listed twice for {role}")
            odd = [str(each) for each in game.moves(role) if each.role != role]
            if not texts or odd:
                raise BrokenLaw(f"law 'moves' is broken {at(game, ply, move)}: {role} may play {odd or 'nothing'}")
        game.push(str(move), move.role)
    if game.is_over:
        left = [role for role in game.roles if game.moves(role)]
        if left or game.active:
            raise BrokenLaw(f"law 'moves' is broken at the end of {game.name}: {left or game.active} may still play")


def pop(make: Make, random: Random, plies: int) -> None:
    """Every push can be taken back exactly, at once and all the way."""
    game = make()
    heard = [further(dict.fromkeys((*game.roles, OBSERVER), 0), told(game))]
    before = [face(game)]
    played: list[str] = []
    for move in walk(game, random, plies):
        where = at(game, len(played), move)
        game.push(move)
        after, news = face(game), told(game, heard[-1])
        game.pop()
        same("pop", where, before[-1], face(game))
        _silent("pop", where, game, heard[-1])
        game.push(str(move), move.role)
        same("pop", f"{where}, pushed again", after, face(game))
        same("pop", f"{where}, pushed again", news, told(game, heard[-1]))
        before.append(after)
        heard.append(further(heard[-1], news))
        played.append(str(move))
    while played:
        text = played.pop()
        before.pop()
        heard.pop()
        game.pop()
        where = f"on the way back, {at(game, len(played), text)}"
        same("pop", where, before[-1], face(game))
        _silent("pop", where, game, heard[-1])


def record(make: Make, random: Random, plies: int) -> None:
    """A record replays to the same position, and what was told is told again."""
    game = make()
    stop = random.randrange(20)
    for ply, move in enumerate(walk(game, random, plies)):
        if ply == stop:
            _replays(game, at(game, ply, move))
        game.push(move)
    _replays(game, f"at the end of {game.name}")


def _replays(game: Game, where: str) -> None:
    kept = json.loads(json.dumps(game.record()))
    again = records.replay(type(game), kept, None)
    same("record", where, face(game), face(again))
    same("record", where, told(game), told(again))
    same("record", where, kept, again.record())


def snapshot(make: Make, random: Random, plies: int) -> None:
    """A snapshot restores to the same position, and goes on as the game does."""
    game = make()
    restored = None
    stop = random.randrange(20)
    for ply, move in enumerate(walk(game, random, plies)):
        where = at(game, ply, move)
        if ply % 20 == stop:
            restored = records.restore(type(game), json.loads(json.dumps(game.snapshot())))
        if restored is not None:
            same("snapshot", where, face(game), face(restored))
            restored.push(str(move), move.role)
        game.push(move)
    again = records.restore(type(game), json.loads(json.dumps(game.snapshot())))
    same("snapshot", f"at the end of {game.name}", face(game), face(again))
    same("snapshot", f"at the end of {game.name}", game.record(), again.record())


def copy(make: Make, random: Random, plies: int) -> None:
    """A copy is equal, and what happens to one does not happen to the other."""
    game = make()
    for ply, move in enumerate(walk(game, random, plies)):
        where = at(game, ply, move)
        before = face(game)
        twin = game.copy()
        same("copy", where, before, face(twin))
        twin.push(str(move), move.role)
        same("copy", f"{where}, pushed into the copy", before, face(game))
        after = face(twin)
        game.push(move)
        same("copy", f"{where}, pushed into both", after, face(game))
        game.pop()
        same("copy", f"{where}, popped from the first", after, face(twin))
        game.push(move)


def refusal(make: Make, random: Random, plies: int) -> None:
    """What is not listed is refused, and then nothing has changed."""
    game = make()
    heard = dict.fromkeys((*game.roles, OBSERVER), 0)
    seen: list[str] = []
    for ply, move in enumerate(walk(game, random, plies)):
        where = at(game, ply, move)
        seen.append(str(move))
        heard = further(heard, told(game, heard))
        before = (face(game), game.record())
        listed = [str(each) for each in game.moves(move.role)]
        for text in _nonsense(random.choice(listed), random.choice(seen), random):
            if text not in listed:
                _refused(game, text, move.role, where)
        for role in game.roles:
            if role not in game.active and not game.moves(role):
                _refused(game, str(move), role, where)
        same("refusal", where, before, (face(game), game.record()))
        _silent("refusal", where, game, heard)
        game.push(move)
    if game.is_over:
        before = (face(game), game.record())
        for text in seen[-3:]:
            _refused(game, text, random.choice(game.roles), f"at the end of {game.name}")
        same("refusal", f"at the end of {game.name}", before, (face(game), game.record()))


def _nonsense(listed: str, seen: str, random: Random) -> list[Any]:
    """Things that look like moves to a different degree, and things that are no text at all."""
    spot = random.randrange(len(listed))
    letter = random.choice("abcxyz019(),@ \u00e9\u2603\x00")
    return [
        seen,
        listed[:spot] + letter + listed[spot + 1 :],
        listed[:spot],
        listed + random.choice("() ,x"),
        listed.upper(),
        "",
        "@undo",
        letter * random.randrange(1, 2000),
        *random.sample([None, 7, 2.5, True, b"a1", [listed], {"move": listed}, (listed,), object()], 3),
    ]


def _refused(game: Game, text: Any, role: str, where: str) -> None:
    try:
        game.push(text, role)
    except AnswerError:
        return
    except TypeError:
        # The compiled engine checks its arguments' types by itself, before it looks at them.
        if not isinstance(text, str):
            return
        raise
    raise BrokenLaw(f"law 'refusal' is broken {where}: {text!r} by {role} was not refused")


def plain(make: Make, random: Random, plies: int) -> None:
    """What leaves the engine is plain JSON data: it comes out of JSON as it went in."""
    game = make()
    _plain("scene", game.scene())
    heard = dict.fromkeys((*game.roles, OBSERVER), 0)
    for move in walk(game, random, plies):
        for role, since in heard.items():
            _plain(f"view of {role}", game.view(role))
            events = game.events(since, role)
            _plain(f"events of {role}", events)
            heard[role] = since + len(events)
        game.push(move)
    for role in heard:
        _plain(f"view of {role}", game.view(role))
    _plain("record", game.record())
    _plain("snapshot", game.snapshot())


def _plain(what: str, data: object) -> None:
    try:
        again = json.loads(json.dumps(data, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise BrokenLaw(f"law 'json' is broken by the {what}: {error}") from error
    same("json", f"by the {what}", data, again)


LAWS: Final[dict[str, Law]] = {
    "moves": moves,
    "pop": pop,
    "record": record,
    "snapshot": snapshot,
    "copy": copy,
    "refusal": refusal,
    "json": plain,
}
"""Every law by name."""
