"""Table links: secret addresses, of which only the hash is kept."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from thunee_tournaments.tables.models import Table, TableLink
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.tokens import token_hash


@transaction.atomic
def issue(table: Table, lifetime: timedelta) -> tuple[TableLink, str]:
    """A new link for a table, and its token, which is not kept. The link before it is revoked."""
    Table.objects.select_for_update().get(pk=table.pk)
    revoke(table)
    token = tokens.fresh()
    link = TableLink.objects.create(
        tournament=table.tournament, table=table, token_hash=token_hash(token), expires_at=timezone.now() + lifetime
    )
    return link, token


def token_for(key: str, table: Table) -> str:
    """The token a table gets under a one-time key."""
    return tokens.derived("thunee_tournaments.tables.links", f"{key}/{table.pk}")


class LinksEnded(Exception):
    """The links of this key were replaced or revoked since: what ended does not come back."""


@transaction.atomic
def issue_once(tables: Sequence[Table], key: str, lifetime: timedelta) -> list[tuple[TableLink, str]]:
    """A new link for each table, and its token; the links before them are revoked. The same key again is answered with
    the same links. Raises LinksEnded. To be called with the tournament's row locked."""
    given_tokens = {table.pk: token_for(key, table) for table in tables}
    hashes = {pk: token_hash(token) for pk, token in given_tokens.items()}
    given = {link.table_id: link for link in TableLink.objects.filter(token_hash__in=hashes.values())}
    if not given:
        now = timezone.now()
        TableLink.objects.filter(table__in=tables, revoked_at__isnull=True).update(revoked_at=now)
        fresh = [
            TableLink(
                tournament_id=table.tournament_id, table=table, token_hash=hashes[table.pk], expires_at=now + lifetime
            )
            for table in tables
        ]
        given = {link.table_id: link for link in TableLink.objects.bulk_create(fresh)}
    if len(given) < len(tables) or not all(link.live for link in given.values()):
        raise LinksEnded
    return [(given[table.pk], given_tokens[table.pk]) for table in tables]


def revoke(table: Table) -> int:
    """End the table's link, if it has one; how many were ended."""
    return table.links.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())


def find(token: str) -> TableLink | None:
    """The live link this token opens, or None: revoked, expired and unknown ones are not told apart."""
    return _live().filter(token_hash=token_hash(token)).first()


def find_by_id(link_id: int) -> TableLink | None:
    """The live link a session was let in by, or None once it was revoked or has expired."""
    return _live().filter(pk=link_id).first()


def _live() -> QuerySet[TableLink]:
    now = timezone.now()
    return TableLink.objects.select_related("table", "tournament").filter(revoked_at=None, expires_at__gt=now)
