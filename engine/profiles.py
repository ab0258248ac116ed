"""Presets (TOML) and single changes become a frozen, validated rule profile that can be compared and fingerprinted.

A *parameter* is what houses do differently; a *preset* gives every parameter of a game a value; a *profile* is a preset
with single parameters changed. The profile a hand was played under is named in its ruling by a fingerprint: the SHA-256
of its canonical form.
"""

import hashlib
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .faults import MOST_ERRORS, RecordError, fault, kind_of, named, nearest, shown
from .shapes import Raw, Rules

Value = str | int | None
_PRESETS = Path(__file__).with_name("presets")


class Parameter(NamedTuple):
    """One thing houses do differently. Words have `choices` (value → what it means), numbers a range."""

    name: str
    title: str
    rule: str
    default: Value
    choices: dict[str, str] | None = None
    minimum: int = 0
    maximum: int = 0
    allowed: tuple[int, ...] = ()
    nullable: bool = False
    formerly: dict[str, str] = {}  # what earlier versions called a choice: records of theirs stay readable

    def complaint(self, value: Any) -> str | None:
        """What is wrong with a value for this parameter, or None."""
        if self.choices is not None:
            if isinstance(value, str) and (value in self.choices or value in self.formerly):
                return None
            wanted = "one of " + ", ".join(f'"{word}"' for word in self.choices)
            hint = nearest(value, self.choices) if isinstance(value, str) else ""
            return f"must be {wanted}, not {shown(value)}{hint}"
        if value is None and self.nullable:
            return None
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and (value in self.allowed if self.allowed else self.minimum <= value <= self.maximum):
            return None
        wanted = " or ".join(map(str, self.allowed)) or f"a whole number from {self.minimum} to {self.maximum}"
        return f"must be {wanted}{' or null' if self.nullable else ''}, not {shown(value)}"

    def today(self, value: Value) -> Value:
        """A value by the word it has today."""
        return self.formerly.get(value, value) if isinstance(value, str) else value


def choice(name: str, title: str, rule: str, formerly: dict[str, str] | None = None, **choices: str) -> Parameter:
    """A parameter that is a word; the first choice is the default. `formerly`: an earlier word → the one of today."""
    return Parameter(name, title, rule, next(iter(choices)), choices, formerly=formerly or {})


def number(
    name: str,
    title: str,
    rule: str,
    default: int,
    *,
    minimum: int = 0,
    maximum: int = 0,
    allowed: tuple[int, ...] = (),
    nullable: bool = False,
) -> Parameter:
    """A parameter that is a whole number."""
    return Parameter(name, title, rule, default, None, minimum, maximum, allowed, nullable)


class Profile:
    """A frozen rule profile: every parameter is an attribute.

    `game`, `preset`, `changed` (parameter → value, where it differs from the preset), `values` (every parameter) and
    `fingerprint` (64 hexadecimal digits).
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, game: str, preset: str, changed: dict[str, Value], values: dict[str, Value]) -> None:
        canonical = json.dumps({"game": game, "values": values}, sort_keys=True, separators=(",", ":"))
        self.__dict__.update(values)
        self.__dict__.update(
            game=game,
            preset=preset,
            changed=changed,
            values=values,
            fingerprint=hashlib.sha256(canonical.encode()).hexdigest(),
        )

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a profile is frozen: build a new one")

    def to_rules(self) -> dict[str, Value]:
        """What a record's `rules` says to name this profile."""
        return {"preset": self.preset, **self.changed}

    def whole(self) -> dict[str, Value]:
        """As to_rules, with every value said: a preset that is another one later changes nothing in it."""
        return {"preset": self.preset, **self.values}

    def to_dict(self) -> Rules:
        """How a ruling names this profile."""
        return {"preset": self.preset, "changed": dict(self.changed), "fingerprint": self.fingerprint}


def parameters(game: str = "thunee") -> tuple[Parameter, ...]:
    """The parameters of a game, in the order of the catalogue."""
    from . import games

    return games.parameters(game)


def presets(game: str = "thunee") -> list[str]:
    """The names of a game's presets; the first is its default."""
    from . import games

    return list(games.PRESETS[game])


