"""The catalogue on pages: every rule has its own, groups and sources lead there, searches find."""

import pytest
from django.test import Client
from django.utils.html import escape

from adjudication import regulations
from adjudication.book import Policies
from engine import games, profiles, rulebook
from thunee_tournaments.public import law
from thunee_tournaments.tournaments.policies import EventPolicies

RULES = rulebook.catalogue()


@pytest.mark.django_db
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_a_page_with_its_text_its_sources_and_what_each_preset_says(
    client: Client, rule: object
) -> None:
    response = client.get(f"/rules/{rule.id}")
    html = response.content.decode()
    assert response.status_code == 200
    assert escape(rule.title) in html
    assert escape(rule.text) in html
    for source in rule.sources:
        assert escape(source.title) in html
        assert f'href="/sources#source-{source.number}"' in html
    for name in rule.parameters:
        assert f'<code class="soft">{name}</code>' in html
        own = [game for game in games.GAMES if name in {one.name for one in profiles.parameters(game)}]
        assert html.count("chip-done") >= sum(len(profiles.presets(game)) for game in own)


def test_a_regulation_depends_only_on_what_an_event_chooses_and_the_page_names_it() -> None:
    chosen = {*Policies.__dataclass_fields__, *EventPolicies.__dataclass_fields__}
    for regulation in regulations.regulations():
        assert set(regulation.parameters) <= chosen & set(law.POLICY_TITLES), regulation.id


@pytest.mark.django_db
@pytest.mark.parametrize("stem", rulebook.stems())
def test_every_group_has_a_page_that_leads_to_each_of_its_rules(client: Client, stem: str) -> None:
    html = client.get(f"/rules/{stem}").content.decode()
    for rule in rulebook.stems()[stem]:
        assert f'href="/rules/{rule.id}"' in html
        assert escape(rule.text) in html


@pytest.mark.django_db
def test_the_catalogue_lists_every_rule_once(client: Client) -> None:
    html = client.get("/rules").content.decode()
    for rule in RULES:
        assert html.count(f'href="/rules/{rule.id}"') == 1


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["th-khan-2", "TH-KHAN-2", " Th-Khan-2 "])
def test_typing_an_id_leads_straight_to_the_rule(client: Client, typed: str) -> None:
    response = client.get("/rules", {"q": typed})
    assert response.status_code == 302
    assert response["Location"] == "/rules/TH-KHAN-2"


@pytest.mark.django_db
def test_an_id_in_small_letters_is_led_to_the_one_address_of_its_rule(client: Client) -> None:
    response = client.get("/rules/th-khan-2")
    assert response.status_code == 301
    assert response["Location"] == "/rules/TH-KHAN-2"


@pytest.mark.django_db
def test_a_search_finds_rules_by_words_and_says_when_there_are_none(client: Client) -> None:
    found = client.get("/rules", {"q": "murrials"}).content.decode()
    assert 'href="/rules/TH-MURR-1"' in found
    assert 'href="/rules/TH-CARD-1"' not in found
    assert "Nothing found" in client.get("/rules", {"q": "whist drive"}).content.decode()


@pytest.mark.django_db
def test_a_search_shows_what_was_typed_as_text(client: Client) -> None:
    assert "<script>" not in client.get("/rules", {"q": "<script>alert(1)</script>"}).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["TH-KHAN-99", "whist", "TH-KHAN-2x"])
def test_a_rule_nobody_wrote_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/rules/{name}").status_code == 404


@pytest.mark.django_db
def test_presets_stand_side_by_side_and_may_be_reduced_to_their_differences(client: Client) -> None:
    every = client.get("/rules/presets").content.decode()
    fewer = client.get("/rules/presets?only=differences").content.decode()
    for parameter in profiles.parameters("thunee"):
        assert f'id="{parameter.name}"' in every
    assert 'id="target_count"' not in fewer
    assert 'id="two_to_clear"' in fewer


@pytest.mark.django_db
def test_sources_are_named_by_their_titles_with_the_rules_that_cite_them(client: Client) -> None:
    html = client.get("/sources").content.decode()
    for rule in RULES:
        for source in rule.sources:
            assert escape(rulebook.SOURCES[source.number]) in html
        assert f'href="/rules/{rule.id}"' in html


@pytest.mark.django_db
def test_a_rule_page_read_again_costs_a_304_until_it_is_wanted_otherwise(client: Client) -> None:
    tag = client.get("/rules/TH-KHAN-2")["ETag"]
    assert client.get("/rules/TH-KHAN-2", headers={"if-none-match": tag}).status_code == 304
    client.cookies["thunee_theme"] = "dark"
    assert client.get("/rules/TH-KHAN-2", headers={"if-none-match": tag}).status_code == 200


@pytest.mark.django_db
def test_rule_pages_ask_the_database_nothing(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):
        client.get("/rules/TH-COUNT-5")


@pytest.mark.parametrize("regulation", regulations.regulations(), ids=lambda regulation: regulation.id)
def test_every_regulation_of_the_event_has_a_page_beside_the_rules_of_the_game(
    client: Client, regulation: regulations.Regulation
) -> None:
    assert f'href="/rules/{regulation.id}"' in client.get("/rules").content.decode()
    page = client.get(f"/rules/{regulation.id}").content.decode()
    assert escape(str(regulation.title)) in page
    assert escape(str(regulation.text)) in page


def test_a_regulation_says_what_the_organiser_chooses_about_it(client: Client) -> None:
    assert "Deposit for an appeal" in client.get("/rules/EV-APPEAL-2").content.decode()
    assert "The organiser chooses" in client.get("/rules/event").content.decode()
    assert "When the bell rings" in client.get("/rules/EV-BELL-1").content.decode()
    assert "Level at the bell" in client.get("/rules/EV-BELL-3").content.decode()
    assert "What the organiser chooses" not in client.get("/rules/EV-BELL-2").content.decode()
