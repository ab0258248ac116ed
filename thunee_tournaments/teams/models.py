"""Teams and their players, as entered for one tournament."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from adjudication.models import WrittenOnce
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.teams.sign_ups import Announcement, SignUp
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["Announcement", "Player", "SignUp", "Substitution", "Team"]


class Team(models.Model):
    """A team of one tournament. `name_key` is its name as people hear it: case, spaces and accents do not differ.

    `withdrawn_at`: since when it is out of the tournament, and `withdrawn_why`, for everybody; `disqualified`: it is
    out by a referee's decision. `arrived_at`: since when it is known to be here.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=80)
    name_key = models.CharField(max_length=160, editable=False)
    club = models.CharField(_("club"), max_length=80, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_why = models.TextField(blank=True)
    disqualified = models.BooleanField(default=False)
    arrived_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["seed", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name_key"], name="team_name_is_unique_in_tournament"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="team_seed_is_unique_in_tournament"),
            models.CheckConstraint(condition=~models.Q(name_key=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: object, **kwargs: object) -> None:
        self.name_key = name_key(self.name)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    @property
    def roster(self) -> list["Player"]:
        """Who plays for the team now, without those who were substituted. Players should be prefetched."""
        return [player for player in self.players.all() if player.left_at is None]

    @property
    def waits(self) -> bool:
        """Whether it has no place in the draw of its event, and has not gone home; before the draw nobody has one."""
        return self.seed is None and self.withdrawn_at is None

    @property
    def why_out(self) -> str:
        """Why it does not play on, for everybody; "" for a team that does."""
        if self.withdrawn_at is None:
            return ""
        if self.disqualified:
            return gettext("%(team)s was disqualified.") % {"team": self.name}
        text = gettext("%(team)s has withdrawn.") % {"team": self.name}
        return f"{text} {self.withdrawn_why}".strip()


class Player(models.Model):
    """One of a team's players; `order` is the order they were entered in.

    `left_at`: since when somebody else plays in this one's place (`Substitution`). What this one played stays theirs.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    order = models.PositiveSmallIntegerField(default=1)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["team", "order"], name="player_order_is_unique_in_team"),
        ]

    def __str__(self) -> str:
        return self.name


class Substitution(WrittenOnce):
    """Another player came into a team (EV-SUB-1 to 4): the `number`th change of its roster.

    `takes_back`: the one before was a mistake; this takes it back. `by` is an opaque label ("user:12"), and the reason
    stands behind a commitment under `subject`, so that it can be erased without breaking the record. `stage` and
    `round`: of the match it was made for. `match` (a public id), `game` and `seq`: the match that was in play, if one
    was, and the last entry written before it; hands up to there are those of the one who left.
    """

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="substitutions")
    number = models.PositiveSmallIntegerField()
    leaves = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    comes = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    takes_back = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="taken_back_by"
    )
    stage = models.PositiveSmallIntegerField(default=0)
    round = models.CharField(max_length=40, blank=True, default="")
    match = models.CharField(max_length=24, blank=True, default="")
    game = models.PositiveSmallIntegerField(default=0)
    seq = models.PositiveIntegerField(default=0)
    by = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["team", "number"]
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="substitution_number_is_unique_in_team"),
            models.CheckConstraint(
                condition=~models.Q(leaves=models.F("comes")), name="substitution_is_of_two_players"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.comes} for {self.leaves}"

    @property
    def subject(self) -> str:
        """What its reason is committed to under."""
        return f"substitution:{self.public_id}"
