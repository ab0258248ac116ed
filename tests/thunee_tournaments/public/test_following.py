"""Following an evening: where a team plays next, the schedule, a calendar, a search, and what a shared link shows."""

import re
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from PIL import Image

from tests.factories import RunningTournamentFactory, TeamFactory
from tests.support.public.event_pages import page, text
from tests.support.public.following import KHANUCK
from tests.support.services.formats import planned
from tests.thunee_tournaments.services.conftest import draw, game, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.presentation.score_picture import Score, Title, score_png, title_png
from thunee_tournaments.public import pictures
from thunee_tournaments.services import acts
from thunee_tournaments.tables import expected
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tables.selectors import tables_of, with_tables
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 7, 20, 0, tzinfo=timezone.get_default_timezone())


def took(minutes: int, tournament: Tournament) -> None:
    """Every match that is over took so long, and every other was called five minutes ago."""
    for seating in Seating.objects.filter(match__stage__tournament=tournament).select_related("match"):
        over = seating.match.done_at is not None
        began = NOW - timedelta(minutes=minutes + 30 if over else 5)
        Seating.objects.filter(pk=seating.pk).update(created_at=began)
        if over:
            Match.objects.filter(pk=seating.match_id).update(done_at=began + timedelta(minutes=minutes))


def expected_starts(tournament: Tournament, tables: int | None = None) -> dict[int, str]:
    """Match number to "20:35", at the first so many tables."""
    matches = list(with_tables(matches_of(tournament)))
    starts = expected.starts(matches, tables_of(tournament)[:tables], NOW)
    local = timezone.get_default_timezone()
    return {one.number: f"{starts[one.pk].astimezone(local):%H:%M}" for one in matches if one.pk in starts}


@pytest.fixture
def evening(organiser: Any, win: Any) -> Tournament:
    """Eight teams at four tables; the first two matches of the first round are over and took 40 minutes."""
    tournament = draw(organiser, 8, slug="shield", table_count=4)
    win(tournament, 1, "A")
    win(tournament, 2, "A")
    took(40, tournament)
    return tournament


def test_a_match_is_expected_when_both_its_teams_are_through(evening: Tournament) -> None:
    """Matches 3 and 4 were called at 19:55 and take 40 minutes; the final follows the later semi-final."""
    assert expected_starts(evening, 4) == {6: "20:35", 7: "21:15"}


def test_nobody_is_told_a_time_before_two_matches_were_played(organiser: Any, win: Any) -> None:
    tournament = draw(organiser, 8, slug="shield", table_count=4)
    win(tournament, 1, "A")
    took(40, tournament)
    assert expected_starts(tournament, 4) == {}


def test_what_was_written_down_after_it_was_played_says_nothing_of_how_long_it_took(evening: Tournament) -> None:
    took(1, evening)
    assert expected_starts(evening, 4) == {}


def test_fewer_tables_make_later_matches(organiser: Any, win: Any) -> None:
    tournament = draw(organiser, 8, slug="shield", table_count=1)
    win(tournament, 1, "A")
    win(tournament, 2, "A")
    took(40, tournament)
    assert expected_starts(tournament, 1) == {4: "20:35", 5: "21:15", 6: "21:55", 7: "22:35"}


def zoned(tournament: Tournament, letters: str, **parameters: Any) -> None:
    """Give the tables, by number, the zones called by these letters; and play the event's stage as said."""
    for number, zone in enumerate(letters, start=1):
        tournament.tables.filter(number=number).update(zone=f"Hall {zone}")
    stage = tournament.stages.get()
    stage.parameters |= parameters
    stage.save(update_fields=["parameters"])


@pytest.mark.parametrize(
    ("only", "begin"),
    [(True, {5: "20:35", 6: "21:15", 7: "21:55"}), (False, {5: "20:00", 6: "20:35", 7: "21:15"})],
)
def test_a_match_that_is_played_in_its_zone_only_is_foreseen_on_that_zones_tables(
    evening: Tournament, only: bool, begin: dict[int, str]
) -> None:
    """The one table of Hall A is taken until 20:35 by match 3, called at 19:55; match 4 is at a table of Hall B. The
    winners of matches 1 and 2 could play at once at tables 1 and 2."""
    Seating.objects.filter(match=match(evening, 5)).delete()
    zoned(evening, "BBAB", zones=["Hall A"], zone_only=only)
    assert expected_starts(evening) == begin


