"""`manage.py rules`: the catalogue, one rule, or the differences between two presets."""

from adjudication.management.engine_command import EngineCommand
from engine.commands import rules


class Command(EngineCommand):
    help = rules.HELP
    module = rules
