"""The tournament's own rule book: every rule, what was chosen, how that differs, its source, and an example."""

import html as escaping
import re
from typing import Any

import pytest
from django.test import Client

from engine import rulebook
from tests.factories import RoleFactory, TournamentFactory
from thunee_tournaments.tournaments.models import Tournament

OTHER_GAMES = ("TAR-", "FH-", "FO-", "TUN-", "TH2-", "TH6-")


@pytest.fixture
def event(db: None) -> Tournament:
    return TournamentFactory(preset="durban-classic", changes={"two_to_clear": "always", "thunee_loss": 6})


@pytest.fixture
def client(event: Tournament) -> Client:
    """Whoever prepares the event: nobody else sees its rules before the draw."""
    client = Client()
    client.force_login(RoleFactory(tournament=event).user)
    return client


def text(response: Any) -> str:
    return " ".join(escaping.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_every_rule_of_the_game_is_there_with_its_text_and_no_other_games(client: Client, event: Tournament) -> None:
    page = client.get(f"/{event.slug}/rules")
    said = text(page)
    for rule in rulebook.catalogue():
        there = not rule.id.startswith(OTHER_GAMES)
        assert (f'id="{rule.id}"' in page.content.decode()) == there, rule.id
        assert not there or " ".join(rule.text.split()) in said


def test_what_was_changed_stands_first_and_again_at_its_rule(client: Client, event: Tournament) -> None:
    page = client.get(f"/{event.slug}/rules")
    assert {choice.name for choice, _entry in page.context["changed"]} == {"two_to_clear", "thunee_loss"}
    said = text(page)
    assert "with 2 changes" in said
    assert "Durban classic says: 3" in said
    assert said.index("What this tournament changed") < said.index("The cards")


def test_each_rule_leads_to_its_page_its_sources_and_an_example(client: Client, event: Tournament) -> None:
    page = client.get(f"/{event.slug}/rules").content.decode()
    assert 'href="/rules/TH-KHAN-2"' in page
    assert 'href="/rules/TH-KHAN-2/example"' in page
    assert 'href="/rules/TH-DEAL-1"' in page
    assert 'href="/rules/TH-DEAL-1/example"' not in page, "nothing in a hand shows who deals first"
    assert escaping.escape(rulebook.SOURCES["004"]) in page


def test_the_events_regulations_and_choices_close_the_book(client: Client, event: Tournament) -> None:
    said = text(client.get(f"/{event.slug}/rules"))
    assert said.index("How it is run") < said.index("EV-BELL-1")
    assert "EV-CONF-1" in said
