"""The rule catalogue and the presets. They change only with the site itself."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TypedDict

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from engine import games, profiles, rulebook
from engine.profiles import Parameter
from engine.rulebook import Rule
from thunee_tournaments.api import shapes
from thunee_tournaments.api.errors import Problem
from thunee_tournaments.api.views import Reading, answer


class SourceData(TypedDict):
    number: str
    title: str
    note: str


class RuleData(TypedDict):
    """A rule, as shapes.RuleShape wants it."""

    id: str
    stem: str
    title: str
    text: str
    sources: list[SourceData]
    parameters: list[str]


class ValuesData(TypedDict):
    """What a parameter may be: words with their meaning, single numbers, or a range."""

    default: profiles.Value
    choices: Mapping[str, str] | None
    allowed: list[int] | None
    minimum: int | None
    maximum: int | None
    nullable: bool


class ParameterData(ValuesData):
    """A parameter, as shapes.ParameterShape wants it; `presets`: what every preset that has it says."""

    name: str
    title: str
    rule: str
    presets: dict[str, profiles.Value]


class PresetData(TypedDict):
    """A preset, as shapes.PresetShape wants it."""

    name: str
    title: str
    game: str
    fingerprint: str
    values: Mapping[str, profiles.Value]


class Rules(Reading):
    """For everybody: the rules."""

    @extend_schema(operation_id="rules", responses=shapes.RuleShape(many=True))
    def get(self, request: Request) -> HttpResponseBase:
        """Every rule of every game, with its sources and the names of the parameters that tune it."""
        return answer(request, lambda: [_rule(rule) for rule in rulebook.catalogue()])


class OneRule(Reading):
    """For everybody: one rule."""

    @extend_schema(operation_id="rule", responses={200: shapes.RuleDetail, 404: shapes.Problem})
    def get(self, request: Request, id: str) -> HttpResponseBase:
        """One rule, with its parameters and what each preset says."""
        try:
            rule = rulebook.get(id)
        except KeyError:
            raise Problem(404, "not_found", f"No rule is called {id}{_nearest(id)}. All are at rules/.") from None
        detail = {"parameters": [_parameter(name) for name in rule.parameters]}
        return answer(request, lambda: {**_rule(rule), **detail})


class Presets(Reading):
    """For everybody: the presets."""

    @extend_schema(operation_id="presets", responses=shapes.PresetShape(many=True))
    def get(self, request: Request) -> HttpResponseBase:
        """Every preset of every game: what it says of each parameter, and its fingerprint."""
        return answer(request, lambda: [_preset(game, name) for game in games.GAMES for name in profiles.presets(game)])


def _nearest(id: str) -> str:
    nearest = get_close_matches(id.upper(), [rule.id for rule in rulebook.catalogue()], n=1)
    return f"; the nearest is {nearest[0]}" if nearest else ""


def _rule(rule: Rule) -> RuleData:
    return {
        "id": rule.id,
        "stem": rule.stem,
        "title": rule.title,
        "text": rule.text,
        "sources": [{"number": source.number, "title": source.title, "note": source.note} for source in rule.sources],
        "parameters": list(rule.parameters),
    }


def _parameter(name: str) -> ParameterData:
    """A parameter, which several games may have."""
    known: Parameter | None = None
    of_presets: dict[str, profiles.Value] = {}
    for game in games.GAMES:
        for parameter in profiles.parameters(game):
            if parameter.name == name:
                known = known or parameter
                of_presets |= {preset: profiles.build(preset, game).values[name] for preset in profiles.presets(game)}
    if known is None:
        raise LookupError(f"no game has the parameter {name}")
    return {"name": name, "title": known.title, "rule": known.rule, **_values(known), "presets": of_presets}


def _values(parameter: Parameter) -> ValuesData:
    numbers = parameter.choices is None and not parameter.allowed
    return {
        "default": parameter.default,
        "choices": parameter.choices,
        "allowed": list(parameter.allowed) or None,
        "minimum": parameter.minimum if numbers else None,
        "maximum": parameter.maximum if numbers else None,
        "nullable": parameter.nullable,
    }


def _preset(game: str, name: str) -> PresetData:
    profile = profiles.build(name, game)
    return {
        "name": name,
        "title": profiles.preset_title(name),
        "game": game,
        "fingerprint": profile.fingerprint,
        "values": profile.values,
    }
