"""The tournament's own rule book: every rule of the game as this event plays it, readable from top to bottom."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from adjudication import regulations
from engine import profiles
from engine.profiles import Parameter, Profile
from engine.rulebook import Source
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.presentation.course import course_of
from thunee_tournaments.public import examples, law
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.games import profile_of
from thunee_tournaments.tournaments.models import Tournament

# What an event between teams of two never plays; its own regulations close the book, apart from the game.
LEFT_OUT = ("two-players", "six-players", regulations.STEM)


@dataclass(frozen=True)
class Choice:
    """What the event chose where houses differ, and what its preset says."""

    name: str
    title: str
    value: str
    usual: str

    @property
    def changed(self) -> bool:
        return self.value != self.usual


@dataclass(frozen=True)
class Entry:
    """One rule as the book prints it."""

    id: str
    title: str
    text: str
    choices: list[Choice]
    sources: tuple[Source, ...]
    has_example: bool

    @property
    def changed(self) -> bool:
        return any(choice.changed for choice in self.choices)


@dataclass(frozen=True)
class Chapter:
    """The rules of one subject."""

    stem: str
    title: str
    entries: list[Entry]

    @property
    def changes(self) -> int:
        return sum(choice.changed for entry in self.entries for choice in entry.choices)


@of_event
def event_rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: the whole book; what differs from the preset stands first, with links to where it
    belongs."""
    profile = profile_of(tournament)
    chapters = chapters_of(profile)
    context = {
        **frame(tournament, "event_rules"),
        "preset": law.preset_title(profile.preset),
        "chapters": chapters,
        "changed": [
            (choice, entry)
            for chapter in chapters
            for entry in chapter.entries
            for choice in entry.choices
            if choice.changed
        ],
        "course": course_of(tournament, stages_of(tournament)),
        "regulations": law.group(regulations.STEM),
        "policies": policies.in_words(policies.read(tournament.policies)),
        "frozen": tournament.profile is not None,
        "fingerprint": profile.fingerprint,
    }
    return render(request, "public/event_rules.html", context)


def chapters_of(profile: Profile) -> list[Chapter]:
    """The rules of the game in reading order, with what this profile says wherever houses differ."""
    preset = profiles.build(profile.preset, profile.game)
    own = {id for id, _title in regulations.citable(profile)}
    chapters = []
    for stem, title, rules in law.groups():
        if stem in LEFT_OUT:
            continue
        entries = [_entry(rule, profile, preset) for rule in rules if rule.id in own]
        if entries:
            chapters.append(Chapter(stem, title, entries))
    return chapters


def _entry(rule: law.Law, profile: Profile, preset: Profile) -> Entry:
    choices = [_choice(name, profile, preset) for name in rule.parameters if name in profile.values]
    has_example = examples.has_example(rule.id)
    return Entry(rule.id, _(rule.title), _(rule.text), choices, rule.sources, has_example)


def _choice(name: str, profile: Profile, preset: Profile) -> Choice:
    parameter = law.parameters(profile.game)[name]
    value, usual = (_in_words(parameter, values[name]) for values in (profile.values, preset.values))
    return Choice(name, _(parameter.title), value, usual)


def _in_words(parameter: Parameter, value: profiles.Value) -> str:
    return law.meaning(parameter, value) or law.written(value)
