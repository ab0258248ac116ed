"""The catalogue, the presets, and the index."""

import pytest
from django.test import Client

from engine import games, profiles, rulebook
from tests.thunee_tournaments.api.asking import assert_problem, get
from thunee_tournaments.api.index import BELOW


def test_every_rule_is_listed_with_its_sources(client: Client) -> None:
    said = get(client, "rules/")
    assert [one["id"] for one in said] == [rule.id for rule in rulebook.catalogue()]
    assert all(one["title"] and one["text"] and one["sources"] for one in said)


@pytest.mark.parametrize("rule", rulebook.catalogue(), ids=lambda rule: rule.id)
def test_every_rule_tells_its_parameters_and_what_each_preset_says(client: Client, rule: rulebook.Rule) -> None:
    said = get(client, f"rules/{rule.id}/")
    assert [one["name"] for one in said["parameters"]] == list(rule.parameters)
    for one in said["parameters"]:
        for preset, value in one["presets"].items():
            game = games.game_of(preset)
            assert game is not None
            assert profiles.build(preset, game).values[one["name"]] == value


def test_a_rule_nobody_wrote_is_not_there_and_the_nearest_one_is_named(client: Client) -> None:
    response = client.get("/api/v1/rules/TH-KHAM-2/")
    assert_problem(response, 404, "not_found")
    assert "TH-KHAN-2" in response.json()["detail"]


def test_every_preset_is_told_whole(client: Client) -> None:
    said = get(client, "presets/")
    assert [one["name"] for one in said] == [name for game in games.GAMES for name in profiles.presets(game)]
    for one in said:
        built = profiles.build(one["name"], one["game"])
        assert (one["values"], one["fingerprint"]) == (built.values, built.fingerprint)


@pytest.mark.parametrize("path", ["rules/", "rules/TH-KHAN-2/", "presets/", "schema", ""])
def test_what_changes_only_with_the_site_costs_a_304(client: Client, path: str) -> None:
    tag = client.get(f"/api/v1/{path}")["ETag"]
    assert client.get(f"/api/v1/{path}", headers={"If-None-Match": tag}).status_code == 304


def test_the_index_leads_to_every_address(client: Client) -> None:
    assert get(client, "") == {name: f"/api/v1/{path}" for name, path in BELOW.items()}
