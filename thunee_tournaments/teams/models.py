"""Teams and their players, as entered for one tournament."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament


class Team(models.Model):
    """A team of one tournament. `name_key` is its name as people hear it: case, spaces and accents do not differ."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=80)
    name_key = models.CharField(max_length=160, editable=False)
    club = models.CharField(_("club"), max_length=80, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
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


class Player(models.Model):
    """One of a team's players; `order` is the order they were entered in."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    order = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["team", "order"], name="player_order_is_unique_in_team"),
        ]

    def __str__(self) -> str:
        return self.name
