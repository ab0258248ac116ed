"""The first page: tournaments now playing, coming and past, and what this is."""

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.brackets.progress import figures
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.public.caching import etag, page
from thunee_tournaments.teams.sign_ups import Announcement, announced_events
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import public_tournaments

PAST = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For everybody: the tournaments. Tagged with the versions of all of them together, and the day, on which past
    and future depend."""
    shown = ~Q(status=Tournament.Status.DRAFT) | Q(announcement__visibility=Announcement.Visibility.PUBLIC)
    figures = {"versions": Coalesce(Sum("version"), 0), "count": Count("pk"), "last": Max("pk")}
    state = Tournament.objects.filter(shown).aggregate(**figures)
    tag = etag(request, *state.values(), timezone.localdate())
    return page(request, tag, lambda: render(request, "public/home.html", _context()))


def _context() -> Context:
    events = _with_figures(public_tournaments())
    running = [event for event in events if event.status == Tournament.Status.RUNNING]
    closed = [event for event in events if event.status == Tournament.Status.CLOSED]
    return {
        "nav": "home",
        "playing": [event for event in running if not event.coming],
        "announced": list(announced_events().exclude(tournament__date__lt=timezone.localdate())[:PAST]),
        "coming": [event for event in running if event.coming],
        "past": closed[:PAST],
    }


def _with_figures(events: QuerySet[Tournament]) -> list[Tournament]:
    """The first of these, as many as the page may show, with `team_count`, `match_count`, `played_count`,
    `playing_count` and `champion`. They are chosen first: nothing is counted of the others."""
    chosen = [*events.values_list("pk", flat=True)[: PAST * 2]]
    matches = Match.objects.filter(stage__tournament=OuterRef(OuterRef("pk")))
    final = matches.order_by("-stage__order", "-number").values("pk")[:1]
    champion = MatchSide.objects.filter(match=Subquery(final), side=F("match__won_by")).values("team__name")[:1]
    return list(events.filter(pk__in=chosen).annotate(**figures(), champion=Subquery(champion)))
