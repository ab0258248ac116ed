"""Tables in the hall, which match sits at which, and the links that let a table keep its own score."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tournaments.models import Tournament


class Table(models.Model):
    """A table in the hall, known by its number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_is_unique_in_tournament"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)


class Seating(models.Model):
    """A match called to a table. A table holds one match at a time: the seating ends when the match is over."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="seating")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seatings")
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="table_holds_one_match_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} at {self.table}"


class TableLink(models.Model):
    """A secret address for one table. Only the SHA-256 of its token is kept; a new link revokes the one before."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="table_links")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="table_has_one_link_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"link of table {self.table}"

    @property
    def live(self) -> bool:
        """Whether the link still opens its table."""
        return self.revoked_at is None and self.expires_at > timezone.now()
