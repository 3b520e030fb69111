"""Imagination: the games that one role may imagine now, as bots are handed them."""

from __future__ import annotations

from rondel.engine.belief.determinize import imagine, imagine_from, nothing_to_imagine, open_solitaire
from rondel.engine.belief.information_state import InformationState
from rondel.engine.game import Game


class Imagination:
    """The games that one role may imagine now. It holds what the role knows or, where nothing is hidden from anybody, a copy of
    the game; so it may be handed on, and nothing is imagined before a game is asked for."""

    def __init__(self, game: Game, role: str) -> None:
        self._role = role
        self._kind = type(game)
        opened = open_solitaire(game) or nothing_to_imagine(game)
        self._known: InformationState | Game = imagine_from(game, role, 0) if opened else game.information_state(role)

    @property
    def known(self) -> InformationState | Game:
        """What it holds: an information state, or a game in which nothing is hidden from the role."""
        return self._known

    @property
    def information_state(self) -> InformationState:
        """All that the role knows."""
        known = self._known
        return known if isinstance(known, InformationState) else known.information_state(self._role)

    def imagine(self, seed: int | str | bytes) -> Game:
        """One of the games; equal seeds give equal games. Raises `HiddenInformation` where none can be found."""
        known = self._known
        if isinstance(known, InformationState):
            return imagine(self._kind, known, seed)
        return imagine_from(known, self._role, seed)


class Recollection(Imagination):
    """The games that may be imagined by one who has no game, only what its role knows of one of this ``kind``."""

    def __init__(self, kind: type[Game], known: InformationState) -> None:
        self._role = known.role
        self._kind = kind
        self._known = known
