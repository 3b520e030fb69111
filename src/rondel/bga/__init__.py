"""Board Game Arena projects: read, checked, drawn, walked over and brought along. PHP is parsed, and never run."""

from rondel.bga.machine import Machine, State, Transition
from rondel.bga.project import NotAProject
from rondel.bga.reader import Reading, read

__all__ = ["Machine", "NotAProject", "Reading", "State", "Transition", "read"]
