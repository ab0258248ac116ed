"""Calling matches to tables: every ready match to the lowest free table (in its zone, or at home: `choosing`), in the
order of the bracket.

To be called with the tournament's row locked, so that two matches never reach for the same table.
"""

from collections.abc import Iterator
from dataclasses import replace

from django.db.models import QuerySet
from django.utils import timezone

from adjudication.prepared import PreparedRows, number
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.tables import choosing, no_shows
from thunee_tournaments.tables.models import NoShow, Seating, Table
from thunee_tournaments.tables.selectors import is_put_away, tables_of
from thunee_tournaments.tournaments.models import Tournament

# The teams at tables, asked with every match that ends.
SEATED = PreparedRows(
    lambda: (
        MatchSide.objects.filter(
            match__seating__table__tournament=number("tournament"),
            match__seating__ended_at__isnull=True,
            team__isnull=False,
        )
        .order_by()
        .values_list("team_id")
    )
)


def ensure_tables(tournament: Tournament, count: int) -> list[Table]:
    """Tables 1 to `count`, made where they are missing. Those there are stay: their links may be printed already."""
    present = set(tournament.tables.values_list("number", flat=True))
    Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, count + 1) if number not in present
    )
    return list(tournament.tables.order_by("number"))


def free_tables(tournament: Tournament) -> list[Table]:
    """The tables in use that no match is called to, lowest number first."""
    taken = Seating.objects.filter(table__tournament=tournament, ended_at__isnull=True).values("table")
    return list(tables_of(tournament).exclude(pk__in=taken))


def open_early(tournament: Tournament) -> bool:
    """The organiser lets an event begin: before its day, or one that was to wait for that. The tournament's row is
    locked. False: it had begun."""
    if not tournament.coming:
        return False
    tournament.opened_at = timezone.now()
    tournament.save(update_fields=["opened_at"])
    return True


def call_ready(tournament: Tournament) -> list[Seating]:
    """Call every match that can be played and has no table to the lowest free one, in its zone if it has one.

    As many as there are tables. One that is put off waits until it is let be played. A match that is open again while
    one of its teams plays another waits for that. Nobody is called in an event that has not begun
    (`Tournament.coming`).
    """
    if tournament.coming:
        return []
    waiting = Match.objects.filter(
        stage__tournament=tournament, state__in=[Match.State.READY, Match.State.PLAYING], postponed_to=None
    ).exclude(seating__ended_at__isnull=True, seating__isnull=False)
    free, called = free_tables(tournament), []
    if not free:
        return []
    busy = _seated(tournament)
    zoned = any(table.zone for table in free)
    others = taken_zones(tournament) if zoned else frozenset()
    # What a stage was drawn from is as long as the field: it is not read, and the stage once, not with each match.
    stages = {stage.pk: stage for stage in tournament.stages.defer("inputs")}
    for match in _in_turn(waiting, 2 * len(free)):
        if not free:
            break
        if teams_in(match) & busy:
            continue
        match.stage = stages[match.stage_id]
        table = choosing.choose(free, wish_for(match), others)
        if table is not None:
            busy |= teams_in(match)
            free.remove(table)
            called.append(_call(match, table))
    return called


def _in_turn(waiting: QuerySet[Match], many: int) -> Iterator[Match]:
    """Matches in the order of the bracket, so many read at a time: mostly the first few take all tables there are."""
    keys = list(waiting.order_by("stage__order", "number").values_list("pk", flat=True))
    for start in range(0, len(keys), many):
        some = {match.pk: match for match in Match.objects.filter(pk__in=keys[start : start + many])}
        yield from (some[key] for key in keys[start : start + many])


def wish_for(match: Match) -> choosing.Wish:
    """Where a match is to be played: as its stage says; in a league at home first."""
    wish = choosing.wish_of(match.stage.parameters)
    host = match.team("A") if format_of(match.stage).hosted else None
    return wish if host is None else replace(wish, home=choosing.home_of(host.name, host.club))


def taken_zones(tournament: Tournament) -> frozenset[str]:
    """The zones that a stage is played in, and those in which a team of a league is at home."""
    stages = list(tournament.stages.all())
    zones = choosing.zones_of(stage.parameters for stage in stages)
    if any(format_of(stage).hosted for stage in stages):
        zones |= choosing.home_of(*(name for both in tournament.teams.values_list("name", "club") for name in both))
    return zones


def teams_in(match: Match) -> set[int]:
    """The ids of the teams (or single players) that sit down to a match."""
    return {key for key in match.team_ids if key is not None}


def elsewhere(match: Match) -> list[Seating]:
    """Where teams of this match sit for another one."""
    tournament = match.stage.tournament_id
    live = Seating.objects.filter(table__tournament=tournament, ended_at__isnull=True).exclude(match=match)
    theirs = MatchSide.objects.filter(team__in=teams_in(match)).order_by().values("match")
    return list(live.filter(match__in=theirs).select_related("match", "table"))


def _seated(tournament: Tournament) -> set[int]:
    """The teams that sit at a table now."""
    return {team for (team,) in SEATED.all(tournament=tournament.pk)}


def holder_of(table: Table) -> Seating | None:
    """The seating that lasts at a table, with its match."""
    seatings = Seating.objects.filter(table=table, ended_at__isnull=True)
    return seatings.select_related("match__stage").first()


def seating_of(match: Match) -> Seating | None:
    """Where a match is now, with its table."""
    return Seating.objects.filter(match=match, ended_at__isnull=True).select_related("table").first()


def move(match: Match, table: Table) -> Seating:
    """Call a match to this table, wherever it was, whatever its zone. A match that was called there and has not begun
    takes the table it leaves, or waits for another."""
    was = seating_of(match)
    holder = holder_of(table)
    other = holder.match if holder is not None and holder.match_id != match.pk else None
    if other is not None:
        uncall(other)
    seating = _call(match, table)
    if other is not None and was is not None and choosing.wish_of(other.stage.parameters).allows(was.table):
        _call(other, was.table)
    return seating


def leave(match: Match) -> None:
    """The match is over: its table is free, and nobody is waited for."""
    no_shows.end([match.pk], NoShow.End.OVER)
    Seating.objects.filter(match=match, ended_at__isnull=True).update(ended_at=timezone.now())


def uncall(match: Match) -> None:
    """The match cannot be played after all: forget that it was called."""
    Seating.objects.filter(match=match).delete()


def come_back(match: Match) -> None:
    """The match goes on after all: to the table it was played at, if that is free or holds a match not begun yet,
    which then has to wait for another; else `call_ready` finds a table. Another match its teams were called to waits;
    one they have begun is finished first."""
    seating = Seating.objects.filter(match=match, ended_at__isnull=False).select_related("table__tournament").first()
    if seating is None or is_put_away(seating.table):
        return
    holder = holder_of(seating.table)
    in_the_way = [*elsewhere(match), *([holder] if holder is not None else [])]
    if any(other.match.state != Match.State.READY for other in in_the_way):
        return
    Seating.objects.filter(pk__in=[other.pk for other in in_the_way]).delete()
    seating.ended_at = None
    seating.save(update_fields=["ended_at"])


def _call(match: Match, table: Table) -> Seating:
    seating, _created = Seating.objects.update_or_create(match=match, defaults={"table": table, "ended_at": None})
    return seating
