"""An entry: one thing written on a scoresheet. It is never changed and never deleted."""

from collections.abc import Iterable
from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from adjudication.models.scoresheet import Scoresheet


class AppendOnly(Exception):
    """Somebody tried to change or delete what was written. Correct it with a new entry instead."""


class AppendOnlyQuerySet(models.QuerySet):
    def _refuse(self) -> NoReturn:
        raise AppendOnly("Entries are never changed or deleted: append a correction or a void.")

    def update(self, **kwargs: Any) -> NoReturn:
        self._refuse()

    def delete(self) -> NoReturn:
        self._refuse()

    def bulk_update(self, objs: Iterable[Any], fields: Iterable[str], batch_size: int | None = None) -> NoReturn:
        self._refuse()


class Entry(models.Model):
    """A hand, a correction (of the entry it supersedes) or a void (likewise), chained to the entry before it.

    `body` is what was sent: a hand record without what the sheet knows itself (rules, before; empty for a void).
    `rulings` is `[{"hand": seq, "ruling": {...}}]`: the ruling of this entry's own hand, and of every later hand
    that came out differently because of it; `hand` is the seq of the entry that first wrote that hand down.
    `body_hash` is compared when a client repeats its key; `hash` covers everything here and `prev_hash`.
    `actor` is an opaque label ("table:7", "user:12"), never a person's name: names stay outside the chain.
    """

    class Kind(models.TextChoices):
        HAND = "hand", _("hand")
        CORRECTION = "correction", _("correction")
        VOID = "void", _("void")

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
    rulings = models.JSONField(default=list)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    actor = models.CharField(max_length=64)
    reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        ordering = ["sheet_id", "seq"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seq"], name="entry_once_per_sheet_and_seq"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="entry_once_per_device_and_key"),
            models.CheckConstraint(
                condition=models.Q(kind="hand", supersedes__isnull=True)
                | models.Q(kind__in=["correction", "void"], supersedes__isnull=False),
                name="entry_supersedes_unless_it_is_a_hand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly("An entry is never changed: append a correction.")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("An entry is never deleted: append a void.")
