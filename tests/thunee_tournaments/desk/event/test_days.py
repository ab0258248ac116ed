"""A day far from ours is a slip of the finger, in every form that asks for one."""

from typing import Any

import pytest

from tests.factories import TournamentFactory
from tests.support.services.formats import planned, stage
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.tournaments.models import Tournament

ASKED = "Look at the year"


@pytest.mark.parametrize("day", ["0202-11-23", "1999-12-31", "2101-01-01", "9999-12-31"])
def test_the_year_is_asked_back_wherever_a_day_is_written(organiser: Any, browser_of: Any, day: str) -> None:
    desk = Desk(browser_of, planned(organiser, 4, [stage("league")]))
    league = match(desk.tournament, 1)
    for page, args, said in (
        ("details", [], {"name": "Cup", "date": day}),
        ("postpone", [league.public_id], {"day": day, "reason": "Rain."}),
    ):
        response = desk.post(page, *args, **said)
        assert response.status_code == 422
        assert ASKED in text_of(response)
    made = browser_of.post("/desk/new", {"name": "Cup", "preset": "fundraiser", "date": day, "best_of": "1",
                                         "players": "4"})  # fmt: skip
    assert ASKED in text_of(made)
    assert Tournament.objects.count() == 1
    plan = Desk(browser_of, TournamentFactory(organiser=organiser))
    plan.post("plan", ready="league")
    form = plan.get("plan").context["form"]
    typed = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    assert "1-first_day" in plan.post("plan", **{**typed, "1-first_day": day}).context["form"].errors
    desk.fresh()
    league.refresh_from_db()
    assert (desk.tournament.date, league.postponed_to) == (None, None)
