"""The catalogue in code is the catalogue of RULES.md: no rule missing, none invented, each with its source."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine import games, profiles, rulebook
from tests.engine import cases, law_text, random_hands

# The sections of RULES.md that are played by now; a game joins by adding its section here.
PLAYED = (
    "Thunee, four players",
    "Thunee, two players",
    "Thunee, six players (three against three)",
    "Tarneeb family (002)",
    "Tunge (003)",
)

WRITTEN = {row.id: row for heading in PLAYED for row in law_text.sections()[heading]}
RULES = {rule.id: rule for rule in rulebook.catalogue()}
KNOWN = {parameter.name: parameter for parameter in profiles.parameters("thunee")}
OF_EVERY_GAME = {parameter.name: parameter for game in games.GAMES for parameter in profiles.parameters(game)}


def test_the_sections_of_the_catalogue_are_all_accounted_for() -> None:
    assert set(law_text.sections()) == set(PLAYED)


def test_no_rule_is_missing_and_none_is_invented() -> None:
    assert set(RULES) == set(WRITTEN)


def test_the_text_has_as_many_rules_as_we_think() -> None:
    """The reader of RULES.md finds every id that stands at the beginning of a row."""
    text = law_text.TEXT.split("## Thunee, four players")[1]
    assert re.findall(r"^\| ([A-Z]+[26]?-(?:[A-Z]+-)?\d+) \|", text, re.MULTILINE) == list(WRITTEN)


@pytest.mark.parametrize("id", sorted(WRITTEN))
def test_a_rule_cites_the_sources_the_text_gives_it(id: str) -> None:
    """What the code adds to them (a source for the other value of a parameter, an assumption) says so in a note."""
    cited = {source.number for source in RULES[id].sources}
    assert WRITTEN[id].numbers <= cited
    more = [one for one in RULES[id].sources if one.number not in WRITTEN[id].numbers]
    assert all(one.note or one.number == "assumed" for one in more), more
    assert "assumed" not in cited or "assumed" in WRITTEN[id].source + WRITTEN[id].rule


@pytest.mark.parametrize("id", sorted(WRITTEN))
def test_a_rule_names_the_parameters_the_text_gives_it(id: str) -> None:
    assert set(RULES[id].parameters) == set(WRITTEN[id].parameters)


def test_every_parameter_belongs_to_a_rule_and_every_rule_names_known_ones() -> None:
    named = {name for rule in RULES.values() for name in rule.parameters}
    assert named == set(OF_EVERY_GAME)
    assert all(name in RULES[parameter.rule].parameters for name, parameter in OF_EVERY_GAME.items())


@pytest.mark.parametrize("id", sorted(id for id, row in WRITTEN.items() if row.parameter and row.parameters))
def test_the_values_of_a_parameter_and_its_default_are_those_of_the_text(id: str) -> None:
    in_the_presets = law_text.preset_values("durban-classic", set(KNOWN))
    for name, written in WRITTEN[id].parameters.items():
        parameter = OF_EVERY_GAME[name]
        values = [law_text.value(word) for word in written]
        if values:
            assert parameter.default == values[0], name
            assert all(parameter.complaint(one) is None for one in values), name
            if parameter.choices:
                assert list(parameter.choices) == values, name
        else:
            assert name in in_the_presets, f"{name} has neither values in its rule nor a row in the table of presets"


@pytest.mark.parametrize("preset", profiles.presets("thunee"))
def test_a_preset_has_the_values_of_the_table(preset: str) -> None:
    profile = profiles.build(preset)
    written = {name: law_text.value(word) for name, word in law_text.preset_values(preset, set(KNOWN)).items()}
    assert {name: profile.values[name] for name in written} == written
    for name, held in profile.values.items():
        if name not in written:
            assert held == KNOWN[name].default, f"{name} is not in the table, so it has its first value"


def test_the_presets_are_those_of_the_table_and_the_classic_one_is_the_default() -> None:
    assert profiles.presets("thunee") == list(law_text.presets())
    assert profiles.build(None).preset == "durban-classic"


@pytest.mark.parametrize("game", [game for game in games.GAMES if game != "thunee"])
def test_a_game_of_one_preset_has_the_first_value_of_each_parameter(game: str) -> None:
    assert profiles.presets(game) == [game]
    assert profiles.build(game, game).values == {one.name: one.default for one in profiles.parameters(game)}


def test_every_rule_is_named_by_a_test() -> None:
    """Of every game that has tests of its own."""
    folder = Path(__file__).parent
    tests = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py"))
    named = set(re.findall(r"\b[A-Z0-9]+(?:-[A-Z]+)?-\d+\b", tests))
    folders = {"TH": "thunee", "TH2": "thunee", "TH6": "thunee", "TUN": "tunge"}
    tested = {id for id in RULES if list((folder / folders.get(id.split("-")[0], "tarneeb")).glob("test_*.py"))}
    assert tested - named == set()


# --- a rule that lacks something does not load


def _rule(**changes: Any) -> rulebook.Rule:
    given = {"id": "XX-TRY-1", "title": "A title", "text": "A text.", "sources": rulebook.source("000"), **changes}
    return rulebook.Rule(given["id"], given["title"], given["text"], given["sources"], stem="try")


@pytest.mark.parametrize("id", ["", None, "khanuck", "TH KHAN 2", "TH-KHAN-"])
def test_a_rule_without_a_proper_id_does_not_load(id: Any) -> None:
    with pytest.raises(ValueError, match="id"):
        _rule(id=id)


def test_a_rule_without_a_source_does_not_load() -> None:
    with pytest.raises(ValueError, match="source"):
        _rule(sources=())


def test_a_rule_with_a_source_nobody_knows_does_not_load() -> None:
    with pytest.raises(ValueError, match="007"):
        rulebook.source("007")


def test_a_rule_without_a_title_or_a_text_does_not_load() -> None:
    with pytest.raises(ValueError, match="title"):
        _rule(title="")
    with pytest.raises(ValueError, match="text"):
        _rule(text="")


def test_an_id_is_given_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        _rule(id="TH-KHAN-2")


def test_a_rule_that_failed_to_load_left_nothing_behind() -> None:
    assert "XX-TRY-1" not in {rule.id for rule in rulebook.catalogue()}


def test_two_lines_of_a_rule_may_not_take_the_same_values() -> None:
    rule = RULES["TH-KHAN-6"]
    template = next(iter(rule.lines.values()))
    with pytest.raises(ValueError, match="two lines"):
        rule.line("Something else: " + template)


# --- the lines


@pytest.fixture(scope="module")
def steps() -> list[rulebook.Step]:
    rng = Random(20)
    records = [record for _, record, _ in cases.load()] + [random_hands.odd(rng) for _ in range(600)]
    return [step for record in records for step in engine.adjudicate(record).steps]


def test_every_step_is_found_again_by_its_rule_and_its_values(steps: list[rulebook.Step]) -> None:
    for step in steps:
        stored = json.loads(json.dumps(step.to_dict()))
        template = rulebook.template_of(stored)
        assert template == step.template, stored
        assert rulebook.fill(template, stored["side"], stored["points"], stored["values"]) == stored["text"]


def test_a_step_never_shows_a_missing_value(steps: list[rulebook.Step]) -> None:
    for step in steps:
        assert "None" not in step.text, step
        assert "{" not in step.text


def test_every_side_of_a_step_is_one_of_two(steps: list[rulebook.Step]) -> None:
    assert {step.side for step in steps} <= {0, 1, None}


def test_a_step_of_no_known_rule_has_no_template() -> None:
    assert rulebook.template_of({"rule": "TH-NONE-1", "values": {}}) is None
    assert rulebook.template_of({"rule": "TH-KHAN-6", "values": {"nobody": 1}}) is None
    assert rulebook.template_of({}) is None


# --- each parameter counts


class Spied(profiles.Profile):
    """A profile that notes which of its parameters a judgement looks at."""

    def __init__(self, profile: profiles.Profile) -> None:
        self.__dict__.update(profile.__dict__)
        self.__dict__["looked_at"] = set()

    def __getattribute__(self, name: str) -> Any:
        if name in KNOWN:
            self.__dict__["looked_at"].add(name)
        return super().__getattribute__(name)


@pytest.fixture(scope="module")
def readers() -> dict[str, list[dict[str, Any]]]:
    """Parameter → the hands whose judgement looks at it, out of the golden ones and many odd ones."""
    rng = Random(4)
    records = [record for _, record, _ in cases.load()]
    records += [random_hands.odd(rng) for _ in range(400)]
    for pair in (("redeal",), ("declare", "six_of_suit", "accuse"), ("khanuck", "wrong_jodhi"), ("bad_call",)):
        records += [random_hands.odd(rng, pair) for _ in range(60)]
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in KNOWN}
    for given in records:
        record = engine.read(given)
        record.profile = Spied(record.profile)
        engine.adjudicate(record).to_dict()
        for name in record.profile.looked_at:
            found[name].append(given)
    return found


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_parameter_makes_a_difference(name: str, readers: dict[str, list[dict[str, Any]]]) -> None:
    """Some hand is worth something else, or leaves the game in another state, when only this parameter changes."""
    parameter = KNOWN[name]
    others = list(parameter.choices or parameter.allowed or (parameter.minimum, 7, 10, 14, 125, None))
    for record in readers[name]:
        for value in others:
            if not parameter.complaint(value) and _differs(record, {name: value}):
                return
    pytest.fail(f"{len(readers[name])} hands are judged with a look at {name}, and none otherwise when it changes")


def _differs(record: dict[str, Any], change: dict[str, Any]) -> bool:
    own = record.get("rules")
    rules = own if isinstance(own, dict) else {"preset": own or "durban-classic"}
    try:
        told = [engine.adjudicate({**record, "rules": {**rules, **more}}) for more in ({}, change)]
    except engine.RecordError:  # a score at which the game is won already under the changed rules
        return False
    parts = ("status", "kind", "winner", "balls", "after", "claims", "infractions", "discrepancies")
    one, other = ([getattr(ruling, part) for part in parts] for ruling in told)
    return one != other
