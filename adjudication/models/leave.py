"""A leave: the chief referee lets a referee act in a match in spite of a conflict of interest (EV-CONF-1)."""

from django.db import models

from adjudication.models.append_only import WrittenOnce
from adjudication.models.scoresheet import new_public_id


class Leave(WrittenOnce):
    """`referee` may decide, correct and sign in `subject` (the opaque name of a match), and `reason` is public.

    `hash` is over all it says and goes into the book's head; there is nothing to chain it to.
    """

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    book = models.CharField(max_length=32, db_index=True)
    subject = models.CharField(max_length=64, db_index=True)
    referee = models.CharField(max_length=64)
    reason = models.CharField(max_length=500)
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    actor = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "subject", "referee"], name="leave_once_per_match_and_referee"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="leave_once_per_device_and_key"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="leave_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"leave for {self.referee} in {self.subject}"
