"""Rounds, matches and their games. Who plays whom is derived from slots; results are pulled from scoresheets."""

from itertools import combinations
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.seats import OTHER_SIDE
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


SIDES = "ABCD"
CONFLICTS = [(each, each) for number in range(1, 5) for each in map("".join, combinations(SIDES, number))]


class Match(models.Model):
    """A place in the bracket that two teams come to play.

    `slot_a` and `slot_b` are sources as `formats.fixtures` writes them (`["seed", 3]`, `["winner", 7]`, `["bye"]`);
    `team_a` and `team_b` are who they stand for as soon as that is known. The team of slot a is side A and sits on the
    even seats. Where each plays alone (Tunge), teams a to d (three or four) are single players and sit in this order;
    `scores` are then their points by seat, and nobody is the winner of a match whose lowest total is shared. `group`
    counts from 1 in stages with groups. `queue` is who waited when a qualifier paired this match. `postponed_to`: a
    match of a league that is not played on its day. `games_*`, `balls_*` (points, where a game has no balls) and
    `scores` are caches of the scoresheets: `manage.py replay --check` compares them.
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
    slot_c = models.JSONField(null=True, blank=True)
    slot_d = models.JSONField(null=True, blank=True)
    team_c = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="matches_as_c")
    team_d = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="matches_as_d")
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
    balls_a = models.IntegerField(default=0)
    balls_b = models.IntegerField(default=0)
    scores = models.JSONField(default=list, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    # An earlier result was changed after this match had begun (`brackets.settling`): the sides on which another team
    # should stand, and which (None: nobody, or not known yet). Nothing is taken out of the match before it is decided.
    conflict = models.CharField(max_length=4, blank=True, default="", choices=CONFLICTS)
    due_a = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    due_b = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    due_c = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    due_d = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # Who goes on, and down, from here by a referee's decision, whatever the result says (`pinned`).
    goes_on = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    goes_down = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["stage", "number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="match_number_is_unique_in_stage"),
            models.CheckConstraint(
                condition=Q(first_dealer__isnull=True) | Q(first_dealer__lte=5), name="match_first_dealer_is_a_seat"
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True)
                | Q(winner=models.F("team_a"))
                | Q(winner=models.F("team_b"))
                | Q(team_c__isnull=False, winner=models.F("team_c"))
                | Q(team_d__isnull=False, winner=models.F("team_d")),
                name="match_winner_is_one_of_its_teams",
            ),
            models.CheckConstraint(
                condition=Q(team_a__isnull=True) | Q(team_b__isnull=True) | ~Q(team_a=models.F("team_b")),
                name="match_teams_differ",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["done", "bye"], winner__isnull=False)
                | Q(state="done", team_c__isnull=False)
                | (~Q(state__in=["done", "bye"]) & Q(winner__isnull=True)),
                name="match_has_a_winner_exactly_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.title}"

    @property
    def over(self) -> bool:
        """Whether somebody has won this match, by playing or without."""
        return self.state in (self.State.DONE, self.State.BYE)

    @property
    def winning_side(self) -> str:
        """ "A", "B" ("C" or "D" where each plays alone), or "" while nobody has won."""
        if self.winner_id is None:
            return ""
        return next((side for side, team in self.sides if team == self.winner_id), "B")

    @property
    def loser(self) -> Team | None:
        """The team that lost this match; None while it goes on, and of a bye."""
        if self.winner_id is None:
            return None
        return self.team_b if self.winner_id == self.team_a_id else self.team_a

    @property
    def through(self) -> Team | None:
        """Who goes on from here: the winner, or whom a referee keeps in."""
        pinned = self.pinned
        if pinned is None:
            return self.winner
        return self.team(pinned)

    @property
    def through_id(self) -> int | None:
        """The key of who goes on."""
        pinned = self.pinned
        return self.winner_id if pinned is None else dict(self.sides).get(pinned)

    @property
    def down(self) -> Team | None:
        """Who goes to where the loser goes."""
        pinned = self.pinned
        if pinned is None:
            return self.loser
        return self.team(OTHER_SIDE[pinned])

    @property
    def pinned(self) -> str | None:
        """The side that goes on by a referee's decision, whatever the result says; None without one. What was decided
        of a team holds as long as it plays here."""
        sides = {team: side for side, team in self.sides[:2] if team is not None}
        on, down = sides.get(self.goes_on_id or 0), sides.get(self.goes_down_id or 0)
        return on or (OTHER_SIDE[down] if down else None)

    def due(self, side: str) -> Team | None:
        """Who should stand on a side by the results before, where that is in conflict."""
        found: Team | None = getattr(self, f"due_{side.lower()}")
        return found

    def team(self, side: str) -> Team | None:
        """The team of side "A" or "B" (in a match of single players "A" to "D"), if it is known yet."""
        found: Team | None = getattr(self, f"team_{side.lower()}")
        return found

    @property
    def title(self) -> str:
        """Who plays whom: "Umgeni – Verulam", or all the single players."""
        return " – ".join(str(team or "?") for team in self.at_table)

    @property
    def alone(self) -> bool:
        """Whether each plays alone: three or four single players, and no sides."""
        return self.slot_c is not None

    @property
    def at_table(self) -> list[Team | None]:
        """The teams in the order of their seats: both sides, or all the single players."""
        return [self.team(side) for side, _slot in self.slots]

    @property
    def sides(self) -> list[tuple[str, int | None]]:
        """The sides with the ids of their teams: A and B, or, where each plays alone, A to C or D."""
        return [(side, getattr(self, f"team_{side.lower()}_id")) for side, _slot in self.slots]

    @property
    def slots(self) -> list[tuple[str, list[Any]]]:
        """The sides with the sources their teams come from: A and B, or, where each plays alone, A to C or D."""
        every = zip(SIDES, (self.slot_a, self.slot_b, self.slot_c, self.slot_d), strict=True)
        return [(side, slot) for side, slot in every if slot is not None or side in "AB"]

    @property
    def seat_count(self) -> int:
        """How many sit at the table."""
        return len(self.at_table) if self.alone else self.stage.tournament.players


class CountingGames(models.Manager):
    """The games that count: without those a referee struck out with their match."""

    def get_queryset(self) -> models.QuerySet:
        return super().get_queryset().filter(struck_at__isnull=True)


class MatchGame(models.Model):
    """One game of a match, and the scoresheet that tells it. `dealer_draw` says how its first dealer was found.

    A referee can strike a match out and let it begin anew with other teams. Its games stay, with who played them
    (`struck_a` to `struck_d`) and by which decision (`struck_by`, the dispute's public id); they count for nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField("adjudication.Scoresheet", on_delete=models.PROTECT, related_name="match_game")
    dealer_draw = models.JSONField(default=dict, blank=True)
    struck_at = models.DateTimeField(null=True, blank=True)
    struck_by = models.CharField(max_length=32, blank=True, default="")
    struck_a = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    struck_b = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    struck_c = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    struck_d = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = CountingGames()
    also_struck = models.Manager()  # noqa: DJ012 (a manager, not a field)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_is_unique_in_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, game {self.number}"


class StreakEntry(models.Model):
    """An entry of a team in a win-streak qualifier; `number` is what slots call a seed there. `price` in cents.

    `ended`: the entry was taken out without a match (at the end of entries, or because the team withdrew). One that was
    bought by mistake is taken back before it is played: it stays to be read, with the reason, and counts for nothing.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="streak_entries")
    price = models.PositiveIntegerField(default=0)
    entered_at = models.DateTimeField(auto_now_add=True)
    ended = models.BooleanField(default=False)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_why = models.CharField(max_length=200, blank=True, default="")
    taken_back_by = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        ordering = ["stage", "number"]
        verbose_name_plural = "streak entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="entry_number_is_unique_in_stage"),
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True) | (Q(ended=True) & ~Q(taken_back_why="")),
                name="entry_taken_back_has_ended_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.team}"
