"""Rule profiles: presets and single changes, what is refused and how, fingerprints, differences."""

import hashlib
import json
from typing import Any

import pytest

import engine
from engine import profiles
from engine.profiles import build, diff

PARAMETERS = {parameter.name: parameter for parameter in profiles.parameters("thunee")}


def fault(rules: Any) -> tuple[str, str]:
    """The path and the message of the one thing wrong with these rules."""
    with pytest.raises(engine.RecordError) as wrong:
        build(rules)
    (found,) = wrong.value.errors
    return found["path"], found["message"]


# --- building one


def test_a_profile_is_a_presets_name_or_changes_to_one() -> None:
    assert build("club-strict").preset == "club-strict"
    assert build({"preset": "club-strict", "max_call": 100}).max_call == 100
    assert build({"max_call": 104}).preset == "durban-classic"
    assert build(None) is build("durban-classic") is build({})


def test_every_parameter_is_an_attribute_and_a_value() -> None:
    profile = build("fundraiser")
    assert list(profile.values) == list(PARAMETERS)
    assert all(getattr(profile, name) == value for name, value in profile.values.items())


def test_a_change_to_the_presets_own_value_is_none() -> None:
    profile = build({"preset": "fundraiser", "two_to_clear": "always", "balls_to_win": 12})
    assert profile.changed == {"balls_to_win": 12}
    assert profile.to_rules() == {"preset": "fundraiser", "balls_to_win": 12}


def test_what_a_profile_says_of_itself_builds_it_again() -> None:
    for rules in ("durban-modern", {"preset": "club-strict", "khanuck_raises_to": 13, "two_to_clear": "after_khanuck"}):
        profile = build(rules)
        again = build(json.loads(json.dumps(profile.to_rules())))
        assert (again.values, again.fingerprint) == (profile.values, profile.fingerprint)


def test_a_profile_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        build(None).max_call = 104
    assert build(None).max_call == 100


def test_building_a_profile_leaves_the_rules_it_was_given_and_its_preset_alone() -> None:
    rules = {"preset": "durban-classic", "max_call": 104}
    build(rules)
    assert rules == {"preset": "durban-classic", "max_call": 104}
    assert build("durban-classic").max_call == 100


# --- what is refused


def test_an_unknown_preset_is_refused_with_the_nearest_name() -> None:
    path, message = fault("durban-clasic")
    assert path == "rules"
    assert 'did you mean "durban-classic"?' in message
    assert all(name in message for name in profiles.presets("thunee"))
    assert fault({"preset": "clubstrict"})[0] == "rules.preset"
    assert 'did you mean "club-strict"?' in fault({"preset": "clubstrict"})[1]
    assert fault({"preset": None})[0] == "rules.preset"


def test_an_unknown_parameter_is_refused_with_the_nearest_name() -> None:
    assert fault({"two_to_claer": "always"}) == (
        "rules.two_to_claer",
        'is no parameter of thunee; did you mean "two_to_clear"?',
    )
    assert "did you mean" not in fault({"zzzzzzzz": 1})[1]


def test_an_unknown_word_is_refused_with_the_nearest_and_all_that_are_allowed() -> None:
    path, message = fault({"two_to_clear": "allways"})
    assert path == "rules.two_to_clear"
    assert '"never", "always", "after_khanuck"' in message
    assert 'did you mean "always"?' in message


@pytest.mark.parametrize("value", ["4", 4.0, True, None, [4], {}])
def test_a_number_must_be_a_whole_number(value: Any) -> None:
    path, message = fault({"four_ball": value})
    assert path == "rules.four_ball"
    assert "whole number from 0 to 99" in message


@pytest.mark.parametrize("value", [-1, 100, pytest.param(10**5000, id="huge")])
def test_a_number_must_be_within_its_bounds(value: int) -> None:
    assert "from 0 to 99" in fault({"four_ball": value})[1]


def test_some_numbers_have_only_a_few_values() -> None:
    assert "100 or 104" in fault({"max_call": 103})[1]
    assert build({"max_call": 104}).max_call == 104


@pytest.mark.parametrize("value", [True, 1, None, ["always"], "Always", ""])
def test_a_word_must_be_one_of_its_words(value: Any) -> None:
    assert fault({"two_to_clear": value})[0] == "rules.two_to_clear"


