"""A sign-off: one side says that what is written on the sheet is right."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from adjudication.models.append_only import WrittenOnce
from adjudication.models.scoresheet import Scoresheet

SIDES = [("A", "A"), ("B", "B")]


class SignOff(WrittenOnce):
    """A side's signature under the sheet as it stood at `head`, the hash of entry `entries_seq`.

    Sign-offs are a chain of their own on each sheet, so that the first does not move what the second signs. One whose
    `head` is no longer the sheet's does not count any more: nothing has to be written to void it.
    `window` is how many minutes after the second signature a correction is still taken (0: none).
    """

    class How(models.TextChoices):
        OWN = "own", _("on the side's own phone")
        PIN = "pin", _("with the side's PIN on the table's phone")
        REFEREE = "referee", _("by a referee for the side")
        AGREED = "agreed", _("both sides agreed, with one tap")

    sheet = models.ForeignKey(Scoresheet, on_delete=models.PROTECT, related_name="sign_offs")
    seq = models.PositiveIntegerField()
    side = models.CharField(max_length=1, choices=SIDES)
    head = models.CharField(max_length=64)
    entries_seq = models.PositiveIntegerField()
    how = models.CharField(max_length=8, choices=How.choices)
    window = models.PositiveIntegerField()
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    actor = models.CharField(max_length=64)
    reason = models.CharField(max_length=500, blank=True, default="")
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["sheet_id", "seq"]
        verbose_name = "sign-off"
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="signoff_once_per_sheet_and_seq"),
            models.UniqueConstraint(fields=["sheet", "side", "head"], name="signoff_once_per_side_and_head"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="signoff_once_per_device_and_key"),
            models.CheckConstraint(condition=models.Q(side__in=["A", "B"]), name="signoff_is_of_a_side"),
            models.CheckConstraint(
                condition=~models.Q(how="referee") | ~models.Q(reason=""), name="signoff_by_a_referee_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"sign-off {self.seq} of side {self.side}"
