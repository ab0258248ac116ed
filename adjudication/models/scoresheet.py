"""The scoresheet of one game: a frozen rule profile, a chain of entries, and caches of what they come to."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _


def new_public_id() -> str:
    """Twelve url-safe characters that nobody can guess."""
    return secrets.token_urlsafe(9)


class Scoresheet(models.Model):
    """One game's record, with sides "A" (even seats) and "B" (odd seats), or, in Tunge, single players. It knows no
    tournament.

    `book`, `game`, `players`, `rules`, `fingerprint`, `first_dealer` and `length` are fixed when the sheet is opened
    and go into the first link of its chain. `length`: after how many hands a game without an end of its own is over.
    `seq` and `head` name its last entry. `state`, `winner` and `ledger` are caches of what the entries come to:
    `replay.check` recomputes them and must find no difference.
    """

    class State(models.TextChoices):
        OPEN = "open", _("in play")
        OVER = "over", _("over")

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    book = models.CharField(max_length=32, db_index=True)
    label = models.CharField(max_length=200)
    game = models.CharField(max_length=20, default="thunee")
    players = models.PositiveSmallIntegerField(default=4)
    rules = models.JSONField()
    fingerprint = models.CharField(max_length=64)
    first_dealer = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField(null=True, blank=True)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    winner = models.CharField(max_length=1, blank=True, default="")
    ledger = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(first_dealer__lte=5), name="scoresheet_first_dealer_is_a_seat"),
            models.CheckConstraint(condition=models.Q(winner__in=["", "A", "B"]), name="scoresheet_winner_is_a_side"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def is_over(self) -> bool:
        return self.state == self.State.OVER
