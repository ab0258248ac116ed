"""The database's own refusal to change or delete a substitution: the guards of the record, on this table."""

from typing import Any

from adjudication import guards

TABLES = ("teams_substitution",)


def put_on(using: str, **_signal: Any) -> None:
    """Put on whatever is missing (a receiver of `post_migrate`)."""
    guards.put_on(using, tables=TABLES)
