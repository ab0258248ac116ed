"""A tournament at a glance: the guided path, what is happening at the tables, what needs somebody's eye."""

from typing import TypedDict

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import stage_title, title_of
from thunee_tournaments.brackets.selectors import signs_anywhere
from thunee_tournaments.desk import guided_path
from thunee_tournaments.desk.access import (
    ANYBODY,
    ORGANISERS,
    REFEREES,
    DeskRequest,
    page_for,
)
from thunee_tournaments.desk.draw import qualifier_entries
from thunee_tournaments.desk.pages import Context, desk_page
from thunee_tournaments.desk.record import newer_engine
from thunee_tournaments.desk.selectors import (
    Facts,
    Place,
    differences,
    facts_of,
    hall,
    in_full,
    in_play,
    put_off,
    unseated,
)
from thunee_tournaments.desk.tables import stalled_tables
from thunee_tournaments.presentation import points
from thunee_tournaments.presentation.signatures import void_again
from thunee_tournaments.presentation.stages import put_off_to
from thunee_tournaments.services import queries
from thunee_tournaments.services.queries import (
    Outlook,
    count_newer_rulings,
    matches_under_review,
    outlook,
    surplus_waiting,
)
from thunee_tournaments.tables import expected
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.no_shows import missing_at
from thunee_tournaments.tables.timers import clocks_of
from thunee_tournaments.tournaments.models import Stage, Tournament

SHOWN = 20  # matches that wait for a table: the next ones; the bracket shows all


@require_safe
@page_for(ORGANISERS, looking=ANYBODY)
def overview(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For everybody with a role: where the tournament stands, what comes next, and what has to be looked at."""
    facts = facts_of(tournament)
    steps = guided_path.steps(tournament, facts)
    context: Context = {
        "facts": facts,
        "steps": steps,
        "next": next((step for step in steps if step.state == guided_path.NEXT), None),
        "warnings": guided_path.warnings(tournament, facts),
        "now": timezone.now(),
        "address": request.build_absolute_uri(f"/{tournament.slug}/"),
    }
    if tournament.status != Tournament.Status.DRAFT:
        now = outlook(tournament)
        context["champion"] = now.champion if now.decided else None
        context["go_on"] = _go_on(now, facts) if tournament.status == Tournament.Status.RUNNING else None
        context["reviews"] = matches_under_review(tournament)
        context["differences"] = differences(tournament)
        if request.roles & REFEREES:
            context["older_version"] = newer_engine.notice(tournament, count_newer_rulings(tournament))
        if signs_anywhere(tournament):
            context["again"] = void_again(MatchGame.objects.filter(match__stage__tournament=tournament))
    if tournament.status == Tournament.Status.RUNNING:
        context |= _at_tables(tournament) | _in_queue(now.stage) | {"surplus": surplus_waiting(tournament)}
    return desk_page(request, tournament, "desk/overview.html", context, tab="overview")


def _go_on(now: Outlook, facts: Facts) -> dict[str, str] | None:
    """What play waits for that an organiser does on the page of the bracket; None while there is nothing."""
    if now.can_draw and now.following is not None:
        stage = stage_title(now.following.format, now.following.parameters)
        says = _("This stage is over") if now.over else _("Its teams are known")
        return {"title": capfirst(stage), "says": says, "button": _("See the bracket")}
    if not facts.more_to_come or now.stage is None:
        return None
    if format_of(now.stage).round_by_round:
        says = _("The round is over. The next one is paired by the results as they stand.")
        return {"title": _("Pair the next round"), "says": says, "button": _("See the bracket")}
    if format_of(now.stage).sold:
        says = _("Nobody is playing: enter teams again, or close the entries.")
        return {"title": _("The qualifier"), "says": says, "button": _("See the bracket")}
    return None


def _in_queue(stage: Stage | None) -> Context:
    """How many entries of a qualifier wait for an opponent, and whether it stands still."""
    if stage is None or not format_of(stage).sold:
        return {"in_queue": None}
    everybody = queries.qualifier_standings(stage)
    waiting = [entered for entered in everybody if entered.state == streak.WAITING]
    return {"in_queue": len(waiting), "still": qualifier_entries.still(stage, everybody)}


def _at_tables(tournament: Tournament) -> Context:
    """The tables and the clocks of their rounds; who waits for a table, and about when they begin; what stands out."""
    playing = in_play(tournament)
    places, clocks, lacking = hall(tournament, playing), clocks_of(tournament), unseated(playing)
    waiting = [match for match, other in lacking if other is None]
    late = stalled_tables.overdue(tournament, places, clocks)
    in_use = [place.table for place in places if not place.put_away]
    about = expected.starts_in(tournament, in_use, timezone.now()) if waiting else {}
    gone = missing_at(tournament)
    kept_by = {match.pk: other for match, other in lacking if other is not None}
    return {
        "clocks": clocks,
        "places": [
            {**_place(tournament, place), "overdue": late.get(place.table.number)} for place in places if place.match
        ],
        "missing": [
            {
                "missing_side": missing_side,
                "match": place.match,
                "at": place.table.title,
                "href": f"{_match_href(tournament, place.match.public_id)}#no-show",
            }
            for place in places
            if place.match
            for missing_side in gone.get(place.match.pk, [])
        ],
        "overdue": len(late),
        "idle": "" if tournament.coming else stalled_tables.idle(places, waiting),
        "held_up": [
            {"match": match, "why": _kept_by(kept_by[match.pk]), "href": _match_href(tournament, match.public_id)}
            for match in in_full(match for match, other in lacking if other is not None)
        ],
        "put_off": [
            {"match": match, "why": put_off_to(match), "href": _match_href(tournament, match.public_id)}
            for match in put_off(tournament)[:SHOWN]
        ],
        "without_table": [
            {
                "match": match,
                "why": title_of(match),
                "href": _match_href(tournament, match.public_id),
                "about": about.get(match.pk),
            }
            for match in in_full(waiting[:SHOWN])
        ],
        "more_without": max(0, len(waiting) - SHOWN),
    }


class PlayedAt(TypedDict):
    """A table with its match, and how far that is."""

    table: Table
    match: Match
    round: str
    game: MatchGame | None
    score: str
    hands: int
    href: str


def _kept_by(other: Match) -> str:
    """Which match keeps a team from this one: one under review, or one that is being played."""
    message = _("a team is in match %(number)s, under review") if other.conflict else _("a team plays match %(number)s")
    return message % {"number": other.number}


def _place(tournament: Tournament, place: Place) -> PlayedAt:
    match, game = place.match, place.game
    assert match is not None
    return {
        "table": place.table,
        "match": match,
        "round": title_of(match),
        "game": game,
        "score": points.brief(game.sheet.ledger["after"]) if game else "",
        "hands": len(game.sheet.ledger["hands"]) if game else 0,
        "href": _match_href(tournament, match.public_id),
    }


def _match_href(tournament: Tournament, match: str) -> str:
    return reverse("desk:match", args=[tournament.slug, match])
