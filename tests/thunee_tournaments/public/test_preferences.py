"""Language and theme: chosen once, kept in cookies, written into the page by the server."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_theme_follows_the_device_until_somebody_chooses(client: Client) -> None:
    assert "data-theme" not in client.get("/rules").content.decode()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_is_written_into_every_page(client: Client, theme: str) -> None:
    response = client.post("/preferences", {"theme": theme, "next": "/rules"})
    assert (response.status_code, response["Location"]) == (302, "/rules")
    assert f'data-theme="{theme}"' in client.get("/rules").content.decode()


def test_a_language_is_chosen_without_losing_the_theme(client: Client) -> None:
    client.post("/preferences", {"theme": "dark"})
    client.post("/preferences", {"language": "ja"})
    html = client.get("/rules").content.decode()
    assert '<html lang="ja"' in html
    assert 'data-theme="dark"' in html


@pytest.mark.parametrize("sent", [{"theme": "pink"}, {"language": "xx"}, {"theme": "", "language": "../../etc"}])
def test_what_is_unknown_is_left_out(client: Client, sent: dict[str, str]) -> None:
    response = client.post("/preferences", sent)
    assert response.status_code == 302
    assert not response.cookies


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(client: Client, target: str) -> None:
    assert client.post("/preferences", {"theme": "dark", "next": target})["Location"] == "/"


def test_preferences_are_only_ever_posted(client: Client) -> None:
    assert client.get("/preferences").status_code == 405
