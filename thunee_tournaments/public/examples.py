"""Example hands of the rules: one hand in which a rule speaks, played through in the hand viewer.

The hands are data (fixtures/examples.json, found by `tests.engine.make_examples`); their rulings are the engine's own.
"""

import json
from functools import cache
from pathlib import Path
from typing import TypedDict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from adjudication import judging
from engine.shapes import RawRecord, Ruling
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.public import law
from thunee_tournaments.public.caching import unchanging
from thunee_tournaments.public.viewer import viewed

FILE = Path(settings.ROOT) / "fixtures" / "examples.json"
FORMAT = "rule-examples/1"


class Examples(TypedDict):
    """The file: the hands, and for each rule the place of the one that shows it."""

    format: str
    hands: list[RawRecord]
    rules: dict[str, int]


@cache
def _data() -> Examples:
    data: Examples = json.loads(FILE.read_text(encoding="utf-8"))
    if data.get("format") != FORMAT:
        raise ValueError(f"{FILE.name} is no {FORMAT} file")
    return data


def has_example(rule: str) -> bool:
    """Whether there is a hand that shows a rule."""
    return rule in _data()["rules"]


def record_for(rule: str) -> RawRecord:
    """The hand that shows a rule. Raises KeyError."""
    return _data()["hands"][_data()["rules"][rule]]


@cache
def _ruling(number: int) -> Ruling:
    return judging.rule_on(_data()["hands"][number])


def voices(players: int = 4) -> Voices:
    """Who plays an example: the four seats of any table; with other numbers of players they are counted."""
    seats = [_("South"), _("East"), _("North"), _("West")] if players == 4 else []
    return Voices({"A": _("Team A"), "B": _("Team B")}, seats)


@unchanging
def example(request: HttpRequest, name: str) -> HttpResponse:
    """For everybody: the hand that shows a rule, opened where the rule speaks (`/rules/<id>/example`)."""
    rule = law.rule_or_none(name)
    if rule is None or not has_example(rule.id):
        raise Http404(_("There is no example hand of %(name)s.") % {"name": name})
    record = record_for(rule.id)
    ruling = _ruling(_data()["rules"][rule.id])
    shown = viewed(request, record, ruling, voices(len(record["deal"])), at=rule.id)
    context = {
        **shown,
        "nav": "rules",
        "rule": rule,
        "preset": law.preset_title(ruling["rules"]["preset"]),
        "changed": [(key, law.written(value)) for key, value in ruling["rules"]["changed"].items()],
        "crumbs": [
            {"label": _("Rules"), "href": reverse("public:rules")},
            {"label": rule.id, "href": reverse("public:rule", args=[rule.id])},
            {"label": _("Example")},
        ],
    }
    return render(request, "public/example.html", context)
