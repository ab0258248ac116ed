"""Every draw of a tournament, those taken back too, and every walkover, as the record tells them."""

from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.presentation.draws import Kind, NoticeView, notices_of
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.tournaments.models import Tournament

MOVED = frozenset({Kind.PUT_OFF, Kind.MOVED})  # to another day, to another table


class WalkoverRow(TypedDict):
    """A walkover: its notice, its match (None once that is taken back), and the name of the team that went on."""

    view: NoticeView
    match: Match | None
    title: str
    winner: str


@of_event
def draws(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: what was drawn, with lot and time, which matches were put off or moved, and who went on
    without play, with the reason; taken back or not."""
    views = notices_of(tournament)
    apart = {*MOVED, Kind.WALKOVER}
    context = {
        **frame(tournament, "bracket"),
        "draws": [view for view in views if view.notice.kind not in apart],
        "moved": [view for view in views if view.notice.kind in MOVED],
        "walkovers": _walkovers(tournament, [view for view in views if view.notice.kind == Kind.WALKOVER]),
    }
    return render(request, "public/draws.html", context)


def _walkovers(tournament: Tournament, views: list[NoticeView]) -> list[WalkoverRow]:
    """The walkovers with their matches, as far as those are still there."""
    ids = {view.notice.subject.removeprefix("match:") for view in views}
    matches = Match.objects.filter(stage__tournament=tournament, public_id__in=ids)
    by_id = {match.public_id: match for match in matches.select_related("stage", "round")}
    teams = dict(tournament.teams.values_list("public_id", "name"))
    rows: list[WalkoverRow] = []
    for view in views:
        match = by_id.get(view.notice.subject.removeprefix("match:"))
        rows.append(
            {
                "view": view,
                "match": match,
                "title": title_of(match) if match else view.title,
                "winner": teams.get(view.notice.body["winner"], view.notice.body["winner"]),
            }
        )
    return rows
