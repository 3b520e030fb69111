"""The deal, the passing and the tricks of Hearts, for what four players know of each other's hands: whoever does not follow
suit has none of it.

Rules: thirteen cards each, three passed to the left, tricks in which suit must be followed; the highest card of the suit led
takes the trick and leads to the next. Nothing is scored but tricks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Facts,
    Game,
    GameEnd,
    Hand,
    Move,
    Option,
    Pile,
    Prop,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)
from rondel.engine.chance.deal_sampler import allot
from rondel.engine.chance.seeded_random import SeededRandom

Card = TokenKind("card")
HELD = Option("held", 13, text=_("Cards in each hand"), low=4, high=13)
PASSED = 3
RANKS = "23456789TJQKA"


class Hearts(Game):
    """One deal."""

    name = "hearts"
    title = _("Hearts")
    summary = _("One deal.")
    seats = ("north", "east", "south", "west")
    options = (HELD,)
    kinds = (Card,)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=True, scores=(0, 13))

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.trick = self.add(Row("trick", visible_to=EVERYONE))
        self.gone = self.add(Pile("gone", backs_visible_to=EVERYONE))
        self.passed = self.add(Prop("passed", False, visible_to=EVERYONE))
        self.cards = [rank + suit for suit in "CDSH" for rank in RANKS[: self.option(HELD)]]
        for face in self.cards:
            self.deck.add(Card(face=face))
        return Deal

    def left_of(self, role: str) -> str:
        """Who sits to the left, and is passed cards."""
        return self.roles[(self.roles.index(role) + 1) % len(self.roles)]

    # -- imagining -----------------------------------------------------------------------------------------------------

    def suppose(
        self, role: str, view: Mapping[str, Any], rng: SeededRandom
    ) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """What was dealt to each, card by card, and what each has passed."""
        mine = f"hand_{role}"
        own = [[card["face"] for card in each["containers"][mine]["tokens"]] for each in view["seen"]]
        dealt = next((hand for hand in own if hand), [])
        others = [each for each in self.roles if each != role]
        if not view["props"]["passed"]:
            rest = rng.shuffled([face for face in self.cards if face not in dealt])
            size = self.option(HELD)
            return {role: dealt, **{each: rest[n * size : (n + 1) * size] for n, each in enumerate(others)}}, {}
        now = next(hand for each, hand in zip(view["seen"], own, strict=True) if each["props"]["passed"])
        passed = {role: [face for face in dealt if face not in now]}
        held, void = played(view["told"], others)
        held[self.left_of(role)] |= set(passed[role])
        known = {*now, *[face for faces in held.values() for face in faces]}
        free = [face for face in self.cards if face not in known]
        may = [sum([1 << number for number, each in enumerate(others) if face[-1] not in void[each]]) for face in free]
        places = allot(may, [self.option(HELD) - len(held[each]) for each in others], rng)
        for face, place in zip(free, places or (), strict=True):
            held[others[place]].add(face)
        for each in others:
            to = self.left_of(each)
            got = [face for face in now if face not in dealt] if to == role else rng.shuffled(sorted(held[to]))[:PASSED]
            passed[each] = got
        hands = {role: dealt}
        for each in others:
            giver = self.roles[self.roles.index(each) - 1]
            hand = rng.shuffled(sorted(held[each].difference(passed[giver]).union(passed[each])))
            if self.left_of(each) == role:  # they came in the order in which they lay there
                places = sorted([hand.index(face) for face in passed[each]])
                for place, face in zip(places, passed[each], strict=True):
                    hand[place] = face
            hands[each] = hand
        return hands, passed

    def plausible(self, role: str, move: Move, view: Mapping[str, Any]) -> float:
        hands, passed = view["supposed"]
        if move.action == "draw":
            return float(move.words[0] == hands[self.player][len(self.hands[self.player])])
        if move.role not in self.active:
            return 0.01  # it has chosen, and seldom thinks again
        if move.action == "choose" and passed:
            offered = [word for each in self.moves(move.role) for word in each.words]
            due = [face for face in hands[move.role] if face in passed[move.role] and face in offered]
            return float(move.words == due[:1])  # they are chosen in the order of the hand
        return 1.0


def played(told: Sequence[Mapping[str, Any]], roles: Sequence[str]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Which cards each of the roles has played, and which suits it has none of."""
    held: dict[str, set[str]] = {role: set() for role in roles}
    void: dict[str, set[str]] = {role: set() for role in roles}
    count = 0
    led = ""
    for event in told:
        if event["name"] == "play":
            face = event["args"]["card"]
            if count % 4 == 0:
                led = face[-1]
            count += 1
            if event["role"] in held:
                held[event["role"]].add(face)
                if face[-1] != led:
                    void[event["role"]].add(led)
    return held, void


class Deal(Automatic[Hearts]):
    """One card to each in turn."""

    def enter(self, game: Hearts) -> To[Deal] | To[Pass]:
        if not len(game.deck):
            return Pass
        game.draw(game.deck).move_to(game.hands[game.player])
        game.next_player()
        return Deal


class Pass(Automatic[Hearts]):
    """Everybody passes three cards to the left, at the same time."""

    def enter(self, game: Hearts) -> To[Play]:
        passed = game.choose_each(dict(game.hands), least=PASSED, most=PASSED, ask=_("{you} must pass three cards to the left"))
        for role, cards in passed.items():
            for card in cards:
                card.move_to(game.hands[game.left_of(role)])
        game.passed.value = True
        return Play


class Play(ActivePlayer[Hearts]):
    """The current player adds a card to the trick."""

    description = _("{actplayer} must play a card")
    my_turn = _("{you} must play a card")


@on(Play, _("{actplayer} plays {card}"))
def play(game: Hearts, card: Token) -> To[Play] | To[Taken]:
    """The card goes to the table."""
    card.owner = game.player
    card.move_to(game.trick)
    if len(game.trick) == len(game.roles):
        return Taken
    game.next_player()
    return Play


@play.options
def cards(game: Hearts) -> Iterable[Token]:
    """Those of the suit led, if there are any."""
    hand = list(game.hands[game.player])
    following = [card for card in hand if len(game.trick) and card.face[-1] == game.trick[0].face[-1]]
    return following or hand


class Taken(Automatic[Hearts]):
    """The highest card of the suit led takes the trick."""

    def enter(self, game: Hearts) -> To[Play] | To[GameEnd]:
        best = game.trick[0]
        for card in game.trick:
            if card.face[-1] == best.face[-1] and RANKS.index(card.face[0]) > RANKS.index(best.face[0]):
                best = card
        winner = str(best.owner)
        game.set_score(winner, game.score(winner) + 1)
        for card in game.trick:
            card.owner = None
            card.move_to(game.gone)
        while game.player != winner:
            game.next_player()
        return Play if len(game.hands[winner]) else GameEnd
