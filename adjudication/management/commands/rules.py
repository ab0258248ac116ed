"""`manage.py rules`: the catalogue, one rule, or the differences between two presets."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import RecordError, profiles, rulebook
from engine.faults import nearest
from engine.games import GAMES


class Command(BaseCommand):
    help = "Print the rule catalogue; with an id one rule; with --diff what two presets do differently."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", nargs="?", help="the id of a rule, such as TH-KHAN-2, or a stem, such as khanuck")
        parser.add_argument("--diff", nargs=2, metavar="PRESET", help="compare two presets")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["diff"]:
            self._diff(*options["diff"])
        elif options["id"]:
            self._rule_or_stem(options["id"])
        else:
            for stem, rules in rulebook.stems().items():
                self._stem(stem, rules)

    def _stem(self, stem: str, rules: tuple[rulebook.Rule, ...]) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(stem))
        for rule in rules:
            sources = " ".join(dict.fromkeys(source.number for source in rule.sources))
            self.stdout.write(f"  {rule.id:<13} {rule.title}  ({sources})")

    def _rule_or_stem(self, name: str) -> None:
        stems = rulebook.stems()
        if name.lower() in stems:
            self._stem(name.lower(), stems[name.lower()])
            return
        ids = [rule.id for rule in rulebook.catalogue()]
        if name.upper() not in ids:
            hint = (
                nearest(name.lower(), [id.lower() for id in ids] + list(stems))
                .upper()
                .replace("; DID YOU MEAN", "; did you mean")
            )
            raise CommandError(f"there is no rule {name}{hint}", returncode=2)
        rule = rulebook.get(name.upper())
        self.stdout.write(f"{rule.id}  {rule.title}\n\n{rule.text}\n\nSources")
        for source in rule.sources:
            self.stdout.write(f"  {source.number:<8} {source.title}{f': {source.note}' if source.note else ''}")
        for name in rule.parameters:
            having = [game for game in GAMES if name in {parameter.name for parameter in profiles.parameters(game)}]
            parameter = next(candidate for candidate in profiles.parameters(having[0]) if candidate.name == name)
            self._parameter(parameter, having)

    def _parameter(self, parameter: profiles.Parameter, having: list[str]) -> None:
        """A parameter, and what every preset of the games that have it says."""
        self.stdout.write(f"\n{parameter.name}: {parameter.title}")
        if parameter.choices:
            for word, meaning in parameter.choices.items():
                self.stdout.write(f"  {word:<20} {meaning}")
        else:
            allowed = " or ".join(map(str, parameter.allowed)) or f"{parameter.minimum} to {parameter.maximum}"
            self.stdout.write(f"  {allowed}{' or none' if parameter.nullable else ''}")
        for game in having:
            for preset in profiles.presets(game):
                self.stdout.write(f"  in {preset}: {_shown(profiles.build(preset, game).values[parameter.name])}")

    def _diff(self, preset: str, other: str) -> None:
        first, second = (self._preset(name) for name in (preset, other))
        if first.game != second.game:
            raise CommandError(f"{preset} is a preset of {first.game}, {other} of {second.game}", returncode=2)
        rules = {parameter.name: parameter.rule for parameter in profiles.parameters(first.game)}
        rows = profiles.diff(first, second)
        width = max([len(name) for name, _, _ in rows], default=0)
        for name, value, new in rows:
            self.stdout.write(f"{name:<{width}}  {_shown(value)} -> {_shown(new)}  ({rules[name]})")
        if not rows:
            self.stdout.write(f"{preset} and {other} do not differ")

    def _preset(self, name: str) -> profiles.Profile:
        game = next((game for game in GAMES if name in profiles.presets(game)), GAMES[0])
        try:
            return profiles.build(name, game)
        except RecordError as wrong:
            raise CommandError(f"the preset {wrong.errors[0]['message']}", returncode=2) from None


def _shown(value: profiles.Value) -> str:
    return "none" if value is None else str(value)
