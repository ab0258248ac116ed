"""Snapshots of the standings: made when results change, read by everybody, and computed anew when stale."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import OuterRef, Subquery

from adjudication.prepared import PreparedUpdate, number
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.standings import event_standings
from thunee_tournaments.standings.models import Snapshot
from thunee_tournaments.standings.shapes import StandingsData
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament

# Asked with every hand.
CARRIED_OVER = PreparedUpdate(
    lambda: Snapshot.objects.filter(tournament=number("tournament"), version=number("before")), "version"
)
KEPT = 3  # older snapshots are of no use to anybody


@dataclass(frozen=True)
class Standings:
    """The standings at a version; `live`: computed just now, for there is no snapshot of it yet."""

    version: int
    data: StandingsData
    live: bool


def build(tournament: Tournament) -> Snapshot:
    """The snapshot of the tournament as it is now, made if it is not there.

    The tournament's row is locked meanwhile: every writer counts the version up before it commits, so what is read
    belongs to the version it is kept under.
    """
    with transaction.atomic():
        tournament = lock_tournament(tournament.pk)
        snapshot = Snapshot.objects.filter(tournament=tournament, version=tournament.version).first()
        if snapshot is None:
            data = event_standings.standings(tournament)
            snapshot = Snapshot.objects.create(tournament=tournament, version=tournament.version, data=data)
            old = (
                Snapshot.objects.filter(tournament=tournament).order_by("-version").values_list("pk", flat=True)[KEPT:]
            )
            Snapshot.objects.filter(pk__in=list(old)).delete()
        return snapshot


def carry_over(tournament: Tournament) -> bool:
    """Let the standings of the version before stand for this one, inside the transaction that counted it up; False if
    there are none yet. For changes that standings do not depend on: they are neither computed nor stored again."""
    before = tournament.version - 1
    return CARRIED_OVER.write(tournament=tournament.pk, before=before, version=tournament.version) == 1


def read(tournament: Tournament, matches: Sequence[Match] | None = None, *, places_only: bool = False) -> Standings:
    """The standings at the tournament's version, never stale: from the snapshot, or computed on the spot; from all its
    matches in order with their rounds, if whoever asks has them at hand. `places_only`: who asks for nothing else need
    not wait for the figures."""
    kept = Snapshot.objects.filter(tournament=OuterRef("pk"), version=OuterRef("version"))
    now = Tournament.objects.filter(pk=tournament.pk).values_list("version", Subquery(kept.values("data")))
    if not (row := now.first()):
        raise Tournament.DoesNotExist
    version, data = row
    if data is not None:
        return Standings(version, data, live=False)
    return Standings(version, event_standings.standings(tournament, matches, places_only=places_only), live=True)
