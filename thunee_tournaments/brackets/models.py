"""Rounds, matches and their games. Who plays whom is derived from slots; results are pulled from scoresheets."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Stage


class Round(models.Model):
    """One round of a stage; `name` is a key such as "final" or "round-of-16", put into words by `brackets.names`.

    `inputs` is all that the pairing of a Swiss round was made of; `date` the day of a round of a league.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    inputs = models.JSONField(default=dict, blank=True)
    date = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_number_is_unique_in_stage"),
        ]

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """A place in the bracket that two teams come to play.

    `slot_a` and `slot_b` are sources as `formats.fixtures` writes them (`["seed", 3]`, `["winner", 7]`, `["bye"]`);
    `team_a` and `team_b` are who they stand for as soon as that is known. The team of slot a is side A and sits on
    the even seats. `group` counts from 1 in stages with groups. `queue` is who waited when a qualifier paired this
    match. `postponed_to`: a match of a league that is not played on its day. `games_*` and `balls_*` are caches of
    the scoresheets: `manage.py replay --check` compares them.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for teams")
        READY = "ready", _("ready to play")
        PLAYING = "playing", _("being played")
        DONE = "done", _("over")
        BYE = "bye", _("bye")

    class Outcome(models.TextChoices):
        PLAYED = "played", pgettext_lazy("a match", "played")
        WALKOVER = "walkover", _("walkover")
        BYE = "bye", _("bye")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField(default=0)
    best_of = models.PositiveSmallIntegerField(default=1)
    slot_a = models.JSONField()
    slot_b = models.JSONField()
    team_a = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="matches_as_a")
    team_b = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="matches_as_b")
    seats = models.JSONField(default=list, blank=True)
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    dealer_draw = models.JSONField(default=dict, blank=True)
    queue = models.JSONField(default=list, blank=True)
    postponed_to = models.DateField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    reason = models.TextField(blank=True)
    winner = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="matches_won")
    games_a = models.PositiveSmallIntegerField(default=0)
    games_b = models.PositiveSmallIntegerField(default=0)
    balls_a = models.PositiveIntegerField(default=0)
    balls_b = models.PositiveIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage", "number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="match_number_is_unique_in_stage"),
            models.CheckConstraint(
                condition=Q(first_dealer__isnull=True) | Q(first_dealer__lte=3), name="match_first_dealer_is_a_seat"
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner=models.F("team_a")) | Q(winner=models.F("team_b")),
                name="match_winner_is_one_of_its_teams",
            ),
            models.CheckConstraint(
                condition=Q(team_a__isnull=True) | Q(team_b__isnull=True) | ~Q(team_a=models.F("team_b")),
                name="match_teams_differ",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["done", "bye"], winner__isnull=False)
                | (~Q(state__in=["done", "bye"]) & Q(winner__isnull=True)),
                name="match_has_a_winner_exactly_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.team_a or '?'} – {self.team_b or '?'}"

    @property
    def over(self) -> bool:
        """Whether somebody has won this match, by playing or without."""
        return self.state in (self.State.DONE, self.State.BYE)

    @property
    def winning_side(self) -> str:
        """ "A", "B", or "" while nobody has won."""
        if self.winner_id is None:
            return ""
        return "A" if self.winner_id == self.team_a_id else "B"

    @property
    def loser(self) -> Team | None:
        """The team that lost this match; None while it goes on, and of a bye."""
        if self.winner_id is None:
            return None
        return self.team_b if self.winner_id == self.team_a_id else self.team_a

    def team(self, side: str) -> Team | None:
        """The team of side "A" or "B", if it is known yet."""
        return self.team_a if side == "A" else self.team_b


class MatchGame(models.Model):
    """One game of a match, and the scoresheet that tells it. `dealer_draw` says how its first dealer was found."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField("adjudication.Scoresheet", on_delete=models.PROTECT, related_name="match_game")
    dealer_draw = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_is_unique_in_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, game {self.number}"


class StreakEntry(models.Model):
    """An entry of a team in a win-streak qualifier; `number` is what slots call a seed there. `price` in cents.

    `ended`: the entry was taken out without a match (at the end of entries, or because the team withdrew).
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="streak_entries")
    price = models.PositiveIntegerField(default=0)
    entered_at = models.DateTimeField(auto_now_add=True)
    ended = models.BooleanField(default=False)

    class Meta:
        ordering = ["stage", "number"]
        verbose_name_plural = "streak entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="entry_number_is_unique_in_stage"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.team}"
