"""The page at the door, and what the draw says of who is not here."""

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.services.queries import door_code
from thunee_tournaments.teams.models import SignUp


def test_teams_stand_by_name_and_one_tap_checks_one_in(draft: Desk) -> None:
    page = text_of(draft.get("door"))
    assert page.index("Jacks") < page.index("Nines") < page.index("Spades")
    nines = draft.tournament.teams.get(name="Nines")
    answer = draft.post("door", team=nines.public_id, act="here")
    assert answer["Location"].endswith(f"#team-{nines.public_id}")
    assert "1/3" in text_of(draft.get("door"))
    draft.post("door", team=nines.public_id, act="gone")
    assert "0/3" in text_of(draft.get("door"))


def test_a_team_is_found_by_a_player_and_what_it_owes_is_said(draft: Desk) -> None:
    draft.post("fund", currency="ZAR", goal="", entry_fee="400", methods=["cash"])
    page = text_of(draft.get("door", q="devi")).replace("\u00a0", " ")
    assert "owes R 400" in page
    assert "Spades" not in page
    assert "No team of this name" in text_of(draft.get("door", q="nobody"))


def test_a_team_that_is_none_is_not_there(draft: Desk) -> None:
    assert draft.post("door", team="nothing", act="here").status_code == 404
    assert draft.post("door").status_code == 404


def test_the_draw_names_who_is_missing_and_leaves_them_out_when_asked(draft: Desk) -> None:
    assert "not here" not in text_of(draft.get("draw"))
    for name in ("Nines", "Jacks"):
        draft.post("door", team=draft.tournament.teams.get(name=name).public_id, act="here")
    page = draft.get("draw")
    assert "1 team is not here: Spades" in " ".join(text_of(page).split())
    missing = [team.public_id for team in page.context["absent"]]
    assert "1 team is left out." in text_of(draft.after("leave_out", seen=missing))
    assert draft.tournament.teams.count() == 2
    assert "Not here 1" in " ".join(text_of(draft.get("sign_ups")).split())
    late = SignUp.objects.get()
    draft.post("answer_sign_up", late.public_id, act="take")
    assert draft.tournament.teams.count() == 3


def test_who_came_in_meanwhile_is_not_left_out(draft: Desk) -> None:
    teams = {team.name: team.public_id for team in draft.tournament.teams.all()}
    draft.post("door", team=teams["Nines"], act="here")
    seen = [teams["Jacks"], teams["Spades"]]
    draft.post("door", team=teams["Jacks"], act="here")
    assert "Somebody has come in." in text_of(draft.after("leave_out", seen=seen))
    assert draft.tournament.teams.count() == 3


def test_a_code_scanned_from_a_captains_phone_shows_that_team_alone(draft: Desk) -> None:
    team = draft.tournament.teams.order_by("name_key").first()
    assert team is not None
    page = draft.client.get(draft.at("door"), {"team": team.public_id})
    assert [row["team"] for row in page.context["rows"]] == [team]
    assert door_code(draft.tournament) in text_of(page)
    done = draft.client.post(f"{draft.at('door')}?team={team.public_id}", {"team": team.public_id, "act": "here"})
    assert done["Location"] == f"{draft.at('door')}?team={team.public_id}#team-{team.public_id}"
    assert "No team of this name" in text_of(draft.client.get(draft.at("door"), {"team": "nobody"}))
