"""`manage.py ironclad`: does a hand win every trick against every distribution of the other cards?"""

from adjudication.management.engine_command import EngineCommand
from engine.commands import ironclad


class Command(EngineCommand):
    help = ironclad.HELP
    module = ironclad
