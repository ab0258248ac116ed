"""An event drawn for a later day: one word for it everywhere, and nobody is called before the day unless the organiser
says so. And what a match waits for: a table, or a team."""

import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests.support.brackets.sides import sides
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament

LATER = timedelta(days=5)


@pytest.fixture
def coming(organiser: Any, browser_of: Any) -> Desk:
    return Desk(browser_of, draw(organiser, 4, date=timezone.localdate() + LATER))


def seated() -> int:
    return Seating.objects.filter(ended_at=None).count()


def words(desk: Desk) -> set[str]:
    """The word for where it stands, on every page and screen that has one, and in the API."""
    anybody, slug = Client(), desk.tournament.slug
    found = {anybody.get(f"/api/v1/tournaments/{slug}/").json()["status"].capitalize()}
    pages = {f"/{slug}/": anybody, f"/{slug}/bracket": anybody, f"/desk/{slug}/": desk.client, "/desk/": desk.client}
    for page, client in pages.items():
        text = text_of(client.get(page, follow=True))
        found |= {word for word in ("Coming", "Running") if f" {word} " in text} or {f"none on {page}"}
    home = text_of(anybody.get("/"))
    return found | {"Coming" if "Coming " in home else "Running"}


@pytest.mark.slow
def test_it_is_coming_on_every_page_until_its_day(coming: Desk) -> None:
    assert words(coming) == {"Coming"}
    assert "Coming" in text_of(Client().get(f"/{coming.tournament.slug}/hall"))
    Tournament.objects.update(date=timezone.localdate(), version=F("version") + 1)
    assert words(coming) == {"Running"}


def test_nobody_is_called_before_the_day_and_on_it_as_ever(coming: Desk, organiser: Any) -> None:
    assert seated() == 0
    assert "Nobody is called to a table before" in text_of(coming.get("overview"))
    acts.set_table_count(actor=organiser, tournament=coming.tournament, count=3)
    assert seated() == 0
    Tournament.objects.update(date=timezone.localdate())
    assert "idle while matches wait" in text_of(coming.get("overview"))
    acts.assign_tables(actor=organiser, tournament=coming.fresh())
    assert seated() == 2


@pytest.mark.slow
@pytest.mark.parametrize("act", ["call", "move"])
def test_the_organiser_can_begin_earlier(coming: Desk, organiser: Any, act: str) -> None:
    if act == "call":
        acts.assign_tables(actor=organiser, tournament=coming.tournament)
    else:
        table = coming.tournament.tables.get(number=1)
        acts.move_match(actor=organiser, match=match(coming.tournament, 2), table=table)
    assert seated() == 2
    assert words(coming) == {"Running"}


def test_one_tap_on_the_overview_starts_the_evening(coming: Desk) -> None:
    assert "Start the evening now" in text_of(coming.get("overview"))
    assert "2 matches are called to their tables." in text_of(coming.after("call"))
    assert seated() == 2
    assert "Start the evening now" not in text_of(coming.get("overview"))


