"""Wolves in Town: wolves among the citizens strike by night, and by day the town votes who has to leave.

Rules: the party game Mafia (Dmitry Davidoff, 1986) in the clothes that Andrew Plotkin gave it (Werewolf, 1997), with a seer
and a healer, and without a moderator.

**A night.** All who are left name a player at the same time and in secret. The wolves see what the others of the pack name;
the player named by most of them is taken, and among several chance decides. The healer names a player who is not taken that
night. The seer sees the card of the player named. Citizens name somebody whom they suspect, so that nobody can tell who has
something to do.

**A day.** All who are left vote at the same time. Who has the most votes leaves town.

The town wins when no wolf is left. The wolves win when they are as many as the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    OWNER,
    Automatic,
    Counter,
    Dealing,
    Facts,
    Game,
    GameEnd,
    MultipleActivePlayers,
    Option,
    Pile,
    Prop,
    Row,
    Showcase,
    Spot,
    To,
    Token,
    _,
    decline,
    on,
    phrase,
    plural,
)
from rondel.shelf.wolves_in_town.characters import COLOURS, NOBODY_NAMED, SEATS, WOLF, Ballot, Character, Fate, Name

WOLVES = Option("wolves", 0, text=_("Wolves (0: as is usual for the number of players)"), low=0, high=4)
SEER = Option("seer", True, text=_("With a seer"))
HEALER = Option("healer", True, text=_("With a healer"))
TWICE = Option("guards_again", False, text=_("The healer may guard the same player two nights running"))
BEGINS = Option("begins", "night", text=_("The game begins with"), values=("night", "day"))
VOTE = Option("vote", "open", text=_("Votes"), values=("open", "secret"))
ABSTAIN = Option("abstain", True, text=_("A vote may name nobody"))
TIE = Option("tie", "nobody", text=_("Who is out at a tie"), values=("nobody", "one by chance"))
TOLD = Option("told", "character", text=_("What the town learns of the dead"), values=("character", "side", "nothing"))
GHOSTS = Option("ghosts", True, text=_("The dead see all cards"))

CHARACTERS: Final = {
    WOLF: _("a wolf"),
    "seer": _("the seer"),
    "healer": _("the healer"),
    "citizen": _("a citizen"),
}
TASKS: Final = {
    WOLF: _("You are a wolf: whom shall the pack take?"),
    "seer": _("You are the seer: whose card will you see?"),
    "healer": _("You are the healer: whom will you guard?"),
    "citizen": _("You are a citizen: whom do you suspect?"),
}
WORDS: Final = {
    WOLF: _("Take {player}"),
    "seer": _("See the card of {player}"),
    "healer": _("Guard {player}"),
    "citizen": _("Suspect {player}"),
}
VOTES = plural("{player} has {votes} vote", "{player} has {votes} votes", "votes")
LEAVES = plural("{player} leaves town with {votes} vote", "{player} leaves town with {votes} votes", "votes")


class WolvesInTown(Game):
    """Five to ten players, each with a secret card, and the wolves among them know each other."""

    name = "wolves_in_town"
    title = _("Wolves in Town")
    summary = _("Wolves strike by night, and by day the town votes who has to leave.")
    showcase = Showcase(family=_("Deduction"), minutes=15, players=7, known=True, drawn=28)
    seats = SEATS
    fewest = 5
    options = (WOLVES, SEER, HEALER, TWICE, BEGINS, VOTE, ABSTAIN, TIE, TOLD, GHOSTS)
    kinds = (Character, Name, Ballot, Fate)
    colours = COLOURS
    losers_share_rank = True
    facts = Facts(chance=True, hidden=True, simultaneous=True, scores=(0, 1), length=(5, None))

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck"))
        self.cards = self.each(Row, "card", visible_to=EVERYONE)
        self.named = self.each(Row, "named", visible_to=EVERYONE)
        self.votes = self.each(Counter, "votes", 0, visible_to=EVERYONE)
        self.night = self.add(Counter("night", 0, visible_to=EVERYONE), label=_("Night"))
        self.day = self.add(Counter("day", 0, visible_to=EVERYONE), label=_("Day"))
        # whom a player named last at night and at a vote, and everything that was ever voted in the open: day, voter, name
        self.at_night = self.each(Prop, "at_night", "", visible_to=OWNER, quiet=True)
        self.at_vote = self.each(Prop, "at_vote", "", visible_to=OWNER, quiet=True)
        self.cast: Prop[tuple[tuple[int, str, str], ...]] = self.add(Prop("cast", (), visible_to=EVERYONE, quiet=True))
        for card in Character.set(self.counts()):
            self.deck.add(card)
        return Deal

    def counts(self) -> dict[str, int]:
        """How many there are of each character."""
        players = len(self.roles)
        wolves = min(self.option(WOLVES) or (players + 1) // 4, (players - 1) // 2)
        counts = {WOLF: wolves, "seer": int(self.option(SEER)), "healer": int(self.option(HEALER))}
        return {**counts, "citizen": players - sum(counts.values())}

    def tie_break(self, role: str) -> tuple[float, ...]:
        """A side wins as a whole, with its dead."""
        return ()

    def measure(self) -> float:
        return 100 * len(self.eliminated) / (len(self.roles) - 1)

    def ending(self) -> str:
        return _("no wolf is left in town") if not self.pack() else _("the wolves are as many as the others")

    def character(self, role: str) -> str:
        return self.cards[role][0].face

    def pack(self) -> list[str]:
        """The wolves who are left."""
        return [role for role in self.play_order.value if self.character(role) == WOLF]

    def fellows(self, role: str) -> list[str]:
        """The wolves who are left, as far as the role sees their cards."""
        left = [each for each in self.play_order.value if self.cards[each][0].seen_by(role)]
        return [each for each in left if self.character(each) == WOLF]

    def ghosts(self) -> list[str]:
        """The dead, if they see all cards."""
        return list(self.eliminated) if self.option(GHOSTS) else []

    def one_of(self, roles: list[str]) -> str:
        """The only one of these roles, or one by chance."""
        return roles[0] if len(roles) == 1 else self.chance(roles)

    def show_card(self, role: str, *readers: str) -> None:
        """Let these players see the card too."""
        card = self.cards[role][0]
        if card.shown_to is not None:
            card.turn_down(*[each for each in self.roles if each in readers or card.seen_by(each)])

    def lay(self, role: str, token: Token, *readers: str) -> None:
        """Put down a token that names a player, face down in front of the role, in the place of the one before."""
        for old in self.named[role].tokens():
            old.remove()
        token.turn_down(*[each for each in self.roles if each == role or each in readers])
        self.named[role].add(token)

    def names(self) -> dict[str, str]:
        """Whom each player who is left has named."""
        return {role: self.named[role][0].face for role in self.play_order.value}

    def clear(self) -> None:
        """Take the tokens back."""
        for row in self.named.values():
            for token in row.tokens():
                token.remove()

    def show_votes(self, names: Mapping[str, str]) -> None:
        """Everybody sees who has voted for whom."""
        for role, named in names.items():
            self.named[role][0].turn_up()
            if named == NOBODY_NAMED:
                self.notify("vote", _("{player} votes for nobody"), player=role)
            else:
                self.notify("vote", _("{player} votes for {otherplayer}"), player=role, otherplayer=named)
        self.cast.value = (*self.cast.value, *[(self.day.value, role, named) for role, named in names.items()])

    def leave(self, role: str) -> None:
        """A player is out, and the town learns what the option says."""
        card, told = self.cards[role][0], self.option(TOLD)
        face = "out"
        if told == "character":
            card.turn_up()
            self.notify("shown", _("{player} was {character}"), player=role, character=phrase(CHARACTERS[card.face]))
        elif told == "side" and card.face == WOLF:
            face = "out, a wolf"
            self.notify("shown", _("{player} was a wolf"), player=role, side=WOLF)
        elif told == "side":
            face = "out, of the town"
            self.notify("shown", _("{player} was no wolf"), player=role, side="town")
        self.cards[role].add(Fate(face=face))
        self.eliminate(role)
        if self.option(GHOSTS):
            for each in self.roles:
                self.show_card(each, role)

    def is_decided(self) -> bool:
        """Whether a side has won; its members then get a point each, and all cards are turned up."""
        wolves = len(self.pack())
        if wolves and 2 * wolves < len(self.play_order.value):
            return False
        for role in self.roles:
            self.cards[role][0].turn_up()
            self.set_score(role, int((self.character(role) == WOLF) == (wolves > 0)))
        self.notify("over", _("The wolves win") if wolves else _("The town wins"))
        return True


class Deal(Dealing[WolvesInTown]):
    """A card for everybody; then the wolves learn who they are."""

    def enter(self, game: WolvesInTown) -> To[Deal] | To[Night] | To[Vote]:
        again = self.fill(game, game.deck, game.cards.values(), 1)
        for role, row in game.cards.items():
            for card in row:
                card.turn_down(role)
        if again:
            return again
        for role in game.pack():
            game.show_card(role, *game.pack())
        return Night if game.option(BEGINS) == "night" else Vote


class Night(MultipleActivePlayers[WolvesInTown]):
    """All who are left name a player in secret."""

    description = _("It is night: everybody names a player in secret")
    my_turn = _("{task}")
    updates_progress = True

    def enter(self, game: WolvesInTown) -> None:
        game.night.add()
        game.activate(*game.play_order.value)

    def args(self, game: WolvesInTown, role: str) -> dict[str, Any]:
        return {"task": phrase(TASKS[game.character(role)])} if role in game.roles else {"task": ""}


def night_words(game: WolvesInTown, player: Spot) -> Any:
    """What it means that this player is named."""
    return phrase(WORDS[game.character(game.actor)], player=player.name)


@on(Night, _("{actplayer} names {player}"), says=night_words, logged=False)
def name(game: WolvesInTown, player: Spot) -> To[Dawn]:
    """Lay down a name; the wolves see those of the pack."""
    pack = game.fellows(game.actor) if game.character(game.actor) == WOLF else []
    game.lay(game.actor, Name(face=player.name), *pack, *game.ghosts())
    return Dawn


@name.options
def who_may_be_named(game: WolvesInTown) -> Iterable[Spot]:
    """Another player; for a wolf nobody of the pack, and for the healer everybody but the one guarded last night."""
    role = game.actor
    character = game.character(role)
    barred = {role}
    if character == WOLF:
        barred.update(game.fellows(role))
    elif character == "healer":
        barred = set() if game.option(TWICE) else {game.at_night[role].value}
    return [game.cards[each].spot(each) for each in game.play_order.value if each not in barred]


class Dawn(Automatic[WolvesInTown]):
    """What was named at night happens, and the town sees who is missing."""

    def enter(self, game: WolvesInTown) -> To[Vote] | To[GameEnd]:
        pack = game.pack()
        names = game.names()
        prey = game.one_of(most_named([names[role] for role in pack]))
        game.clear()
        taken = True
        for role, named in names.items():
            character = game.character(role)
            game.at_night[role].value = named
            if character == "healer" and named == prey:
                taken = False
            elif character == "seer":
                game.show_card(named, role)
                told = phrase(CHARACTERS[game.character(named)])
                game.notify("seen", _("You see that {player} is {character}"), to=(role,), player=named, character=told)
        if taken:
            game.notify("taken", _("In the morning {player} is missing"), player=prey)
            game.leave(prey)
        else:
            game.notify("quiet", _("In the morning nobody is missing"))
        return GameEnd if game.is_decided() else Vote


class Vote(MultipleActivePlayers[WolvesInTown]):
    """All who are left vote at the same time who has to leave."""

    description = _("It is day: the town votes who has to leave")
    my_turn = _("Who has to leave town?")
    updates_progress = True

    def enter(self, game: WolvesInTown) -> None:
        game.day.add()
        game.clear()
        for votes in game.votes.values():
            votes.value = 0
        game.activate(*game.play_order.value)


@on(Vote, _("{actplayer} votes for {player}"), says=_("Vote for {player}"), logged=False)
def vote(game: WolvesInTown, player: Spot) -> To[Count]:
    """Lay down a name, unseen until all have voted."""
    game.lay(game.actor, Ballot(face=player.name))
    return Count


@vote.options
def who_may_be_voted_for(game: WolvesInTown) -> Iterable[Spot]:
    """Everybody else who is left."""
    return [game.cards[each].spot(each) for each in game.play_order.value if each != game.actor]


@decline(Vote, _("{actplayer} votes for nobody"), says=_("Vote for nobody"), logged=False)
def abstain(game: WolvesInTown) -> To[Count]:
    """A vote for nobody has no effect."""
    game.lay(game.actor, Ballot(face=NOBODY_NAMED))
    return Count


@abstain.available
def may_abstain(game: WolvesInTown) -> bool:
    """If the option allows it."""
    return game.option(ABSTAIN)


class Count(Automatic[WolvesInTown]):
    """The votes are counted, and who has most of them leaves."""

    def enter(self, game: WolvesInTown) -> To[Night] | To[GameEnd]:
        names = game.names()
        first = most_named([face for face in names.values() if face != NOBODY_NAMED])
        tied = len(first) > 1 and game.option(TIE) == "nobody"
        leaver = game.one_of(first) if first and not tied else ""
        for role, named in names.items():
            game.at_vote[role].value = named
            if named != NOBODY_NAMED:
                game.votes[named].add()
        if game.option(VOTE) == "open":
            game.show_votes(names)
        else:
            game.clear()
            for role in game.roles:
                if game.votes[role].value:
                    game.notify("votes", VOTES, player=role, votes=game.votes[role].value)
        if leaver:
            game.notify("leaves", LEAVES, player=leaver, votes=game.votes[leaver].value)
            game.leave(leaver)
        else:
            game.notify("stays", _("Nobody has to leave town"))
        return GameEnd if game.is_decided() else Night


def most_named(names: Iterable[str]) -> list[str]:
    """The players who are named most often, in the order of the seats; none if there are no names."""
    given = list(names)
    counts = {role: given.count(role) for role in SEATS if role in given}
    return [role for role in counts if counts[role] == max(counts.values())]
