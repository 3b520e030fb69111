"""What only a server needs, as a distribution of its own: ``pip install 'rondel[server]'`` brings it.

In the wheel the folder ``server`` beside this file has the packages of `rondel.server`, whose front door finds them there, the
page and the rules for players. In a checkout they are in ``src/rondel/server``, and this file is alone.
"""

__version__ = "0.3.0.dev0"
