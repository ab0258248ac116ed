"""One team for everybody: its players, its way, its balls and khanucks, and where and when it plays next."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from thunee_tournaments.brackets.at_hand import event_at_hand
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.order import counting
from thunee_tournaments.brackets.selectors import matches_of_team, with_teams
from thunee_tournaments.fundraising.pledges import takes
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation import brackets
from thunee_tournaments.presentation.stages import name_or_source
from thunee_tournaments.public import ties
from thunee_tournaments.public.events import frame, of_event, standings_table
from thunee_tournaments.public.needs import what_it_takes
from thunee_tournaments.services import queries
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables import expected
from thunee_tournaments.tables.selectors import table_of, tables_of, with_tables
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

KHANUCKS = ("khanuck", "backside_khanuck")


class WayStep(TypedDict):
    """A match of a team's way; `won`: how it ended for the team, None while it has not."""

    round: str
    tie: brackets.Match
    won: bool | None
    match: Match


class NextMatch(TypedDict):
    """A team's next match: against whom ("" in a match of single players), its table, or about when; `later`: the
    match its winner plays after it."""

    match: Match
    round: str
    table: str
    about: datetime | None
    against: str
    later: brackets.Match | None


def team_of(tournament: Tournament, public_id: str) -> Team:
    """A team of this tournament with its players. Raises Http404."""
    team = tournament.teams.filter(public_id=public_id).prefetch_related("players").first()
    if team is None:
        raise Http404("no such team")
    return team


@of_event
def team(request: HttpRequest, tournament: Tournament, public_id: str) -> HttpResponse:
    """For readers of the event: one team, its players, its matches, and where it stands."""
    shown = team_of(tournament, public_id)
    matches = list(with_tables(matches_of_team(shown)))
    rows = standings_table(snapshots.read(tournament).data, tournament.game)["rows"]
    context = {
        **frame(tournament, "teams"),
        "team": shown,
        "substitutions": [line for line in queries.substitutions_of(shown) if not line.taken_back],
        "row": next((row for row in rows if row["team"] == public_id), None),
        "path": [_step(match, shown, tournament.slug) for match in matches],
        "khanucks": _khanucks(matches, shown),
        "push_key": queries.push_key() if settings.SENDS_PUSH else "",
        "takes_pledges": takes(fund_of(tournament)),
        "next": next_of(shown, matches, tournament),
        "needs": _what_it_takes(shown, tournament),
    }
    return render(request, "public/team.html", context)


def _what_it_takes(team: Team, tournament: Tournament) -> list[str]:
    """What the team has still to do to go on, in sentences; none once it has gone home or the event is over."""
    if tournament.status != Tournament.Status.RUNNING or team.withdrawn_at is not None:
        return []
    event = event_at_hand(tournament)
    return what_it_takes(team, event.stages, event.teams, event.matches)


@of_event
def my_team(request: HttpRequest, tournament: Tournament, public_id: str) -> HttpResponse:
    """For readers of the event: where a followed team plays now or next, in one line for the head of every page."""
    shown = team_of(tournament, public_id)
    matches = list(with_tables(matches_of_team(shown)))
    rows = standings_table(snapshots.read(tournament).data, tournament.game)["rows"]
    context = {
        "tournament": tournament,
        "team": shown,
        "next": next_of(shown, matches, tournament),
        "reached": next((row["reached"] for row in rows if row["team"] == public_id), ""),
    }
    return JsonResponse({"html": render_to_string("public/_my_team.html", context, request)})


def _step(match: Match, team: Team, slug: str) -> WayStep:
    """A match of the team's way with its round, and how it ended for the team."""
    won = None if match.winner_id is None else match.winner_id == team.pk
    return {"round": title_of(match), "tie": ties.tie(match, slug), "won": won, "match": match}


def _khanucks(matches: Sequence[Match], team: Team) -> dict[str, int] | None:
    """How many khanucks the team has made and failed; None if it called none."""
    counted = {"made": 0, "failed": 0}
    own_of = {match.pk: match.team_ids.index(team.pk) for match in matches}
    for game in counting(MatchGame.objects.filter(match__in=matches)).select_related("sheet"):
        own = own_of[game.match_id]
        for hand in game.sheet.ledger["hands"]:
            if hand.get("kind") in KHANUCKS and hand.get("seat") is not None and hand["seat"] % 2 == own:
                counted["made" if hand.get("detail") == "made" else "failed"] += 1
    return counted if any(counted.values()) else None


def next_of(team: Team, matches: Sequence[Match], tournament: Tournament) -> NextMatch | None:
    """The next of all the team's matches: at which table, or about when; None when there is none to come."""
    match = next((match for match in matches if not match.over), None)
    if match is None:
        return None
    seating = expected.seating_of(match)
    called = seating is not None and seating.ended_at is None
    return {
        "match": match,
        "round": title_of(match),
        "table": ties.table_words(table_of(match)) if called else "",
        "about": None if called else _begins(match, tournament),
        "against": _against(match, team),
        "later": _later(match),
    }


def _against(match: Match, team: Team) -> str:
    """Whom the team meets in a match, or where that team will come from; "" where each plays alone."""
    if match.alone:
        return ""
    other = next(side for side in match.sides if side.team_id != team.pk)
    return name_or_source(other)


def _begins(match: Match, tournament: Tournament) -> datetime | None:
    """About when a match is likely to begin, if that can be told."""
    return expected.starts_in(tournament, tables_of(tournament), timezone.now()).get(match.pk)


def _later(match: Match) -> brackets.Match | None:
    """The match that the winner of this one goes on to, None after a final and in a league."""
    after = Match.objects.filter(stage=match.stage_id, side__source=["winner", match.number])
    later = with_tables(with_teams(after)).first()
    return None if later is None else ties.tie(later, match.stage.tournament.slug)
