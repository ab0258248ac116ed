"""Table links: secret addresses, of which only the hash is kept."""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from thunee_tournaments.tables.models import Table, TableLink

TOKEN_BYTES = 16  # 128 bits: nobody guesses one


def token_hash(token: str) -> str:
    """What is stored of a token. A plain SHA-256 is enough: the token is random, not a password somebody thought of."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def issue(table: Table, lifetime: timedelta) -> tuple[TableLink, str]:
    """A new link for a table, and its token, which is not kept. The link before it is revoked."""
    Table.objects.select_for_update().get(pk=table.pk)
    revoke(table)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    link = TableLink.objects.create(
        tournament=table.tournament, table=table, token_hash=token_hash(token), expires_at=timezone.now() + lifetime
    )
    return link, token


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
