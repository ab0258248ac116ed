"""A team that has withdrawn or was disqualified is marked wherever it stands; a qualifier speaks of its streak."""

from typing import Any

import pytest
from django.test import Client

from tests.support.services.formats import give, planned, stage
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.officiating.withdrawals import take_out
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

PLANS = {
    "knockout": [stage("knockout")],
    "third place": [stage("knockout", third_place=True)],
    "double": [stage("double")],
    "groups": [stage("groups", groups=1)],
    "swiss": [stage("swiss", rounds=2)],
    "qualifier": [stage("streak", wins=3)],
}


def gone(organiser: Any, tournament: Tournament) -> None:
    """Team 1 goes home and team 2 is disqualified."""
    home, out = (tournament.teams.get(name=f"Team {number}") for number in (1, 2))
    acts.withdraw_team(actor=organiser, team=home, reason="had to leave")
    take_out(Team.objects.get(pk=out.pk), disqualified=True)
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 50)


@pytest.mark.parametrize("plan", PLANS)
def test_who_has_gone_is_marked_in_standings_and_bracket(organiser: Any, client: Client, plan: str) -> None:
    tournament = planned(organiser, 4, PLANS[plan])
    for page in ("standings", "bracket"):
        assert "withdrawn" not in text_of(client.get(f"/{tournament.slug}/{page}"))
    gone(organiser, tournament)
    for page in ("standings", "bracket"):
        response = client.get(f"/{tournament.slug}/{page}")
        assert "withdrawn" in response.content.decode(), page
        assert "disqualified" in response.content.decode(), page
    rows = client.get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()["rows"]
    assert {row["name"]: row["gone"] for row in rows} == {
        "Team 1": "withdrawn", "Team 2": "disqualified", "Team 3": "", "Team 4": "",
    }  # fmt: skip
    client.force_login(organiser)
    assert "disqualified" in client.get(f"/desk/{tournament.slug}/bracket").content.decode()


def test_the_order_of_a_qualifier_is_told_by_the_streak(organiser: Any, client: Client) -> None:
    tournament = planned(organiser, 4, PLANS["qualifier"])
    give(organiser, tournament, 1, "A")
    said = text_of(client.get(f"/{tournament.slug}/standings"))
    assert "Most wins in a row, 1 to 0." in said
    assert "Round reached" not in said.partition("Why this order")[2].partition("Everybody")[0]
