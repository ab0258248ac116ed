"""Writing to a team that is called, from the list of tables."""

import html
import re
from typing import Any
from urllib.parse import quote_plus

import pytest
from django.test import Client

from tests.factories import RoleFactory, SignUpFactory
from tests.thunee_tournaments.desk.conftest import Desk
from tests.thunee_tournaments.services.conftest import count, game, match


def test_a_captain_is_written_to_from_the_desk_as_long_as_the_match_has_not_begun(playing: Desk, write: Any) -> None:
    first = match(playing.tournament, 1)
    for side, how in (("A", {"phone": "082 555 0101"}), ("B", {"phone": "", "email": "captain@example.org"})):
        SignUpFactory(tournament=playing.tournament, state="in", team=first.team(side), **how)
    page = html.unescape(playing.get("tables").content.decode())
    assert re.findall(r'href="(https://wa.me/\d+)\?text=([^"&]+)"', page) == [
        ("https://wa.me/27825550101", quote_plus(f"{first.team('A')}: table 1, now. Match 1, {first.title}. "
                                                 f"{playing.tournament.name}")),
    ]  # fmt: skip
    assert "mailto:captain@example.org?subject=" in page
    write(game(playing.tournament, 1), count("A"))
    page = playing.get("tables").content.decode()
    assert "wa.me" not in page
    assert "mailto:" not in page


@pytest.mark.parametrize("role", ["referee", "scorekeeper", "treasurer"])
def test_who_only_looks_at_the_tables_reads_no_number(playing: Desk, role: str) -> None:
    first = match(playing.tournament, 1)
    SignUpFactory(tournament=playing.tournament, state="in", team=first.team("A"), phone="082 555 0101")
    client = Client()
    client.force_login(RoleFactory(tournament=playing.tournament, role=role).user)
    page = client.get(playing.at("tables")).content.decode()
    assert "825550101" not in page
    assert "wa.me" not in page
