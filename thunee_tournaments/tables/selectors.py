"""Reading tables: which match is at which, and what a table's phone may see."""

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from adjudication.prepared import Prepared, number
from thunee_tournaments.brackets.at_hand import event_at_hand, rows_of
from thunee_tournaments.brackets.models import Match, sides_of
from thunee_tournaments.brackets.selectors import with_teams
from thunee_tournaments.tables.models import Seating, Table, TableLink
from thunee_tournaments.tournaments.models import Tournament


def with_tables(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with their table at hand: `match.seating.table` (a match that was never called has no `seating`)."""
    return matches.select_related("seating__table")


def all_with_tables(tournament: Tournament) -> list[Match]:
    """The same of a whole event, all its matches in order: each team, stage, round and table is read once, so that a
    page of a large event takes a tenth of the time."""
    tables = {table.pk: table for table in tournament.tables.all()}
    seatings = {seating.match_id: seating for seating in rows_of(Seating.objects.filter(table__in=tables))}
    matches = event_at_hand(tournament).matches
    for match in matches:
        seating = seatings.get(match.pk)
        Match.seating.related.set_cached_value(match, seating)
        if seating is not None:
            seating.match, seating.table = match, tables[seating.table_id]
    return matches


def table_of(match: Match) -> Table | None:
    """The table a match is or was played at."""
    seating = getattr(match, "seating", None)
    return seating.table if seating is not None else None


def tables_of(tournament: Tournament) -> QuerySet[Table]:
    """The tables that are in use, in order: as many as the organiser said. Those above were put away."""
    tables = tournament.tables.order_by("number")
    return tables if tournament.table_count is None else tables.filter(number__lte=tournament.table_count)


def live_links(tournament: Tournament) -> QuerySet[TableLink]:
    """The links that open a table now."""
    return tournament.table_links.filter(revoked_at=None, expires_at__gt=timezone.now())


def is_put_away(table: Table) -> bool:
    """Whether nothing is called to this table any more; a match that was begun there is still played to its end."""
    count = table.tournament.table_count
    return count is not None and table.number > count


def table_for(tournament: Tournament, number: int) -> Table:
    """A table of this tournament by its number. Raises Http404."""
    table = tournament.tables.filter(number=number).first()
    if table is None:
        raise Http404("no such table")
    return table


def match_at(table: Table) -> Match | None:
    """The match that is called to a table now."""
    return NOW_AT.first(table=table.pk)


def last_match_at(table: Table) -> Match | None:
    """The match that ended last at a table: its scorekeeper may still have to fix the last hand."""
    return LAST_AT.first(table=table.pk)


def open_seatings(tournament: Tournament) -> dict[int, Seating]:
    """The seatings that last, by table number, with the match and its teams at hand."""
    seatings = Seating.objects.filter(table__tournament=tournament, ended_at__isnull=True)
    open_ = seatings.select_related("table", "match__round").prefetch_related(sides_of("match__"))
    return {seating.table.number: seating for seating in open_}


def _at() -> QuerySet[Match]:
    matches = with_tables(with_teams(Match.objects.filter(seating__table_id=number("table"))))
    return matches.select_related("round__timer")


# Every page of a table's phone begins with them.
NOW_AT = Prepared(lambda: _at().filter(seating__ended_at__isnull=True)[:1])
LAST_AT = Prepared(lambda: _at().filter(seating__ended_at__isnull=False).order_by("-seating__ended_at")[:1])
