"""Nothing that stands in an address can break a page."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.thunee_tournaments.services.conftest import draw


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        "/{slug}/m/%00", "/{slug}/team/%00", "/{slug}%00/", "/rules/%00", "/t/%00", "/table/%00/hand",
        "/{slug}/m/" + "x" * 5000,
        "/desk/{slug}/m/%00", "/{slug}/m/..%2f..", "/rules/" + "%F0%9F%82%A1" * 500, "/rules?q=%00", "/{slug}/m/%FF%FE",
    ],
)  # fmt: skip
def test_an_address_nobody_gave_out_is_answered_kindly(client: Client, path: str) -> None:
    slug = draw(UserFactory(), 2).slug
    assert client.get(path.replace("{slug}", slug)).status_code in (200, 302, 400, 404)


@pytest.mark.django_db
def test_what_cannot_be_read_says_what_to_do(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["thunee.example.org"]
    answer = client.get("/", headers={"host": "elsewhere.example.org"})
    assert answer.status_code == 400
    assert "Open the site by the address you were given" in answer.content.decode()
