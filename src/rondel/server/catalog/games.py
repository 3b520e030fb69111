"""The games and bots that this server offers, as the lobby lists them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Final
from weakref import WeakKeyDictionary

import rondel
from rondel.door import brought, shipped
from rondel.engine import _
from rondel.errors import RondelError, quoted
from rondel.server import protocol
from rondel.server.catalog import assets
from rondel.server.catalog.likeness import like
from rondel.server.protocol.refused import Refusal

_logger = logging.getLogger(__name__)

_pictures: Final[WeakKeyDictionary[type[rondel.Game], protocol.Picture]] = WeakKeyDictionary()

BOTS: Final = {
    each.name: each
    for each in (
        protocol.BotInfo("level:1", _("Level 1 bot"), _("A beginner.")),
        protocol.BotInfo("level:2", _("Level 2 bot"), _("Makes many mistakes.")),
        protocol.BotInfo("level:3", _("Level 3 bot"), _("Plays as people do who know the game.")),
        protocol.BotInfo("level:4", _("Level 4 bot"), _("Plays well.")),
        protocol.BotInfo("level:5", _("Level 5 bot"), _("The strongest that answers within a second or so.")),
        protocol.BotInfo("random", _("Random bot"), _("Plays any legal move.")),
        protocol.BotInfo("greedy", _("Greedy bot"), _("Takes what looks best at once.")),
        protocol.BotInfo("mcts", _("Thinking bot"), _("Looks ahead for a second.")),
    )
}
"""Every kind of bot for a seat: the levels, then the single algorithms. Their labels stand here only."""


def known_bot(kind: str) -> str:
    """The kind of bot; refused as ``unknown_bot`` when there is none of that name.

    >>> known_bot("greedy")
    'greedy'
    """
    if kind not in BOTS:
        raise Refusal("unknown_bot", f"there is no bot {quoted(kind)}; there is {', '.join(BOTS)}")
    return kind


def bot_label(kind: str) -> str:
    """The label of that kind of bot; the kind itself where it is no longer offered.

    >>> bot_label("mcts")
    'Thinking bot'
    """
    return BOTS[kind].label if kind in BOTS else kind


def offers(known: Iterable[protocol.GameInfo] = ()) -> list[protocol.GameInfo]:
    """Every shipped game that can be loaded and begun, sorted by name; a game that fails is left out and logged. What is
    ``known`` of a game already is taken as it is, without loading it."""
    kept = {each.name: each for each in known}
    found = []
    for name in shipped():  # the rules of all others run in processes of their own: see `rule_host.sandbox`
        try:
            found.append(kept[name] if name in kept else offer(rondel.find(name)))
        except Exception:
            _logger.exception("the game %r cannot be loaded or begun, so it is not offered", name)
    return found


def offer(game: type[rondel.Game]) -> protocol.GameInfo:
    """The data with which the lobby shows a game and offers its options."""
    shown, fewest = game.showcase, game.fewest or len(game.seats)
    return protocol.GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        roles=tuple(game.seats),
        fewest=fewest,
        usual=shown.usual(fewest, len(game.seats)),
        family=shown.family,
        like=like(game.name),
        minutes=shown.minutes,
        known=shown.known,
        study=shown.study,
        cooperative=game.cooperative,
        options=[option.to_json() for option in game.options],
        picture=_picture(game),
    )


def _picture(game: type[rondel.Game]) -> protocol.Picture:
    """The position in the picture of a game, as the observer sees it."""
    if game not in _pictures:
        played = in_play(game)
        scene = assets.dressed(game.name, played.scene())
        _pictures[game] = protocol.Picture(scene, played.view(rondel.OBSERVER)["containers"], _faces(played))
    return _pictures[game]


def in_play(game: type[rondel.Game]) -> rondel.Game:
    """A game after the moves of its showcase, or after as many at random as it says. Always the same position.

    >>> in_play(rondel.find("reversi")).is_over
    False
    """
    played = _begun(game)
    for move in game.showcase.moves or _at_random(game):
        played.push(move, None if len(played.active) == 1 else played.active[0])
    return played


def _begun(game: type[rondel.Game]) -> rondel.Game:
    return rondel.new(game, seats=len(game.seats), seed=0)


def _at_random(game: type[rondel.Game]) -> list[str]:
    """The first moves of a game at random, as many as its showcase says. They end where the rules fail: such a game is still
    offered, and the error is reported when somebody plays so far."""
    played, rng = _begun(game), Random(0)  # noqa: S311 - for a picture
    moves: list[str] = []
    while not played.is_over and len(moves) < game.showcase.drawn:
        role = played.active[0]
        try:
            move = rng.choice(played.moves(role))
            played.push(move, role)
        except Exception:
            _logger.debug("the rules of %r fail after %d moves of its picture", game.name, len(moves), exc_info=True)
            break
        moves.append(move.text)
    return moves


def _faces(begun: rondel.Game) -> dict[str, tuple[str, ...]]:
    """For each kind of token with faces, the faces that lie on the table, visible or not."""
    lying = {(token.kind.name, token.face) for container in begun._containers for token in container.tokens()}
    found = {kind.name: tuple([face for face in kind.faces if (kind.name, face) in lying]) for kind in begun.kinds}
    return {name: faces for name, faces in found.items() if faces}


@lru_cache(maxsize=1024)
def title(game: str) -> str:
    """The label of the game of that name; the name where the game is gone or not shipped (`rule_host.sandbox`).

    >>> title("reversi"), title("long_gone")
    ('Reversi', 'long_gone')
    """
    try:
        return game if game in brought() else rondel.find(game).title or game
    except RondelError:
        return game
