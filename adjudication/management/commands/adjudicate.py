"""`manage.py adjudicate`: hand records in, rulings out, a line each; files that end in .thn are read as notation."""

from adjudication.management.engine_command import EngineCommand
from engine.commands import adjudicate


class Command(EngineCommand):
    help = adjudicate.HELP
    module = adjudicate
