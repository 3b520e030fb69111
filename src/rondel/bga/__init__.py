"""Board Game Arena projects: read, checked, drawn, walked over and brought along. PHP is parsed, and never run."""

from rondel.bga.machine.machine import Machine, State, Transition
from rondel.bga.machine.project import NotAProject
from rondel.bga.machine.reader import Reading, read

__all__ = ["Machine", "NotAProject", "Reading", "State", "Transition", "read"]
