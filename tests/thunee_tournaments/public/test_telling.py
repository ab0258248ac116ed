"""What a phone asks of the site so that it is told, and the pages that offer it."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.support.push_service import Browser
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.services.core import pushing
from thunee_tournaments.services.models import ToldPhone
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(organiser: Any, settings: Any) -> Tournament:
    settings.PUBLIC_URL, settings.SENDS_PUSH = "https://thunee.example.org", True
    return draw(organiser, 4, slug="diwali")


def address(hall: Tournament) -> str:
    team = match(hall, 1).team("A")
    assert team is not None
    return f"/diwali/team/{team.public_id}"


def ask(hall: Tournament, body: Any, **said: Any) -> Any:
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return Client(enforce_csrf_checks=True).post(f"{address(hall)}/tell", text, content_type="application/json", **said)


def test_the_page_of_a_team_offers_it_where_the_site_sends_messages(hall: Tournament, settings: Any) -> None:
    page = Client().get(address(hall)).content.decode()
    assert f'data-push="{pushing.public_key()}"' in page
    assert "Tell this phone when we are called" in page
    settings.SENDS_PUSH = False
    Tournament.objects.update(version=99)
    page = Client().get(address(hall)).content.decode()
    assert "data-push" not in page
    assert "Tell this phone" not in page


def test_a_phone_is_told_and_forgotten_and_speaks_its_language(hall: Tournament) -> None:
    browser = Browser()
    assert ask(hall, browser.gives, headers={"accept-language": "ja"}).status_code == 204
    phone = ToldPhone.objects.get()
    assert (phone.endpoint, phone.language) == (browser.gives["endpoint"], "ja")
    assert ask(hall, {"endpoint": phone.endpoint}).status_code == 204
    assert not ToldPhone.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        "", "[]", "null", "{", b"\xff", "[" * 9000, {"endpoint": 1}, {"endpoint": ""}, {"endpoint": "https://x\0"},
        {"endpoint": "https://example.org/x", "p256dh": "AA", "auth": "AA"},
        {"endpoint": "https://fcm.googleapis.com/x", "p256dh": ["AA"], "auth": "AA"},
        {**Browser().gives, "auth": "\ud800"},
        {**Browser().gives, "endpoint": "https://fcm.googleapis.com/" + "x" * 900},
        {"endpoint": "https://fcm.googleapis.com/x" * 400},
    ],
)  # fmt: skip
def test_what_no_browser_sends_is_refused_in_words(hall: Tournament, body: Any) -> None:
    answer = ask(hall, body)
    assert answer.status_code == 422
    assert answer.json()["detail"] == "This browser cannot be told."
    assert not ToldPhone.objects.exists()


def test_elsewhere_nobody_is_told(hall: Tournament, organiser: Any) -> None:
    browser = json.dumps(Browser().gives)
    for path in ("/diwali/team/abcdefghijkl/tell", "/nowhere/team/abcdefghijkl/tell"):
        assert Client().post(path, browser, content_type="application/json").status_code == 404
    Tournament.objects.update(status="draft")
    assert ask(hall, Browser().gives).status_code == 404


@pytest.mark.slow
def test_so_often_from_one_network_and_no_more(hall: Tournament) -> None:
    cache.clear()
    for _ in range(200):
        assert ask(hall, {"endpoint": "https://fcm.googleapis.com/x"}).status_code == 204
    assert ask(hall, Browser().gives).status_code == 429


def test_the_worker_is_a_script_of_the_sites_own(hall: Tournament) -> None:
    answer = Client().get("/push/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "js/push-worker" in answer.content.decode()
    assert answer["Cache-Control"] == "no-cache"
