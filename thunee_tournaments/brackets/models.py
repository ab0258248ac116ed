"""Rounds, matches and their games. Who plays whom is derived from sources; results are pulled from scoresheets."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.prepared import Prepared, number
from engine.seats import ALL_SIDES, OTHER_SIDE
from thunee_tournaments.brackets.results import SHARED
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


SIDES = ALL_SIDES
CONFLICTS = [(each, each) for number in range(1, 5) for each in map("".join, combinations(SIDES, number))]


class MatchesWithSides(models.Manager):
    """Matches come with their sides and teams, one query more wherever matches are read; and without the queue they
    were paired from, which is long and read only to draw again."""

    def get_queryset(self) -> models.QuerySet:
        return super().get_queryset().prefetch_related(sides_of()).defer("queue")


class Match(models.Model):
    """A place in the bracket that two teams, or three or four single players, come to play.

    Its `sides` say who they are, where they come from and what they have made. `won_by` is the side that has won it;
    "=" where each plays alone (Tunge) and the lowest total is shared. `group` counts from 1 in stages with groups.
    `signing`: whether its games are signed, where the event changed that after this match had begun; None: as the event
    says.
    `queue` is who waited when a qualifier paired this match (`shapes.Queue`), or after which match it was paired out of
    the same queue. `postponed_to`: a match that is not played on its day.
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
    seats = models.JSONField(default=list, blank=True)
    first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    dealer_draw = models.JSONField(default=dict, blank=True)
    queue = models.JSONField(default=list, blank=True)
    postponed_to = models.DateField(null=True, blank=True)
    signing = models.BooleanField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    reason = models.TextField(blank=True)
    won_by = models.CharField(max_length=1, blank=True, default="", choices=[(each, each) for each in (*SIDES, SHARED)])
    done_at = models.DateTimeField(null=True, blank=True)
    # An earlier result was changed after this match had begun (`brackets.settling`): the sides on which another team
    # should stand (`MatchSide.due`). Nothing is taken out of the match before it is decided.
    conflict = models.CharField(max_length=4, blank=True, default="", choices=CONFLICTS)
    # Who goes on, and down, from here by a referee's decision, whatever the result says (`kept_side`).
    goes_on = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    goes_down = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = MatchesWithSides()

    class Meta:
        ordering = ["stage", "number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="match_number_is_unique_in_stage"),
            models.CheckConstraint(
                condition=Q(first_dealer__isnull=True) | Q(first_dealer__lte=5), name="match_first_dealer_is_a_seat"
            ),
            models.CheckConstraint(condition=Q(won_by__in=["", *SIDES, SHARED]), name="match_is_won_by_a_side"),
            models.CheckConstraint(
                condition=(Q(state__in=["done", "bye"]) & ~Q(won_by=""))
                | (~Q(state__in=["done", "bye"]) & Q(won_by="")),
                name="match_is_won_exactly_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.title}"

    @classmethod
    def between(cls, sources: Sequence[Sequence[Any]], teams: Sequence[Team | None], **fields: Any) -> "Match":
        """A new match, not stored: who comes out of these sources plays (`building.store` stores it with its sides)."""
        match = cls(**fields)
        match.sides = [
            MatchSide(match=match, side=side, source=list(source), team=team)
            for side, source, team in zip(SIDES, sources, teams, strict=False)
        ]
        return match

    @cached_property
    def sides(self) -> "list[MatchSide]":
        """The sides in order, read once: A and B, or, where each plays alone, A to C or D."""
        sides = SIDES_OF.all(match=self.pk) if self.pk else []
        for side in sides:
            side.match = self
        return sides

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Read again what is stored; its sides too, unless only some fields are asked for."""
        super().refresh_from_db(*args, **kwargs)
        if not (args[1:] or kwargs.get("fields")):
            self.__dict__.pop("sides", None)

    def side(self, letter: str) -> "MatchSide":
        """Side "A" or "B" (in a match of single players "A" to "D"). Raises KeyError."""
        for side in self.sides:
            if side.side == letter:
                return side
        raise KeyError(letter)

    def side_of(self, team: Team | None) -> "MatchSide | None":
        """The side a team plays on; None if it does not play here."""
        return next((side for side in self.sides if team is not None and side.team_id == team.pk), None)

    @property
    def over(self) -> bool:
        """Whether this match is done, by playing or without."""
        return self.state in (self.State.DONE, self.State.BYE)

    @property
    def winning_side(self) -> str:
        """ "A", "B" ("C" or "D" where each plays alone), or "" while nobody has won, and where nobody has alone."""
        return "" if self.won_by == SHARED else self.won_by

    @property
    def winner(self) -> Team | None:
        """The team that has won; None while nobody has, and where the lowest total is shared."""
        return self.team(self.winning_side) if self.winning_side else None

    @property
    def winner_id(self) -> int | None:
        """The key of the team that has won."""
        return self.side(self.winning_side).team_id if self.winning_side else None

    @property
    def loser(self) -> Team | None:
        """The team that lost this match of two; None while it goes on, and of a bye."""
        return self.team(OTHER_SIDE[self.winning_side]) if self.winning_side else None

    @property
    def through_side(self) -> str:
        """The side that goes on from here: the winner's, or that whom a referee keeps in; "" while there is none."""
        return self.kept_side or self.winning_side

    @property
    def through(self) -> Team | None:
        """Who goes on from here."""
        return self.team(side) if (side := self.through_side) else None

    @property
    def through_id(self) -> int | None:
        """The key of who goes on."""
        return self.side(side).team_id if (side := self.through_side) else None

    @property
    def down(self) -> Team | None:
        """Who goes to where the loser goes."""
        kept = self.kept_side
        return self.loser if kept is None else self.team(OTHER_SIDE[kept])

    @property
    def kept_side(self) -> str | None:
        """The side that goes on by a referee's decision, whatever the result says; None without one. What was decided
        of a team holds as long as it plays here."""
        if self.goes_on_id is None and self.goes_down_id is None:
            return None
        sits = {side.team_id: side.side for side in self.sides if side.team_id is not None}
        on, down = sits.get(self.goes_on_id or 0), sits.get(self.goes_down_id or 0)
        return on or (OTHER_SIDE[down] if down else None)

    def team(self, letter: str) -> Team | None:
        """The team of a side, if it is known yet."""
        return self.side(letter).team

    @property
    def teams(self) -> list[Team | None]:
        """The teams in the order of their sides."""
        return [side.team for side in self.sides]

    @property
    def letters(self) -> str:
        """The sides by their letters: "AB", "ABC" or "ABCD"."""
        return "".join(side.side for side in self.sides)

    @property
    def team_ids(self) -> list[int | None]:
        """The keys of the teams in the order of their sides."""
        return [side.team_id for side in self.sides]

    @property
    def known(self) -> bool:
        """Whether everybody who plays here is known."""
        return None not in self.team_ids

    @property
    def seeds(self) -> list[int | None]:
        """The seeds (in a qualifier the entries) that play here, by side; None for a bye, and out of another match."""
        return [side.source[1] if side.source[0] == "seed" else None for side in self.sides]

    @property
    def games_counted(self) -> int:
        """How many games count for a side."""
        return sum(side.games_won for side in self.sides)

    @property
    def figures(self) -> list[int]:
        """What is shown of each side: games won where several decide a match, else its score."""
        return [side.games_won if self.best_of > 1 else side.score for side in self.sides]

    @property
    def title(self) -> str:
        """Who plays whom: "Umgeni – Verulam", or all the single players."""
        return " – ".join(str(team or "?") for team in self.teams)

    @property
    def alone(self) -> bool:
        """Whether each plays alone: three or four single players."""
        return len(self.sides) > 2

    @property
    def seat_count(self) -> int:
        """How many sit at the table."""
        return len(self.sides) if self.alone else self.stage.tournament.players


class MatchSide(models.Model):
    """One side of a match. Two sides sit in turn (A on the even seats); single players sit in the order of their sides.

    `source` says where its team comes from, as `formats.fixtures` writes it (`["seed", 3]`, `["winner", 7]`,
    `["bye"]`); `team` is who that stands for as soon as it is known. `due`: who should stand here by a result that was
    changed after the match had begun (None: nobody, or not known yet), where the side is in the match's `conflict`.
    `games_won` and `score` (balls; points, where a game has no balls) are caches of the scoresheets: `manage.py replay
    --check` compares them.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="side_rows", related_query_name="side")
    side = models.CharField(max_length=1, choices=[(each, each) for each in SIDES])
    source = models.JSONField()
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="match_sides")
    due = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    games_won = models.PositiveSmallIntegerField(default=0)
    score = models.IntegerField(default=0)

    class Meta:
        ordering = ["match", "side"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="match_has_each_side_once"),
            models.UniqueConstraint(fields=["match", "team"], name="match_side_teams_differ"),
            models.CheckConstraint(condition=Q(side__in=list(SIDES)), name="match_side_is_one_of_four"),
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.team or '?'}"

    @property
    def in_conflict(self) -> bool:
        """Whether another team should stand here."""
        return self.side in self.match.conflict


def sides_of(path: str = "") -> models.Prefetch:
    """What reads the sides of many matches with their teams. `path`: how the matches are reached ("match__")."""
    rows = MatchSide.objects.select_related("team").order_by("side")
    return models.Prefetch(f"{path}side_rows", queryset=rows, to_attr="sides")


# What more is read with the sides of many matches: `prefetch_related(PLAYERS)`.
PLAYERS: str = "sides__team__players"
DUE: str = "sides__due"
SIDES_OF = Prepared(lambda: MatchSide.objects.select_related("team").filter(match_id=number("match")).order_by("side"))


class CountingGames(models.Manager):
    """The games that count: without those a referee struck out with their match."""

    def get_queryset(self) -> models.QuerySet:
        return super().get_queryset().filter(struck_at__isnull=True)


class MatchGame(models.Model):
    """One game of a match, and the scoresheet that tells it. `dealer_draw` says how its first dealer was found.

    A referee can strike a match out and let it begin anew with other teams. Its games stay, with who played them
    (`StruckSide`) and by which decision (`struck_by`, the dispute's public id); they count for nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField("adjudication.Scoresheet", on_delete=models.PROTECT, related_name="match_game")
    dealer_draw = models.JSONField(default=dict, blank=True)
    struck_at = models.DateTimeField(null=True, blank=True)
    struck_by = models.CharField(max_length=32, blank=True, default="")

    objects = CountingGames()
    also_struck = models.Manager()  # noqa: DJ012 (a manager, not a field)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_is_unique_in_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, game {self.number}"

    @property
    def who_played(self) -> dict[str, Team | None]:
        """Who played a game that was struck out, by side."""
        return {row.side: row.team for row in self.struck_sides.all()}


class StruckSide(models.Model):
    """Who played a side of a game that was struck out; None: nobody was known."""

    game = models.ForeignKey(MatchGame, on_delete=models.CASCADE, related_name="struck_sides")
    side = models.CharField(max_length=1, choices=[(each, each) for each in SIDES])
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["game", "side"]
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="struck_game_has_each_side_once")]

    def __str__(self) -> str:
        return f"{self.game}, {self.side}: {self.team or '?'}"


class StreakEntry(models.Model):
    """An entry of a team in a win-streak qualifier; `number` is what sources call a seed there. `price` in cents.

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
