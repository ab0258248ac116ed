"""The public list of draws and walkovers: nobody can draw until pleased without everybody seeing it."""

from typing import Any

import pytest
from django.test import Client

from adjudication import notices
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import LOT, draw, match
from thunee_tournaments.services import acts

pytestmark = pytest.mark.django_db


def test_every_draw_stands_there_with_its_lot_taken_back_or_not(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    acts.redraw_event(actor=organiser, tournament=tournament)
    shown = text_of(client.get("/shield/draws"))
    stands = tournament.stages.get().lot
    for lot in (LOT, stands):
        assert " ".join(lot[n : n + 8] for n in range(0, 32, 8)) in shown
    assert shown.index("taken back") < shown.index("stands")
    assert "1 draw was taken back" in text_of(client.get("/shield/bracket"))


def test_every_walkover_stands_there_with_its_reason_and_what_became_of_it(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    one = match(tournament, 1)
    acts.award_walkover(actor=organiser, match=one, side="A", reason="Their car broke down.")
    shown = text_of(client.get("/shield/draws"))
    assert f"{one.team('A')} won without play. Their car broke down." in shown
    assert "taken back" not in shown.split("Walkovers")[-1]
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="They came by bus.")
    assert "They came by bus." in text_of(client.get("/shield/draws"))


def test_before_the_draw_it_says_so(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 2, slug="shield")
    assert client.get("/nothing/draws").status_code == 404
    assert "No match was won without play" in text_of(client.get(f"/{tournament.slug}/draws"))


def test_walkovers_that_end_by_themselves_are_shown_as_taken_back(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    gone = match(tournament, 1).team("B")
    acts.withdraw_team(actor=organiser, team=gone, reason="Their car broke down.")
    assert "taken back" not in text_of(client.get("/shield/draws")).split("Walkovers")[-1]
    acts.reinstate_team(actor=organiser, team=gone)
    assert match(tournament, 1).winner is None
    shown = text_of(client.get("/shield/draws")).split("Walkovers")[-1]
    assert shown.count("won without play") == shown.count(" taken back ") / 2 == 1  # marked, and with its moment


def test_a_walkover_told_again_for_the_other_side_says_so_of_the_first(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    one = match(tournament, 1)
    acts.award_walkover(actor=organiser, match=one, side="A", reason="Nobody came.")
    told: Any = notices.last_of(tournament.public_id, f"match:{one.public_id}")
    other = {**told.body, "winner": one.team("B").public_id}
    notices.post(tournament.public_id, told.subject, told.kind, other, actor="test", reason="They did.")
    shown = text_of(client.get("/shield/draws")).split("Walkovers")[-1]
    assert shown.index(f"{one.team('A')} won without play") > shown.index("decided differently since")
    assert shown.count("decided differently since") == 1
