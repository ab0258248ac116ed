"""The rule catalogue as pages need it: groups with titles, parameters with what every preset says.

The engine speaks English; its titles and texts go through gettext here, so that translations serve them too. Beside the
engine's rules stand the event's own regulations (EV-*), a group like any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from adjudication import regulations
from adjudication.regulations import Regulation
from engine import games, profiles, rulebook
from engine.profiles import Parameter
from engine.rulebook import Rule
from thunee_tournaments.presentation.stems import stem_title

GAME = "thunee"
Law = Rule | Regulation
# "trad" and "assumed" say where a rule comes from without being a document one could read.
NO_DOCUMENTS = ("trad", "assumed")

# What an event decides for itself, as the regulations that rest on it name it.
POLICY_TITLES = {
    "correction_minutes": gettext_lazy("Time for corrections after both sides signed"),
    "appeal_minutes": gettext_lazy("Time for an appeal after a decision"),
    "deposit": gettext_lazy("Deposit for an appeal"),
    "freeze": gettext_lazy("Whether a game with an open dispute waits"),
    "late_scorecard": gettext_lazy("Whether a late scorecard costs the hand's balls"),
    "bell_finish": gettext_lazy("When the bell rings"),
    "bell_level": gettext_lazy("Level at the bell"),
    "substitutions": gettext_lazy("How often a team may put another player in, and until when"),
    "substitute_from": gettext_lazy("Whether somebody of a team that is out may come in"),
    "substitute_when": gettext_lazy("Whether a substitute may come in during a match"),
}


@dataclass(frozen=True)
class Choice:
    """A value a parameter may take: how it is written, what it means, and the presets that choose it."""

    value: profiles.Value
    written: str
    meaning: str
    presets: tuple[str, ...]
    is_default: bool


@dataclass(frozen=True)
class ParameterPage:
    """A parameter as a page shows it; `range` is for numbers of which any in between may be chosen."""

    name: str
    title: str
    rule: str
    choices: tuple[Choice, ...]
    range: tuple[int, int] | None


@cache
def _ordered() -> dict[str, tuple[Law, ...]]:
    """The rules by stem as one would read them, and the event's own regulations."""
    return {**rulebook.stems(), regulations.STEM: regulations.regulations()}


def catalogue() -> list[Law]:
    """Every rule and regulation, in reading order."""
    return [rule for rules in _ordered().values() for rule in rules]


def group(stem: str) -> tuple[Law, ...]:
    """The rules of a group, () for a stem that is none."""
    return _ordered().get(stem, ())


def groups() -> list[tuple[str, str, tuple[Law, ...]]]:
    """Every group of rules: stem, title, rules."""
    return [(stem, stem_title(stem), rules) for stem, rules in _ordered().items()]


def find(words: str) -> list[Law]:
    """The rules whose id, title, text or parameters hold every one of the words; matching ids first."""
    wanted = words.casefold().split()
    if not wanted:
        return []
    matching = []
    for rule in catalogue():
        translated = f"{gettext(rule.title)} {gettext(rule.text)}"
        inside = f"{rule.id} {rule.title} {rule.text} {translated} {' '.join(rule.parameters)}".casefold()
        if all(word in inside for word in wanted):
            matching.append(rule)
    return sorted(matching, key=lambda rule: not rule.id.casefold().startswith(wanted[0]))


def rule_or_none(id: str) -> Law | None:
    """The rule or regulation of that id, in whatever case it was typed."""
    try:
        return regulations.cited(id.upper())
    except KeyError:
        return None


def written(value: profiles.Value) -> str:
    """A parameter's value as the catalogue writes it."""
    return gettext("none") if value is None else str(value)


@cache
def preset_values() -> dict[str, Mapping[str, profiles.Value]]:
    """Every preset of Thunee: name → parameter → value."""
    return {name: profiles.build(name, GAME).values for name in profiles.presets(GAME)}


@cache
def parameters(game: str = GAME) -> dict[str, Parameter]:
    """Every parameter of a game by name."""
    return {parameter.name: parameter for parameter in profiles.parameters(game)}


@cache
def _of_every_game() -> dict[str, tuple[Parameter, dict[str, profiles.Value]]]:
    """Every parameter of every game by name, and what each preset says that has it."""
    known: dict[str, tuple[Parameter, dict[str, profiles.Value]]] = {}
    for game in games.GAMES:
        for parameter in profiles.parameters(game):
            of_presets = known.setdefault(parameter.name, (parameter, {}))[1]
            of_presets |= {name: profiles.build(name, game).values[parameter.name] for name in profiles.presets(game)}
    return known


def preset_title(name: str) -> str:
    """ "Durban classic" for `durban-classic`."""
    return gettext(profiles.preset_title(name))


def presets() -> list[tuple[str, str]]:
    """Every preset of Thunee: name and title."""
    return [(name, preset_title(name)) for name in profiles.presets(GAME)]


def meaning(parameter: Parameter, value: profiles.Value) -> str:
    """What a word stands for; "" for a number, and for a word that says it itself."""
    words = parameter.choices.get(value, "") if parameter.choices and isinstance(value, str) else ""
    return gettext(words) if words and words != value else ""


def parameter_page(name: str) -> ParameterPage:
    """A parameter with its values and what each preset says. Raises KeyError."""
    parameter, of_presets = _of_every_game()[name]
    chosen: dict[profiles.Value, list[str]] = {}
    for preset, value in of_presets.items():
        chosen.setdefault(value, []).append(preset)
    every: list[Any] = list(parameter.choices or parameter.allowed)
    if not every:
        every = sorted(chosen, key=lambda value: (value is None, value))
    if parameter.nullable and None not in every:
        every.append(None)
    open_range = parameter.choices is None and not parameter.allowed
    return ParameterPage(
        name,
        gettext(parameter.title),
        parameter.rule,
        tuple(
            Choice(
                value,
                written(value),
                meaning(parameter, value),
                tuple(preset_title(preset) for preset in chosen.get(value, ())),
                value == parameter.default,
            )
            for value in every
        ),
        (parameter.minimum, parameter.maximum) if open_range else None,
    )


def parameter_pages(rule: Law) -> list[ParameterPage]:
    """What houses do differently about a rule; what an event decides about a regulation is no parameter."""
    return [] if isinstance(rule, Regulation) else [parameter_page(name) for name in rule.parameters]


def policy_titles(rule: Law) -> list[str]:
    """What an organiser decides about a regulation, in words."""
    return [str(POLICY_TITLES[name]) for name in rule.parameters] if isinstance(rule, Regulation) else []


def neighbours(rule: Law) -> tuple[Law | None, Law | None]:
    """The rules before and after one in the catalogue."""
    every = catalogue()
    index = every.index(rule)
    return (every[index - 1] if index else None, every[index + 1] if index + 1 < len(every) else None)


def documents() -> list[tuple[str, str, list[Law]]]:
    """Every source that rules cite: number, title, rules, in the order of the list of sources."""
    cited: dict[str, list[Law]] = {number: [] for number in rulebook.SOURCES}
    for rule in catalogue():
        for number in dict.fromkeys(source.number for source in rule.sources):
            cited[number].append(rule)
    return [(number, rulebook.SOURCES[number], rules) for number, rules in cited.items() if rules]
