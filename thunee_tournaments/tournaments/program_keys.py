"""Keys by which programs act in one event: for the person who made them, until they expire or are taken back."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.ids import new_public_id

PREFIX = "thunee_"  # what a key begins with, so that it is known for one wherever it turns up


class ProgramKey(models.Model):
    """A key of one event. Only the SHA-256 of its token is kept. `may`: what a program can do with it, of what whoever
    made it (`user`) may do here; `note` tells keys apart."""

    class May(models.TextChoices):
        SCORES = "scores", _("Hands and signatures")
        DESK = "desk", _("Everything that whoever made it may do")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.CASCADE, related_name="program_keys")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    may = models.CharField(max_length=10, choices=May.choices)
    note = models.CharField(max_length=120)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(may__in=["scores", "desk"]), name="program_key_may_is_known"),
        ]

    def __str__(self) -> str:
        return self.note

    @property
    def live(self) -> bool:
        """Whether it opens anything now."""
        return self.revoked_at is None and self.expires_at > timezone.now() and self.user.is_active

    @property
    def device(self) -> str:
        """What scoresheets know its writes by."""
        return f"program:{self.public_id}"


class KeptAnswer(models.Model):
    """What a write of a program was answered, so that the same write sent again is answered so and done once. `name`:
    its Idempotency-Key; `request`: the SHA-256 of what was asked for."""

    key = models.ForeignKey(ProgramKey, on_delete=models.CASCADE, related_name="answers")
    name = models.CharField(max_length=64)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key", "name"], name="answer_is_kept_once_for_each_name"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.name}"


def key_of(token: str) -> ProgramKey | None:
    """The key of this token, with its event and whoever made it; None where it opens nothing (any more)."""
    kept = ProgramKey.objects.select_related("tournament", "user").filter(token_hash=tokens.token_hash(token)).first()
    return kept if kept is not None and kept.live else None
