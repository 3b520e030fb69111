"""Conversion of positions to Turnbase's format and back.

The written state holds the full position. Parts without a place in the format go to the root prop ``"@rondel"``: the machine's
state, scores and progress, and the readers of props that are not public. Containers list their readers explicitly, because the
format's default is closed. A shuffled pile is marked, and its tokens are listed in an order that reveals nothing.

The reader accepts an *initial* state without tokens, which the game's ``setup`` then places; or a state *in play*, as it was
written. The rules are those of the game: names that the game does not have are refused, and so is a visibility other than the
game's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from rondel.engine.components.container import Container
from rondel.engine.components.pile import Pile
from rondel.engine.components.prop import thaw
from rondel.engine.records.position import READERS, position_of
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility
from rondel.errors import meant
from rondel.turnbase.props import refuse
from rondel.turnbase.state import BOOKS, TurnbaseState, is_turnbase

if TYPE_CHECKING:
    from rondel.engine.game import Game

_CONTAINER_PROPS: Final = ("name", "type", "visible_to", "back_visible_to_all", "count_visible_to", "shuffled")
_BOOKED: Final = ("game", "version")
"""Written for human readers; not part of a position."""


def write(game: Game) -> dict[str, Any]:
    """The position of a game in Turnbase's format, as JSON data; server-secret. `rondel.TurnbaseState` gives each role's view.

    Within a suspended rule, the position at its start. Raises `BadPosition` for a prop the format cannot hold.

    >>> import rondel
    >>> sorted(write(rondel.new("tic_tac_toe")))
    ['containers', 'props']
    """
    position: dict[str, Any] = game._machine.at_rest(lambda: position_of(game))
    books: dict[str, Any] = {"game": game.name, "version": game.version, "roles": list(game.roles)}
    books.update({key: value for key, value in position.items() if key not in ("play_order", "props", "containers")})
    props: dict[str, Any] = dict(position["props"])
    props["play_order"] = position["play_order"]
    books["visible_to"] = {prop.name: _listed(game, prop.visible_to) for prop in game._props if prop.visible_to != EVERYONE}
    counts: dict[str, int] = {}
    containers: dict[str, Any] = {}
    for container in game._containers:
        contents = [_token(game, entry, counts) for entry in position["containers"][container.name]]
        containers[container.name] = {"props": _container_props(game, container, contents), "contents": contents}
    books["tokens"] = counts
    props[BOOKS] = books
    return TurnbaseState({"props": props, "containers": containers}).to_json()


def _token(game: Game, entry: Mapping[str, Any], counts: dict[str, int]) -> dict[str, Any]:
    """A token of a position, without its serial number, which would reveal how it came there."""
    kind = str(entry["kind"])
    name = str(entry.get("face") or kind)
    counts[name] = number = counts.get(name, 0) + 1
    own = {key: value for key, value in entry.items() if key != "id"}
    return {"props": {"name": f"{name}#{number}", "type": "card" if _is_card(game, kind) else "token", **own}}


def _is_card(game: Game, kind: str) -> bool:
    """Whether tokens of a kind have a back, as kinds drawn as cards do."""
    return any(face.shape == "card" for each in game.kinds if each.name == kind for face in each.faces.values())


def _container_props(game: Game, container: Container, contents: list[dict[str, Any]]) -> dict[str, Any]:
    props: dict[str, Any] = {"name": container.name, "type": "container", "visible_to": _listed(game, container.visible_to)}
    counted = container.backs_visible_to
    if counted == EVERYONE and all(token["props"]["type"] == "card" for token in contents):
        props["back_visible_to_all"] = True
    elif counted != NOBODY:
        props["count_visible_to"] = _listed(game, counted)
    if _is_shuffled(container):
        props["shuffled"] = True
    return props


def _is_shuffled(container: Container) -> bool:
    """Whether the whole container is one bag; a pile with placed tokens records the bag of each instead."""
    return isinstance(container, Pile) and container.shuffled


def _listed(game: Game, visible_to: Visibility) -> list[str]:
    """A visibility in Turnbase's form: every role by name."""
    return [*game.roles, OBSERVER] if visible_to == EVERYONE else list(visible_to)


def read_start(game: Game, data: Any) -> dict[str, Any] | None:
    """The position in a start position of Turnbase's format; None for other formats. See `read`."""
    return read(game, data) if is_turnbase(data) else None


