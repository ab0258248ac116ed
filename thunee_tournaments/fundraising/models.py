"""Money of an event: what it collects, what was pledged, and its till, a ledger that is only ever added to.

Every *movement* of the till is written once, numbered, and chained to the one before it by a hash. Its *lines* say from
which account to which its money went: a line takes from one what it gives to the other, so the books always balance.
Who stands behind a movement is a row of its own, the *party*: a name can be erased, and nothing else with it.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.models.append_only import WrittenOnce
from thunee_tournaments.fundraising.auction_models import MAX_NAME, MAX_TEXT, AuctionBid, AuctionItem, Paddle
from thunee_tournaments.fundraising.methods import EVERYWHERE
from thunee_tournaments.fundraising.receipt_numbers import ReceiptNumber
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament

__all__ = [
    "AuctionBid", "AuctionItem", "FreePlace", "Fund", "Line", "Movement", "Paddle", "Party", "Pledge", "PledgeEnd",
    "Pledger", "Raffle", "RaffleBook", "ReceiptNumber", "Sponsor",
]  # fmt: skip

MAX_REFERENCE, MAX_METHOD = 40, 24


def usual_methods() -> list[str]:
    """The ways to pay that an event begins with."""
    return list(EVERYWHERE)


class Fund(models.Model):
    """What a tournament collects: its currency (ISO 4217), what it hopes to raise (in its smallest unit, cents or
    yen), what a team pays to enter, and whether everybody sees what was raised so far. Where a qualifier's entries have
    a price, that counts instead of `entry_fee`. A tournament without a fund is as one with these defaults.

    `early_fee` is what a team pays that came in by the end of the day `early_until`; `fee_per_player`: each player who
    is named pays it.

    `receiver` is who gets the money, with address and number of registration, as each receipt says it; `section_18a`
    its number for tax receipts in South Africa. A receipt keeps what held when it was written.

    `pledge_most`: how much a pledge may come to at most; None: no pledges are taken.

    `methods`: the ways to pay that are offered (`methods.py`). `shows_net`: everybody sees what is left after costs.
    `second_above`: whoever took money cannot take back more than this alone; None is no such limit.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="fund")
    currency = models.CharField(max_length=3, default="ZAR")
    goal = models.BigIntegerField(null=True, blank=True)
    entry_fee = models.BigIntegerField(null=True, blank=True)
    early_fee = models.BigIntegerField(null=True, blank=True)
    early_until = models.DateField(null=True, blank=True)
    fee_per_player = models.BooleanField(default=False)
    public = models.BooleanField(default=False)
    methods = models.JSONField(default=usual_methods)
    shows_net = models.BooleanField(default=False)
    second_above = models.BigIntegerField(null=True, blank=True)
    pledge_most = models.BigIntegerField(null=True, blank=True)
    receiver = models.CharField(max_length=MAX_NAME, blank=True, default="")
    receiver_address = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    receiver_number = models.CharField(max_length=MAX_REFERENCE, blank=True, default="")
    section_18a = models.CharField(max_length=MAX_REFERENCE, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(goal=None) | Q(goal__gt=0), name="fund_goal_is_above_nought"),
            models.CheckConstraint(condition=Q(entry_fee=None) | Q(entry_fee__gt=0), name="fund_fee_is_above_nought"),
            models.CheckConstraint(
                condition=Q(early_fee=None, early_until=None)
                | Q(early_fee__gt=0, early_fee__lt=F("entry_fee"), early_until__isnull=False),
                name="fund_early_fee_is_lower_and_ends",
            ),
            models.CheckConstraint(
                condition=Q(second_above=None) | Q(second_above__gte=0), name="fund_limit_is_not_below_nought"
            ),
            models.CheckConstraint(
                condition=Q(pledge_most=None) | Q(pledge_most__gt=0), name="fund_pledges_come_to_something"
            ),
        ]

    def __str__(self) -> str:
        return f"fund of {self.tournament}"


