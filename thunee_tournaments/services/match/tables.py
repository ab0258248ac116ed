"""Tables: how many, which match is called to which, and the links by which a table keeps its own score."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match, Round, sides_of
from thunee_tournaments.brackets.settling import lock_match
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_matches
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import playable
from thunee_tournaments.tables import admitting, assigning, links
from thunee_tournaments.tables.models import Seating, Table, TableLink
from thunee_tournaments.tables.selectors import is_put_away, live_links
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament

MAX_TABLES = 256
DEFAULT_TABLES = 32
MIN_KEY = 16
HOURS = 48  # a link works so long, if nothing else is said
MAX_HOURS = 14 * 24


@dataclass(frozen=True)
class FewerTables:
    """What it means for the matches at the tables above, if there are fewer: those that have not begun go `back` to
    wait for a table; those in play `stay` until they are over."""

    back: tuple[Seating, ...] = ()
    stay: tuple[Seating, ...] = ()

    @property
    def word(self) -> str:
        """The same as long as it means the same: who was told it hands it in again."""
        return ",".join(
            f"{seating.table.number}-{seating.match.number}-{seating.match.state}"
            for seating in (*self.back, *self.stay)
        )


def with_fewer_tables(tournament: Tournament, count: int) -> FewerTables:
    """What having only so many tables would mean now."""
    above = (
        Seating.objects.filter(table__tournament=tournament, table__number__gt=count, ended_at__isnull=True)
        .select_related("table", "match")
        .prefetch_related(sides_of("match__"))
    )
    seatings = sorted(above, key=lambda seating: seating.table.number)
    begun = [seating for seating in seatings if seating.match.state != Match.State.READY]
    return FewerTables(tuple(seating for seating in seatings if seating not in begun), tuple(begun))


@transaction.atomic
def set_table_count(*, actor: User, tournament: Tournament, count: int, shown: str = "") -> list[Table]:
    """How many tables the hall has (1 to 256), at any time. More are added. Where there are fewer, matches that were
    called to those above and have not begun wait for a table again; one in play stays where it is until it is over.

    `shown`: the `FewerTables.word` of what the organiser was shown it means. Refused: not_allowed, bad_count, say_first
    (it means something for a match, and that was not what was shown).
    """
    require_role(actor, tournament)
    require_count(count)
    lock_matches(Match.objects.filter(seating__table__number__gt=count, seating__table__tournament=tournament))
    tournament = lock_tournament(tournament.pk)
    fewer = with_fewer_tables(tournament, count)
    if fewer.word != shown and fewer.word:
        raise Refused("say_first", _("Matches were called to the tables that go. Look at what becomes of them first."))
    for seating in fewer.back:
        assigning.uncall(seating.match)
    tournament.table_count = count
    tournament.save(update_fields=["table_count"])
    _put_away(tournament, count)
    tables = assigning.ensure_tables(tournament, count)
    assigning.call_ready(tournament)
    publish(tournament)
    return [table for table in tables if table.number <= count]


def require_count(count: int) -> None:
    """Refused: bad_count."""
    if not 1 <= count <= MAX_TABLES:
        raise Refused("bad_count", _("A hall has 1 to %(most)s tables.") % {"most": MAX_TABLES})


def _put_away(tournament: Tournament, count: int) -> None:
    """The tables above go, with their links. One at which something was played stays for the record, and so does its
    link: hands may wait on its phone, or names to be signed."""
    unused = tournament.tables.filter(number__gt=count, seatings__isnull=True)
    TableLink.objects.filter(table__in=unused).delete()
    unused.delete()


@transaction.atomic
def assign_tables(*, actor: User, tournament: Tournament) -> list[Seating]:
    """Call every ready match that has none to the lowest free table, in order of match number; an event whose day has
    not come, or that waits to be started, is opened by this. Refused: not_allowed."""
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    opened = assigning.open_early(tournament)
    called = assigning.call_ready(tournament)
    if called or opened:
        publish(tournament)
    return called


@transaction.atomic
def move_match(*, actor: User, match: Match, table: Table, reason: str = "") -> Seating:
    """Let a match that can be played, or is being played, be at this table from now on; the phone there keeps score.

    A match that was called to the table and has not begun takes the one that gets free, or waits for another. Where a
    match leaves a table for this, the record tells it, with the reason. Refused: not_allowed, match_over,
    teams_unknown, unknown_table, table_taken (a match has begun there), team_playing (another match, at another
    table), reason_missing, table_put_away, tournament_closed.
    """
    require_role(actor, match.stage.tournament)
    _require_own(match.stage.tournament, [table])
    match = playable(lock_match(match.pk))
    tournament = lock_tournament(match.stage.tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is played any more."))
    holder = assigning.holder_of(table)
    if is_put_away(table) and (holder is None or holder.match_id != match.pk):
        raise Refused(
            "table_put_away",
            _("Table %(table)s was put away. Say first that there are more tables.") % {"table": table.number},
        )
    if holder is not None and holder.match_id != match.pk and holder.match.state != Match.State.READY:
        raise Refused(
            "table_taken",
            _("A match has begun at table %(table)s. Choose a table that is free, or whose match has not begun.")
            % {"table": table.number},
        )
    in_the_way = assigning.elsewhere(match)
    for other in in_the_way:
        if other.match.state != Match.State.READY:
            raise Refused(
                "team_playing",
                _("A team of this match plays match %(match)s at table %(table)s. That is finished first.")
                % {"match": other.match.number, "table": other.table.number},
            )
    _tell(match, table, [*in_the_way, *([holder] if holder else [])], actor, reason)
    for other in in_the_way:
        assigning.uncall(other.match)
    assigning.open_early(tournament)
    if match.postponed_to is not None:  # it is played now
        match.postponed_to = None
        match.save(update_fields=["postponed_to"])
        notices.post_put_off(match, actor=actor)
    seating = assigning.move(match, table)
    assigning.call_ready(tournament)
    publish(tournament)
    return seating


def _tell(match: Match, table: Table, in_the_way: Sequence[Seating], actor: User, reason: str) -> None:
    """The record tells that a match leaves a table for this: the one that is moved, or who is called there."""
    seating = assigning.seating_of(match)
    was = seating.table.number if seating is not None else None
    room = sorted({other.match.number for other in in_the_way if other.match_id != match.pk})
    if room or was not in (None, table.number):
        notices.post_moved(match, table.number, was, room, actor=actor, reason=given_reason(reason))


@dataclass(frozen=True)
class IssuedLink:
    """A link and its token, which stands in its address."""

    link: TableLink
    token: str


@transaction.atomic
def issue_table_link(
    *,
    actor: User,
    table: Table,
    hours: int = HOURS,
    side: str = "",
    round: Round | None = None,
    match: Match | None = None,
) -> IssuedLink:
    """A new secret link for a table, or for a side of it; the one before stops working. `/t/<token>` is its address.

    `round` or `match`: it reaches only what is played of these at the table. Refused: not_allowed, tournament_closed,
    bad_scope."""
    require_role(actor, table.tournament)
    if table.tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is closed: there is nothing left to score."))
    scope = links.Scope(table, side, round, match)
    _require_sense(scope)
    return IssuedLink(*links.issue(scope, timedelta(hours=hours)))


@transaction.atomic
def issue_table_links(
    *,
    actor: User,
    tournament: Tournament,
    tables: Sequence[Table],
    key: str,
    hours: int = HOURS,
    round: Round | None = None,
    match: Match | None = None,
) -> list[IssuedLink]:
    """New secret links for these tables, in their order; the ones before stop working. Where each side writes on its
    own phone, a table gets two.

    `hours`: how long they work, up to two weeks. `key` is a one-time key of the request (16 characters or more). Asked
    again with it, the same links are answered again: a double tap or a reload must not end what was just printed.
    Refused: not_allowed, unknown_table, tournament_closed, links_ended (they were replaced or revoked since), bad_key,
    bad_hours, bad_scope.
    """
    require_role(actor, tournament)
    _require_own(tournament, tables)
    tournament = lock_tournament(tournament.pk)
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is closed: there is nothing left to score."))
    if len(key) < MIN_KEY:
        raise Refused("bad_key", _("This page is not complete. Reload it and ask again."))
    if not 0 < hours <= MAX_HOURS:
        raise Refused("bad_hours", _("A link works for two weeks at the most."))
    sides = ("A", "B") if policies.read(tournament.policies).scoring == policies.Scoring.BOTH_SIDES else ("",)
    scopes = [links.Scope(table, side, round, match) for table in tables for side in sides]
    for scope in scopes:
        _require_sense(scope)
    try:
        return [IssuedLink(*issued) for issued in links.issue_once(scopes, key, timedelta(hours=hours))]
    except links.LinksEnded:
        raise Refused(
            "links_ended",
            _("These links were replaced or taken back since. Make new ones, or show those that work now."),
        ) from None


def table_links_again(*, actor: User, tournament: Tournament) -> list[IssuedLink]:
    """The links that work now, to be printed again, by table. One whose token is not known any more is left out: it
    works on. Refused: not_allowed."""
    require_role(actor, tournament)
    live = live_links(tournament).select_related("table", "match", "round__stage").order_by("table__number", "side")
    return [IssuedLink(link, token) for link in live if (token := links.token_of(link))]


@transaction.atomic
def revoke_table_link(*, actor: User, table: Table) -> None:
    """The table's links stop working at once. Without one nothing happens. Refused: not_allowed."""
    require_role(actor, table.tournament)
    links.revoke(table)


@transaction.atomic
def renew_table_pin(*, actor: User, table: Table) -> None:
    """Another PIN for further phones at a table; where wrong ones had locked its link, it opens again. Refused:
    not_allowed."""
    require_role(actor, table.tournament)
    for link in table.links.filter(revoked_at__isnull=True):
        admitting.renew_pin(link)


def _require_sense(scope: links.Scope) -> None:
    inside = [scope.match.stage.tournament_id] if scope.match else []
    inside += [scope.round.stage.tournament_id] if scope.round else []
    if scope.side not in ("", "A", "B") or any(pk != scope.table.tournament_id for pk in inside):
        raise Refused("bad_scope", _("This tournament has no such match or round."))


def _require_own(tournament: Tournament, tables: Sequence[Table]) -> None:
    if any(table.tournament_id != tournament.pk for table in tables):
        raise Refused("unknown_table", _("This tournament has no such table."))