def test_a_match_whose_zone_has_no_table_is_told_no_time(evening: Tournament) -> None:
    zoned(evening, "BBBB", zones=["Hall A"], zone_only=True)
    assert expected_starts(evening) == {}


def test_a_team_is_foreseen_at_one_table_at_a_time(organiser: Any, win: Any) -> None:
    """Four teams that all meet, at four tables: while matches 3 and 4 are played, two tables are free for nobody."""
    tournament = planned(organiser, 4, [{"format": "league", "parameters": {}}], table_count=4)
    win(tournament, 1, "A")
    win(tournament, 2, "A")
    took(40, tournament)
    assert expected_starts(tournament) == {5: "20:35", 6: "20:35"}


def test_what_is_played_on_a_later_day_is_told_no_time(evening: Tournament) -> None:
    assert match(evening, 6).round.number == 2
    match(evening, 6).stage.rounds.filter(number=2).update(date=NOW.date() + timedelta(days=7))
    assert expected_starts(evening) == {}
    match(evening, 6).stage.rounds.filter(number=2).update(date=NOW.date())
    assert expected_starts(evening) == {6: "20:35", 7: "21:15"}


def test_what_was_called_a_week_before_it_was_played_says_nothing_of_how_long_it_took(evening: Tournament) -> None:
    took(7 * 24 * 60, evening)
    assert expected_starts(evening) == {}


def test_a_team_reads_where_it_plays_now(client: Client, event: Tournament) -> None:
    playing = match(event, 3)
    html = text(page(client, f"/shield/team/{playing.team('A').public_id}"))
    assert "Next" in html
    assert "Now playing" in html


def test_a_team_reads_about_when_it_plays(client: Client, evening: Tournament, time_machine: Any) -> None:
    time_machine.move_to(NOW, tick=False)
    third = match(evening, 3)
    Seating.objects.filter(match=third).delete()
    assert re.search(r"About \d\d:\d\d", text(page(client, f"/shield/team/{third.team('A').public_id}")))


def test_a_team_that_is_out_is_told_of_no_next_match(client: Client, event: Tournament) -> None:
    done = match(event, 2)
    loser = done.team("B") if done.winner_id == done.side("A").team_id else done.team("A")
    assert "Time not known yet" not in text(page(client, f"/shield/team/{loser.public_id}"))


def test_a_team_counts_its_khanucks(client: Client, event: Tournament, write: Any) -> None:
    playing = match(event, 3)
    write(game(event, 3), KHANUCK)
    assert "1 made, 0 failed" in text(page(client, f"/shield/team/{playing.team('A').public_id}"))
    assert "Khanucks" not in text(page(client, f"/shield/team/{playing.team('B').public_id}"))


def test_the_schedule_says_what_is_at_the_tables_to_come_and_played(client: Client, event: Tournament) -> None:
    html = text(page(client, "/shield/schedule"))
    at_tables, coming, played = (html.index(words) for words in ("At the tables", "To come", "Played"))
    assert at_tables < html.index("Table 1", at_tables) < coming < html.index("Winner of match 3") < played


@pytest.mark.parametrize(("asked", "found"), [("umg", 1), ("ANIL", 1), ("club", 1), ("  team ", 2), ("nobody", 0)])
def test_a_team_is_found_by_its_name_its_club_or_a_player(client: Client, asked: str, found: int) -> None:
    tournament = RunningTournamentFactory(slug="cup")
    TeamFactory(tournament=tournament, name="Umgeni team", players=("Anil", "Priya"), club="River club")
    TeamFactory(tournament=tournament, name="Verulam team", players=("Ravi", "Sam"))
    html = client.get("/cup/teams", {"q": asked}).content.decode()
    assert len(re.findall('class="panel panel-link team-card"', html)) == found
    assert ("Nobody is called" in html) is (found == 0)


def events(client: Client, path: str) -> dict[str, Any]:
    response = client.get(path)
    assert response["Content-Type"].startswith("text/calendar")
    book = Calendar.from_ical(response.content)
    return {str(one["uid"]): one for one in book.walk("VEVENT")}