class Movement(WrittenOnce):
    """One act of the till. `seq` counts all acts of a tournament, `number` those of its kind: receipts have numbers
    of their own.

    `amount`, in the currency's smallest unit, is what its lines come to; what moves no money has 0, but for a count,
    which says what was counted. `team`: a public id or "". `reference`: the number of a paper, such as a shop's slip.
    `takes_back`: the movement that is as if it had never been. `about`: the one that is refunded, printed or signed.
    `actor` is who wrote it ("user:12", as in the record); `device` and `client_uuid` make a repeated request harmless.
    """

    class Act(models.TextChoices):
        RECEIPT = "receipt", _("receipt")
        REFUND = "refund", _("refund")
        EXPENSE = "expense", _("expense")
        PRIZE = "prize", _("prize paid")
        FLOAT = "float", _("float")
        FLOAT_BACK = "float_back", _("float given back")
        BANKED = "banked", _("paid in at the bank")
        HANDED = "handed", _("cash handed over")
        DEPOSIT = "deposit", _("deposit")
        RETURNED = "returned", _("deposit given back")
        KEPT = "kept", _("deposit kept")
        COUNT = "count", _("cash-up")
        SIGNED = "signed", _("cash-up signed")
        PRINTED = "printed", _("receipt printed")
        LIMIT = "limit", _("limit changed")
        REVERSAL = "reversal", _("taken back")

    class Kind(models.TextChoices):
        """What money came in for."""

        ENTRY = "entry", _("entry fee")
        REBUY = "rebuy", _("re-buy")
        DONATION = "donation", _("donation")
        RAFFLE = "raffle", _("raffle")
        AUCTION = "auction", _("auction")
        SPONSOR = "sponsor", _("sponsor")
        OTHER = "other", pgettext_lazy("money", "other")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="movements")
    seq = models.PositiveIntegerField()
    act = models.CharField(max_length=10, choices=Act.choices)
    number = models.PositiveIntegerField()
    amount = models.BigIntegerField()
    method = models.CharField(max_length=MAX_METHOD, blank=True, default="")
    team = models.CharField(max_length=24, blank=True, default="")
    reference = models.CharField(max_length=MAX_REFERENCE, blank=True, default="")
    takes_back = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversal"
    )  # fmt: skip
    about = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="later")
    reason = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    details = models.JSONField(default=dict, blank=True)
    actor = models.CharField(max_length=64)
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    created_at = models.DateTimeField()
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["tournament", "-seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="movement_has_its_own_place"),
            models.UniqueConstraint(fields=["tournament", "act", "number"], name="movement_number_is_unique"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="movement_once_per_device_and_key"),
            models.UniqueConstraint(fields=["about"], condition=Q(act="signed"), name="count_is_signed_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) | Q(amount=0, act__in=["count", "signed", "printed", "limit"]),
                name="movement_amount_is_above_nought",
            ),
            models.CheckConstraint(
                condition=Q(act__in=[
                    "receipt", "refund", "expense", "prize", "float", "float_back", "banked", "handed", "deposit",
                    "returned", "kept", "count",
                    "signed", "printed", "limit", "reversal",
                ]),
                name="movement_act_is_known",
            ),
            models.CheckConstraint(
                condition=Q(act="reversal", takes_back__isnull=False) | (~Q(act="reversal") & Q(takes_back=None)),
                name="movement_takes_back_what_it_says",
            ),
            models.CheckConstraint(
                condition=~Q(act__in=["reversal", "refund"]) | ~Q(reason=""), name="movement_back_has_a_reason"
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.act} {self.number} of {self.tournament_id}"

    @property
    def called(self) -> str:
        """Its number as people read it: that of its kind in the event; of a receipt of an organisation, "2026/17"."""
        numbered = self.details.get("numbered")
        return f"{numbered['year']}/{numbered['number']}" if numbered else str(self.number)

    @property
    def taken_back(self) -> bool:
        """Whether it was taken back, and counts no more."""
        return hasattr(self, "reversal")


class Line(WrittenOnce):
    """So much goes from one account to another (`accounts.py`)."""

    movement = models.ForeignKey(Movement, on_delete=models.PROTECT, related_name="lines")
    place = models.PositiveSmallIntegerField()
    given_by = models.CharField(max_length=80)
    given_to = models.CharField(max_length=80)
    amount = models.BigIntegerField()

    class Meta:
        ordering = ["movement", "place"]
        constraints = [
            models.UniqueConstraint(fields=["movement", "place"], name="line_has_its_own_place"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="line_amount_is_above_nought"),
            models.CheckConstraint(condition=~Q(given_by=F("given_to")), name="line_goes_to_another_account"),
            models.CheckConstraint(condition=~Q(given_by="") & ~Q(given_to=""), name="line_names_both_accounts"),
        ]

    def __str__(self) -> str:
        return f"{self.given_by} > {self.given_to}: {self.amount}"


class Party(models.Model):
    """From whom money came or who got it, and what was noted: all that a person can have erased. Never public, but for
    the name of who may be `named`. `address`: for a tax receipt."""

    movement = models.OneToOneField(Movement, on_delete=models.PROTECT, related_name="party")
    name = models.CharField(max_length=MAX_NAME, blank=True, default="")
    named = models.BooleanField(default=False)
    note = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    address = models.CharField(max_length=MAX_TEXT, blank=True, default="")

    class Meta:
        verbose_name_plural = "parties"

    def __str__(self) -> str:
        return self.name


class Pledge(WrittenOnce):
    """Somebody gives so much for what is played from `created_at` on: `rates` says how much for each ball, khanuck, …
    (`pledges.UNITS`), `most` how much it comes to at most, in the currency's smallest unit. What it comes to is never
    stored: it follows from the record (`pledges.py`).

    `team` (a public id) or `table` (a number) narrow it to what that team does, or what is played there. `by` is who
    wrote it down: "public", or an account as the record names it. Only the hash of the private link's token is kept.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="pledges")
    number = models.PositiveIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    team = models.CharField(max_length=24, blank=True, default="")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    rates = models.JSONField()
    most = models.BigIntegerField()
    by = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pledge_number_is_unique"),
            models.CheckConstraint(condition=Q(most__gt=0), name="pledge_comes_to_something"),
            models.CheckConstraint(condition=Q(team="") | Q(table=None), name="pledge_is_for_a_team_or_a_table"),
        ]

    def __str__(self) -> str:
        return f"pledge {self.number} of {self.tournament_id}"


class PledgeEnd(WrittenOnce):
    """From here on nothing more is added to a pledge; one that was struck out counts for nothing at all, for a
    reason."""

    pledge = models.ForeignKey(Pledge, on_delete=models.PROTECT, related_name="ends")
    struck = models.BooleanField(default=False)
    reason = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    by = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pledge", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["pledge", "struck"], name="pledge_ends_once"),
            models.CheckConstraint(condition=Q(struck=False) | ~Q(reason=""), name="pledge_is_struck_for_a_reason"),
        ]

    def __str__(self) -> str:
        return f"end of {self.pledge}"


class FreePlace(WrittenOnce):
    """A team need not pay its first entry, for a reason; or (`given` false) it has to after all. The last of a team
    (a public id) holds. Re-buys are owed all the same."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="free_places")
    team = models.CharField(max_length=24)
    given = models.BooleanField(default=True)
    reason = models.CharField(max_length=MAX_TEXT)
    by = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="free_place_has_a_reason")]

    def __str__(self) -> str:
        return f"free place of {self.team}"


