"""A plate is played beside the way to the title: wherever rounds are named, nobody takes its final for the final."""

from typing import Any

from django.test import Client

from tests.support.services.formats import planned, stage
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.scoring.conftest import Phone
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_in
from thunee_tournaments.brackets.plans import LOSERS
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Stage

PLATE = {"take": LOSERS, "stage": 1, "round": 1}


def finals(organiser: Any) -> Any:
    """Four teams: their final and the final of the plate are called, to table 1 and to table 2."""
    tournament = planned(organiser, 4, [stage("knockout"), stage("knockout", feed=PLATE)], table_count=2)
    for match in Match.objects.filter(stage__tournament=tournament, state="ready"):
        acts.award_walkover(actor=organiser, match=match, side="A", reason="test")
    acts.start_next_stage(actor=organiser, tournament=tournament)
    return tournament


def test_the_final_of_a_plate_is_called_so_on_every_page_that_names_rounds(
    organiser: Any, browser_of: Any, client: Client
) -> None:
    tournament = finals(organiser)
    match = Match.objects.get(stage__tournament=tournament, stage__order=2)
    pages = [client.get(f"/{tournament.slug}/{page}") for page in ("schedule", f"m/{match.public_id}")]
    pages += [client.get(f"/{tournament.slug}/team/{team.public_id}") for team in match.teams if team]
    desk = Desk(browser_of, tournament)
    pages += [desk.get("overview"), desk.get("clocks")]
    for page in pages:
        assert "Plate final" in text_of(page)
    phone = Phone(acts.issue_table_link(actor=organiser, table=match.seating.table).token).let_in()
    assert "Plate final" in phone.table()


def test_the_rounds_of_a_plate_bear_its_name_and_those_of_other_stages_do_not() -> None:
    main, plate = Stage(parameters={}), Stage(parameters={"feed": PLATE})
    assert [title_in(main, key) for key in ("final", "day-2", "plate-final")] == ["Final", "Round 2", "Plate final"]
    assert title_in(main, "plate-semi-final") == "Plate: Semi-finals"
    assert [title_in(plate, key) for key in ("final", "day-2", "third-place")] == [
        "Plate final", "Plate: Round 2", "Plate: Third place",
    ]  # fmt: skip
