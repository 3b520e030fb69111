"""Pairs of games that differ only in information hidden from one reader.

The declarations define a reader's information: the contents of visible containers, the counts of visible backs, visible
props, the state, the active roles; and tokens visible for a moment. `known` and `glimpses` read it from the
position, not from the views, which are the tested outputs. If all of that is equal in two games, every output for the
reader must be equal too.

A pair is made in one of two ways. `resampled` exchanges the hidden data of a position: the faces of tokens that
the reader has not seen, the values of hidden props, the places of uncounted tokens, the seed. `step` plays two games
side by side, with different answers of chance and of others wherever the reader cannot see them; this gives pairs with
a history.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from rondel.engine import CHANCE, OBSERVER, Container, Game, Move, Pile, Prop, Token
from rondel.engine.components.pile import ITEMS, ORDERED
from rondel.engine.components.prop import thaw
from rondel.engine.components.viewer import revealed
from rondel.engine.records import record as records
from rondel.engine.visibility import sees
from rondel.errors import RondelError
from rondel.testing.play import pick

TRIES: Final = 6
"""The most other answers that are tried to find an indistinguishable one."""

TOLD: Final = "told"
"""The shape of a move that a reader sees completely."""

Values = dict[str, list[Any]]
"""The values of each prop that have been met in play."""


# -- a reader's information --------------------------------------------------------------------------------------------


def known(game: Game, reader: str, *, tracks: bool = False) -> dict[str, Any]:
    """A reader's declared information now. With ``tracks`` also the identities of visible tokens."""
    looked = game._journal.looked[:]
    shown = game.is_over or sees(game.score_visible_to, reader)
    try:
        return {
            "state": game.state,
            "active": game.active,
            "over": game.is_over,
            "play_order": game.play_order.value,
            "scores": game.scores if shown and (game.is_over or not computes(game)) else None,
            "containers": {each.name: _contents(game, each, reader, tracks) for each in game._containers},
            "props": {each.name: thaw(each._value) for each in game._props if open_to(game, each, reader)},
        }
    finally:
        game._journal.looked[:] = looked  # a look from outside does not belong to a rule


def computes(game: Game) -> bool:
    """Whether the rules compute the scores from the position. Such scores may read hidden parts; set ones are declared."""
    return game._machine.rules.scores or type(game).scores is not Game.scores


def open_to(game: Game, part: Any, reader: str) -> bool:
    """Whether a reader may see into a container or prop now; some are declared to be open once the game is over."""
    if sees(part.visible_to, reader):
        return True
    return game.is_over and revealed(part.name, game.reveals)


def face_up(game: Game, token: Token, reader: str) -> bool:
    """Whether a reader may see a token's face: the token is visible and not face down for the reader, or known from a
    pile that the reader has looked into."""
    holder = token._container
    if isinstance(holder, Pile) and sees(holder.readers(token), reader):
        return True
    if holder is None or not open_to(game, holder, reader):
        return False
    shown_to = getattr(token, "shown_to", None)
    return shown_to is None or sees(shown_to, reader) or (game.is_over and revealed(holder.name, game.reveals))


def _contents(game: Game, container: Container, reader: str, tracks: bool) -> Any:
    if isinstance(container, Pile):
        return _pile(container, open_to(game, container, reader), reader)
    if open_to(game, container, reader):
        tokens = list(container.tokens())
        return [
            [
                container.slot(token),
                token.kind.name,
                token.owner,
                [token.face, thaw(token._props)] if face_up(game, token, reader) else None,
                token.serial if tracks else 0,
            ]
            for token in tokens
        ]
    return len(container) if sees(container.backs_visible_to, reader) else None


