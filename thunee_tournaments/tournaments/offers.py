"""A secret address by which one person takes something, once."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Offer(models.Model):
    """Taken once, within its time. Only the SHA-256 of its token is kept; `note` tells offers apart, privately."""

    note = models.CharField(max_length=120, blank=True, default="")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-created_at"]

    @property
    def live(self) -> bool:
        """Whether somebody can still take it."""
        return self.taken_at is None and self.revoked_at is None and self.expires_at > timezone.now()