def preset_title(name: str) -> str:
    """The title of a preset, for people."""
    return str(_preset_file(name)["title"])


@cache
def _preset_file(name: str) -> Raw:
    import tomllib

    return tomllib.loads((_PRESETS / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def _preset_values(name: str) -> dict[str, Value]:
    """Every parameter's value in a preset. Raises ValueError for a preset file that does not hold."""
    data = _preset_file(name)
    known = {parameter.name: parameter for parameter in parameters(data["game"])}
    values = (
        dict(_preset_values(data["based_on"])) if "based_on" in data else {p.name: p.default for p in known.values()}
    )
    for key, value in data["values"].items():
        given = None if value == "none" and key in known and known[key].nullable else value
        problem = known[key].complaint(given) if key in known else f"is no parameter{nearest(key, known)}"
        if problem:
            raise ValueError(f"preset {name}: {key} {problem}")
        values[key] = given
    return values


@cache
def _plain(game: str, preset: str) -> Profile:
    return Profile(game, preset, {}, _preset_values(preset))


def build(rules: Any = None, game: str = "thunee", path: str = "rules") -> Profile:
    """The profile that `rules` names: a preset's name, or an object of `preset` and parameters; None is the default.

    Raises RecordError with every fault, the nearest known name and the values allowed.
    """
    names = presets(game)
    if rules is None:
        return _plain(game, names[0])
    if isinstance(rules, str):
        if rules in names:
            return _plain(game, rules)
        raise RecordError([fault(path, _no_preset(rules, names))])
    if not isinstance(rules, dict):
        raise RecordError([fault(path, f"must be a preset's name or an object, not {kind_of(rules)}")])
    try:
        return _written(json.dumps(rules), game)
    except (ValueError, TypeError, RecursionError):
        return _built(rules, game, names, path)


@lru_cache(256)
def _written(rules: str, game: str) -> Profile:
    """The profile of rules as JSON: the hands of an event are all judged by the same."""
    return _built(json.loads(rules), game, presets(game), "rules")


def readable(rules: Any, game: str) -> Profile:
    """The profile as far as this engine can read it, which another version may have written: to show, not to judge by.

    What it does not know is left out, and stands as the preset has it.
    """
    try:
        return build(rules, game)
    except RecordError:
        given = rules if isinstance(rules, dict) else {"preset": rules}
        known = {parameter.name: parameter for parameter in parameters(game)}
        kept = {key: value for key, value in given.items() if key in known and not known[key].complaint(value)}
        preset = given.get("preset")
        return build({"preset": preset if preset in presets(game) else presets(game)[0], **kept}, game)


def _built(rules: dict[Any, Any], game: str, names: list[str], path: str) -> Profile:
    errors = []
    preset = rules.get("preset", names[0])
    if not isinstance(preset, str) or preset not in names:
        errors.append(fault(f"{path}.preset", _no_preset(preset, names)))
        preset = names[0]
    base = _preset_values(preset)
    known = {parameter.name: parameter for parameter in parameters(game)}
    for key, value in rules.items():
        if key == "preset":
            continue
        if len(errors) >= MOST_ERRORS:
            break
        if not isinstance(key, str) or key not in known:
            errors.append(fault(f"{path}.{named(key)}", f"is no parameter of {game}{nearest(named(key), known)}"))
        elif problem := known[key].complaint(value):
            errors.append(fault(f"{path}.{key}", problem))
    if errors:
        raise RecordError(errors)
    given = {key: known[key].today(rules[key]) for key in known if key in rules}
    changed = {key: value for key, value in given.items() if value != base[key]}
    return Profile(game, preset, changed, {**base, **changed}) if changed else _plain(game, preset)


def _no_preset(name: Any, names: list[str]) -> str:
    hint = nearest(name, names) if isinstance(name, str) else ""
    return f"must be one of {', '.join(names)}, not {shown(name)}{hint}"


def diff(profile: Profile, other: Profile) -> list[tuple[str, Value, Value]]:
    """The parameters in which two profiles of a game differ: name, value in the one, value in the other."""
    return [(key, value, other.values[key]) for key, value in profile.values.items() if value != other.values[key]]
