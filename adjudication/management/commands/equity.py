"""`manage.py equity`: what each side could still get before and after an event of a recorded hand."""

from adjudication.management.engine_command import EngineCommand
from engine.commands import solve


class Command(EngineCommand):
    help = solve.HELP
    module = solve
