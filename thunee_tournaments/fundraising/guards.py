"""The database's own refusal to change or delete a movement of a till, a pledge, a free place or a bid: the guards of
the record, on these tables."""

from typing import Any

from adjudication import guards

TABLES = (
    "fundraising_movement", "fundraising_line", "fundraising_pledge", "fundraising_pledgeend", "fundraising_freeplace",
    "fundraising_auctionbid", "fundraising_receiptnumber",
)  # fmt: skip


def put_on(using: str, **_signal: Any) -> None:
    """Put on whatever is missing (a receiver of `post_migrate`)."""
    guards.put_on(using, tables=TABLES)
