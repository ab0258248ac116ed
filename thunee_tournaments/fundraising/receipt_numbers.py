"""The numbers of receipts of an organisation: 1, 2, 3 in each year, over all its events, without a gap."""

import datetime
from typing import TypedDict

from django.db import models
from django.db.models import Max
from django.utils import timezone

from adjudication.models.append_only import WrittenOnce
from thunee_tournaments.tournaments.organisations import Organisation


class ReceiptNumber(WrittenOnce):
    """The number a receipt has among those of an organisation and a year. The receipt says it, too: `details`."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="receipt_numbers")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    movement = models.OneToOneField(
        "fundraising.Movement", on_delete=models.PROTECT, related_name="organisations_number"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "year", "number"], name="receipt_number_is_used_once"),
        ]

    def __str__(self) -> str:
        return f"{self.year}/{self.number}"


class Numbered(TypedDict):
    """As a receipt says it."""

    year: int
    number: int


def next_number(organisation: Organisation, at: datetime.datetime) -> Numbered:
    """The next number of an organisation that is locked, in the year of this moment where the site is."""
    year = timezone.localtime(at).year
    last = ReceiptNumber.objects.filter(organisation=organisation, year=year).aggregate(last=Max("number"))["last"]
    return {"year": year, "number": (last or 0) + 1}
