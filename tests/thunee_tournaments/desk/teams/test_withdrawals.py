"""A team goes home at the desk, plays on after all, and what the pages say of one that is out."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.outcomes import ProposedDecision
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.services import acts
from thunee_tournaments.teams.models import Team


@pytest.fixture
def team(playing: Desk) -> Any:
    return match(playing.tournament, 1).team("A")


def test_a_team_goes_home_and_plays_on_after_all(playing: Desk, team: Any) -> None:
    asked = text_of(playing.get("withdraw", team.public_id))
    assert "a match won and lost each, with no games and no score" in asked
    assert f"{team.name} has withdrawn." in text_of(playing.after("withdraw", team.public_id, reason="The car."))
    assert match(playing.tournament, 1).winner == match(playing.tournament, 1).team("B")
    assert "Let it play on" in text_of(playing.get("team", team.public_id))
    assert f"{team.name} plays on." in text_of(playing.after("withdraw", team.public_id, act="back"))
    assert not match(playing.tournament, 1).over


def test_what_its_going_changes_is_listed_before_it_is_done(playing: Desk, team: Any) -> None:
    other = match(playing.tournament, 1).team("B")
    seen = playing.post("withdraw", team.public_id, action="check", reason="The car broke down.")
    said = text_of(seen)
    assert "What would change" in said
    assert f"{other} has won it" in said
    assert "The car broke down." in seen.content.decode()  # what was typed is kept
    team.refresh_from_db()
    assert (team.withdrawn_at, match(playing.tournament, 1).winner) == (None, None)
    playing.post("withdraw", team.public_id, reason="The car broke down.")
    assert "nobody has won it" in text_of(playing.post("withdraw", team.public_id, act="back", action="check"))
    assert match(playing.tournament, 1).winner == other


def test_a_page_of_the_team_as_it_was_does_nothing_twice(playing: Desk, team: Any) -> None:
    for _ in range(2):
        done = playing.after("withdraw", team.public_id, reason="The car.")
    assert "had been done already" in text_of(done)
    team.refresh_from_db()
    assert team.withdrawn_at is not None


def test_a_reason_is_asked_for_and_everybody_reads_it(playing: Desk, team: Any, client: Client) -> None:
    assert playing.post("withdraw", team.public_id, reason="").status_code == 422
    playing.post("withdraw", team.public_id, reason="The car broke down.")
    said = f"{team.name} has withdrawn. The car broke down."
    assert said in text_of(client.get(reverse("public:team", args=[playing.tournament.slug, team.public_id])))
    assert match(playing.tournament, 1).reason == said


def test_a_team_that_is_disqualified_meanwhile_is_not_let_back(playing: Desk, team: Any) -> None:
    playing.post("withdraw", team.public_id, reason="The car.")
    Team.objects.filter(pk=team.pk).update(disqualified=True)
    refused = playing.post("withdraw", team.public_id, act="back")
    assert refused.status_code == 422
    assert "only if" in text_of(refused)


def test_what_a_disqualification_means_is_said_before_and_after(
    playing: Desk, team: Any, organiser: Any, client: Client
) -> None:
    said: dict[str, Any] = {"actor": organiser, "match": match(playing.tournament, 1), "device": "desk"}
    dispute = acts.raise_dispute(about="conduct", reason="conduct", words="", client_uuid=uuid.uuid4(), **said).dispute
    page = text_of(playing.get("decide", dispute.public_id, outcome="disqualified"))
    assert "The team is out of the tournament" in page
    proposed = ProposedDecision("disqualified", ("EV-COND-2",), "Marked cards.", side="A")
    acts.decide_dispute(dispute=dispute, proposed=proposed, client_uuid=uuid.uuid4(), **said)
    public = text_of(client.get(reverse("public:team", args=[playing.tournament.slug, team.public_id])))
    assert f"{team.name} was disqualified." in public
    assert "counts as a walkover" in public
    assert "only if the decision is overturned on appeal" in text_of(playing.get("withdraw", team.public_id))
