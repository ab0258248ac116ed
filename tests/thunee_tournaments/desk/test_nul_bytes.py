"""A NUL byte, which PostgreSQL neither stores nor compares, is told to go away wherever no form looks at it first."""

import pytest

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import match


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_earlier_event_has_a_nul_in_its_address(draft: Desk, method: str) -> None:
    assert getattr(draft.client, method)(draft.at("seeding_earlier"), {"from": "shield\0"}).status_code == 404


def test_no_team_with_a_nul_buys_another_entry(playing: Desk) -> None:
    assert playing.post("buy_in", team="\0 2").status_code == 404


def test_the_reason_for_a_match_given_away_is_kept_without_what_cannot_be_stored(playing: Desk) -> None:
    first = match(playing.tournament, 1).public_id
    playing.post("no_show", first, do="start", side="B")
    said = text_of(playing.after("no_show", first, do="give", side="B", reason="They\0 telephoned.\u202e"))
    assert "The match is decided by a walkover." in said
    assert match(playing.tournament, 1).reason.endswith("They telephoned.")
