"""An acceptance: a side says, hand by hand, that what the other side's phone wrote is right."""

from django.db import models

from adjudication.models.append_only import WrittenOnce
from adjudication.models.entry import Entry
from adjudication.models.scoresheet import Scoresheet


class Acceptance(WrittenOnce):
    """A side's word that an entry is right, given while play goes on.

    It settles nothing: both sides still sign the game. The acceptances of a sheet are a chain of their own, so that
    none moves what somebody is about to sign; who contests a hand instead raises a dispute.
    """

    sheet = models.ForeignKey(Scoresheet, on_delete=models.PROTECT, related_name="acceptances")
    seq = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="acceptances")
    side = models.CharField(max_length=1, choices=[("A", "A"), ("B", "B")])
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    actor = models.CharField(max_length=64)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["sheet_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="acceptance_once_per_sheet_and_seq"),
            models.UniqueConstraint(fields=["entry", "side"], name="acceptance_once_per_entry_and_side"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="acceptance_once_per_device_and_key"),
            models.CheckConstraint(condition=models.Q(side__in=["A", "B"]), name="acceptance_is_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"side {self.side} accepts {self.entry}"
