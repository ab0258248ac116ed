"""What an audit leaves behind: commitments to what stays outside the chain, exports made, samples drawn."""

from django.db import models

from adjudication.models.append_only import WrittenOnce


class Commitment(WrittenOnce):
    """`digest` of something about `subject` ("user:12", "dispute:…") that may have to be forgotten one day.

    It is in the book's head for good; what it stands for is in its `Opening`, which can be erased.
    """

    book = models.CharField(max_length=32)
    subject = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["book", "subject", "digest"]
        constraints = [
            models.UniqueConstraint(fields=["book", "subject", "digest"], name="commitment_once_per_subject_and_digest")
        ]

    def __str__(self) -> str:
        return f"commitment about {self.subject}"


class Opening(models.Model):
    """What a commitment stands for, and the salt without which nobody can guess it. The one thing here to erase."""

    commitment = models.OneToOneField(Commitment, on_delete=models.PROTECT, related_name="opening")
    salt = models.CharField(max_length=64)
    value = models.JSONField()

    def __str__(self) -> str:
        return f"opening of the {self.commitment}"


class AuditExport(WrittenOnce):
    """An export somebody took, with the book's head at that moment: what is shown to outsiders is on record too."""

    book = models.CharField(max_length=32, db_index=True)
    head = models.CharField(max_length=64)
    lines = models.PositiveIntegerField()
    actor = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"export of {self.book} at {self.head[:12]}"


class SampleDraw(WrittenOnce):
    """A random sample of sheets to hold against paper: from the lot and the sheets anybody can draw it again."""

    book = models.CharField(max_length=32, db_index=True)
    lot = models.CharField(max_length=64)
    confidence = models.PositiveSmallIntegerField()
    margin = models.PositiveIntegerField()
    sheets = models.JSONField()
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"sample of {self.book} by the lot {self.lot[:12]}"
