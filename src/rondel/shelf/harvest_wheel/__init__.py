"""Harvest Wheel: a small farm, and a wheel of eight tasks, for two to four.

`HarvestWheel`   the game and its phases                        rules.py
                 tiles, goods, and what they look like          farm.py
                 what is secretly aimed at, and how it counts   aims.py
                 what a farm is worth before the end, for bots  advice.py
"""

from rondel.shelf.harvest_wheel.advice import HarvestWheel
from rondel.shelf.harvest_wheel.aims import AIMS, aimed
from rondel.shelf.harvest_wheel.farm import FREE, MARKET, PRICE, SECTORS, TILES

__all__ = ["AIMS", "FREE", "MARKET", "PRICE", "SECTORS", "TILES", "HarvestWheel", "aimed"]
