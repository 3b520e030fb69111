"""The pieces of xiangqi, Chinese chess, with which several games are played: `XIANGQI_SET` has their number, `XIANGQI_FACES`
their look, `XIANGQI_COLOURS` the colours of the sides."""

from rondel.engine.components.xiangqi.pieces import XIANGQI_COLOURS, XIANGQI_FACES, XIANGQI_SET

__all__ = ["XIANGQI_COLOURS", "XIANGQI_FACES", "XIANGQI_SET"]
