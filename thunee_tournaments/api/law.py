"""The rule catalogue and the presets. They change only with the site itself."""

from difflib import get_close_matches
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from engine import games, profiles, rulebook
from engine.profiles import Parameter
from engine.rulebook import Rule
from thunee_tournaments.api import shapes
from thunee_tournaments.api.errors import Problem
from thunee_tournaments.api.views import Reading, answer


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
    found = get_close_matches(id.upper(), [rule.id for rule in rulebook.catalogue()], n=1)
    return f"; the nearest is {found[0]}" if found else ""


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "stem": rule.stem,
        "title": rule.title,
        "text": rule.text,
        "sources": [{"number": one.number, "title": one.title, "note": one.note} for one in rule.sources],
        "parameters": list(rule.parameters),
    }


def _parameter(name: str) -> dict[str, Any]:
    """A parameter, which several games may have, and what every preset that has it says."""
    found: Parameter | None = None
    said: dict[str, profiles.Value] = {}
    for game in games.GAMES:
        for parameter in profiles.parameters(game):
            if parameter.name == name:
                found = found or parameter
                said |= {preset: profiles.build(preset, game).values[name] for preset in profiles.presets(game)}
    if found is None:
        raise LookupError(f"no game has the parameter {name}")
    return {"name": name, "title": found.title, "rule": found.rule, **_values(found), "presets": said}


def _values(parameter: Parameter) -> dict[str, Any]:
    """The values it may take: words with their meaning, single numbers, or a range."""
    numbers = parameter.choices is None and not parameter.allowed
    return {
        "default": parameter.default,
        "choices": parameter.choices,
        "allowed": list(parameter.allowed) or None,
        "minimum": parameter.minimum if numbers else None,
        "maximum": parameter.maximum if numbers else None,
        "nullable": parameter.nullable,
    }


def _preset(game: str, name: str) -> dict[str, Any]:
    profile = profiles.build(name, game)
    return {
        "name": name,
        "title": profiles.preset_title(name),
        "game": game,
        "fingerprint": profile.fingerprint,
        "values": profile.values,
    }
