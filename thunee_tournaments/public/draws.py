"""Every draw of a tournament, those taken back too, and every walkover, as the record tells them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.presentation.draws import Kind, NoticeView, told_of
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.tournaments.models import Tournament


@of_event
def draws(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: what was drawn, with lot and time, and who went on without play, with the reason;
    taken back or not."""
    told = told_of(tournament)
    given = [one for one in told if one.notice.kind == Kind.WALKOVER]
    context = {
        **frame(tournament, "bracket"),
        "draws": [one for one in told if one not in given],
        "walkovers": given,
        "matches": _matches(tournament, given),
    }
    return render(request, "public/draws.html", context)


def _matches(tournament: Tournament, given: list[NoticeView]) -> list[dict[str, Any]]:
    """The walkovers with their matches, as far as those are still there."""
    ids = {one.notice.subject.removeprefix("match:") for one in given}
    found = Match.objects.filter(stage__tournament=tournament, public_id__in=ids)
    by_id = {match.public_id: match for match in found.select_related("stage", "round")}
    teams = dict(tournament.teams.values_list("public_id", "name"))
    rows = []
    for one in given:
        match = by_id.get(one.notice.subject.removeprefix("match:"))
        rows.append(
            {
                "told": one,
                "match": match,
                "title": title_of(match) if match else one.title,
                "winner": teams.get(one.notice.body["winner"], one.notice.body["winner"]),
            }
        )
    return rows