def _pile(pile: Pile, shown: bool, reader: str) -> Any:
    """A reader's information about a pile: its contents without order, or their number; and, from the top, the tokens that the
    reader saw put there or looked at, until a shuffle."""
    what: Any = None
    if shown:
        what = [_face(token) for token in pile._by_key()]
    elif sees(pile.backs_visible_to, reader):
        what = len(pile)
    looked: list[Any] = []
    above = 0
    for (bag, readers), block in reversed(pile._blocks()):
        if sees(readers, reader):
            place = above if bag == ORDERED and what is not None else None
            looked.append([place, [_face(token) for token in block]])
        above += len(block)
    return [what, looked] if looked else what


def _face(token: Token) -> list[Any]:
    return [token.kind.name, token.owner, token.face, thaw(token._props)]


def glimpses(game: Game, reader: str, mark: int) -> list[Any]:
    """The tokens a reader may have seen for a moment since a length of the journal: a card shown and taken back at once."""
    journal = game._journal
    looked = journal.looked[:]
    writes = journal.rewind(min(mark, len(journal.entries)))
    seen: list[Any] = []
    done = 0
    try:
        for number, (target, _key, _old, _new) in enumerate(writes, 1):
            part = target._container if isinstance(target, Token) else target
            if not isinstance(part, Container | Prop):
                continue
            journal.forward(writes[done:number])
            done = number
            if isinstance(part, Pile) and number < len(writes) and writes[number][:2] == (part, ITEMS):
                continue  # where its tokens lie has been written, and not yet which they are
            if isinstance(part, Container):
                found = _contents(game, part, reader, False)
            else:
                found = thaw(part._value) if open_to(game, part, reader) else None
            if found is not None and (not seen or seen[-1] != [part.name, found]):
                seen.append([part.name, found])
    finally:
        journal.forward(writes[done:])
        journal.looked[:] = looked
    return seen


def hides(game: Game, reader: str) -> bool:
    """Whether anything in the position is hidden from a reader now."""
    looked = game._journal.looked[:]
    try:
        return any(not open_to(game, each, reader) for each in game._props) or any(
            not face_up(game, token, reader) for container in game._containers for token in container.tokens()
        )
    finally:
        game._journal.looked[:] = looked


# -- an indistinguishable position -------------------------------------------------------------------------------------


def begun(game: Game) -> Game:
    """A game as this one began, with chance to be answered from outside."""
    kept = game.snapshot()
    return type(game)(kept["seats"], None, kept["options"], kept.get("start"), "explicit")


def note(game: Game, values: Values) -> None:
    """Remember the values the props have now."""
    for prop in game._props:
        met = values.setdefault(prop.name, [])
        value = thaw(prop._value)
        if value not in met:
            met.append(value)


def restored(game: Game, kept: dict[str, Any]) -> Game:
    """The game of a snapshot, with chance to be answered from outside."""
    return records.restore(type(game), {**json.loads(json.dumps(kept)), "explicit": True})


def resampled(game: Game, reader: str, random: Random, values: Values) -> tuple[Game, str] | None:
    """A game that differs from this one in information hidden from the reader, and the difference; None if none was found.

    Play may never reach its position, if hidden data depend on each other. A reader's outputs must be a function of the visible
    information there too; but a failure of the rules in it shows nothing.
    """
    kept: dict[str, Any] = json.loads(json.dumps(game.snapshot()))
    looked = game._journal.looked[:]
    hidden = {
        token.serial for container in game._containers for token in container.tokens() if not face_up(game, token, reader)
    }
    counted = {each.name for each in game._containers if open_to(game, each, reader) or sees(each.backs_visible_to, reader)}
    unseen = [each.name for each in game._props if not open_to(game, each, reader)]
    game._journal.looked[:] = looked
    done = [
        *_exchange(kept["position"]["containers"], hidden, random),
        *_revalue(kept["position"]["props"], unseen, values, random),
        *(_recount(kept["position"]["containers"], hidden, counted, random) if random.random() < 0.4 else []),
    ]
    kept["seed"] = random.randbytes(32).hex()
    try:
        other = restored(game, kept)
        alike = known(other, reader) == known(game, reader)
    except Exception:  # noqa: BLE001 - the rules may not be able to cope with a position that play never leads to
        return None
    if not alike:
        return None
    return other, "; ".join(done) or "another seed"


