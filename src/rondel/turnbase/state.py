"""Turnbase's state format: props, containers, tokens, and nothing deeper.

Turnbase (https://turnbase.readthedocs.io, "How Turnbase keeps track of the game") keeps a game as

    {"props": {"play_order": ["white", "black"], ...},
     "containers": {"hand": {"props": {"visible_to": ["white"], ...}, "contents": [{"props": {...}}, ...]}}}

`TurnbaseState` checks any such state, holds it, instantiates tokens, and gives each role's view of it. It needs no
Rondel game. `rondel.turnbase.position` converts positions of Rondel games.

Details that the format leaves open are fixed here. Props and the existence of containers are public, contents are closed: a
container without ``visible_to`` shows its contents to nobody. An *initial* state holds no tokens, they are instantiated.
A state *in play* holds tokens together with bookkeeping about them, in the root prop ``"@rondel"``, which no role sees.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rondel.engine.components.prop import thaw
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility, sees
from rondel.errors import BadPosition, UnknownRole, meant, quoted
from rondel.turnbase.props import plain, props_of, refuse, value_of
from rondel.turnbase.tokens import TokenSet, base_of, ordinal_of

BOOKS: Final = "@rondel"
"""The root prop for data without a place in Turnbase's format; no other prop has this name, since props are identifiers."""

_COUNTS: Final = f"props.{BOOKS}.tokens"
"""The path of the token counts in the bookkeeping."""

INSTANTIATE: Final = (
    "an initial state holds no tokens; leave 'contents' empty and use INSTANTIATE_TOKEN or INSTANTIATE_ALL_TOKENS "
    "(here: state.instantiate(...), state.instantiate_all(...), or a game's own setup), which number them"
)

_KEYS: Final = ("props", "containers")
_CONTAINER_KEYS: Final = ("props", "contents")


def is_turnbase(data: object) -> bool:
    """Whether data are meant as Turnbase's format, valid or not: a Rondel position has neither mark.

    >>> is_turnbase({"props": {"play_order": []}}), is_turnbase({"containers": {"deck": {}}})
    (True, True)
    >>> is_turnbase({"play_order": ["x", "o"], "props": {"tick": 0}, "containers": {"board": []}})
    False
    """
    if not isinstance(data, Mapping):
        return False
    props = data.get("props")
    if isinstance(props, Mapping) and "play_order" in props:
        return True
    containers = data.get("containers")
    return isinstance(containers, Mapping) and any(isinstance(each, Mapping) for each in containers.values())


