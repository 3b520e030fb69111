"""Harvest Wheel: a small farm, and a wheel of eight tasks, for two to four.

`HarvestWheel`   the game with advice for bots                  advice.py
                 the rules and the phases                       rules.py
                 tiles, goods, and their pictures               farm.py
                 the secret aims, and their values              aims.py
"""

from rondel.shelf.harvest_wheel.advice import HarvestWheel
from rondel.shelf.harvest_wheel.aims import AIMS, aimed
from rondel.shelf.harvest_wheel.farm import FREE, MARKET, PRICE, SECTORS, TILES

__all__ = ["AIMS", "FREE", "MARKET", "PRICE", "SECTORS", "TILES", "HarvestWheel", "aimed"]
