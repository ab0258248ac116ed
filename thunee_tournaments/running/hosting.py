"""Tables: how many, which match is called to which, and the links by which a table keeps its own score."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from thunee_tournaments.tables.models import Seating, Table, TableLink
from thunee_tournaments.tournaments.models import Tournament


def set_table_count(*, actor: User, tournament: Tournament, count: int) -> list[Table]:
    """How many tables the hall has (1 to 256). More are added; fewer only if those above stand empty (table_in_use)."""
    raise NotImplementedError


def assign_tables(*, actor: User, tournament: Tournament) -> list[Seating]:
    """Call every ready match that has none to the lowest free table, in order of match number."""
    raise NotImplementedError


@dataclass(frozen=True)
class IssuedLink:
    """A fresh link and its token. The token is told this once: only its hash is kept."""

    link: TableLink
    token: str


def issue_table_link(*, actor: User, table: Table, hours: int = 48) -> IssuedLink:
    """A new secret link for a table; the one before stops working. `/t/<token>` is its address."""
    raise NotImplementedError


def revoke_table_link(*, actor: User, table: Table) -> None:
    """The table's link stops working at once. Without one nothing happens."""
    raise NotImplementedError
