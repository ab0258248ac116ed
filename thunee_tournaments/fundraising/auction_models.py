"""An auction and a paddle raise: what is called up, who holds which paddle, and every bid as it was called."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from adjudication.models.append_only import WrittenOnce
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament

MAX_NAME, MAX_TEXT = 80, 200
HIGHEST_PADDLE = 9_999


class AuctionItem(models.Model):
    """Something that goes to the highest bid, or, as a paddle raise, a purpose for which everybody gives what they bid.

    `least`: the lowest bid that is taken, in the currency's smallest unit. Who has it for how much stands in the record
    (`auction.py`).
    """

    class Kind(models.TextChoices):
        SALE = "sale", _("It goes to the highest bid")
        RAISE = "raise", _("Paddle raise: everybody gives what they bid")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="auction_items")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.SALE)
    name = models.CharField(max_length=MAX_NAME)
    about = models.CharField(max_length=MAX_TEXT, blank=True, default="")
    least = models.BigIntegerField(default=1)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="auction_item_number_is_unique"),
            models.CheckConstraint(condition=Q(least__gt=0), name="auction_item_is_worth_something"),
            models.CheckConstraint(condition=Q(kind__in=["sale", "raise"]), name="auction_item_kind_is_known"),
            models.CheckConstraint(condition=~Q(name=""), name="auction_item_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"


class AuctionBid(WrittenOnce):
    """A paddle's bid for an item, the `seq`th. `takes_back`: the bid before it that was written by mistake."""

    item = models.ForeignKey(AuctionItem, on_delete=models.PROTECT, related_name="bids")
    seq = models.PositiveIntegerField()
    paddle = models.PositiveSmallIntegerField()
    cents = models.BigIntegerField()
    takes_back = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="taken_back_by"
    )
    by = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["item", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["item", "seq"], name="bid_has_its_own_place"),
            models.CheckConstraint(condition=Q(cents__gt=0), name="bid_is_above_nought"),
            models.CheckConstraint(
                condition=Q(paddle__gt=0, paddle__lte=HIGHEST_PADDLE), name="bid_is_of_a_paddle"
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"paddle {self.paddle} for {self.item_id}: {self.cents}"


class Paddle(models.Model):
    """Who holds a paddle and how to reach them: for the desk alone, and erased on request."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="paddles")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_NAME, blank=True, default="")
    contact = models.CharField(max_length=MAX_TEXT, blank=True, default="")

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="paddle_number_is_unique"),
            models.CheckConstraint(
                condition=Q(number__gt=0, number__lte=HIGHEST_PADDLE), name="paddle_has_a_number"
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"paddle {self.number}"