def test_a_calendar_holds_the_day_and_every_match_whose_time_is_known(client: Client, event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(date=NOW.date())
    found = events(client, "/shield/calendar.ics")
    assert found[f"event-{event.public_id}@thunee"]["dtstart"].dt == NOW.date()
    playing = found[f"match-{match(event, 3).public_id}@thunee"]
    assert "Table" in playing["location"]
    assert playing["url"].endswith(f"/shield/m/{match(event, 3).public_id}")
    assert f"match-{match(event, 7).public_id}@thunee" not in found


def test_a_teams_calendar_holds_its_own_matches_alone(client: Client, event: Tournament) -> None:
    team = match(event, 3).team("A")
    found = events(client, f"/shield/team/{team.public_id}/calendar.ics")
    assert f"match-{match(event, 3).public_id}@thunee" in found
    assert f"match-{match(event, 2).public_id}@thunee" not in found


def test_an_expected_match_stands_in_a_calendar_as_tentative(
    client: Client, evening: Tournament, time_machine: Any
) -> None:
    time_machine.move_to(NOW, tick=False)
    final = events(client, "/shield/calendar.ics")[f"match-{match(evening, 7).public_id}@thunee"]
    assert final["status"] == "TENTATIVE"


@pytest.mark.parametrize("path", ["calendar.ics", "picture.png", "schedule"])
def test_what_is_followed_costs_a_304_when_nothing_has_changed(client: Client, event: Tournament, path: str) -> None:
    tag = client.get(f"/shield/{path}")["ETag"]
    assert client.get(f"/shield/{path}", headers={"if-none-match": tag}).status_code == 304


def size(content: bytes) -> tuple[int, int]:
    picture = Image.open(BytesIO(content))
    assert picture.format == "PNG"
    return picture.size


def test_a_shared_link_shows_a_picture_of_the_score(client: Client, event: Tournament) -> None:
    playing = match(event, 3)
    html = page(client, f"/shield/m/{playing.public_id}")
    found = re.search(r'property="og:image"\s+content="http://testserver([^"?]+)\?v=\d+"', html)
    assert found
    response = client.get(found[1])
    assert response["Content-Type"] == "image/png"
    assert size(response.content) == (1200, 630)
    assert len(response.content) < 100_000  # messengers load larger ones not at all, or late
    assert f'og:title" content="{playing.team("A")} – {playing.team("B")} 2–1"' in html


@pytest.mark.slow
def test_another_score_is_another_picture() -> None:
    pictures = {score_png(Score("Shield", "Umgeni", "Verulam", balls, 3)) for balls in (0, 1, 7, 12, 14)}
    assert len(pictures) == 5


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "W" * 120, "トゥニー同好会", "a b" * 40, "🂡", "د"])
def test_a_picture_can_be_made_of_any_name(name: str) -> None:
    assert size(score_png(Score("Shield", name, "Verulam", 5, 3, "Cornerhouse", "", "Table 4"))) == (1200, 630)
    assert size(title_png(Title("In aid of " + name, name or "x", "today"))) == (1200, 630)


def test_a_cause_stands_by_itself_however_it_begins(
    client: Client, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw(organiser, 2, slug="duel", cause="A new roof")
    said: list[Title] = []
    monkeypatch.setattr(pictures, "title_png", lambda title: said.append(title) or b"")
    client.get("/duel/picture.png")
    assert said[0].head == "In aid of: A new roof"
    assert "In aid of: A new roof" in text(page(client, "/duel/"))


@pytest.mark.slow
def test_a_picture_of_a_tournament_that_is_over_names_the_champion(client: Client, organiser: Any, win: Any) -> None:
    tournament = draw(organiser, 2, slug="duel")
    before = client.get("/duel/picture.png").content
    win(tournament, 1, "B")
    acts.close_tournament(actor=organiser, tournament=tournament)
    assert client.get("/duel/picture.png").content != before


def test_the_standings_of_groups_are_tables_with_the_reason_for_each_place(client: Client, organiser: Any) -> None:
    planned(organiser, 4, [{"format": "groups", "parameters": {"groups": 1}}], slug="league")
    html = text(page(client, "/league/standings"))
    assert "Each stage has its table" in html
    assert "Everybody" in html
    assert page(client, "/league/standings").count("<table") == 2


def test_the_hall_screen_shows_no_tree_of_groups(client: Client, organiser: Any) -> None:
    planned(organiser, 4, [{"format": "groups", "parameters": {"groups": 1}}], slug="league")
    html = page(client, "/league/hall")
    assert 'id="tree"' not in html
    assert "Team 1" in html
