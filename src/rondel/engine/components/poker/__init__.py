"""Poker: the ranking of hands, and pots."""

from rondel.engine.components.poker.poker_hand import CATEGORIES as CATEGORIES
from rondel.engine.components.poker.poker_hand import PokerHand as PokerHand
from rondel.engine.components.poker.pots import Pot as Pot
from rondel.engine.components.poker.pots import payouts as payouts
from rondel.engine.components.poker.pots import side_pots as side_pots
from rondel.engine.components.poker.pots import uncalled as uncalled
