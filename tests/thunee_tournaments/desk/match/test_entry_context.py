"""Names and zones at the desk: one form for all tables, shown wherever a table is named."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import TeamFactory, TournamentFactory
from tests.support.ready_plans import READY
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match
from thunee_tournaments.services import acts

NAMED = {"1.name": " Stage  left", "1.zone": "Hall B", "2.name": "", "2.zone": "Hall A"}


def test_all_tables_are_named_in_one_form(playing: Desk) -> None:
    assert "Saved." in text_of(playing.after("places", **NAMED))
    titles = [table.title for table in playing.tournament.tables.all()]
    assert titles == ["Table 1 · Stage left · Hall B", "Table 2 · Hall A"]


def test_names_and_zones_are_saved_together_or_not_at_all(playing: Desk) -> None:
    playing.post("places", **NAMED, **{"1-zones": "Hall B"})
    assert playing.tournament.tables.get(number=1).name == "Stage left"
    assert playing.tournament.stages.get().parameters["zones"] == ["Hall B"]
    said = {"1.name": "Stage right", "1.zone": "", "1-zones": "x" * 300}
    response = playing.post("places", **said)
    assert response.status_code == 422
    assert response.context["form"]["1.name"].value() == "Stage right"
    assert playing.tournament.tables.get(number=1).name == "Stage left"


@pytest.mark.slow
def test_the_name_stands_wherever_the_table_is_named(playing: Desk, write: Any) -> None:
    playing.post("places", **NAMED)
    write(game(playing.tournament, 2), count("A"))
    first = match(playing.tournament, 1).public_id
    for name, args in (("tables", []), ("overview", []), ("match", [first]), ("table", [first]), ("bracket", [])):
        assert "Stage left" in text_of(playing.get(name, *args)), name
    assert "Stage left · Hall B" in text_of(playing.post("links", key="k" * 20)), "the printed cards"
    slug, client = playing.tournament.slug, Client()
    for name in ("tournament", "bracket", "schedule", "hall"):
        assert "Stage left · Hall B" in text_of(client.get(reverse(f"public:{name}", args=[slug]))), name
    for public_id in (first, match(playing.tournament, 2).public_id):
        assert "Hall" in text_of(client.get(reverse("public:match", args=[slug, public_id])))
    assert "Stage left" in text_of(
        client.get(reverse("public:team", args=[slug, match(playing.tournament, 1).team("A").public_id]))
    )
    told = client.get(f"/api/v1/tournaments/{slug}/matches/").json()["results"][0]["table"]
    assert told == {"number": 1, "name": "Stage left", "zone": "Hall B"}


def test_a_name_taken_twice_or_too_long_is_said_at_its_field_and_nothing_is_saved(playing: Desk) -> None:
    response = playing.post("places", **{**NAMED, "2.name": "stage left", "2.zone": "HALL B"})
    assert response.status_code == 422
    assert "Another table of this zone has this name." in text_of(response)
    response = playing.post("places", **{**NAMED, "2.zone": "x" * 41})
    assert "Longer than 40 characters." in text_of(response)
    assert not playing.tournament.tables.exclude(name="").exists()


def test_a_table_that_is_not_in_what_was_sent_keeps_its_name(playing: Desk) -> None:
    playing.post("places", **NAMED)
    playing.post("places", **{"1.name": "Stage right", "1.zone": ""})
    titles = [table.title for table in playing.tournament.tables.all()]
    assert titles == ["Table 1 · Stage right", "Table 2 · Hall A"]


def test_a_stage_is_tied_to_a_zone_while_it_is_played_and_one_without_tables_is_said(playing: Desk) -> None:
    said = text_of(playing.after("places", **{"1-zones": "Hall B, hall b , Hall C", "1-zone_only": "yes"}))
    assert "no table is in its zone" in said
    stage = playing.tournament.stages.get()
    assert (stage.parameters["zones"], stage.parameters["zone_only"]) == (["Hall B", "Hall C"], True)
    assert "no table is in its zone" not in text_of(playing.after("places", **NAMED))


def test_zones_of_all_stages_are_saved_or_none(organiser: Any, browser_of: Client) -> None:
    tournament: Any = TournamentFactory(organiser=organiser)
    for number in range(1, 17):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    acts.set_plan(actor=organiser, tournament=tournament, stages=READY["groups-knockout"])
    acts.draw_event(actor=organiser, tournament=tournament, lot=LOT)
    first, second = tournament.stages.order_by("order")
    sent = {f"{first.order}-zones": "Hall B", f"{second.order}-zones": "x" * 300}
    answer = Desk(browser_of, tournament).post("places", **sent)
    assert answer.status_code == 422
    assert "Name at most" in text_of(answer)
    first.refresh_from_db()
    assert not first.parameters.get("zones")


def test_the_plan_ties_a_stage_to_a_zone_before_the_draw(draft: Desk) -> None:
    typed = {"1-third_place": "", "1-zones": "Hall B", "1-zone_only": "yes"}
    playing = draft.after("plan", **typed)
    assert "The formats are saved." in text_of(playing)
    assert draft.tournament.stages.get().parameters["zones"] == ["Hall B"]
    assert 'value="Hall B"' in draft.get("plan").content.decode()
    assert draft.get("places").status_code == 200


@pytest.mark.parametrize("sent", [{}, {"of": "x"}, {"1-zones": "x" * 500}, {"1-zones": ""}])
def test_nothing_that_is_sent_breaks_the_page(playing: Desk, sent: dict[str, str]) -> None:
    assert playing.post("places", **sent).status_code in (200, 302, 422)


def test_free_tables_of_another_zone_are_not_called_idle(organiser: Any, browser_of: Client) -> None:
    desk = Desk(browser_of, draw(organiser, 8, table_count=3))
    acts.set_zones(actor=organiser, stage=match(desk.tournament, 1).stage, zones=["Stage"], only=True)
    acts.award_walkover(actor=organiser, match=match(desk.tournament, 1), side="A", reason="late")
    assert "idle" not in text_of(desk.get("overview"))
