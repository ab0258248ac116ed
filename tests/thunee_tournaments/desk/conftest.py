"""An organiser at the desk, a tournament being prepared, and one in play."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TeamFactory, TournamentFactory
from tests.thunee_tournaments.services.conftest import correct, drawn, game, match, organiser, win, write
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["correct", "drawn", "organiser", "win", "write"]  # fixtures used here as they are


class Desk:
    """The desk of one tournament, as its organiser's browser sees it."""

    def __init__(self, client: Client, tournament: Tournament) -> None:
        self.client, self.tournament = client, tournament

    def at(self, page: str, *args: Any) -> str:
        return reverse(f"desk:{page}", args=[self.tournament.slug, *args])

    def get(self, page: str, *args: Any, **query: Any) -> Any:
        return self.client.get(self.at(page, *args), query)

    def post(self, page: str, *args: Any, **typed: Any) -> Any:
        return self.client.post(self.at(page, *args), typed)

    def after(self, page: str, *args: Any, **typed: Any) -> Any:
        """What is shown in the end, when a form is sent and its redirect followed."""
        return self.client.post(self.at(page, *args), typed, follow=True)

    def fresh(self) -> Tournament:
        self.tournament.refresh_from_db()
        return self.tournament


@pytest.fixture
def browser_of(organiser: Any) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


@pytest.fixture
def draft(organiser: Any, browser_of: Client) -> Desk:
    """Three teams entered, nothing seeded, nothing drawn."""
    tournament = TournamentFactory(organiser=organiser, name="Diwali Shield", slug="diwali-shield")
    for name, players in {"Spades": ("Anil", "Priya"), "Nines": ("Ravi", "Sam"), "Jacks": ("Devi", "Kumar")}.items():
        TeamFactory(tournament=tournament, name=name, players=players)
    return Desk(browser_of, tournament)


@pytest.fixture
def playing(drawn: Tournament, browser_of: Client) -> Desk:
    """Four teams, drawn, two tables: match 1 and 2 are called, nothing is written."""
    return Desk(browser_of, drawn)


@pytest.fixture
def first(playing: Desk) -> Callable[[], Any]:
    """The first match of the tournament in play, fresh."""
    return lambda: match(playing.tournament, 1)


@pytest.fixture
def first_game(playing: Desk) -> Callable[[], Any]:
    return lambda: game(playing.tournament, 1)


def text_of(response: Any) -> str:
    """A page as a reader sees it, without tags and with single spaces."""
    bare = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(bare).split())
