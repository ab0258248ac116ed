"""Tables in the hall, which match sits at which, and the links that let a table keep its own score."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament


class Table(models.Model):
    """A table in the hall, known by its number; perhaps it has a name ("Stage left") and a zone ("Hall B")."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)
    zone = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_is_unique_in_tournament"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.number)

    @property
    def place(self) -> str:
        """Where it is, besides its number: "Stage left · Hall B"; "" where nobody said."""
        return " · ".join(filter(None, (self.name, self.zone)))

    @property
    def title(self) -> str:
        """What everybody calls it, in the reader's language: "Table 4 · Stage left · Hall B"."""
        return " · ".join(filter(None, (gettext("Table %(number)s") % {"number": self.number}, self.place)))


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


class NoShow(models.Model):
    """A team that was not at its table when its match was called: since when, and until when it may still come.

    `side` is where the draw has the team. A clock that was stopped says how it ended: the team came, the match went to
    the others, or the clock had no more to say (`tables.no_shows` says when it counts no more). `by` is who started it,
    as the record names them. All moments are the server's.
    """

    class End(models.TextChoices):
        CAME = "came", _("they came")
        WALKOVER = "walkover", _("the match went to the others")
        OVER = "over", _("no longer needed")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="no_shows")
    side = models.CharField(max_length=1, choices=[("A", "A"), ("B", "B")])
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="no_shows")
    minutes = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    until = models.DateTimeField()
    by = models.CharField(max_length=64)
    ended_at = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=10, choices=End.choices, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "side"],
                condition=Q(ended_at__isnull=True),
                name="side_has_one_no_show_clock_at_a_time",
            ),
            models.CheckConstraint(condition=Q(side__in=["A", "B"]), name="no_show_is_of_a_side"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, end="") | (Q(ended_at__isnull=False) & ~Q(end="")),
                name="no_show_that_ended_says_how",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} is missing in {self.match}"


class RoundTimer(models.Model):
    """How long a round lasts, and when its bell rings. All moments are the server's; no phone's clock decides anything.

    `seconds` is the whole time given. Before it is started, and while it is paused, `left` says how many seconds are
    to go; while it runs `ends_at` says when they are over. That moment being past, the bell has rung: nothing is stored
    for it, so nothing is lost when the site is not running just then.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="timer")
    seconds = models.PositiveIntegerField()
    left = models.PositiveIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(left__isnull=True, ends_at__isnull=False, started_at__isnull=False)
                | Q(left__isnull=False, ends_at__isnull=True),
                name="round_timer_runs_or_has_time_left",
            ),
        ]

    def __str__(self) -> str:
        return f"timer of {self.round}"


class TableLink(models.Model):
    """A secret address for one table, or for one side of it; a new link revokes the one before. Of its token the
    SHA-256 is kept, and the hash of a `key` from which this installation alone works the token out again, to be printed
    once more ("" of a link of before: its token is known to nobody).

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
    key = models.CharField(max_length=64, blank=True, default="")
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
