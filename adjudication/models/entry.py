"""An entry: one thing written on a scoresheet. It is never changed and never deleted."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from adjudication.models.append_only import WrittenOnce
from adjudication.models.scoresheet import Scoresheet


class Entry(WrittenOnce):
    """A hand, a correction, a void or a decision, chained to the entry before it.

    A correction or a void takes the place of the entry it `supersedes`; a correction that supersedes nothing writes a
    missed hand in behind the hand `after` (0: before the first). A decision stands behind the hand `after` too.
    `body` is what was sent: a hand record without what the sheet knows itself (rules, before; empty for a void), or
    for a decision what `rulings` works out (see there).
    `rulings` is `[{"hand": seq, "ruling": {...}}]`: the ruling of this entry's own hand, and of every later hand
    that came out differently because of it; `hand` is the seq of the entry that first wrote that hand down.
    `engine` names what judged it (`judge.today`), so that a later engine that would judge otherwise is told apart; ""
    for what was written before it was kept.
    `body_hash` is compared when a client repeats its key; `hash` covers everything here and `prev_hash`.
    `actor` is an opaque label ("table:7", "user:12"), never a person's name: names stay outside the chain.
    """

    class Kind(models.TextChoices):
        HAND = "hand", _("hand")
        CORRECTION = "correction", _("correction")
        VOID = "void", _("void")
        DECISION = "decision", _("decision")

    sheet = models.ForeignKey(Scoresheet, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    body = models.JSONField(default=dict)
    body_hash = models.CharField(max_length=64)
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    after = models.PositiveIntegerField(null=True, blank=True)
    rulings = models.JSONField(default=list)
    engine = models.CharField(max_length=64, blank=True, default="")
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    actor = models.CharField(max_length=64)
    reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["sheet_id", "seq"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="entry_once_per_sheet_and_seq"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="entry_once_per_device_and_key"),
            models.CheckConstraint(
                condition=models.Q(kind="hand", supersedes__isnull=True, after__isnull=True)
                | models.Q(kind__in=["correction", "void"], supersedes__isnull=False, after__isnull=True)
                | models.Q(kind__in=["correction", "decision"], supersedes__isnull=True, after__isnull=False),
                name="entry_supersedes_or_stands_after",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq}"
