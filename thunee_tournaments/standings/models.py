"""Standings as they were at one data version: a cache, rebuilt from matches whenever it is missing."""

from django.db import models

from thunee_tournaments.tournaments.models import Tournament


class Snapshot(models.Model):
    """The whole table of standings of a tournament at `version`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    data = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["tournament", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "version"], name="snapshot_is_unique_at_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} at {self.version}"
