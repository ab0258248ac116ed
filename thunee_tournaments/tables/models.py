"""Tables in the hall, which match sits at which, and the links that let a table keep its own score."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from thunee_tournaments.brackets.models import Match, Round
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
    """A secret address for one table, or for one side of it. Only the SHA-256 of its token is kept; a new link revokes
    the one before.

    `side`: the side whose phone it lets in, as the draw names sides; "" for the table's one scorekeeper. `match` and
    `round` narrow it to what is played of them at the table. The first phone that opens it is let in; a further one
    needs the PIN, which follows from `pins_given` and is kept nowhere (see `admitting`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="table_links")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    side = models.CharField(max_length=1, choices=[("", ""), ("A", "A"), ("B", "B")], blank=True, default="")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    pins_given = models.PositiveIntegerField(default=1)
    wrong_pins = models.PositiveSmallIntegerField(default=0)
    wrong_pin_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table", "side"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "side"],
                condition=Q(revoked_at__isnull=True),
                name="table_has_one_link_at_a_time_for_each_side",
            ),
            models.CheckConstraint(condition=Q(side__in=["", "A", "B"]), name="table_link_is_of_a_side_or_the_table"),
        ]

    def __str__(self) -> str:
        return f"link of table {self.table}"

    @property
    def live(self) -> bool:
        """Whether the link still opens its table."""
        return self.revoked_at is None and self.expires_at > timezone.now()

    def reaches(self, match: Match) -> bool:
        """Whether a match that is at the table is one the link was made for."""
        return self.match_id in (None, match.pk) and self.round_id in (None, match.round_id)


class Phone(models.Model):
    """A phone that a link let in, by the name its entries are signed with. One of them was the first."""

    link = models.ForeignKey(TableLink, on_delete=models.CASCADE, related_name="phones")
    device = models.CharField(max_length=64)
    first = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["link", "device"], name="phone_is_let_in_once_by_a_link"),
            models.UniqueConstraint(fields=["link"], condition=Q(first=True), name="link_has_one_first_phone"),
        ]

    def __str__(self) -> str:
        return self.device
