"""`thunee rules`: the catalogue, one rule, or the differences between two presets."""

from argparse import ArgumentParser, Namespace

from .. import profiles, rulebook
from ..faults import RecordError, nearest
from ..games import GAMES
from . import Refused, Say

HELP = "Print the rule catalogue; with an id one rule; with --diff what two presets do differently."


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", help="the id of a rule, such as TH-KHAN-2, or a stem, such as khanuck")
    parser.add_argument("--diff", nargs=2, metavar="PRESET", help="compare two presets")


def run(options: Namespace, say: Say) -> None:
    if options.diff:
        preset, other = options.diff
        _diff(preset, other, say)
    elif options.id:
        _rule_or_stem(options.id, say)
    else:
        for stem, rules in rulebook.stems().items():
            _stem(stem, rules, say)


def _stem(stem: str, rules: tuple[rulebook.Rule, ...], say: Say) -> None:
    say(stem)
    for rule in rules:
        sources = " ".join(dict.fromkeys(source.number for source in rule.sources))
        say(f"  {rule.id:<13} {rule.title}  ({sources})")


def _rule_or_stem(name: str, say: Say) -> None:
    stems = rulebook.stems()
    if name.lower() in stems:
        _stem(name.lower(), stems[name.lower()], say)
        return
    ids = {rule.id.lower(): rule.id for rule in rulebook.catalogue()}
    if name.lower() not in ids:
        hint = nearest(name.lower(), [*ids, *stems])
        for small, id in ids.items():
            hint = hint.replace(f'"{small}"', f'"{id}"')
        raise Refused(f"there is no rule {name}{hint}")
    rule = rulebook.get(ids[name.lower()])
    say(f"{rule.id}  {rule.title}\n\n{rule.text}\n\nSources")
    for source in rule.sources:
        say(f"  {source.number:<8} {source.title}{f': {source.note}' if source.note else ''}")
    for name in rule.parameters:
        having = [game for game in GAMES if name in {parameter.name for parameter in profiles.parameters(game)}]
        parameter = next(candidate for candidate in profiles.parameters(having[0]) if candidate.name == name)
        _parameter(parameter, having, say)


def _parameter(parameter: profiles.Parameter, having: list[str], say: Say) -> None:
    """A parameter, and what every preset of the games that have it says."""
    say(f"\n{parameter.name}: {parameter.title}")
    if parameter.choices:
        for word, meaning in parameter.choices.items():
            say(f"  {word:<20} {meaning}")
    else:
        allowed = " or ".join(map(str, parameter.allowed)) or f"{parameter.minimum} to {parameter.maximum}"
        say(f"  {allowed}{' or none' if parameter.nullable else ''}")
    for game in having:
        for preset in profiles.presets(game):
            say(f"  in {preset}: {_shown(profiles.build(preset, game).values[parameter.name])}")


def _diff(preset: str, other: str, say: Say) -> None:
    first, second = (_preset(name) for name in (preset, other))
    if first.game != second.game:
        raise Refused(f"{preset} is a preset of {first.game}, {other} of {second.game}")
    rules = {parameter.name: parameter.rule for parameter in profiles.parameters(first.game)}
    rows = profiles.diff(first, second)
    width = max([len(name) for name, _, _ in rows], default=0)
    for name, value, new in rows:
        say(f"{name:<{width}}  {_shown(value)} -> {_shown(new)}  ({rules[name]})")
    if not rows:
        say(f"{preset} and {other} do not differ")


def _preset(name: str) -> profiles.Profile:
    game = next((game for game in GAMES if name in profiles.presets(game)), GAMES[0])
    try:
        return profiles.build(name, game)
    except RecordError as wrong:
        raise Refused(f"the preset {wrong.errors[0]['message']}") from None


def _shown(value: profiles.Value) -> str:
    return "none" if value is None else str(value)
