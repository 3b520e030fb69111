"""Position sampler: complete the visible part of a position with hidden tokens that fit.

The tokens that a game's ``setup`` makes and that are not visible are dealt at random to the containers with hidden contents, as
many to each as its backs show. A container that does not show its number gets as many as it had after ``setup``; on a hidden
board each token gets a random cell. A token that was visible at first and is not now may also have left the game. Tokens that
the game makes later and always hides are not sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.components.boards.board import Board
from rondel.engine.components.container import Container
from rondel.engine.components.pile import Pile
from rondel.engine.components.viewer import Viewer
from rondel.engine.records.position import UNSTARTED

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable


UNKEPT: Final = ("id", "down", "level")
"""The keys of a token in a view that a position does not have."""


def seen_position(views: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The visible part of a position, from a role's views; the last view is the present.

    A view lists the eliminated roles one by one. Roles that appear in the same view for the first time were eliminated
    together.
    """
    view = views[-1]
    eliminated: list[list[str]] = []
    for each in views:
        known = [role for together in eliminated for role in together]
        if each["eliminated"][: len(known)] != known:  # an undo has brought somebody back
            eliminated, known = [], []
        fresh = each["eliminated"][len(known) :]
        eliminated = [*eliminated, list(fresh)] if fresh else eliminated
    position: dict[str, Any] = {
        "state": view["state"],
        "play_order": view["play_order"],
        "eliminated": eliminated,
        "progress": view["progress"],
        "stats": view["stats"],
        "props": view["props"],
        "containers": {
            name: [{key: value for key, value in token.items() if key not in UNKEPT} for token in part["tokens"]]
            for name, part in view["containers"].items()
            if "tokens" in part
        },
    }
    if view["scores"] is not None:
        position["scores"] = list(view["scores"].values())
    return position


def sampled_position(
    kind: type[Playable],
    seats: int,
    options: Mapping[str, Any],
    role: str,
    position: Mapping[str, Any],
    view: Mapping[str, Any],
    shuffled: Callable[[Sequence[dict[str, Any]]], list[dict[str, Any]]],
) -> dict[str, Any]:
    """A whole position: the visible part with random hidden tokens, as many as ``view`` shows backs."""
    game = kind(seats, None, options, UNSTARTED, "explicit")
    viewer = Viewer(role, ())
    keys = {container.name: container.keys for container in game._containers}  # a view may have more keys
    contents = {
        name: [{key: value for key, value in token.items() if key in keys[name]} for token in tokens]
        for name, tokens in position.get("containers", {}).items()
    }
    left = [_named(token.to_json()) for container in game._containers for token in container._all()]
    for container in game._containers:
        for token in contents.get(container.name, () if _hidden(container, viewer) else container.to_json()):
            _take(left, token)
    looked = {name: part["known"] for name, part in view["containers"].items() if "known" in part}
    for tokens in looked.values():
        for token in tokens:
            _take(left, token)
    left = shuffled(left)
    for tokens in contents.values():
        for token in tokens:
            if not token.get("face"):
                alike = next((each for each in left if each["kind"] == token["kind"] and each.get("face")), None)
                if alike is not None and any(shown.get("down") for shown in _tokens(view)):
                    left.remove(alike)
                    token["face"] = alike["face"]
    for container in game._containers:
        if container.name in contents and not isinstance(container, Pile):
            seen = view["containers"].get(container.name, {}).get("tokens", ())
            _turn_down(contents[container.name], seen, role, container.belongs_to)
    open_ended: list[Container] = []
    for container in game._containers:
        if _hidden(container, viewer) and container.name not in contents:
            backs = view["containers"].get(container.name, {}).get("backs")
            if backs is None:
                open_ended.append(container)
            else:
                known = looked.get(container.name, ())
                unknown = left[: backs - len(known)]
                left = left[backs - len(known) :]
                contents[container.name] = _pile(role, known, unknown) if known else unknown
    for container in open_ended:
        known = looked.get(container.name, ())
        count = min(len(left), max(0, container._size() - len(known)))
        contents[container.name] = left[:count]
        left = left[count:]
        if known:  # in unknown places
            contents[container.name] = _pile(role, known, contents[container.name])
    heaps = [container.name for container in open_ended if not isinstance(container, Board)]
    if left and heaps:
        contents[heaps[-1]] += left
    for container in game._containers:
        if isinstance(container, Board) and _hidden(container, viewer):
            contents[container.name] = _on_cells(container, contents[container.name], shuffled)
    for container in game._containers:
        name = container.name
        listed = view["containers"].get(name, {}).get("tokens")
        if isinstance(container, Pile) and listed is not None:
            if name in looked:
                unknown = list(contents[name])
                for token in looked[name]:
                    _take(unknown, token)
                contents[name] = _pile(role, looked[name], unknown)
            elif _hidden(container, viewer):  # the role has looked through it
                contents[name] = [{**token, "bag": 0, "known": [role]} for token in contents[name]]
    return {**position, "containers": contents}