def _exchange(containers: dict[str, Any], hidden: set[int], random: Random) -> list[str]:
    """Hidden tokens of one kind and owner exchange their faces: on a board within it, elsewhere also between containers."""
    alike: dict[tuple[str, Any, str], list[dict[str, Any]]] = {}
    for name, contents in containers.items():
        for token in _tokens(contents):
            if token.get("id") in hidden:
                board = name if "at" in token else ""
                alike.setdefault((token["kind"], token.get("owner"), board), []).append(token)
    done: list[str] = []
    for tokens in alike.values():
        before = [(token.get("face"), token.get("props")) for token in tokens]
        after = random.sample(before, len(before))
        for token, (face, props) in zip(tokens, after, strict=True):
            _put(token, "face", face)
            _put(token, "props", props)
        moved = sum(one != other for one, other in zip(before, after, strict=True))
        if moved:
            done.append(f"{moved} hidden tokens of kind {tokens[0]['kind']!r} exchanged")
    return done


def _put(token: dict[str, Any], name: str, value: Any) -> None:
    if value is None:
        token.pop(name, None)
    else:
        token[name] = value


def _tokens(data: Any) -> Iterator[dict[str, Any]]:
    """Every token in the containers of a snapshot, however deep it lies."""
    if isinstance(data, dict):
        if "kind" in data and "id" in data:
            yield data
        else:
            for each in data.values():
                yield from _tokens(each)
    elif isinstance(data, list):
        for each in data:
            yield from _tokens(each)


def _revalue(props: dict[str, Any], unseen: list[str], values: Values, random: Random) -> list[str]:
    """Hidden props get values they have had at other times."""
    done: list[str] = []
    for name in unseen:
        others = [value for value in values.get(name, ()) if value != props[name]]
        if others and random.random() < 0.7:
            value = random.choice(others)
            done.append(f"hidden prop {name!r} is {value!r}, not {props[name]!r}")
            props[name] = value
    return done


def _recount(containers: dict[str, Any], hidden: set[int], counted: set[str], random: Random) -> list[str]:
    """A hidden token moves to another container, both uncounted by the reader; no token is lost, because the reader may know
    their total number."""
    uncounted = [name for name, contents in containers.items() if name not in counted and isinstance(contents, list)]
    moves = [
        (name, token)
        for name in uncounted
        for token in containers[name]
        if isinstance(token, dict) and token.get("id") in hidden and "at" not in token
    ]
    if not moves or len(uncounted) < 2:
        return []
    name, token = random.choice(moves)
    goal = random.choice([each for each in uncounted if each != name])
    containers[name].remove(token)
    containers[goal].append(token)
    return [f"a hidden token is in {goal!r}, not in {name!r}"]


# -- two games side by side --------------------------------------------------------------------------------------------


def step(one: Game, other: Game, reader: str, random: Random) -> bool:
    """One answer in each of two games: the reader's own is the same, the others' may differ where the reader cannot see it.

    Returns whether the games are still indistinguishable to the reader. If no such answers were found, the answer is taken
    back in both, because the games may differ visibly from here on.
    """
    if one.is_over or other.is_over:
        return False
    move = pick(one, random)
    text = str(move)
    tellable = shape(one, move, reader)
    mark, its = len(one._journal.entries), len(other._journal.entries)
    one.push(text, move.role)
    seen: list[Any] | None = None
    for answer in _answers(other, move, tellable, reader, random):
        try:
            other.push(answer, move.role)
        except Exception:  # noqa: BLE001 - a resampled position may be one that the rules cannot cope with
            break
        tracks = answer != text and move.role != CHANCE
        if known(one, reader, tracks=tracks) == known(other, reader, tracks=tracks):
            seen = glimpses(one, reader, mark) if seen is None else seen
            if seen == glimpses(other, reader, its):
                return True
        other.pop()
    one.pop()
    return False


