"""The rule catalogue for everybody: all of it, one group, one rule, the presets side by side, the sources."""

from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from thunee_tournaments.presentation.stems import stem_title
from thunee_tournaments.public import examples, law
from thunee_tournaments.public.caching import unchanging


class PresetCell(TypedDict):
    """What a preset says; `odd`: not what most of them say."""

    text: str
    preset: str
    odd: bool


class PresetRow(TypedDict):
    """A parameter across the presets."""

    name: str
    title: str
    rule: str
    cells: list[PresetCell]
    differs: bool


NAV = {"nav": "rules"}


@unchanging
def catalogue(request: HttpRequest) -> HttpResponse:
    """For everybody: every rule by group; with `?q=`, the rules it finds, or the rule itself where an id was typed."""
    words = request.GET.get("q", "").strip()[:80]
    if words and (rule := law.rule_or_none(words)):
        return redirect("public:rule", rule.id)
    return render(
        request,
        "public/rules.html",
        {**NAV, "groups": law.groups(), "words": words, "matching": law.find(words), "presets": law.presets()},
    )


@unchanging
def rule_or_group(request: HttpRequest, name: str) -> HttpResponse:
    """For everybody: one rule (`/rules/<id>`) or one group of them (`/rules/<stem>`)."""
    if rule := law.rule_or_none(name):
        if name != rule.id:
            return redirect("public:rule", rule.id, permanent=True)
        return _rule(request, rule)
    rules = law.group(name)
    if not rules:
        raise Http404(_("No rule and no group of rules is called %(name)s.") % {"name": name})
    context = {
        **NAV,
        "stem": name,
        "title": stem_title(name),
        "rules": rules,
        "groups": law.groups(),
        "pages": {rule.id: law.parameter_pages(rule) for rule in rules},
        "policies": {rule.id: law.policy_titles(rule) for rule in rules},
    }
    return render(request, "public/rule_group.html", context)


def _rule(request: HttpRequest, rule: law.Law) -> HttpResponse:
    before, after = law.neighbours(rule)
    context = {
        **NAV,
        "rule": rule,
        "group": stem_title(rule.stem),
        "parameters": law.parameter_pages(rule),
        "policies": law.policy_titles(rule),
        "example": examples.has_example(rule.id),
        "before": before,
        "after": after,
        "crumbs": [
            {"label": _("Rules"), "href": reverse("public:rules")},
            {"label": stem_title(rule.stem), "href": reverse("public:rule", args=[rule.stem])},
            {"label": rule.id},
        ],
    }
    return render(request, "public/rule.html", context)


@unchanging
def presets(request: HttpRequest) -> HttpResponse:
    """For everybody: every parameter, and what each preset says; differences stand out."""
    only = request.GET.get("only") == "differences"
    rows = [row for row in map(_preset_row, law.parameters()) if row["differs"] or not only]
    context = {**NAV, "rows": rows, "presets": law.presets(), "only_differences": only}
    return render(request, "public/presets.html", context)


def _preset_row(name: str) -> PresetRow:
    """A parameter across the presets; `odd` marks the values that are not the most frequent one."""
    parameter = law.parameters()[name]
    chosen = [values[name] for values in law.preset_values().values()]
    usual = max(chosen, key=chosen.count)
    cells: list[PresetCell] = [
        {"text": law.meaning(parameter, value) or law.written(value), "preset": title, "odd": value != usual}
        for value, (_name, title) in zip(chosen, law.presets(), strict=True)
    ]
    differs = any(cell["odd"] for cell in cells)
    return {"name": name, "title": _(parameter.title), "rule": parameter.rule, "cells": cells, "differs": differs}


@unchanging
def sources(request: HttpRequest) -> HttpResponse:
    """For everybody: the documents the rules are taken from, and which rules cite which."""
    return render(request, "public/sources.html", {**NAV, "documents": law.documents(), "apart": law.NO_DOCUMENTS})
