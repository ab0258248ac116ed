"""The announcement of an event at the desk, and the teams that signed themselves up."""

import pytest
from django.test import Client

from tests.factories import RoleFactory, SignUpFactory, TeamFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.teams.models import Announcement

TYPED = {
    "visibility": "public", "open": "on", "places": "8", "review": "no", "starts_at": "18:30",
    "closes_at": "2026-12-01T18:00", "question_2": "Supper?", "description": "Supper from six.",
}  # fmt: skip


def test_an_organiser_announces_and_reads_it_again_in_the_form(draft: Desk) -> None:
    assert draft.post("announcement", **TYPED).status_code == 302
    saved = Announcement.objects.get()
    assert (saved.visibility, saved.places, saved.review, saved.questions) == ("public", 8, False, ["Supper?"])
    form = draft.get("announcement").context["form"]
    assert (form["question_1"].value(), form["review"].value(), form["places"].value()) == ("Supper?", "no", 8)
    assert form.opened


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"visibility": "private"}, "visibility"),
        ({"places": "1"}, "places"),
        ({"places": "many"}, "places"),
        ({"starts_at": "late"}, "starts_at"),
        ({"closes_at": "soon"}, "closes_at"),
        ({"review": ""}, "review"),
    ],
)
def test_what_is_wrong_with_an_announcement_is_said_beside_its_field(draft: Desk, typed: dict, field: str) -> None:
    response = draft.post("announcement", **{**TYPED, **typed})
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Announcement.objects.exists()


def test_the_desk_shows_how_to_reach_a_team_what_it_answered_and_what_looks_like_a_double(draft: Desk) -> None:
    draft.post("announcement", **TYPED)
    for number in (1, 2):
        SignUpFactory(
            tournament=draft.tournament, number=number, name="Aces", email="kim@example.org", answers=["Yes, two"]
        )
    text = text_of(draft.get("sign_ups"))
    assert "082 555 0100" in text
    assert "kim@example.org" in text
    assert "Yes, two" in text
    assert "looks like 1" in text
    assert "Sign-ups 2" in " ".join(text_of(draft.get("teams")).split())


def test_a_team_is_taken_in_once_or_not_taken_with_a_reason(draft: Desk) -> None:
    yes, no = (SignUpFactory(tournament=draft.tournament, number=number, name=f"Hope {number}") for number in (1, 2))
    for _ in range(2):
        draft.post("answer_sign_up", yes.public_id, act="take")
    draft.post("answer_sign_up", no.public_id, act="decline", why="Full.")
    yes.refresh_from_db()
    no.refresh_from_db()
    assert (yes.state, yes.team.name, no.state, no.why) == ("in", "Hope 1", "declined", "Full.")
    assert draft.tournament.teams.filter(name="Hope 1").count() == 1
    assert "Full." in text_of(draft.get("sign_ups"))


def test_a_name_that_is_taken_is_told_and_the_team_goes_on_waiting(draft: Desk) -> None:
    TeamFactory(tournament=draft.tournament, name="Hope")
    signed = SignUpFactory(tournament=draft.tournament, name="hope")
    draft.post("answer_sign_up", signed.public_id, act="take")
    assert "is entered already" in text_of(draft.get("sign_ups"))
    signed.refresh_from_db()
    assert signed.state == "waiting"


@pytest.mark.parametrize(("role", "status"), [("treasurer", 200), ("referee", 404), ("viewer", 404)])
def test_only_organisers_and_treasurers_read_how_to_reach_a_team(draft: Desk, role: str, status: int) -> None:
    SignUpFactory(tournament=draft.tournament, phone="079 314 1592")
    browser = Client()
    browser.force_login(RoleFactory(tournament=draft.tournament, role=role).user)
    response = browser.get(f"/desk/{draft.tournament.slug}/sign-ups")
    assert response.status_code == status
    assert ("079 314 1592" in text_of(response)) == (status == 200)
    assert "079 314 1592" not in text_of(browser.get(f"/desk/{draft.tournament.slug}/teams"))


def test_a_sign_up_of_another_event_is_not_answered(draft: Desk) -> None:
    foreign = SignUpFactory()
    assert draft.post("answer_sign_up", foreign.public_id, act="take").status_code == 404
    foreign.refresh_from_db()
    assert foreign.state == "waiting"


def test_what_looks_like_one_team_twice_is_joined_by_one_button(draft: Desk) -> None:
    kept = SignUpFactory(tournament=draft.tournament, number=1, name="Corner Aces", phone="", email="kim@example.org")
    double = SignUpFactory(tournament=draft.tournament, number=2, name="Corner Aces", club="Hall Club")
    assert "The same team as 1: join them" in text_of(draft.get("sign_ups"))
    page = text_of(draft.after("answer_sign_up", double.public_id, act="join", into="1"))
    assert "Corner Aces: two sign-ups are one now." in page
    assert "joined to 1" in page
    assert "join them" not in page
    kept.refresh_from_db()
    assert (kept.club, kept.phone) == ("Hall Club", double.phone)


@pytest.mark.parametrize("into", ["", "9", "x", "1" * 30])
def test_a_sign_up_is_joined_to_none_that_is_not_there(draft: Desk, into: str) -> None:
    signed_up = SignUpFactory(tournament=draft.tournament, number=1)
    assert draft.post("answer_sign_up", signed_up.public_id, act="join", into=into).status_code == 404
    signed_up.refresh_from_db()
    assert signed_up.state == "waiting"