def _answers(game: Game, move: Move, tellable: str, reader: str, random: Random) -> list[str]:
    """The possible answers in the other game in place of ``move``."""
    text = str(move)
    if move.role == reader:
        return [text]  # that the reader has the same moves has been seen to before
    listed = {str(each): each for each in game.moves(move.role)}
    same = [text] if text in listed else []
    others = [name for name, each in listed.items() if name != text and shape(game, each, reader) == tellable]
    found = random.sample(others, min(TRIES, len(others))) if tellable != TOLD else []
    if not same:
        return found
    if random.random() < 0.4:
        return same
    return [*[each for each in found if _stored(game, text, each, move.role)], *same]


def shape(game: Game, move: Move, reader: str) -> str:
    """A reader's record of another role's move: moves of one shape read the same to it.

    `TOLD` for a completely visible move; moves of chance, within a rule, or of an unlogged action are not logged
    at all; an invisible token is not named.
    """
    if move.role == CHANCE or "rule" in game.snapshot():
        return "untold"
    nodes = [node for node in game._machine.rules.nodes if move.action in node.by_action]
    if nodes and not any(node.by_action[move.action].logged for node in nodes):
        return "untold"
    if move.args and all(isinstance(arg, Token) and not face_up(game, arg, reader) for arg in move.args):
        return f"{move.action} {[arg.container.name if arg.container else '' for arg in move.args]}"
    return TOLD


def _stored(game: Game, text: str, other: str, role: str) -> bool:
    """Whether two answers lead to different positions: a roll that is only announced is not a secret."""
    keys: list[object] = []
    for answer in (text, other):
        try:
            game.push(answer, role)
        except Exception:  # noqa: BLE001 - a resampled position may be one that the rules cannot cope with
            return False
        keys.append(game.key())
        game.pop()
    return keys[0] != keys[1]


# -- everything a reader gets ------------------------------------------------------------------------------------------


def wire(game: Game, reader: str, since: int, tries: list[str], *, recorded: bool = True) -> dict[str, Any]:
    """All outputs for a reader: its view with its moves and args, its log, its possible undos, its export
    (if ``recorded``, because the export replays the game), and the errors for forbidden requests."""
    got: dict[str, Any] = {
        "view": game.view(reader),
        "events": game.events(since, reader),
        "scene": game.scene(),
        "refusals": {text: _refusal(game, text, reader) for text in tries},
    }
    if reader != OBSERVER:
        got["may_undo"] = game.may_undo(reader)
    if (
        reader != OBSERVER and recorded and not (game.is_over and not hides(game, reader))
    ):  # otherwise the revealed parts decide
        try:
            got["record"] = game.record(reader)
        except RondelError as error:
            got["record"] = f"{error.code}: {error}"
    return got


def _refusal(game: Game, text: str, reader: str) -> str:
    if reader in game.roles and text in [str(each) for each in game.moves(reader)]:
        return "legal"
    try:
        game.push(text, reader)
    except RondelError as error:
        return f"{type(error).__name__}: {error}"
    game.pop()
    return "accepted"


def attempts(one: Game, other: Game, reader: str, random: Random) -> list[str]:
    """The reader's forbidden requests: others' moves in either game, and moves that name hidden things."""
    found = ["", "nonsense(1)"]
    for game in (one, other):
        theirs = [str(move) for role in game.active if role != reader for move in game.moves(role)]
        found.extend(random.sample(theirs, min(2, len(theirs))))
    actions = sorted({action.name for action in one._machine.node.actions})
    faces = sorted(
        {
            token.face
            for container in one._containers
            for token in container.tokens()
            if token.face and not face_up(one, token, reader)
        }
    )
    for action in actions:
        found.extend(f"{action}({face})" for face in random.sample(faces, min(2, len(faces))))
    return found
