"""Imagination: the source of determinizations that a bot is given for one role."""

from __future__ import annotations

from rondel.engine.belief.determinize import imagine, imagine_from, nothing_to_imagine, open_solitaire
from rondel.engine.belief.information_state import InformationState
from rondel.engine.game import Game


class Imagination:
    """Samples the games that are consistent with what one role knows now.

    It holds the information state of the role or, if nothing is hidden from anybody, a copy of the game. So it may be passed to
    another process, and later moves of the game do not change it.
    """

    def __init__(self, game: Game, role: str) -> None:
        self._role = role
        self._kind = type(game)
        opened = open_solitaire(game) or nothing_to_imagine(game)
        self._known: InformationState | Game = imagine_from(game, role, 0) if opened else game.information_state(role)

    @property
    def known(self) -> InformationState | Game:
        """The information state, or a game in which nothing is hidden from the role."""
        return self._known

    @property
    def information_state(self) -> InformationState:
        """The information state of the role."""
        known = self._known
        return known if isinstance(known, InformationState) else known.information_state(self._role)

    def imagine(self, seed: int | str | bytes) -> Game:
        """A sampled game; equal seeds give equal games. Raises `HiddenInformation` if none can be found."""
        known = self._known
        if isinstance(known, InformationState):
            return imagine(self._kind, known, seed)
        return imagine_from(known, self._role, seed)


class StateImagination(Imagination):
    """The same from an information state alone, of a game of this ``kind``."""

    def __init__(self, kind: type[Game], known: InformationState) -> None:
        self._role = known.role
        self._kind = kind
        self._known = known