def test_a_page_that_was_kept_is_another_one_on_the_day(coming: Desk) -> None:
    page = f"/{coming.tournament.slug}/"
    tag = Client().get(page)["ETag"]
    assert Client().get(page, HTTP_IF_NONE_MATCH=tag).status_code == 304
    Tournament.objects.update(date=timezone.localdate())
    assert Client().get(page, HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_its_phone_says_when_it_begins(coming: Desk, organiser: Any) -> None:
    token = acts.issue_table_link(actor=organiser, table=coming.tournament.tables.get(number=1)).token
    text = text_of(Client().post(f"/t/{token}", follow=True))
    assert "Coming: " in text


def test_what_runs_goes_on_when_its_day_is_put_off(organiser: Any) -> None:
    tournament = draw(organiser, 4, date=timezone.localdate())
    said = {"name": tournament.name, "cause": "", "venue": ""}
    acts.update_details(actor=organiser, tournament=tournament, **said, date=timezone.localdate() + LATER)
    tournament.refresh_from_db()
    assert tournament.state == "running"


def test_undoing_the_draw_undoes_the_early_beginning(coming: Desk, organiser: Any) -> None:
    acts.assign_tables(actor=organiser, tournament=coming.tournament)
    acts.undo_draw(actor=organiser, tournament=coming.tournament)
    acts.draw_event(actor=organiser, tournament=coming.tournament)
    assert coming.fresh().state == "coming"


def test_a_day_of_the_year_202_would_have_been_long_ago() -> None:
    assert not Tournament(status="running", date=date(202, 1, 1)).coming


def test_a_match_whose_team_is_under_review_elsewhere_waits_for_no_table(
    organiser: Any, browser_of: Any, win: Any, correct: Any, write: Any
) -> None:
    """Match 1 is turned after the final began: its old winner sits there under review, and match 3 has no table."""
    tournament = draw(organiser, 8)
    for number in (1, 2, 3, 4):
        win(tournament, number, "A")
    write(game(tournament, 5), thunee("A"))
    first = game(tournament, 1)
    correct(first, first.sheet.entries.last(), thunee("B"))
    correct(first, first.sheet.entries.get(seq=1), thunee("B"))
    desk = Desk(browser_of, tournament)
    Seating.objects.filter(match__number__gt=4).delete()
    text = text_of(desk.get("overview"))
    waits = text.partition("Waiting for a table")[2].partition("Steps")[0]
    assert "Match 6" in waits
    assert "Match 5" not in waits


def test_a_match_whose_team_plays_elsewhere_waits_for_that_team(organiser: Any, browser_of: Any, write: Any) -> None:
    tournament = draw(organiser, 4)
    write(game(tournament, 1), thunee("A"), client_uuid=uuid.uuid4())
    second = match(tournament, 2)
    sides("A", pk=second.pk).update(team=match(tournament, 1).team("A"))
    Seating.objects.filter(match=second).delete()
    text = text_of(Desk(browser_of, tournament).get("overview"))
    assert "Waiting for a team Match 2" in text
    assert "a team plays match 1" in text
    assert "Waiting for a table" not in text


@pytest.fixture
def held(organiser: Any, browser_of: Any) -> Desk:
    """A draw that was made on the evening itself, and is to wait."""
    tournament = acts.undo_draw(actor=organiser, tournament=draw(organiser, 4))
    desk = Desk(browser_of, tournament)
    desk.post("draw", count="2", held="on", lot="")
    return desk


@pytest.mark.slow
def test_a_draw_of_the_evening_itself_waits_to_be_started_where_the_organiser_says_so(held: Desk) -> None:
    assert seated() == 0
    assert words(held) == {"Coming"}
    assert "Nobody is called to a table until you start the evening." in text_of(held.get("overview"))
    assert "Coming" in text_of(Client().get(f"/{held.tournament.slug}/hall"))
    assert "2 matches are called to their tables." in text_of(held.after("call"))
    assert seated() == 2
    assert words(held) == {"Running"}


def test_the_phone_of_a_table_waits_too_where_there_is_no_day(held: Desk, organiser: Any) -> None:
    Tournament.objects.update(date=None)
    token = acts.issue_table_link(actor=organiser, table=held.tournament.tables.get(number=1)).token
    assert "Coming As soon as a match is called" in text_of(Client().post(f"/t/{token}", follow=True))


def test_a_draw_that_is_made_again_waits_as_the_first_did_and_a_later_one_does_not(held: Desk, organiser: Any) -> None:
    acts.redraw_event(actor=organiser, tournament=held.fresh())
    assert seated() == 0
    acts.assign_tables(actor=organiser, tournament=held.fresh())
    acts.undo_draw(actor=organiser, tournament=held.fresh())
    acts.draw_event(actor=organiser, tournament=held.fresh())
    assert seated() == 2
