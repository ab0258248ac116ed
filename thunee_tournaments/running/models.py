"""Long runs that can be taken up again: a tournament rejudged part by part."""

from django.db import models

from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament


class Rejudging(models.Model):
    """All hands of a tournament judged once more under `rules` (what a record's `rules` may be)."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rejudgings")
    rules = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.tournament}, judged once more"


class RejudgedPart(models.Model):
    """Some matches of a rejudging (their keys), and what was found once they are done: see `rejudging.judge_part`."""

    rejudging = models.ForeignKey(Rejudging, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    matches = models.JSONField()
    hands = models.PositiveIntegerField(default=0)
    found = models.JSONField(default=list)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["rejudging", "number"], name="rejudged_part_number_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.rejudging}, part {self.number}"
