"""What is called up in an auction as pages show it: its bids, and who has it."""

from dataclasses import dataclass

from adjudication.models import Notice
from thunee_tournaments.fundraising.auction import Called, items_of, last_written, sold, standing_bids, won_by
from thunee_tournaments.fundraising.auction_models import AuctionBid, AuctionItem
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class ItemRow:
    """An item, the bids that stand, the latest first, and, once the hammer has fallen, who pays how much."""

    item: AuctionItem
    bids: list[AuctionBid]
    won: Called
    fallen: bool

    @property
    def is_raise(self) -> bool:
        """Whether everybody gives what they bid."""
        return self.item.kind == AuctionItem.Kind.RAISE

    @property
    def seen(self) -> int:
        """What was written last, as the page shows it."""
        return last_written(self.item)

    @property
    def would_win(self) -> Called:
        """Who would pay how much if the hammer fell now."""
        return won_by(self.item.kind, [[bid.paddle, bid.cents] for bid in reversed(self.bids)])

    @property
    def stands_at(self) -> int:
        """The highest bid, or what a paddle raise comes to; 0 where nobody has bid."""
        return sum(cents for _paddle, cents in (self.won if self.fallen else self.would_win))

    @property
    def paddle(self) -> int | None:
        """Who has it, or would have it now; None for a paddle raise and where nobody has bid."""
        won = self.won if self.fallen else self.would_win
        return won[0][0] if won and not self.is_raise else None

    @property
    def paddles(self) -> int:
        """How many give."""
        return len(self.won if self.fallen else self.would_win)


def item_rows(tournament: Tournament) -> list[ItemRow]:
    """Everything that is called up, in order."""
    fallen = sold(tournament)
    return [_row(item, fallen.get(item.public_id)) for item in items_of(tournament)]


def item_row(tournament: Tournament, item: AuctionItem) -> ItemRow:
    """One item as it stands. Its bids should be prefetched."""
    return _row(item, sold(tournament).get(item.public_id))


def _row(item: AuctionItem, fallen: Notice | None) -> ItemRow:
    won: Called = fallen.body["won"] if fallen is not None else []
    return ItemRow(item, standing_bids(item)[::-1], won, fallen is not None)
