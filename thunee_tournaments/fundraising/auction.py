"""What an auction comes to: which bids stand, who has what for how much, and what each paddle still has to pay.

While bids are called they are rows; with the hammer they go into the record, which says from then on who pays what.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Sum

from adjudication import notices
from adjudication.models import Notice
from thunee_tournaments.fundraising.accounts import INCOME
from thunee_tournaments.fundraising.auction_models import AuctionBid, AuctionItem, Paddle
from thunee_tournaments.fundraising.models import Line, Movement
from thunee_tournaments.tournaments.models import Tournament

SUBJECT = "auction"
Called = list[list[int]]  # paddles and what each bid, in the smallest unit, as they were called
Kind = Notice.Kind


def items_of(tournament: Tournament) -> QuerySet[AuctionItem]:
    """What is called up, in order, with its bids."""
    return AuctionItem.objects.filter(tournament=tournament).prefetch_related("bids")


def standing_bids(item: AuctionItem) -> list[AuctionBid]:
    """The bids that were not taken back, in the order in which they were called. Bids should be prefetched."""
    bids = list(item.bids.all())
    gone = {bid.takes_back_id for bid in bids if bid.takes_back_id is not None}
    return [bid for bid in bids if bid.pk not in gone and bid.takes_back_id is None]


def won_by(kind: str, called: Sequence[Sequence[int]]) -> Called:
    """Who pays how much for these bids: the highest of a sale, the first where two are as high; of a paddle raise
    every paddle what it bid last."""
    if kind == AuctionItem.Kind.RAISE:
        last = {bid[0]: bid[1] for bid in called}
        return sorted([paddle, cents] for paddle, cents in last.items())
    first_highest = max(called, key=_cents, default=None)
    return [list(first_highest)] if first_highest is not None else []


def _cents(bid: Sequence[int]) -> int:
    return bid[1]


def highest(item: AuctionItem) -> AuctionBid | None:
    """The bid that would have the item now."""
    return max(standing_bids(item), key=lambda bid: bid.cents, default=None)


def last_written(item: AuctionItem) -> int:
    """The number of the last bid, or of what took one back; 0 where nobody has bid. Bids should be prefetched."""
    return max((bid.seq for bid in item.bids.all()), default=0)


def sold(tournament: Tournament) -> dict[str, Notice]:
    """By item (public id) the notice that says who has it; without those that were taken back."""
    fallen: dict[str, Notice] = {}
    for notice in notices.about(tournament.public_id, SUBJECT):
        if notice.kind == Kind.AUCTION_SOLD:
            fallen[notice.body["item"]] = notice
        elif notice.kind == Kind.AUCTION_BACK:
            fallen.pop(notice.body["item"], None)
    return fallen


@dataclass(frozen=True)
class Due:
    """What a paddle has to pay for one item, in the currency's smallest unit."""

    number: int
    name: str
    kind: str
    cents: int


@dataclass(frozen=True)
class Account:
    """A paddle: who holds it (None: nobody wrote it down), what it has to pay for, and what it has paid so far, by what
    for."""

    paddle: int
    holder: Paddle | None
    dues: list[Due]
    paid_for: Mapping[str, int]

    @property
    def due(self) -> int:
        return sum(due.cents for due in self.dues)

    @property
    def paid(self) -> int:
        return sum(self.paid_for.values())

    @property
    def open(self) -> int:
        return sum(self._open_for.values())

    @property
    def over(self) -> int:
        """What was paid above what is due: a sale was taken back since, or it was paid twice. A donation of who gave
        in no paddle raise is a gift, and not too much."""
        due = {kind: self._due_for(kind) for kind in self.paid_for}
        gifts = (Movement.Kind.DONATION,)
        return sum(max(0, cents - due[kind]) for kind, cents in self.paid_for.items() if due[kind] or kind not in gifts)

    @property
    def next(self) -> tuple[str, int]:
        """What to take next: for what, and how much. A paddle raise is a donation, the price of an item is not."""
        return next(((kind, cents) for kind, cents in self._open_for.items() if cents), (Movement.Kind.AUCTION, 0))

    @property
    def _open_for(self) -> dict[str, int]:
        kinds = (Movement.Kind.AUCTION.value, Movement.Kind.DONATION.value)
        return {kind: max(0, self._due_for(kind) - self.paid_for.get(kind, 0)) for kind in kinds}

    def _due_for(self, kind: str) -> int:
        given = AuctionItem.Kind.RAISE
        return sum(due.cents for due in self.dues if (due.kind == given) == (kind == Movement.Kind.DONATION))


def accounts_of(tournament: Tournament) -> list[Account]:
    """Every paddle that is given out, has bought or has paid."""
    dues: dict[int, list[Due]] = {}
    for notice in sorted(sold(tournament).values(), key=lambda notice: notice.body["number"]):
        body = notice.body
        for paddle, cents in body["won"]:
            dues.setdefault(paddle, []).append(Due(body["number"], body["name"], body["kind"], cents))
    holders = {paddle.number: paddle for paddle in Paddle.objects.filter(tournament=tournament)}
    paid = _paid_by(tournament)
    numbers = sorted({*dues, *holders, *paid})
    return [Account(number, holders.get(number), dues.get(number, []), paid.get(number, {})) for number in numbers]


def account_of(tournament: Tournament, paddle: int) -> Account | None:
    """The account of one paddle, None where it has none."""
    return next((account for account in accounts_of(tournament) if account.paddle == paddle), None)


def _paid_by(tournament: Tournament) -> dict[int, dict[str, int]]:
    """What each paddle has paid, less refunds, by what it was for."""
    receipts = Movement.objects.filter(
        tournament=tournament, act=Movement.Act.RECEIPT, reversal=None, details__has_key="paddle"
    )  # fmt: skip
    named = dict(receipts.values_list("pk", "details__paddle"))
    paid: dict[int, dict[str, int]] = {}
    lines = Line.objects.filter(Q(movement__in=named) | Q(movement__about__in=named, movement__act="refund"))
    sums = lines.filter(movement__reversal=None).values_list("movement", "movement__about", "given_by", "given_to")
    for movement, about, given_by, given_to, cents in sums.order_by().annotate(cents=Sum("amount")):
        of_paddle = paid.setdefault(named[movement if movement in named else about], {})
        kind = (given_by if given_by.startswith(INCOME) else given_to).removeprefix(INCOME)
        of_paddle[kind] = of_paddle.get(kind, 0) + (cents if given_by.startswith(INCOME) else -cents)
    return paid


def open_of(accounts: Iterable[Account]) -> int:
    """What all these paddles still have to pay."""
    return sum(account.open for account in accounts)


def differences(tournament: Tournament) -> list[tuple[str, object, object]]:
    """Where an item did not go to whom its bids say: what, what is stored, what is right."""
    wrong: list[tuple[str, object, object]] = []
    for notice in sold(tournament).values():
        body = notice.body
        right = won_by(body["kind"], body["bids"])
        if body["won"] != right:
            wrong.append((f"item {body['number']} of the auction", body["won"], right))
    return wrong
