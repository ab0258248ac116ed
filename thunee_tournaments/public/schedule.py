"""What is played where and when: the schedule as a page, and as a calendar that phones can follow."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.presentation import brackets
from thunee_tournaments.public import ties
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.public.team import team_of
from thunee_tournaments.tables import expected
from thunee_tournaments.tables.assigning import teams_in
from thunee_tournaments.tables.selectors import all_with_tables, table_of, tables_of
from thunee_tournaments.tournaments.models import Tournament


class ScheduleLine(TypedDict):
    """A match, when it is expected or was over, and the number of its table (0: none)."""

    tie: brackets.Match
    at: datetime | None
    number: int


SHOWN = 100  # of the matches to come, and of those played: the bracket shows all, in parts
LENGTH = timedelta(minutes=45)  # in a calendar, where nothing is known of how long matches take


@of_event
def schedule(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: its matches at the tables, to come (with a guess when), and played."""
    matches = all_with_tables(tournament)
    times = expected.starts(matches, tables_of(tournament), timezone.now())
    far = datetime.max.replace(tzinfo=timezone.get_current_timezone())
    played = [match for match in matches if match.state == Match.State.DONE]
    played.sort(key=lambda match: match.done_at or far, reverse=True)
    coming = [match for match in matches if not match.over and not _called(match)]
    coming.sort(key=lambda match: times.get(match.pk, far))
    at_tables = [_line(match, tournament, None) for match in matches if not match.over and _called(match)]
    context = {
        **frame(tournament, "schedule"),
        "at_tables": sorted(at_tables, key=lambda line: line["number"]),
        "coming": [_line(match, tournament, times.get(match.pk)) for match in coming[:SHOWN]],
        "more_coming": len(coming[SHOWN:]),
        "played": [_line(match, tournament, match.done_at) for match in played[:SHOWN]],
        "more_played": len(played[SHOWN:]),
        "guessed": bool(times),
    }
    return render(request, "public/schedule.html", context)


def _called(match: Match) -> bool:
    seating = expected.seating_of(match)
    return seating is not None and seating.ended_at is None


def _line(match: Match, tournament: Tournament, at: datetime | None) -> ScheduleLine:
    table = table_of(match)
    return {
        "tie": ties.tie(match, tournament.slug, label=ties.numbered(match)),
        "at": at,
        "number": table.number if table else 0,
    }


@of_event
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: its day, and its matches as far as it is known when they are, for a calendar."""
    return _calendar(request, tournament, all_with_tables(tournament), None)


@of_event
def team_calendar(request: HttpRequest, tournament: Tournament, public_id: str) -> HttpResponse:
    """For readers of the event: the same with one team's matches alone."""
    return _calendar(request, tournament, all_with_tables(tournament), team_of(tournament, public_id).pk)


def _calendar(request: HttpRequest, tournament: Tournament, matches: Sequence[Match], team: int | None) -> HttpResponse:
    book = Calendar()
    book.add("prodid", "-//Thunee Tournaments//EN")
    book.add("version", "2.0")
    book.add("x-wr-calname", _in_a_line(tournament.name))
    book.add("refresh-interval", timedelta(minutes=15), parameters={"VALUE": "DURATION"})
    for event in _events(request, tournament, matches, team):
        book.add_component(event)
    response = HttpResponse(book.to_ical(), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{tournament.slug}.ics"'
    return response


def _events(
    request: HttpRequest, tournament: Tournament, matches: Sequence[Match], team: int | None
) -> Iterable[Event]:
    if tournament.date:
        page = reverse("public:tournament", args=[tournament.slug])
        day = _event(request, tournament, f"event-{tournament.public_id}", tournament.name, page)
        day.add("dtstart", tournament.date)
        day.add("dtend", tournament.date + timedelta(days=1))
        day.add("transp", "TRANSPARENT")
        yield day
    length = expected.usual_length(matches) or LENGTH
    times = expected.starts(matches, tables_of(tournament), timezone.now())
    for match in matches:
        if team is not None and team not in teams_in(match):
            continue
        seating = expected.seating_of(match)
        begins = seating.created_at if seating is not None else times.get(match.pk)
        if begins is None or match.state == Match.State.BYE:
            continue
        page = reverse("public:match", args=[tournament.slug, match.public_id])
        tie = ties.tie(match, tournament.slug)
        opponents = match.title if match.alone else f"{tie.top.name} – {tie.bottom.name}"
        title = f"{opponents} ({title_of(match)})"
        event = _event(request, tournament, f"match-{match.public_id}", title, page, ties.table_words(table_of(match)))
        event.add("dtstart", begins.replace(microsecond=0))
        event.add("dtend", (match.done_at or begins + length).replace(microsecond=0))
        if seating is None:
            event.add("status", "TENTATIVE")
            event.add("description", _("Expected: from how long matches have taken so far."))
        yield event


def _event(request: HttpRequest, tournament: Tournament, key: str, title: str, page: str, table: str = "") -> Event:
    event = Event()
    event.add("uid", f"{key}@thunee")
    event.add("dtstamp", timezone.now().replace(microsecond=0))
    event.add("sequence", tournament.version)
    event.add("summary", _in_a_line(title))
    event.add("url", request.build_absolute_uri(page))
    if place := ", ".join(filter(None, [table, tournament.venue])):
        event.add("location", _in_a_line(place))
    return event


def _in_a_line(text: object) -> str:
    """A text without line ends, which a calendar's line cannot hold, however it came into the database."""
    return " ".join(str(text).split())
