"""Hidden roles: each player knows one card, and the players vote in secret.

A `Hand` with ``visible_to=OWNER`` hides what a player is. Scores are set at the end only, so that they reveal nothing before.
"""

from __future__ import annotations

from rondel import EVERYONE, OWNER, Automatic, Counter, Dealing, Face, Game, GameEnd, Hand, Pile, To, TokenKind, _

Character = TokenKind("character", faces={"wolf": Face("card", text=_("Wolf")), "villager": Face("card", text=_("Villager"))})
VOTES = 2


class HiddenRoles(Game):
    """One wolf among four; the village has two votes to find it."""

    title = _("Hidden roles")
    summary = _("Find the wolf among you in two votes.")
    seats = ("ann", "bob", "cid", "dan")
    kinds = (Character,)
    reveals = ("*",)
    announces = ("votes",)
    losers_share_rank = True

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.character = self.each(Hand, "character", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.votes = self.add(Counter("votes", 0, visible_to=EVERYONE))
        for card in Character.set({"wolf": 1, "villager": 3}):
            self.deck.add(card)
        return Deal

    def end(self, found: bool) -> None:
        """The village wins if the wolf is found."""
        for role in self.roles:
            is_wolf = self.character[role][0].face == "wolf"
            self.set_score(role, 1 if is_wolf != found else 0)


class Deal(Dealing[HiddenRoles]):
    """A card for everybody."""

    def enter(self, game: HiddenRoles) -> To[Deal] | To[Vote]:
        return self.fill(game, game.deck, game.character.values(), 1) or Vote


class Vote(Automatic[HiddenRoles]):
    """Everybody accuses another player in secret; who has more than two votes shows the card."""

    def enter(self, game: HiddenRoles) -> To[Vote] | To[GameEnd]:
        others = {role: [other for other in game.roles if other != role] for role in game.roles}
        accused = game.choose_each(others, ask=_("{you} must accuse somebody"), action="accuse")
        votes = [role for (role,) in accused.values()]
        game.notify("votes", _("The votes are counted"), given={role: other for role, (other,) in accused.items()})
        for role in game.roles:
            if votes.count(role) > 2 and game.character[role][0].face == "wolf":
                game.end(found=True)
                return GameEnd
        if game.votes.add(1) < VOTES:
            return Vote
        game.end(found=False)
        return GameEnd
