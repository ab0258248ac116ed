"""Copying a tournament at the desk."""

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.tournaments.models import Tournament


def test_a_tournament_is_copied_once_however_often_the_button_is_pressed(draft: Desk) -> None:
    answers = [draft.post("copy", name="Next year", date="2027-03-06")["Location"] for _ in range(2)]
    assert answers == ["/desk/next-year/"] * 2
    assert Tournament.objects.filter(name="Next year").count() == 1
    assert "Now enter the teams." in text_of(draft.client.get("/desk/next-year/"))


def test_the_name_of_this_one_is_proposed_and_a_copy_of_it_is_another(draft: Desk) -> None:
    assert draft.get("copy").context["form"]["name"].value() == draft.tournament.name
    assert draft.post("copy", name=draft.tournament.name, date="")["Location"] == "/desk/diwali-shield-2/"


def test_what_is_wrong_is_said_beside_its_field(draft: Desk) -> None:
    response = draft.post("copy", name="", date="soon")
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"name", "date"}
