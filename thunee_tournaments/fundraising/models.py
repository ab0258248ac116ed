"""Money an event took in. A *receipt* is written once and never changed: a *reversal* takes it back, with a reason.

Who gave it stands in a row of its own, the *giver*: a name can be erased, and no receipt with it.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.models.append_only import WrittenOnce
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament

MAX_NAME, MAX_TEXT = 80, 200


class Fund(models.Model):
    """What a tournament collects: its currency (ISO 4217), what it hopes to raise (in its smallest unit, cents or
    yen), what a team pays to enter, and whether everybody sees what was raised so far. Where a qualifier's entries have
    a price, that counts instead of `entry_fee`. A tournament without a fund is as one with these defaults."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="fund")
    currency = models.CharField(max_length=3, default="ZAR")
    goal = models.BigIntegerField(null=True, blank=True)
    entry_fee = models.BigIntegerField(null=True, blank=True)
    public = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(goal=None) | Q(goal__gt=0), name="fund_goal_is_above_nought"),
            models.CheckConstraint(condition=Q(entry_fee=None) | Q(entry_fee__gt=0), name="fund_fee_is_above_nought"),
        ]

    def __str__(self) -> str:
        return f"fund of {self.tournament}"


class Receipt(WrittenOnce):
    """Money that was received: `amount` in the smallest unit of the currency, `number` counts in its
    tournament, `team` is a public id or "".

    `actor` is who took it ("user:12", as in the record); `device` and `client_uuid` make a repeated request harmless.
    """

    class Kind(models.TextChoices):
        ENTRY = "entry", _("entry fee")
        REBUY = "rebuy", _("re-buy")
        DONATION = "donation", _("donation")
        RAFFLE = "raffle", _("raffle")
        SPONSOR = "sponsor", _("sponsor")
        OTHER = "other", pgettext_lazy("money", "other")

    class Method(models.TextChoices):
        CASH = "cash", _("cash")
        EFT = "eft", _("EFT")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="receipts")
    number = models.PositiveIntegerField()
    amount = models.BigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    method = models.CharField(max_length=10, choices=Method.choices)
    team = models.CharField(max_length=24, blank=True, default="")
    actor = models.CharField(max_length=64)
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="receipt_number_is_unique_in_tournament"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="receipt_once_per_device_and_key"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="receipt_amount_is_above_nought"),
            models.CheckConstraint(
                condition=Q(kind__in=["entry", "rebuy", "donation", "raffle", "sponsor", "other"]),
                name="receipt_kind_is_known",
            ),
            models.CheckConstraint(condition=Q(method__in=["cash", "eft"]), name="receipt_method_is_known"),
        ]

    def __str__(self) -> str:
        return f"receipt {self.number} of {self.tournament_id}"


class Giver(models.Model):
    """From whom a receipt's money came, and what was noted: all that a person can have erased. Never public, but for
    the name of who may be `named`."""

    receipt = models.OneToOneField(Receipt, on_delete=models.PROTECT, related_name="giver")
    name = models.CharField(max_length=MAX_NAME, blank=True, default="")
    named = models.BooleanField(default=False)
    note = models.CharField(max_length=MAX_TEXT, blank=True, default="")

    def __str__(self) -> str:
        return self.name


class Reversal(WrittenOnce):
    """A receipt taken back, whole and once: what was counted wrong is written anew beside it."""

    receipt = models.OneToOneField(Receipt, on_delete=models.PROTECT, related_name="reversal")
    reason = models.CharField(max_length=MAX_TEXT)
    actor = models.CharField(max_length=64)
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["device", "client_uuid"], name="reversal_once_per_device_and_key"),
            models.CheckConstraint(condition=~Q(reason=""), name="reversal_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"reversal of {self.receipt}"