def test_null_is_a_value_only_where_the_text_knows_none() -> None:
    """TH-GAME-2: `khanuck_raises_to` 13 / none"""
    assert build({"khanuck_raises_to": None}).khanuck_raises_to is None
    assert build({"preset": "club-strict"}).khanuck_raises_to is None
    assert build({"preset": "club-strict", "khanuck_raises_to": None}).changed == {}
    assert "or null" in fault({"khanuck_raises_to": "none"})[1]
    nullable = [name for name, parameter in PARAMETERS.items() if parameter.nullable]
    assert nullable == ["khanuck_raises_to"]
    for name in PARAMETERS:
        if name not in nullable:
            assert fault({name: None})[0] == f"rules.{name}"


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(engine.RecordError) as wrong:
        build({"preset": "x", "four_ball": "4", "murials": "on", "royals": "maybe"})
    assert {one["path"] for one in wrong.value.errors} == {
        "rules.preset", "rules.four_ball", "rules.murials", "rules.royals",
    }  # fmt: skip


@pytest.mark.parametrize("rules", [1, True, [], ["durban-classic"], 0.5])
def test_rules_are_a_name_or_an_object(rules: Any) -> None:
    assert "preset's name or an object" in fault(rules)[1]


def test_the_default_of_every_parameter_is_allowed() -> None:
    for parameter in PARAMETERS.values():
        assert parameter.complaint(parameter.default) is None


def test_every_parameter_can_be_explained_on_a_page() -> None:
    for parameter in PARAMETERS.values():
        assert parameter.title
        assert parameter.rule
        assert parameter.choices is None or all(parameter.choices.values())


# --- fingerprints


def test_the_fingerprint_is_the_sha_256_of_the_canonical_form() -> None:
    profile = build({"preset": "club-strict", "max_call": 100})
    canonical = json.dumps({"game": "thunee", "values": profile.values}, sort_keys=True, separators=(",", ":"))
    assert profile.fingerprint == hashlib.sha256(canonical.encode()).hexdigest()
    assert len(profile.fingerprint) == 64


def test_the_fingerprint_is_that_of_the_values_and_not_of_how_they_were_said() -> None:
    modern = build("durban-modern")
    long_way = {"preset": "durban-classic", "backside_khanuck": "when_called", "thunee_loss": 4}
    long_way |= {"backside_double": "on", "jodhi_window": "trick_one_three"}
    assert build(long_way).fingerprint == modern.fingerprint
    assert build(dict(reversed(long_way.items()))).fingerprint == modern.fingerprint


def test_every_single_change_changes_the_fingerprint() -> None:
    seen = {build(None).fingerprint}
    for name, parameter in PARAMETERS.items():
        others = list(parameter.choices or parameter.allowed or (parameter.minimum, parameter.maximum))
        changed = [build({name: value}) for value in others if value != build(None).values[name]]
        seen |= {profile.fingerprint for profile in changed}
        assert changed
    assert len(seen) > len(PARAMETERS)


# They stand in stored rulings, so they may not change by themselves: a new value here is a new version of a preset.
FINGERPRINTS = {
    "durban-classic": "1e913140777098d0217a648994c25f0aa3856c23024f923905c4f24e5b8c84be",
    "durban-modern": "659e7a34f5e496eb23c62f7788234123b5ea9d08018507d906505245758c0a98",
    "club-strict": "3b0f69b24487fd00a7f33a2926e119a10b573daec7a33371624b5ace37430cf3",
    "fundraiser": "55badec7d2efbb3c3b65bea795a20b645b608bcde96fd76659d1185ffe9938cd",
}


@pytest.mark.parametrize("preset", FINGERPRINTS)
def test_the_fingerprint_of_a_preset_stays_what_it_is(preset: str) -> None:
    assert build(preset).fingerprint == FINGERPRINTS[preset]


def test_the_fingerprint_stands_in_every_ruling() -> None:
    record = {"format": "hand-record/1", "game": "thunee", "dealer": 0, "rules": "club-strict"}
    assert engine.adjudicate(record).rules["fingerprint"] == build("club-strict").fingerprint


# --- differences


def test_a_profile_does_not_differ_from_itself() -> None:
    assert diff(build("fundraiser"), build("fundraiser")) == []


def test_differences_name_the_parameter_and_both_values() -> None:
    assert diff(build("durban-modern"), build("fundraiser")) == [
        ("balls_to_win", 12, 13),
        ("khanuck_raises_to", 13, None),
        ("two_to_clear", "never", "always"),
    ]


def test_differences_turn_round_with_the_profiles() -> None:
    classic, strict = build("durban-classic"), build("club-strict")
    assert diff(strict, classic) == [(name, other, one) for name, one, other in diff(classic, strict)]


def test_presets_have_titles() -> None:
    assert [profiles.preset_title(name) for name in profiles.presets("thunee")] == [
        "Durban classic", "Durban modern", "Club, strict", "Fund-raiser",
    ]  # fmt: skip
