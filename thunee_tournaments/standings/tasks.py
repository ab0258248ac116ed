"""Standings are computed after the change, by a worker; whoever reads before that computes them on the spot."""

from thunee_tournaments.standings import snapshots
from thunee_tournaments.standings.shapes import SnapshotTask
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.models import OutboxTask, Tournament

KIND = "standings"


def promise_snapshot(tournament: Tournament, version: int) -> OutboxTask:
    """Promise a snapshot of at least this version, inside the transaction that makes the version."""
    payload: SnapshotTask = {"tournament": tournament.pk, "version": version}
    return outbox.promise(KIND, _key(tournament, version), payload)


def _key(tournament: Tournament, version: int) -> str:
    return f"{tournament.public_id}:{version}"


def is_promised(tournament: Tournament) -> bool:
    """Whether the snapshot after the last change that was more than a hand is still to be made: it is made of what
    stands by then. Ask with the tournament's row locked, as whoever makes it does."""
    return outbox.is_open(KIND, _key(tournament, tournament.beyond_hands))


@outbox.handles(KIND)
def build_snapshot(payload: SnapshotTask) -> None:
    """Make the snapshot of the tournament as it is now, unless there is one. Running it twice changes nothing."""
    tournament = Tournament.objects.filter(pk=payload["tournament"]).first()
    if tournament is not None:
        snapshots.build(tournament)
