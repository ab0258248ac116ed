"""A team that a phone follows: the button for it, and what a form or a rule book shows at once."""

from typing import Any

import pytest
from django.test import Client

from tests.support.public.event_pages import page
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("where", ["teams", "team"])
def test_a_team_can_be_followed_from_the_list_and_from_its_page(client: Client, event: Tournament, where: str) -> None:
    mine: Any = match(event, 3).team("A")
    path = "teams" if where == "teams" else f"team/{mine.public_id}"
    assert f'data-follow="{mine.public_id}"' in page(client, f"/shield/{path}")


def test_the_subjects_of_a_rule_book_are_folded(client: Client, event: Tournament) -> None:
    html = page(client, "/shield/rules")
    assert '<details class="rulebook-chapter" id="chapter-' in html
    assert "<details open" not in html
