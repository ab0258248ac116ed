"""An organiser chooses how an event is played, and takes it from stage to stage."""

import re
from typing import Any

import pytest

from tests.factories import TeamFactory, TournamentFactory
from tests.support.desk.formats import decide_all, started
from tests.support.ready_plans import READY
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.selectors import stage_of, stages_of
from thunee_tournaments.fundraising.models import Fund
from thunee_tournaments.services import acts


def test_the_page_offers_the_ready_plans_with_the_usual_ones_first(organiser: Any, browser_of: Any) -> None:
    page = Desk(browser_of, TournamentFactory(organiser=organiser)).get("plan").content.decode()
    assert re.findall(r'name="ready" value="([\w-]+)"', page) == [
        "knockout", "double", "groups-knockout", "groups-knockout-plate", "swiss-knockout", "streak-knockout", "league",
        "swiss",
    ]  # fmt: skip


@pytest.mark.parametrize("ready", READY)
def test_every_ready_plan_can_be_chosen_set_and_drawn(ready: str, organiser: Any, browser_of: Any) -> None:
    preset = "tunge" if ready.startswith("tables") else "durban-classic"
    tournament = TournamentFactory(organiser=organiser, preset=preset)
    for number in range(1, 13):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    desk = Desk(browser_of, tournament)
    desk.post("plan", ready=ready)
    form = desk.get("plan").context["form"]
    said = {
        name: (field.initial if field.initial is not None else "")
        for name, field in form.fields.items()
        if field.initial is not False
    }
    assert desk.post("plan", **said).status_code == 302
    assert desk.get("draw").status_code == 200
    desk.post("draw", count=2, lot="")
    stage = stage_of(desk.fresh())
    assert stage is not None
    assert stage.format == READY[ready][0]["format"]
    assert "Team 12" in text_of(desk.get("bracket"))
    assert "Team 12" in text_of(browser_of.get(f"/{tournament.slug}/bracket"))
    assert browser_of.get(f"/{tournament.slug}/standings").status_code == 200


@pytest.mark.parametrize("ready", READY)
def test_optional_is_what_can_be_left_empty_and_not_a_list_that_always_has_a_choice(
    ready: str, organiser: Any, browser_of: Any
) -> None:
    preset = "tunge" if ready.startswith("tables") else "durban-classic"
    desk = Desk(browser_of, TournamentFactory(organiser=organiser, preset=preset))
    desk.post("plan", ready=ready)
    page = desk.get("plan").content.decode()
    labels = re.findall(r'<label for="id_([^"]+)">(.*?)</label>', page, re.DOTALL)
    lists = set(re.findall(r'<select name="([^"]+)"', page))
    optional = {name for name, label in labels if 'class="optional"' in label}
    assert lists <= {name for name, _label in labels}
    assert "1-zones" in optional
    assert not lists & optional


