"""Every choice the rules leave to a house, as a form: words as buttons with their meaning, numbers with their range."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _

from engine import profiles, rulebook
from engine.profiles import Parameter, Profile, Value
from engine.rulebook import Rule
from thunee_tournaments.desk.words import by_name, preset_title, value_text
from thunee_tournaments.presentation.stems import STEM_TITLES, stem_title


class RulesForm(forms.Form):
    """One field for each parameter asked about, under its own name.

    `profile` is what the tournament plays by so far; a field that is not sent keeps its value, so that a page may show
    only some of them.
    """

    def __init__(self, data: Any = None, *, profile: Profile, names: list[str] | None = None) -> None:
        super().__init__(data)
        self.profile = profile
        self.preset = profiles.build(profile.preset, profile.game)
        for name, parameter in by_name(profile.game).items():
            if names is None or name in names:
                self.fields[name] = _field(parameter, self.preset.values[name], profile.preset)
                self.initial[name] = "" if profile.values[name] is None else profile.values[name]

    def changes(self) -> dict[str, Value]:
        """What is to differ from the preset: what was chosen here, and what differed before and was not asked about."""
        kept = {name: value for name, value in self.profile.changed.items() if name not in self.fields}
        known = by_name(self.profile.game)
        return kept | {name: _value(known[name], self.cleaned_data[name]) for name in self.fields}


def _value(parameter: Parameter, typed: Any) -> Value:
    if typed in (None, ""):
        return None
    return str(typed) if parameter.choices is not None else int(typed)


def _field(parameter: Parameter, preset_value: Value, preset: str) -> forms.Field:
    title = _(parameter.title)
    if parameter.choices is not None or parameter.allowed:
        texts = {value: value_text(parameter, value) for value in parameter.choices or parameter.allowed}
        choices = [(value, _face(text, value == preset_value, preset)) for value, text in texts.items()]
        return forms.ChoiceField(label=title, choices=choices, widget=_buttons(texts))
    low, high = parameter.minimum, parameter.maximum
    wrong = _("A whole number from %(low)s to %(high)s.") % {"low": low, "high": high}
    return forms.IntegerField(
        label=title,
        min_value=low,
        max_value=high,
        required=not parameter.nullable,
        help_text=_range_text(parameter, preset_value, preset),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "num"}),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
    )


def _buttons(texts: Mapping[Any, str]) -> forms.RadioSelect:
    """Two short words stand side by side, sentences one under the other."""
    short = len(texts) <= 2 and all(len(text) <= 14 for text in texts.values())
    return forms.RadioSelect(attrs={"class": "cols-2" if short else "choice-list"})


def _face(text: str, is_presets: bool, preset: str) -> Any:
    label = text[:1].upper() + text[1:]
    note = _("as in %(preset)s") % {"preset": preset_title(preset)}
    return format_html("{}<small>{}</small>", label, note) if is_presets else label


def _range_text(parameter: Parameter, preset_value: Value, preset: str) -> str:
    message = _("%(preset)s: %(value)s. From %(low)s to %(high)s.") % {
        "preset": preset_title(preset),
        "value": value_text(parameter, preset_value),
        "low": parameter.minimum,
        "high": parameter.maximum,
    }
    return f"{message} {_('Left empty: none.')}" if parameter.nullable else message


@dataclass(frozen=True)
class Item:
    """One parameter as the page shows it. `value` and `preset_value` are texts; `field` is None where none is asked."""

    parameter: Parameter
    title: str
    rule: Rule
    sources: list[str]
    value: str
    preset_value: str
    changed: bool
    field: forms.BoundField | None = None

    @property
    def number(self) -> bool:
        return self.parameter.choices is None and not self.parameter.allowed


@dataclass(frozen=True)
class Group:
    """The parameters that belong to one stem of the catalogue."""

    stem: str
    title: str
    items: list[Item]

    @property
    def changed(self) -> int:
        return sum(item.changed for item in self.items)

    @property
    def wrong(self) -> bool:
        return any(item.field is not None and item.field.errors for item in self.items)

    @property
    def open(self) -> bool:
        return bool(self.changed) or self.wrong


def groups(profile: Profile, form: RulesForm | None = None, names: Container[str] | None = None) -> list[Group]:
    """The parameters by stem, in the order of a hand; only those in `names`, if it is given."""
    preset = profiles.build(profile.preset, profile.game)
    by_stem: dict[str, list[Item]] = {}
    for name, parameter in by_name(profile.game).items():
        if names is not None and name not in names:
            continue
        item = _item(parameter, profile, preset, form)
        by_stem.setdefault(item.rule.stem, []).append(item)
    order = [*STEM_TITLES, *(stem for stem in by_stem if stem not in STEM_TITLES)]
    return [Group(stem, stem_title(stem), by_stem[stem]) for stem in order if stem in by_stem]


def _item(parameter: Parameter, profile: Profile, preset: Profile, form: RulesForm | None) -> Item:
    rule = rulebook.get(parameter.rule)
    return Item(
        parameter=parameter,
        title=_(parameter.title),
        rule=rule,
        sources=[_source(source) for source in rule.sources],
        value=value_text(parameter, profile.values[parameter.name]),
        preset_value=value_text(parameter, preset.values[parameter.name]),
        changed=profile.values[parameter.name] != preset.values[parameter.name],
        field=form[parameter.name] if form is not None and parameter.name in form.fields else None,
    )


def _source(source: rulebook.Source) -> str:
    title = _(source.title)
    return _("%(title)s (%(note)s)") % {"title": title, "note": _(source.note)} if source.note else title
