"""The event shown elsewhere: a table's score over a stream (the overlay), and the event in a page of another site (the
widget). Both keep themselves fresh, and take nothing: there is nothing in them to press but a link to the event."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.public import ties
from thunee_tournaments.public.events import champion_of, frame, now_playing, of_event, standings_table
from thunee_tournaments.public.glance import glance, latest_first
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import last_match_at, match_at, table_for
from thunee_tournaments.tournaments.models import Tournament

LATEST, BEST = 3, 8


@of_event
def overlay(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For readers of the event: the score at a table, on nothing, to lie over its picture in a stream. What was
    played there last stays until the next match is called."""
    table = table_for(tournament, number)
    match = match_at(table) or last_match_at(table)
    playing = now_playing(tournament, [match]) if match is not None else []
    context = {
        **frame(tournament, ""),
        "table": ties.table_words(table),
        "match": match,
        "round": title_of(match) if match is not None else "",
        "sitting": playing[0] if playing else None,
        "sides": _sides(match) if match is not None else [],
        "over": match is not None and match.state == Match.State.DONE,
    }
    return render(request, "public/overlay.html", context)


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@of_event
def widget(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: what is played now, what fell last and who leads, in a frame of another site's page."""
    standings = snapshots.read(tournament).data
    seen = glance(tournament, LATEST, next((row["team"] for row in standings["rows"] if row["champion"]), ""))
    context = {
        **frame(tournament, ""),
        "playing": sorted(now_playing(tournament, seen.matches), key=lambda sitting: sitting["number"] or 0),
        "results": [(title_of(match), _sides(match)) for match in latest_first(seen.matches)[:LATEST]],
        "table": standings_table(standings, tournament.game, BEST),
        "champion": champion_of(standings),
    }
    return render(request, "public/widget.html", context)


def _sides(match: Match) -> list[tuple[str, int, bool]]:
    """Of each side its team, what it scored, and whether it has won."""
    return [
        (str(side.team or ""), figure, side.side == match.winning_side)
        for side, figure in zip(match.sides, match.figures, strict=True)
    ]