class Holder:
    """One container of a state: props, contents in order, and readers. Made by `TurnbaseState`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.props: dict[str, object] = {}
        self.contents: list[dict[str, object]] = []
        """The props of each token, in order."""
        self.visible_to: Visibility = NOBODY
        """The readers of the contents; nobody by default."""
        self.counted_by: Visibility = NOBODY
        """The readers of the number of tokens: everyone if backs are visible to all."""
        self.shuffled = False
        """Whether the order of the contents has no meaning."""


class TurnbaseState:
    """Any legal state in Turnbase's format. Raises `BadPosition` that lists all problems, each with its path and fix.

    ``num_players``, if given, must be the length of ``play_order``. While ``editing``, ``play_order`` may be
    empty. A state with tokens in it is refused unless it carries the bookkeeping about them, or is declared ``in_play``.

    >>> state = TurnbaseState({"props": {"play_order": ["x", "o"]}, "containers": {"bag": {"props": {"visible_to": ["x"]}}}})
    >>> state.instantiate(TokenSet("marks", {"x": {}}), "x", 2, "bag")
    ['x#1', 'x#2']
    >>> state.view("o")["containers"]
    {'bag': {'props': {'visible_to': ['x']}}}
    """

    def __init__(self, data: object, *, num_players: int | None = None, editing: bool = False, in_play: bool = False) -> None:
        problems: list[str] = []
        self.roles = NOBODY  # not (): the compiler would infer the type of the empty tuple
        """All players: those of ``play_order``, and those who have left it."""
        self.play_order = NOBODY
        """The queue of roles; the first is the current player."""
        self.props: dict[str, object] = {}
        """The root props without ``play_order`` and the bookkeeping, as frozen values."""
        self.hidden: dict[str, Visibility] = {}
        """The readers of a root prop, if it is not public."""
        self.containers: dict[str, Holder] = {}
        self.books: dict[str, object] = {}
        """Rondel's data beside the format; see `rondel.turnbase.position`."""
        self.tokens: dict[str, int] = {}
        """Number of tokens of each name so far; the next number follows from it."""
        self.in_play = in_play
        if not isinstance(data, Mapping):
            raise BadPosition(f"a Turnbase state is an object with 'props' and 'containers', not {quoted(data)}")
        self._read_keys(data, problems)
        self._read_props(data.get("props"), editing, problems)
        if num_players is not None and num_players != len(self.play_order):
            problems.append(
                f"props.play_order has {len(self.play_order)} roles, but num_players is {num_players}; make them agree"
            )
        containers = data.get("containers", {})
        if not isinstance(containers, Mapping):
            problems.append(f"containers is {quoted(containers)}; give an object with a container for each name")
        else:
            for name, each in containers.items():
                self._read_container(name, each, problems)
            self._check_names(problems)
        refuse(problems, "the Turnbase state")

    # -- reading -------------------------------------------------------------------------------------------------------

    def _read_keys(self, data: Mapping[str, Any], problems: list[str]) -> None:
        for key in data:
            if key == "play_order":
                problems.append("play_order stands at top level; move it into props: props.play_order")
            elif key not in _KEYS:
                problems.append(
                    f"{quoted(key)} stands at top level, where only props and containers are; move it into props, "
                    "or into the props of a container"
                )

    def _read_props(self, given: object, editing: bool, problems: list[str]) -> None:
        if not isinstance(given, Mapping):
            shown = "missing" if given is None else quoted(given)
            problems.append(f"props is {shown}; give an object, with at least play_order: the list of roles")
            return
        props = props_of(given, "props", problems)
        order = props.pop("play_order", None)
        if "play_order" not in given:
            problems.append('props.play_order is missing; list the roles in order of play, as in ["white", "black"]')
        else:
            self.play_order = self._roles_in(order, "props.play_order", problems)
            if order == () and not editing:
                problems.append("props.play_order is empty; list the roles in order of play")
        self.roles = self.play_order
        books = props.pop(BOOKS, None)
        self.props = props
        if books is None:
            return
        if not isinstance(books, Mapping):
            problems.append(f"props.{BOOKS} is {quoted(thaw(books))}; it is bookkeeping, an object: leave it as it was written")
            return
        self.in_play = True
        self.books = dict(books)
        roles = self.books.pop("roles", None)
        if roles is not None:
            self.roles = self._roles_in(roles, f"props.{BOOKS}.roles", problems)
            gone = [role for role in self.play_order if role not in self.roles]
            if gone:
                problems.append(f"props.play_order has {gone[0]!r}, which is missing in props.{BOOKS}.roles; add it there")
        tokens = self.books.pop("tokens", MappingProxyType({}))
        if not isinstance(tokens, Mapping) or not all(type(count) is int and count >= 0 for count in tokens.values()):
            problems.append(f"props.{BOOKS}.tokens is {quoted(thaw(tokens))}; it counts the tokens of each name")
        else:
            self.tokens = dict(tokens)
        hidden = self.books.pop("visible_to", MappingProxyType({}))
        if not isinstance(hidden, Mapping):
            problems.append(
                f"props.{BOOKS}.visible_to is {quoted(thaw(hidden))}; it names who sees a prop, for each hidden one"
            )
            return
        for name, readers in hidden.items():
            if name not in self.props:
                problems.append(f"props.{BOOKS}.visible_to hides {name!r}, {meant(name, 'which is no prop', self.props)}")
            else:
                self.hidden[name] = self._readers(readers, f"props.{BOOKS}.visible_to.{name}", problems)

    def _roles_in(self, order: object, path: str, problems: list[str]) -> tuple[str, ...]:
        if not isinstance(order, tuple):
            problems.append(f'{path} is {quoted(thaw(order))}; it is a list of roles, as in ["white", "black"]')
            return ()
        roles: list[str] = []
        for number, role in enumerate(order):
            where = f"{path}[{number}]"
            if not isinstance(role, str) or not role:
                problems.append(f"{where} is {quoted(thaw(role))}; a role is a text that is not empty")
            elif role == OBSERVER:
                problems.append(f"{where} is {OBSERVER!r}, which watches and does not play; remove it, or give the role a name")
            elif role in roles:
                problems.append(f"{where} is {role!r} again; list each role once")
            else:
                roles.append(role)
        return tuple(roles)

    def _readers(self, given: object, path: str, problems: list[str]) -> Visibility:
        if not isinstance(given, tuple):
            problems.append(f'{path} is {quoted(thaw(given))}; it is a list of roles, and "observer"; [] is nobody')
            return NOBODY
        known = (*self.roles, OBSERVER)
        for number, role in enumerate(given):
            if role not in known:
                shown = quoted(thaw(role))
                problems.append(f"{path}[{number}] is {shown}, {meant(role, 'who does not play', known)}")
        return given

    def _read_container(self, name: object, given: object, problems: list[str]) -> None:
        if not isinstance(name, str) or not name:
            problems.append(f"containers has the key {quoted(name)}; a container is named by a text that is not empty")
            return
        path = f"containers.{name}"
        if not isinstance(given, Mapping):
            problems.append(f"{path} is {quoted(given)}; a container is an object with props and contents")
            return
        for key in given:
            if key in ("containers", "container"):
                problems.append(
                    f"{path}.{key}: a container holds tokens and no containers; put it beside {path}, and name it in a prop"
                )
            elif key in ("visible_to", "back_visible_to_all", "name", "type"):
                problems.append(f"{path}.{key} is a prop of the container; move it to {path}.props.{key}")
            elif key not in _CONTAINER_KEYS:
                problems.append(
                    f"{path} has the key {quoted(key)}; a container has props and contents: move it into {path}.props"
                )
        holder = Holder(name)
        self.containers[name] = holder
        props = given.get("props")
        if not isinstance(props, Mapping):
            shown = "missing" if props is None else quoted(props)
            problems.append(f"{path}.props is {shown}; give an object, which may be empty")
        else:
            holder.props = props_of(props, f"{path}.props", problems)
            self._read_container_props(holder, f"{path}.props", problems)
        contents = given.get("contents", ())
        if not isinstance(contents, list | tuple):
            problems.append(f"{path}.contents is {quoted(contents)}; give a list of tokens, [] for none")
            return
        for number, token in enumerate(contents):
            self._read_token(holder, f"{path}.contents[{number}]", token, problems)
        if self.in_play and holder.props.get("back_visible_to_all") is True:
            for number, laid in enumerate(holder.contents):
                if laid.get("type") != "card":
                    problems.append(
                        f"{path}.props.back_visible_to_all is true, but {path}.contents[{number}] is no card (its 'type' is "
                        f"{quoted(thaw(laid.get('type')))}); only cards have backs: remove the prop"
                    )
                    break

    def _read_container_props(self, holder: Holder, path: str, problems: list[str]) -> None:
        props = holder.props
        if "name" in props and props["name"] != holder.name:
            problems.append(f"{path}.name is {quoted(thaw(props['name']))}; it is {holder.name!r}, the container's key")
        if "visible_to" in props:
            holder.visible_to = self._readers(props["visible_to"], f"{path}.visible_to", problems)
        if "count_visible_to" in props:
            holder.counted_by = self._readers(props["count_visible_to"], f"{path}.count_visible_to", problems)
        for key in ("back_visible_to_all", "shuffled"):
            if not isinstance(props.get(key, False), bool):
                problems.append(f"{path}.{key} is {quoted(thaw(props[key]))}; it is true or false")
        if props.get("back_visible_to_all") is True:
            holder.counted_by = EVERYONE
        holder.shuffled = props.get("shuffled") is True

    def _read_token(self, holder: Holder, path: str, given: object, problems: list[str]) -> None:
        if not isinstance(given, Mapping):
            problems.append(f"{path} is {quoted(given)}; a token is an object with props")
            return
        if not self.in_play:
            problems.append(f"{path} is a token; {INSTANTIATE}")
            return
        for key in given:
            if key in ("contents", "containers", "tokens", "token"):
                what = "containers hold tokens and no containers" if key.startswith("cont") else "a token holds no tokens"
                problems.append(f"{path}.{key}: {what}; a token has props and nothing else")
            elif key != "props":
                problems.append(
                    f"{path} has the key {quoted(key)}; a token has props and nothing else: move it into {path}.props"
                )
        props = given.get("props")
        if not isinstance(props, Mapping):
            shown = "missing" if props is None else quoted(props)
            problems.append(f"{path}.props is {shown}; give an object")
            return
        holder.contents.append(props_of(props, f"{path}.props", problems))

    def _check_names(self, problems: list[str]) -> None:
        """Checks that every token has a unique name, and that the bookkeeping has counted its number."""
        seen: dict[str, str] = {}
        booked = _COUNTS if self.tokens else ""
        for holder in self.containers.values():
            for number, props in enumerate(holder.contents):
                path = f"containers.{holder.name}.contents[{number}].props.name"
                name = props.get("name")
                if not isinstance(name, str) or not name:
                    shown = "missing" if name is None else quoted(thaw(name))
                    problems.append(f"{path} is {shown}; every token has a name of its own, as 'disc#1'")
                    continue
                base = base_of(name)
                if name in seen:
                    problems.append(f"{path} is {name!r}, as is {seen[name]}; number them: {base}#1, {base}#2")
                    continue
                seen[name] = path
                ordinal = ordinal_of(name)
                if booked and ordinal > self.tokens.get(base, 0):
                    known = self.tokens.get(base, 0)
                    problems.append(f"{path} is {name!r}, but {booked} has counted {known} of {base!r}; raise it to {ordinal}")
                elif not booked or ordinal > self.tokens.get(base, 0):
                    self.tokens[base] = max(self.tokens.get(base, 0), ordinal)

    # -- what rules do with it -----------------------------------------------------------------------------------------

    @property
    def current_player(self) -> str:
        """The active role: the head of ``play_order``; empty if there is none."""
        return self.play_order[0] if self.play_order else ""

    @property
    def upcoming(self) -> tuple[str, ...]:
        """The roles that follow, in order."""
        return self.play_order[1:]

    def set_prop(self, name: Any, value: object) -> None:
        """Sets a root prop. Raises `BadPosition` with the path for a value that is not JSON, a container or a token."""
        problems: list[str] = []
        if not isinstance(name, str) or not name or name in ("play_order", BOOKS):
            problems.append(f"{quoted(name)} is not a settable prop; 'end_turn' changes play_order")
        frozen = value_of(value, f"props.{name}", problems)
        refuse(problems, "the Turnbase state")
        self.props[name] = frozen

    def end_turn(self) -> str:
        """Moves the current player to the end of ``play_order``; returns the new one."""
        self.play_order = self.play_order[1:] + self.play_order[:1]
        return self.current_player

    def instantiate(self, tokens: TokenSet, name: str, count: int, container: str) -> list[str]:
        """Makes ``count`` tokens of a set's prototype in a container; returns their names, numbered after the existing ones.

        Turnbase's INSTANTIATE_TOKEN. Raises `BadPosition` for an unknown prototype or container, and for tokens without
        backs where backs are shown.
        """
        holder = self.containers.get(container)
        if holder is None:
            raise BadPosition(f"there is no container {quoted(container)}; {meant(container, '', self.containers)}")
        props = tokens.tokens.get(name)
        if props is None:
            raise BadPosition(f"token set {tokens.name!r} has no {quoted(name)}; {meant(name, '', tokens.tokens)}")
        if type(count) is not int or count < 0:
            raise BadPosition(f"{quoted(count)} tokens cannot be instantiated; give a whole number, 0 or more")
        if holder.props.get("back_visible_to_all") is True and not tokens.cards:
            raise BadPosition(
                f"containers.{container}.props.back_visible_to_all is true, but tokens of set {tokens.name!r} are not cards; "
                "only cards have backs: remove the prop, or make it TokenSet(..., cards=True)"
            )
        self.in_play = True
        made: list[str] = []
        for _each in range(count):
            number = self.tokens.get(name, 0) + 1
            self.tokens[name] = number
            made.append(f"{name}#{number}")
            holder.contents.append({**props, "name": made[-1], "type": "card" if tokens.cards else "token"})
        return made

    def instantiate_all(self, tokens: TokenSet, container: str) -> list[str]:
        """Makes every token of a set, by its counts; returns their names. Turnbase's INSTANTIATE_ALL_TOKENS."""
        return [made for name, count in tokens.counts.items() for made in self.instantiate(tokens, name, count, container)]

    # -- output -------------------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The state as it was read, as plain data; tokens instantiated since come with their bookkeeping."""
        props: dict[str, Any] = {name: thaw(value) for name, value in self.props.items()}
        props["play_order"] = list(self.play_order)
        books: dict[str, Any] = {name: thaw(value) for name, value in self.books.items()}
        if self.tokens:
            books["tokens"] = dict(self.tokens)
        if self.hidden:
            books["visible_to"] = {name: list(readers) for name, readers in self.hidden.items()}
        if set(self.roles) != set(self.play_order):
            books["roles"] = list(self.roles)
        if books:
            props[BOOKS] = books
        return {
            "props": props,
            "containers": {
                name: {"props": plain(holder.props), "contents": [{"props": plain(each)} for each in holder.contents]}
                for name, holder in self.containers.items()
            },
        }

    def view(self, role: str) -> dict[str, Any]:
        """The view of a role (or ``"observer"``), built from nothing. Raises `UnknownRole`.

        Contents are there for a container's readers, ``"backs"`` (their number) if it shows them. Tokens are numbered
        anew in each view, so that no number reveals a hidden token; the contents of a shuffled container are sorted
        by name.
        """
        if role != OBSERVER and role not in self.roles:
            raise UnknownRole(f"unknown role {quoted(role)}: this state has {', '.join(map(repr, self.roles))}")
        numbers: dict[str, int] = {}
        props: dict[str, Any] = {"play_order": list(self.play_order)}
        for name, value in self.props.items():
            readers = self.hidden.get(name)
            if readers is None or role in readers:
                props[name] = thaw(value)
        containers: dict[str, Any] = {}
        for name, holder in self.containers.items():
            part: dict[str, Any] = {"props": plain(holder.props)}
            if role in holder.visible_to:
                part["contents"] = _seen(holder, role, numbers)
            elif sees(holder.counted_by, role):
                part["backs"] = len(holder.contents)
            containers[name] = part
        return {"role": role, "props": props, "containers": containers}


def _seen(holder: Holder, role: str, numbers: dict[str, int]) -> list[dict[str, Any]]:
    """The tokens of a container as ``role`` sees them, numbered anew."""
    shown: list[dict[str, Any]] = []
    for props in holder.contents:
        token = plain(props)
        to = token.get("shown_to")
        if isinstance(to, list) and role not in to and "*" not in to:  # it lies face down
            token = {key: value for key, value in token.items() if key in ("kind", "type", "owner", "at")}
            token["name"] = f"{token.get('kind', 'token')}#0"
        base = base_of(str(token.get("name", "")))
        if base != token.get("name", ""):
            token["name"] = f"{base}#"
        shown.append(token)
    if holder.shuffled:
        shown.sort(key=lambda token: json.dumps(token, sort_keys=True))
    for token in shown:
        named = str(token.get("name", ""))
        if named.endswith("#"):
            numbers[named] = number = numbers.get(named, 0) + 1
            token["name"] = f"{named}{number}"
    return [{"props": token} for token in shown]
