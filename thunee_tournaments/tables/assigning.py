"""Calling matches to tables: every ready match to the lowest free table, in the order of the bracket.

To be called with the tournament's row locked, so that two matches never reach for the same table.
"""

from django.utils import timezone

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tables.models import Seating, Table
from thunee_tournaments.tournaments.models import Tournament


def ensure_tables(tournament: Tournament, count: int) -> list[Table]:
    """Tables 1 to `count`, made where they are missing. Those there are stay: their links may be printed already."""
    present = set(tournament.tables.values_list("number", flat=True))
    Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, count + 1) if number not in present
    )
    return list(tournament.tables.order_by("number"))


def free_tables(tournament: Tournament) -> list[Table]:
    """The tables no match is called to, lowest number first."""
    taken = Seating.objects.filter(table__tournament=tournament, ended_at__isnull=True).values("table")
    return list(tournament.tables.exclude(pk__in=taken).order_by("number"))


def call_ready(tournament: Tournament) -> list[Seating]:
    """Call every match that can be played and has no table to the lowest free one; as many as there are tables."""
    waiting = Match.objects.filter(
        stage__tournament=tournament, state__in=[Match.State.READY, Match.State.PLAYING]
    ).exclude(seating__ended_at__isnull=True, seating__isnull=False)
    pairs = zip(waiting.order_by("stage__order", "number"), free_tables(tournament), strict=False)
    return [_call(match, table) for match, table in pairs]


def holder_of(table: Table) -> Seating | None:
    """The seating that lasts at a table, with its match."""
    return Seating.objects.filter(table=table, ended_at__isnull=True).select_related("match").first()


def move(match: Match, table: Table) -> Seating:
    """Call a match to this table, wherever it was. A match that was called there and has not begun takes the table it
    leaves, or waits for another."""
    was = Seating.objects.filter(match=match, ended_at__isnull=True).select_related("table").first()
    holder = holder_of(table)
    other = holder.match if holder is not None and holder.match_id != match.pk else None
    if other is not None:
        uncall(other)
    seating = _call(match, table)
    if other is not None and was is not None:
        _call(other, was.table)
    return seating


def leave(match: Match) -> None:
    """The match is over: its table is free."""
    Seating.objects.filter(match=match, ended_at__isnull=True).update(ended_at=timezone.now())


def uncall(match: Match) -> None:
    """The match cannot be played after all: forget that it was called."""
    Seating.objects.filter(match=match).delete()


def come_back(match: Match) -> None:
    """The match goes on after all: to the table it was played at, if that is free or holds a match not begun yet,
    which then has to wait for another; else `call_ready` finds a table."""
    seating = Seating.objects.filter(match=match, ended_at__isnull=False).select_related("table").first()
    if seating is None:
        return
    holder = holder_of(seating.table)
    if holder is not None:
        if holder.match.state != Match.State.READY:
            return
        holder.delete()
    seating.ended_at = None
    seating.save(update_fields=["ended_at"])


def _call(match: Match, table: Table) -> Seating:
    seating, _created = Seating.objects.update_or_create(match=match, defaults={"table": table, "ended_at": None})
    return seating
