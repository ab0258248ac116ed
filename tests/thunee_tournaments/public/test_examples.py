"""Example hands: each shows the rule it stands for, opened where the rule speaks."""

import pytest
from django.test import Client

import engine
from engine import rulebook
from tests.engine import make_examples
from thunee_tournaments.public import examples

SHOWN = [rule.id for rule in rulebook.catalogue() if examples.has_example(rule.id)]


def test_every_rule_of_every_game_has_an_example_but_those_no_hand_can_show() -> None:
    rules = {rule.id for rule in rulebook.catalogue() if not rule.id.startswith("EV-")}
    assert rules - set(SHOWN) == set(make_examples.NO_HAND)


@pytest.mark.parametrize("rule", SHOWN)
def test_the_rule_speaks_in_its_example(rule: str) -> None:
    ruling = engine.adjudicate(examples.record_for(rule))
    assert ruling.status in ("decided", "void")
    spoken = make_examples.rules_of(ruling)
    assert rule in spoken or make_examples.SHOWN_BY[rule] in spoken
    seen = make_examples.SEEN_IN.get(rule)
    assert seen is None or seen(examples.record_for(rule), ruling)


@pytest.mark.parametrize("rule", SHOWN)
def test_every_example_opens_in_the_viewer(client: Client, rule: str) -> None:
    assert f'href="/rules/{rule}/example"' in client.get(f"/rules/{rule}").content.decode()
    response = client.get(f"/rules/{rule}/example")
    assert response.status_code == 200
    assert response.context["moment"] is not None


def test_an_example_opens_where_its_rule_speaks(client: Client) -> None:
    revoke = client.get("/rules/TH-PLAY-2/example").context
    assert revoke["said"].offences[0].rule == "TH-PLAY-2"
    khanuck = client.get("/rules/TH-KHAN-1/example").context
    assert khanuck["moment"].event.type == "khanuck"
    assert client.get("/rules/TH-PLAY-2/example", {"moment": "0"}).context["moment"].number == 0


@pytest.mark.parametrize("name", ["TH-DEAL-1", "EV-BELL-1", "TH-NOPE-1", "khanuck"])
def test_a_rule_without_an_example_has_no_such_page_and_no_link_to_it(client: Client, name: str) -> None:
    assert client.get(f"/rules/{name}/example").status_code == 404
    assert "/example" not in client.get(f"/rules/{name}").content.decode()


@pytest.mark.slow
def test_the_examples_are_those_the_script_finds() -> None:
    assert examples.FILE.read_text(encoding="utf-8") == make_examples.text()