def test_a_setting_that_cannot_be_is_marked(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    desk.post("plan", ready="groups-knockout")
    response = desk.post("plan", **{"1-groups": "0", "1-legs": "1", "1-spread": "snake", "2-first": "1", "2-last": "2",
                                    "2-best": "0"})  # fmt: skip
    assert response.status_code == 422
    assert "1-groups" in response.context["form"].errors


@pytest.mark.parametrize(
    ("currency", "typed", "price", "shown"),
    [("ZAR", "R50", 5000, "50.00"), ("ZAR", "12,50", 1250, "12.50"), ("ZAR", "", 0, ""), ("ZAR", "0", 0, ""),
     ("JPY", "500円", 500, "500")],
)  # fmt: skip
def test_the_price_of_an_entry_is_written_as_money(
    currency: str, typed: str, price: int, shown: str, organiser: Any, browser_of: Any
) -> None:
    tournament = TournamentFactory(organiser=organiser)
    Fund.objects.create(tournament=tournament, currency=currency)
    desk = Desk(browser_of, tournament)
    acts.set_plan(actor=organiser, tournament=tournament, stages=[{"format": "streak", "parameters": {"wins": 2}}])
    form = desk.get("plan").context["form"]
    said = {name: field.initial for name, field in form.fields.items()}
    said = {name: initial for name, initial in said.items() if initial is not None and initial is not False}
    wrong = desk.post("plan", **{**said, "1-price": "a lot"})
    assert wrong.status_code == 422
    assert "That is no amount." in text_of(wrong)
    assert desk.post("plan", **{**said, "1-price": typed}).status_code == 302
    assert [stage.parameters["price"] for stage in stages_of(tournament)] == [price]
    assert desk.get("plan").context["form"]["1-price"].initial == shown


def test_the_highest_price_is_said_in_money(organiser: Any, browser_of: Any) -> None:
    tournament = TournamentFactory(organiser=organiser)
    desk = Desk(browser_of, tournament)
    acts.set_plan(actor=organiser, tournament=tournament, stages=[{"format": "streak", "parameters": {}}])
    form = desk.get("plan").context["form"]
    said = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    wrong = desk.post("plan", **{**said, "1-price": "R100000.01"})
    assert wrong.status_code == 422
    assert "At most R 100 000." in text_of(wrong)


def test_a_plate_is_added_set_and_left_out_again(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    desk.post("plan", plate="groups")
    page = desk.get("plan")
    assert page.context["form"]["2-round"].initial == 1  # of a lone knock-out: the losers of its first round
    assert "Plate: groups" in text_of(page)
    desk.post("plan", plate="none")
    assert len(desk.get("plan").context["form"].plan) == 1


def test_finals_for_the_next_places_are_added_set_and_left_out_again(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    assert "Add a final" not in text_of(desk.get("plan"))
    desk.post("plan", ready="swiss-knockout")
    for _final in range(4):
        desk.post("plan", plate="final")
    page = desk.get("plan")
    form = page.context["form"]
    assert [(form[f"{number}-first"].initial, form[f"{number}-count"].initial) for number in (3, 4, 5)] == [
        (9, 8), (17, 8), (25, 8),
    ]  # fmt: skip
    for words in ("2. A: knock-out", "3. B: knock-out", "5. D: knock-out", "Of the table go on, from place"):
        assert words in text_of(page)
    assert "Add a final" not in text_of(page)
    said = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    wrong = desk.post("plan", **{**said, "3-first": "5"})
    assert "These places go on to another stage already." in wrong.context["form"].errors["3-first"]
    desk.post("plan", **said, plate="fewer")
    desk.post("plan", plate="fewer")
    titles = [title for title, _fields in desk.get("plan").context["form"].stages()]
    assert titles == ["Swiss", "A: knock-out", "B: knock-out"]
    desk.post("plan", plate="fewer")
    stored = stages_of(desk.fresh())
    assert [stage.parameters.get("letter") for stage in stored] == [None, None]
    desk.post("plan", plate="fewer")
    assert len(stages_of(desk.fresh())) == 2


def test_finals_out_of_groups_take_the_next_places_of_each_group_and_are_no_plate(
    organiser: Any, browser_of: Any
) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    desk.post("plan", ready="groups-knockout")
    desk.post("plan", plate="final")
    page = desk.get("plan")
    form = page.context["form"]
    assert [form[f"3-{name}"].initial for name in ("first", "last", "best")] == [3, 4, 0]
    assert not [ready["key"] for ready in page.context["ready"] if ready["current"]]


def test_one_more_plate_takes_those_who_are_in_none(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    for _plate in range(3):
        desk.post("plan", plate="knockout")
    page = desk.get("plan")
    form = page.context["form"]
    assert [form[f"{number}-round"].initial for number in (2, 3, 4)] == [1, 2, 3]
    assert "Add a plate" not in text_of(page)
    desk.post("plan", plate="knockout")
    assert len(desk.get("plan").context["form"].plan) == 4


def test_a_plate_for_teams_that_play_for_another_is_marked(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    desk.post("plan", plate="knockout")
    form = desk.get("plan").context["form"]
    said = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    response = desk.post("plan", **{**said, "1-plate": "on"})
    assert response.status_code == 422
    assert "These teams play for another plate already." in response.context["form"].errors["2-round"]


def test_a_league_begins_on_a_day_that_leaves_room_for_its_rounds(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    desk.post("plan", ready="league")
    form = desk.get("plan").context["form"]
    said = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    response = desk.post("plan", **{**said, "1-first_day": "9999-12-20"})
    assert response.status_code == 422
    assert "1-first_day" in response.context["form"].errors


@pytest.mark.slow
def test_after_the_groups_the_knock_out_is_drawn_at_a_touch(organiser: Any, browser_of: Any) -> None:
    groups = {"format": "groups", "parameters": {"groups": 2}}
    desk = started(organiser, browser_of, 6, [groups, READY["groups-knockout"][1]])
    assert "Group A" in text_of(desk.get("bracket"))
    decide_all(organiser, desk)
    assert "4 teams go on" in text_of(desk.get("bracket"))
    desk.post("next_stage")
    assert stage_of(desk.fresh()).format == "knockout"  # type: ignore[union-attr]
    desk.post("stage_back")
    assert stage_of(desk.fresh()).format == "groups"  # type: ignore[union-attr]


def test_the_one_table_of_a_league_is_no_group(organiser: Any, browser_of: Any) -> None:
    page = text_of(started(organiser, browser_of, 4, [{"format": "league", "parameters": {}}]).get("bracket"))
    assert "League" in page
    assert "Group A" not in page


def test_a_swiss_round_is_paired_once_however_often_it_is_touched(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 6, [{"format": "swiss", "parameters": {"rounds": 3}}])
    decide_all(organiser, desk)
    assert "Pair the next round" in text_of(desk.get("bracket"))
    desk.post("next_round", before="1")
    desk.post("next_round", before="1")
    assert stage_of(desk.fresh()).rounds.count() == 2  # type: ignore[union-attr]


def test_without_a_pairing_it_says_who_and_offers_what_to_relax(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 2, [{"format": "swiss", "parameters": {"rounds": 2}}])
    decide_all(organiser, desk)
    response = desk.post("next_round", before="1")
    assert response.status_code == 422
    assert "have met everybody" in text_of(response)
    desk.post("next_round", before="1", relaxed="rematches")
    assert stage_of(desk.fresh()).rounds.count() == 2  # type: ignore[union-attr]


def test_a_team_buys_in_once_however_often_it_is_touched(organiser: Any, browser_of: Any) -> None:
    desk = started(organiser, browser_of, 4, [{"format": "streak", "parameters": {"wins": 2}}])
    decide_all(organiser, desk)
    stage = stage_of(desk.fresh())
    assert stage is not None
    page = desk.get("bracket")
    offered = page.context["can_buy"][0]
    said = f"{offered['team'].public_id} {offered['next']}"
    desk.post("buy_in", team=said)
    desk.post("buy_in", team=said)
    assert stage.entries.count() == 5
    desk.post("end_entries")
    assert "Entries are closed." in text_of(desk.get("bracket"))


def test_adding_a_plate_saves_the_settings_that_were_typed(organiser: Any, browser_of: Any) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser))
    acts.set_plan(actor=organiser, tournament=desk.tournament, stages=[{"format": "league", "parameters": {}}])
    form = desk.get("plan").context["form"]
    said = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    desk.post("plan", **{**said, "1-zones": "Hall B"}, plate="none")
    assert desk.tournament.stages.get(order=1).parameters["zones"] == ["Hall B"]
