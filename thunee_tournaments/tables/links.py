"""Table links: secret addresses that only this installation can work out, so that they can be printed again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.tables.models import Table, TableLink
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.tokens import token_hash


@dataclass(frozen=True)
class Scope:
    """What a link is for: a table, or one side of it; perhaps only for a round or a match played there."""

    table: Table
    side: str = ""
    round: Round | None = None
    match: Match | None = None

    def link(self, key: str, until: datetime) -> TableLink:
        return TableLink(
            tournament_id=self.table.tournament_id,
            table=self.table,
            side=self.side,
            round=self.round,
            match=self.match,
            token_hash=token_hash(token_for(key, self.table.pk, self.side)),
            key=key,
            expires_at=until,
        )


@transaction.atomic
def issue(scope: Scope, lifetime: timedelta) -> tuple[TableLink, str]:
    """A new link, and its token. The link before it is revoked."""
    Table.objects.select_for_update().get(pk=scope.table.pk)
    _make_room([scope])
    key = token_hash(tokens.fresh())
    link = scope.link(key, timezone.now() + lifetime)
    link.save()
    return link, token_for(key, scope.table.pk, scope.side)


def token_for(key: str, table_id: int, side: str) -> str:
    """The token a table, or a side of it, gets under the hash of a one-time key."""
    return tokens.derived("thunee_tournaments.tables.links", f"{key}/{table_id}{side and '/' + side}")


def token_of(link: TableLink) -> str:
    """The token of a link, worked out again; "" for one of before, or of an installation with another secret."""
    token = token_for(link.key, link.table_id, link.side) if link.key else ""
    return token if token and token_hash(token) == link.token_hash else ""


class LinksEnded(Exception):
    """The links of this key were replaced or revoked since: what ended does not come back."""


@transaction.atomic
def issue_once(scopes: Sequence[Scope], key: str, lifetime: timedelta) -> list[tuple[TableLink, str]]:
    """A new link for each scope, and its token; the links before them are revoked. The same key again is answered with
    the same links. Raises LinksEnded. To be called with the tournament's row locked."""
    key = token_hash(key)
    wanted = [token_for(key, scope.table.pk, scope.side) for scope in scopes]
    links = _by_hash(wanted)
    if not links:
        _make_room(scopes)
        until = timezone.now() + lifetime
        TableLink.objects.bulk_create(scope.link(key, until) for scope in scopes)
        links = _by_hash(wanted)
    if len(links) < len(scopes) or not all(link.live for link in links.values()):
        raise LinksEnded
    return [(links[token_hash(token)], token) for token in wanted]


def _by_hash(wanted: Sequence[str]) -> dict[str, TableLink]:
    links = TableLink.objects.select_related("table").filter(token_hash__in=[token_hash(token) for token in wanted])
    return {link.token_hash: link for link in links}


def _make_room(scopes: Sequence[Scope]) -> None:
    """A link for the whole table and links for its sides are never live together."""
    now = timezone.now()
    live = TableLink.objects.filter(revoked_at__isnull=True)
    whole = [scope.table for scope in scopes if not scope.side]
    live.filter(table__in=whole).update(revoked_at=now)
    for side in ("A", "B"):
        tables = [scope.table for scope in scopes if scope.side == side]
        live.filter(table__in=tables, side__in=["", side]).update(revoked_at=now)


def revoke(table: Table) -> int:
    """End the table's links, if it has any; how many were ended."""
    return table.links.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())


def find(token: str) -> TableLink | None:
    """The live link this token opens, or None: revoked, expired and unknown ones are not told apart."""
    return _live().filter(token_hash=token_hash(token)).first()


def _live() -> QuerySet[TableLink]:
    now = timezone.now()
    return TableLink.objects.select_related("table", "tournament").filter(revoked_at=None, expires_at__gt=now)
