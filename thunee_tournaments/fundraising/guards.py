"""The database's own refusal to change or delete a receipt or a reversal: the guards of the record, on these tables."""

from typing import Any

from adjudication import guards

TABLES = ("fundraising_receipt", "fundraising_reversal")


def put_on(using: str, **_signal: Any) -> None:
    """Put on whatever is missing (a receiver of `post_migrate`)."""
    guards.put_on(using, tables=TABLES)
