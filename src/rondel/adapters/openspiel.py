"""Rondel games in OpenSpiel: registered as its games, with explicit chance, for its solvers and tests.

    >>> import pyspiel
    >>> from rondel.adapters import openspiel
    >>> openspiel.register("kuhn_poker")
    ['rondel_kuhn_poker']
    >>> state = pyspiel.load_game("rondel_kuhn_poker").new_initial_state()
    >>> state.is_chance_node(), [state.action_to_string(action) for action, _probability in state.chance_outcomes()]
    (True, ['draw(J)', 'draw(K)', 'draw(Q)'])

Simultaneous answers are put in sequence, in the order of seats: no player sees another's secret answer, so the game is the
same. docs/learning.md describes observations and actions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from rondel.extras import need

need("openspiel", "pyspiel", "numpy")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

from rondel import door  # noqa: E402
from rondel.engine.components.move import Move  # noqa: E402
from rondel.engine.game import Game  # noqa: E402
from rondel.engine.visibility import CHANCE, OBSERVER  # noqa: E402
from rondel.errors import BadOption, RulesError  # noqa: E402
from rondel.learning.action_space import Numbering  # noqa: E402
from rondel.learning.encoding import Encoding  # noqa: E402

PREFIX: Final = "rondel_"
CLASS: Final = "SpielGame_"
OUTCOMES: Final = 1_000
"""Maximum outcomes of one chance node."""
LONGEST: Final = 100_000
"""The maximum game length reported for a game without a declared one."""

KEPT: Final = 5_000
"""Number of states whose information states are cached."""

_known: Final[dict[str, type[Game]]] = {}


def register(*names: str | type[Game]) -> list[str]:
    """Registers games with OpenSpiel, by default all of Rondel's; returns their names there: ``rondel_reversi``.

    The parameters of a registered game are ``players`` and its options. Raises `UnknownGame`, and `BadOption` for a class with
    the name of another.

    >>> from rondel.adapters import openspiel
    >>> openspiel.register("tic_tac_toe")
    ['rondel_tic_tac_toe']
    """
    called: list[str] = []
    for name in names or door.games():
        kind = door.find(name) if isinstance(name, str) else name
        title = PREFIX + kind.name
        if _known.setdefault(kind.name, kind) is not kind:
            raise BadOption(f"OpenSpiel has another game named {title!r}; give this one a unique name")
        if title not in pyspiel.registered_names():
            pyspiel.register_game(_type_of(kind), _class_of(kind))
        called.append(title)
    return called


def _zero_sum(kind: type[Game]) -> bool:
    """Whether the game is zero-sum: with the default utility, where winners share what losers pay; or if its utility is the
    score and the score's lower bound is the negative of its upper bound."""
    if kind.cooperative or len(kind.seats) < 2:
        return False
    if kind.utility is Game.utility:
        return True
    facts = kind.facts
    return facts is not None and facts.scores is not None and facts.scores[0] == -facts.scores[1] and len(kind.seats) == 2


def _type_of(kind: type[Game]) -> Any:
    facts = kind.facts
    drawn = facts is None or facts.chance is not False
    closed = facts is None or facts.hidden is not False or facts.simultaneous is not False
    most = len(kind.seats)
    parameters: dict[str, Any] = {"players": kind.fewest or most}
    parameters.update({option.name: option.default for option in kind.options})
    info, chance = pyspiel.GameType.Information, pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=PREFIX + kind.name,
        long_name=f"Rondel: {kind.title or kind.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if drawn else chance.DETERMINISTIC,
        information=info.IMPERFECT_INFORMATION if closed else info.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if _zero_sum(kind) else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=kind.fewest or most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _class_of(kind: type[Game]) -> type[SpielGame]:
    """The class from which OpenSpiel makes games of one kind; pickles name it as one of this module.

    Register the game before unpickling, as OpenSpiel requires for every game outside its library.
    """
    name = CLASS + kind.name
    made: type[SpielGame] = globals().setdefault(name, type(name, (SpielGame,), {"rules": kind, "__module__": __name__}))
    return made


class Table:
    """Data shared by all states of one OpenSpiel game."""

    def __init__(self, kind: type[Game], seats: int, options: Mapping[str, Any]) -> None:
        self.kind = kind
        self.seats = seats
        self.options = dict(options)
        first = self.new()
        self.roles = first.roles
        self.numbering = Numbering(first)
        self.encoding = Encoding(first, self.numbering)
        self._known: dict[tuple[str, str], str] = {}

    def known(self, game: Game, role: str) -> str:
        """A role's information state as text, cached.

        Solvers reach the same states again and again through copies, each of which would replay its whole record.
        """
        key = (role, answers(game))
        text = self._known.get(key)
        if text is None:
            text = "\n".join([role, *[f"{what} {said}" for what, said in game.information_state(role).stream]])
            if len(self._known) < KEPT:
                self._known[key] = text
        return text

    def new(self) -> Game:
        """A new game with explicit chance."""
        return self.kind(self.seats, None, self.options, None, "explicit")


def answers(game: Game) -> str:
    """Every answer of a game, those of chance included."""
    return " ".join([f"{role}:{text}" for role, text in game.record()["answers"]])