READERS.append(read_start)


def read(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    """The position of a game that has been set up, from a state in Turnbase's format. Raises `BadPosition` that lists all
    problems, each with its path and fix."""
    state = TurnbaseState(data)
    problems: list[str] = []
    position: dict[str, Any] = {key: thaw(value) for key, value in state.books.items() if key not in _BOOKED}
    older = False  # an older version is migrated first; names unknown after that are refused
    if "version" in state.books:
        position["version"] = thaw(state.books["version"])
        older = position["version"] != game.version
    other = state.books.get("game", game.name)
    if other != game.name:
        problems.append(f"props.{BOOKS}.game is {thaw(other)!r}: the state is not of the game {game.name!r}")
    for number, role in enumerate(state.play_order):
        if role not in game.roles:
            problems.append(f"props.play_order[{number}] is {role!r}, {meant(role, 'no role of this game', game.roles)}")
    if not state.in_play and len(state.play_order) != len(game.roles):
        problems.append(
            f"props.play_order has {len(state.play_order)} roles, and this game {len(game.roles)} players; list each of "
            f"{', '.join(map(repr, game.roles))}, or give the number of seats, as in seats={len(state.play_order)}"
        )
    position["play_order"] = list(state.play_order)
    position["props"] = _read_props(game, state, older, problems)
    _check_hidden(game, state, problems)
    known = {container.name: container for container in game._containers}
    contents: dict[str, Any] = {}
    for name, holder in state.containers.items():
        container = known.get(name)
        if container is None and not older:
            problems.append(f"containers.{name}: {meant(name, 'this game has no such container', known)}")
            continue
        if container is not None:
            _check_container(game, container, holder.props, problems)
        if state.in_play:
            contents[name] = [
                {key: thaw(value) for key, value in props.items() if key not in ("name", "type")} for props in holder.contents
            ]
    position["containers"] = contents
    refuse(problems, f"the Turnbase state for {game.name!r}")
    return position


def _read_props(game: Game, state: TurnbaseState, older: bool, problems: list[str]) -> dict[str, Any]:
    """The root props that belong to the game."""
    names = [prop.name for prop in game._props]
    props: dict[str, Any] = {}
    for name, value in state.props.items():
        if name in names or older:
            props[name] = thaw(value)
        else:
            problems.append(f"props.{name}: {meant(name, 'this game has no such prop', ['play_order', *names])}")
    return props


def _check_hidden(game: Game, state: TurnbaseState, problems: list[str]) -> None:
    """Checks that the game hides each prop that a state in play hides."""
    for prop in game._props:
        readers = state.hidden.get(prop.name)
        if readers is not None and set(readers) != set(_listed(game, prop.visible_to)):
            problems.append(
                f"props.{BOOKS}.visible_to.{prop.name} is {list(readers)!r}, but the rules show this prop to "
                f"{_listed(game, prop.visible_to)!r}; remove it, or write that"
            )


def _check_container(game: Game, container: Container, props: Mapping[str, object], problems: list[str]) -> None:
    """Checks that the container props of the state agree with the game's container."""
    path = f"containers.{container.name}.props"
    for key in props:
        if key not in _CONTAINER_PROPS:
            problems.append(
                f"{path}.{key}: {meant(key, 'containers of a game have no props of their own', _CONTAINER_PROPS)}; "
                "make it a prop of the game, or remove it"
            )
    for key, truth in (("visible_to", container.visible_to), ("count_visible_to", container.backs_visible_to)):
        if key in props:
            given = cast("tuple[str, ...]", props[key])
            if set(given) != set(_listed(game, truth)):
                problems.append(
                    f"{path}.{key} is {list(given)!r}, but the rules show {container.name!r} to {_listed(game, truth)!r}; "
                    "remove it, or write that"
                )
    if "back_visible_to_all" in props and props["back_visible_to_all"] != (container.backs_visible_to == EVERYONE):
        right = "true" if container.backs_visible_to == EVERYONE else "false"
        problems.append(f"{path}.back_visible_to_all must be {right}, as in the rules; remove it, or write that")
    if props.get("shuffled") is True and not isinstance(container, Pile):
        problems.append(
            f"{path}.shuffled is true, but {container.name!r} is not a pile, and only piles can be shuffled; remove it"
        )
