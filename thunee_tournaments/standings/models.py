"""Standings as they were at one data version, a cache rebuilt from matches whenever it is missing; and the prizes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

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


class PrizeList(models.Model):
    """What there is to be won in a tournament, and how it is shared out: see `prizing`.

    `prizes`: `[{"group", "first", "last", "name", "amount"}]`, `group` 0 for the whole event; `amount` in cents for
    each place, 0 for a prize that is no money.
    """

    class Ties(models.TextChoices):
        SHARE = "share", _("teams level in the standings share what their places carry")
        LOT = "lot", _("the lot decides between teams level in the standings")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="prize_list")
    currency = models.CharField(max_length=8, blank=True, default="")
    ties = models.CharField(max_length=8, choices=Ties.choices, default=Ties.SHARE)
    one_each = models.BooleanField(default=True)
    prizes = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"prizes of {self.tournament}"