_tables: Final[dict[tuple[str, int, str], Table]] = {}


def _table(name: str, seats: int, options: str) -> Table:
    """The table of a game with these options, given as JSON."""
    key = (name, seats, options)
    if key not in _tables:
        _tables[key] = Table(_known[name] if name in _known else door.find(name), seats, json.loads(options))
    return _tables[key]


class Held:
    """A game inside a state: copied with the state, and stored as a snapshot."""

    def __init__(self, table: tuple[str, int, str], game: Game) -> None:
        self.key = table
        self.game = game

    @property
    def table(self) -> Table:
        """The shared table."""
        return _table(*self.key)

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.key, self.game.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _take_up, (self.key, json.dumps(self.game.snapshot()))


def _take_up(key: tuple[str, int, str], snapshot: str) -> Held:
    return Held(key, door.restore(json.loads(snapshot), game=_table(*key).kind))


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A Rondel game with its options, as an OpenSpiel game."""

    rules: type[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        kind = self.rules
        given = dict(params or {})
        seats = given.pop("players", kind.fewest or len(kind.seats))
        self.key = (kind.name, seats, json.dumps(given, sort_keys=True))
        table = _table(*self.key)
        facts = kind.facts
        low, high = -1.0, 1.0
        if kind.utility is not Game.utility and facts is not None and facts.scores is not None:
            low, high = min(low, float(facts.scores[0])), max(high, float(facts.scores[1]))
        longest = facts.length[1] if facts is not None and facts.length is not None else None
        info = pyspiel.GameInfo(
            num_distinct_actions=table.numbering.count,
            max_chance_outcomes=0 if facts is not None and facts.chance is False else OUTCOMES,
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if _zero_sum(kind) else None,
            max_game_length=LONGEST if longest is None else longest,
        )
        super().__init__(_type_of(kind), info, dict(params or {}))

    def new_initial_state(self, *_from: object) -> SpielState:
        """The initial state."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observer of states. Raises `BadOption` for parameters: there are none."""
        if params:
            raise BadOption(f"observers of Rondel games take no parameters; {params!r} given")
        return Observer(_table(*self.key), iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, as an OpenSpiel state."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(game.key, _table(*game.key).new())

    # -- playing -------------------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The active seat, or OpenSpiel's code for chance or the end."""
        game = self.held.game
        active = game.active
        if not active:
            return int(pyspiel.PlayerId.TERMINAL)
        if active[0] == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return game.roles.index(active[0])

    def _legal_actions(self, player: int) -> list[int]:
        held = self.held
        return sorted(held.table.numbering.numbers(held.game.moves(held.game.roles[player])))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance by index, with their probabilities."""
        moves = self.held.game.moves(CHANCE)
        if len(moves) > OUTCOMES:
            raise RulesError(f"{self.held.game.name} has a chance node of {len(moves)} outcomes; the maximum is {OUTCOMES}")
        return [(number, move.probability) for number, move in enumerate(moves) if move.probability > 0]

    def _apply_action(self, action: int) -> None:
        game = self.held.game
        game.push(self._meant(game.active[0], action))

    def _meant(self, role: str, action: int) -> Move:
        """The move of a role's action. Raises `BadOption` for an illegal one."""
        moves = self.held.game.moves(role)
        if role == CHANCE:
            return moves[action]
        found = self.held.table.numbering.find(moves, action)
        if found is None:
            raise BadOption(f"action {action} is illegal for {role} now")
        return found

    def _action_to_string(self, player: int, action: int) -> str:
        held = self.held
        texts = held.table.numbering.texts
        if player == pyspiel.PlayerId.CHANCE:
            moves = held.game.moves(CHANCE)
        elif texts:
            return texts[action]
        else:
            moves = held.game.moves(held.game.roles[player])
        return moves[action].text if action < len(moves) else f"move {action}"

    # -- the end -----------------------------------------------------------------------------------------------------------

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.held.game.is_over

    def returns(self) -> list[float]:
        """The returns of each seat; all 0 before the end."""
        return list(self.held.game.returns.values())

    def __str__(self) -> str:
        return answers(self.held.game)


class Observer:
    """A player's observation of a state: with perfect recall its information state as text; else its view, as text and
    numbers. Without private information, the public view."""

    def __init__(self, table: Table, what: Any) -> None:
        self._table = table
        self._encoding = table.encoding
        self._recall = bool(what.perfect_recall)
        self._private = what.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._private and not self._recall:
            self.tensor = np.zeros(self._encoding.size, np.float32)
            for each in self._encoding.features:
                self.dict[each.name] = self.tensor[each.start : each.start + each.size].reshape(each.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes a player's observation of a state to `tensor`."""
        if self.tensor is not None:
            game = state.held.game
            self.tensor[:] = np.frombuffer(self._encoding.of_game(game, game.roles[player]), np.float32)

    def string_from(self, state: SpielState, player: int) -> str:
        """A player's observation as text."""
        game = state.held.game
        role = game.roles[player]
        if self._recall and self._private:
            return self._table.known(game, role)
        return json.dumps(game.view(role if self._private else OBSERVER), sort_keys=True)
