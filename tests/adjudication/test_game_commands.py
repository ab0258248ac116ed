"""`manage.py rules` and `manage.py adjudicate` know every game."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from engine import games, profiles, rulebook
from tests.support.adjudication.sheets import SHEETS


def said(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_the_list_of_rules_has_every_rule_of_every_game() -> None:
    told = said("rules")
    assert all(f"  {rule.id} " in told for rule in rulebook.catalogue())


@pytest.mark.parametrize("rule", rulebook.catalogue(), ids=lambda rule: rule.id)
def test_a_rule_is_told_with_its_sources_and_what_every_preset_says(rule: rulebook.Rule) -> None:
    told = said("rules", rule.id)
    assert rule.text in told
    assert all(source.title in told for source in rule.sources)
    for name in rule.parameters:
        assert told.count(f"\n{name}: ") == 1
        for game in games.GAMES:
            if name in {one.name for one in profiles.parameters(game)}:
                assert all(f"  in {preset}: " in told for preset in profiles.presets(game))


@pytest.mark.parametrize("preset", [preset for game in games.GAMES for preset in profiles.presets(game)])
def test_presets_of_one_game_can_be_compared(preset: str) -> None:
    assert "do not differ" in said("rules", "--diff", preset, preset)


def test_presets_of_two_games_cannot_be_compared() -> None:
    with pytest.raises(CommandError, match="400 is a preset of 400, tarneeb of tarneeb"):
        said("rules", "--diff", "400", "tarneeb")


@pytest.mark.parametrize("game", SHEETS)
def test_a_record_of_each_game_is_judged_by_the_preset_named_or_by_the_games_own(game: str, tmp_path: Path) -> None:
    record = {"format": "hand-record/1", "game": game, "dealer": 0, "tally": SHEETS[game]}
    file = tmp_path / "hands.jsonl"
    file.write_text(json.dumps(record) + "\n")
    by_name, by_itself = (json.loads(said("adjudicate", str(file), *more)) for more in (("--rules", game), ()))
    assert by_name == by_itself
    assert (by_name["status"], by_name["rules"]["preset"]) == ("decided", game)
    assert "Result: " in said("adjudicate", str(file), "--explain")
    file.write_text(json.dumps([record, {**record, "dealer": 1}]) + "\n")
    ledger = json.loads(said("adjudicate", str(file), "--game"))
    assert [hand["status"] for hand in ledger["hands"]] == ["decided", "decided"]