def _turn_down(tokens: Sequence[dict[str, Any]], seen: Sequence[Mapping[str, Any]], role: str, owner: str) -> None:
    """Turn down the tokens that lie face down in the view: with a visible face for all but the role, otherwise for all but the
    owner of the container."""
    if len(tokens) != len(seen) or any(
        token.get("at", shown["at"]) != shown["at"] for token, shown in zip(tokens, seen, strict=True)
    ):
        return
    for token, shown in zip(tokens, seen, strict=True):
        if shown.get("down"):
            token["shown_to"] = [role] if "face" in shown else [owner] if owner not in ("", role) else []


def _pile(role: str, known: Sequence[Mapping[str, Any]], unknown: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tokens of a pile, from the bottom. The known tokens, given from the top, take their places, or follow the token
    listed before if they have none. The unknown tokens lie in bags in between.

    >>> pile = _pile("north", [{"at": "top1", "face": "a"}], [{"face": "b"}, {"face": "c"}])
    >>> [(token["face"], token.get("bag")) for token in pile]
    [('c', 3), ('a', None), ('b', 1)]
    """
    rest = list(unknown)
    found: list[dict[str, Any]] = []  # from the top
    bag = 0
    placed = True
    for token in known:
        room = max(0, int(token["at"].removeprefix("top")) - len(found)) if "at" in token else 0
        if room or ("at" in token) != placed:
            bag += 1
        found.extend([{**each, "bag": bag} for each in rest[:room]])
        rest = rest[room:]
        bag += 1 if room else 0
        placed = "at" in token
        mine = {key: value for key, value in token.items() if key != "at"}
        found.append({**mine, "known": [role], **({} if placed else {"bag": bag})})
    found.extend([{**each, "bag": bag + 1} for each in rest])
    return found[::-1]


def _on_cells(
    board: Board,
    tokens: Sequence[dict[str, Any]],
    shuffled: Callable[[Sequence[dict[str, Any]]], list[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """The tokens on a hidden board, each without a known place on a random empty cell. Tokens without room are left out."""
    taken = {token["at"] for token in tokens if "at" in token}
    free = shuffled([{"at": cell.name} for cell in board.cells if cell.name not in taken])
    placed = [token for token in tokens if "at" in token]
    return placed + [
        {**token, **cell} for token, cell in zip([each for each in tokens if "at" not in each], free, strict=False)
    ]


def _hidden(container: Container, viewer: Viewer) -> bool:
    return not viewer.sees(container)


def _tokens(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [token for part in view["containers"].values() for token in part.get("tokens", ())]


def _named(token: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a token without its place and id."""
    return {name: value for name, value in token.items() if name not in ("id", "at", "level")}


def _take(left: list[dict[str, Any]], token: Mapping[str, Any]) -> None:
    """Remove from ``left`` a token that matches, if there is one; the same owner first."""
    for owner in (True, False):  # a rule may have changed the owner
        for each in left:
            if (
                each["kind"] == token["kind"]
                and each.get("face", "") == token.get("face", "")
                and (not owner or each.get("owner") == token.get("owner"))
            ):
                left.remove(each)
                return
