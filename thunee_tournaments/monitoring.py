"""`/metrics`: how the site does, for Prometheus and its like; for whoever has the token (`METRICS_TOKEN`) alone.

Every figure is read when it is asked for, out of the database and the disk: so it is right whichever of the site's
processes answers, and none of them counts anything. How many requests come and how long they take stands in nginx's
log.
"""

import time
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from thunee_tournaments import copies_made, disk
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.build import build
from thunee_tournaments.services import queries
from thunee_tournaments.tournaments.models import Tournament

TEXT = "text/plain; version=0.0.4; charset=utf-8"


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures as Prometheus reads them; 404 where no token is set, 401 without it, 503 without the database."""
    if not settings.METRICS_TOKEN:
        raise Http404("no figures are told")
    if not constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse(
            "the token is missing\n", status=401, content_type=TEXT, headers={"WWW-Authenticate": "Bearer"}
        )
    registry = CollectorRegistry()
    try:
        registry.register(_Figures())
        text = generate_latest(registry)
    except DatabaseError:
        return HttpResponse("database does not answer\n", status=503, content_type=TEXT)
    return HttpResponse(text, content_type=TEXT)


class _Figures:
    """All of them, read as they are collected."""

    def describe(self) -> list[Metric]:
        """Nothing is read before it is asked for."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Each figure with what it means."""
        built = GaugeMetricFamily("thunee_build", "What the site is made from; always 1.", labels=["build"])
        built.add_metric([build()], 1)
        yield built
        yield _one("thunee_database_seconds", "How long the database takes to answer nothing.", _database_seconds())
        yield from _events()
        yield from _waiting()
        yield _one("thunee_disk_free_bytes", "Bytes left where the site writes.", disk.free())
        copies = copies_made.read()
        if copies is not None and copies.at is not None:
            age = (timezone.now() - copies.at).total_seconds()
            yield _one("thunee_copy_age_seconds", "Since the last good copy of the database.", age)


def _one(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(name, meaning, value=value)


def _database_seconds() -> float:
    begun = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return time.perf_counter() - begun


def _events() -> Iterator[Metric]:
    events = GaugeMetricFamily("thunee_events", "Events by their state.", labels=["state"])
    counts = dict(Tournament.objects.order_by().values_list("status").annotate(Count("pk")))
    for state in Tournament.Status.values:
        events.add_metric([state], counts.get(state, 0))
    yield events
    matches = GaugeMetricFamily("thunee_matches", "Matches of running events by their state.", labels=["state"])
    running = Match.objects.filter(stage__tournament__status=Tournament.Status.RUNNING).order_by()
    by_state = dict(running.values_list("state").annotate(Count("pk")))
    for state in Match.State.values:
        matches.add_metric([state], by_state.get(state, 0))
    yield matches
    changes = Tournament.objects.aggregate(all=Sum("version"))["all"] or 0
    yield CounterMetricFamily("thunee_changes", "Public changes of events that are kept.", value=changes)


def _waiting() -> Iterator[Metric]:
    count = GaugeMetricFamily("thunee_waiting", "What was promised and is not done.", labels=["kind"])
    age = GaugeMetricFamily("thunee_waiting_seconds", "For how long the oldest of it has waited.", labels=["kind"])
    now = timezone.now()
    for kind, backlog in queries.backlogs().items():
        count.add_metric([kind], backlog.count)
        age.add_metric([kind], max(0.0, (now - backlog.since).total_seconds()) if backlog.since else 0.0)
    yield count
    yield age