class Pledger(models.Model):
    """Who stands behind a pledge and how to reach them: all that a person can have erased. Only the name of who may be
    `named` is public."""

    pledge = models.OneToOneField(Pledge, on_delete=models.PROTECT, related_name="pledger")
    name = models.CharField(max_length=MAX_NAME, blank=True, default="")
    named = models.BooleanField(default=False)
    contact = models.CharField(max_length=MAX_TEXT, blank=True, default="")

    def __str__(self) -> str:
        return self.name


class Sponsor(models.Model):
    """Somebody who supports the event, as everybody sees it. `logo`: a PNG made by `logos.py`, or empty; `mark` changes
    with it, "" where there is none. `table`: the number of the table that is named for them. What they gave is in the
    till, not here."""

    class Tier(models.TextChoices):
        MAIN = "main", _("Main sponsor")
        SPONSOR = "sponsor", pgettext_lazy("tier", "Sponsor")
        FRIEND = "friend", _("Friend of the event")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sponsors")
    name = models.CharField(max_length=MAX_NAME)
    tier = models.CharField(max_length=10, choices=Tier.choices, default=Tier.SPONSOR)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    logo = models.BinaryField(default=bytes, blank=True)
    mark = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "table"], name="table_is_named_for_one_sponsor"),
            models.CheckConstraint(condition=Q(tier__in=["main", "sponsor", "friend"]), name="sponsor_tier_is_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Raffle(models.Model):
    """The raffle of an event: what a ticket costs, in the currency's smallest unit, and its prizes, the first first.

    `secret` is drawn when the sale is closed, and only its seal is told then; `revealed`: how many prizes everybody
    knows the winners of, from the last on. When it was closed, what was sold and who has won stand in the record
    (`raffle.py`). `worth`: what the prizes are worth together; `limits`: what it may be (`raffle_limits.py`).
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="raffle")
    price = models.BigIntegerField()
    prizes = models.JSONField(default=list)
    secret = models.CharField(max_length=64, blank=True, default="")
    revealed = models.PositiveSmallIntegerField(default=0)
    worth = models.BigIntegerField(null=True, blank=True)
    limits = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(price__gt=0), name="ticket_costs_something")]

    def __str__(self) -> str:
        return f"raffle of {self.tournament}"


class RaffleBook(models.Model):
    """A book of tickets, `first` to `last`, and who sells it (private). `unsold`: the numbers that came back when its
    stubs were handed in; None while it is out."""

    raffle = models.ForeignKey(Raffle, on_delete=models.PROTECT, related_name="books")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    seller = models.CharField(max_length=MAX_NAME, blank=True, default="")
    unsold = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["raffle", "first"]
        constraints = [
            models.UniqueConstraint(fields=["raffle", "first"], name="book_begins_with_its_own_number"),
            models.CheckConstraint(condition=Q(first__gt=0, last__gte=F("first")), name="book_has_a_ticket"),
        ]

    def __str__(self) -> str:
        return f"{self.first}–{self.last}"
