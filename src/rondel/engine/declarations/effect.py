"""Effects of cards: a function for each face of a kind of token.

    Event = TokenKind("event", faces={"Storm": Face("card"), "Meteor": Face("card")})
    effect: Effects[Shephy] = Effects(Event)

    @effect("Meteor")
    def meteor(game: Shephy, acting: Token) -> None:
        acting.move_to(game.exile)

A game lists its registries, ``effects = (effect,)``. The check of its rules reports faces without an effect, and effects
without a face. A rule carries out an effect with ``effect.of(card)(game, card)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rondel.engine.components.token import Token, TokenKind
from rondel.errors import RulesError, is_a, meant, quoted

G = TypeVar("G")


class Effects(Generic[G]):
    """The effects of the tokens of one kind, by face; used as the decorator that registers them.

    >>> from typing import Any
    >>> from rondel import Face, Token
    >>> Event = TokenKind("event", faces={"Storm": Face("card", text="Storm")})
    >>> effect: Effects[Any] = Effects(Event)
    >>> @effect("Storm")
    ... def storm(game: Any, acting: Token) -> None:
    ...     acting.remove()
    >>> effect.of(Event(face="Storm")) is storm, effect.problems()
    (True, [])
    """

    def __init__(self, kind: TokenKind) -> None:
        if not is_a(kind, TokenKind):
            raise RulesError(
                f"{quoted(kind)} is no kind of token; write effect = Effects(Card), with Card = TokenKind('card', ...)"
            )
        self.kind = kind
        self.by_face: dict[str, Callable[[G, Token], None]] = {}
        """The effects by the faces of their cards."""

    def __call__(self, face: str, *more: str) -> Callable[[Callable[[G, Token], None]], Callable[[G, Token], None]]:
        """Decorates the effect of the cards with that face, or with several: ``@effect("Storm", "Flood")``.

        Raises `RulesError` for a face that has an effect already, and for anything but a text.
        """
        faces = (face, *more)
        for each in faces:
            given: object = each  # what an author wrote may be of any type, also where this is compiled
            if not isinstance(given, str):
                raise RulesError(
                    f'an effect of {self.kind.name} belongs to a face and not to {quoted(given)}; write @effect("...")'
                )

        def register(function: Callable[[G, Token], None]) -> Callable[[G, Token], None]:
            for each in faces:
                if each in self.by_face:
                    raise RulesError(f"{self.kind.name} {each!r} has an effect already; give this one the face of its own card")
                self.by_face[each] = function
            return function

        return register

    def of(self, card: Token) -> Callable[[G, Token], None]:
        """The effect of a card: a function of the game and the played card, ``effect.of(copied)(game, acting)``.

        Raises `RulesError` for a card without one.
        """
        found = self.by_face.get(card.face)
        if found is None:
            raise RulesError(meant(card.face, f"{card.kind.name} {card.face!r} has no effect", self.by_face))
        return found

    def problems(self) -> list[str]:
        """Faces without an effect and effects without a face, each with its fix."""
        faces = self.kind.faces
        if not faces:
            name = repr(self.kind.name)
            return [
                f"{name} has effects and lists no faces, so a missing one is not found; write TokenKind({name}, faces={{...}})"
            ]
        found = [
            f"{self.kind.name} {face!r} has no effect; write one with @effect({face!r})"
            for face in faces
            if face not in self.by_face
        ]
        return found + [
            meant(face, f"the effect {face!r} belongs to no {self.kind.name}", faces)
            for face in self.by_face
            if face not in faces
        ]

    def __repr__(self) -> str:
        return f"<Effects of {self.kind.name}>"
