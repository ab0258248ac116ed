"""A tournament, who may do what in it, its stages, and the outbox of work it has promised to do."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.games import game_of
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.offers import Offer
from thunee_tournaments.tournaments.organisations import Organisation
from thunee_tournaments.tournaments.program_keys import KeptAnswer, ProgramKey  # noqa: F401 (models of this app)

BEGUN_HERE = "0"  # the row space of an event that was made on this site


class Tournament(models.Model):
    """One event: its name and day, the rules it is played by, and how often it has changed in public.

    Until the draw the rules are `preset` and `changes`; the draw freezes them whole in `profile`, with `fingerprint`.
    The preset says which game it is; `players` how many sit at a table (Tunge: four, and three where it does not come
    out even).
    `policies` is what `policies.read` understands.
    One that is drawn for a later day is *coming*: nobody is called to a table before that day, unless the organiser has
    opened it (`opened_at`). So is one that is `held`, whatever day it is, until the organiser starts it.
    `organisation`: who holds it, and whose members act in it; None for one of whoever made it.
    `kept_by`: the code of the site that keeps it, where this is a copy that nobody writes in; "" for one kept here.
    `row_space` tells rows that were first written here from those of other sites, in its bundle (`services.bundles`).
    `version` counts public changes: pages, snapshots and live updates are keyed by it. `beyond_hands` is the last
    version at which more changed than the score of a game in play: the pages of open matches are keyed by that.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    cause = models.CharField(max_length=200, blank=True)
    venue = models.CharField(max_length=200, blank=True)
    date = models.DateField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    opened_at = models.DateTimeField(null=True, blank=True)
    held = models.BooleanField(default=False)
    preset = models.CharField(max_length=40, default="durban-classic")
    players = models.PositiveSmallIntegerField(default=4)
    changes = models.JSONField(default=dict, blank=True)
    profile = models.JSONField(null=True, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    best_of = models.PositiveSmallIntegerField(default=1)
    table_count = models.PositiveSmallIntegerField(null=True, blank=True)
    seeding = models.JSONField(default=dict, blank=True)
    policies = models.JSONField(default=dict, blank=True)
    organisation = models.ForeignKey(
        Organisation, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    kept_by = models.CharField(max_length=24, blank=True, default="")
    row_space = models.CharField(max_length=24, default=BEGUN_HERE, editable=False)
    version = models.PositiveIntegerField(default=0)
    beyond_hands = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    close_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(best_of__in=[1, 3, 5]), name="tournament_best_of_is_1_3_or_5"),
            models.CheckConstraint(
                condition=Q(status="draft") | Q(profile__isnull=False), name="tournament_rules_are_frozen_when_running"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> dict[str, object]:
        """The object to put in a hand record's `rules`: frozen once drawn, as chosen before."""
        if self.profile is not None:
            return dict(self.profile)
        return {"preset": self.preset, **self.changes}

    @property
    def game(self) -> str:
        """The game that is played, as `engine.games` calls it."""
        return game_of(self.preset) or "thunee"

    @property
    def coming(self) -> bool:
        """Whether it is drawn and has not begun: its day has not come, or it waits to be started."""
        later = self.held or (self.date is not None and self.date > timezone.localdate())
        return self.status == self.Status.RUNNING and later and self.opened_at is None

    @property
    def state(self) -> str:
        """The one word for where it stands: draft, coming, running or closed."""
        return "coming" if self.coming else str(self.status)

    @property
    def state_said(self) -> str:
        """The same for people."""
        words = {"draft": _("Being prepared"), "coming": _("Coming"), "running": _("Running"), "closed": _("Over")}
        return str(words[self.state])


class Conflict(models.Model):
    """Whom somebody has a part in: a club, by its name as teams write it, and a team, by its public id."""

    club = models.CharField(max_length=80, blank=True, default="")
    team = models.CharField(max_length=24, blank=True, default="")

    class Meta:
        abstract = True


class Role(Conflict):
    """What a user may do in one tournament. As a referee, not where their own club or team plays."""

    class Name(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        CHIEF_REFEREE = "chief_referee", _("chief referee")
        REFEREE = "referee", _("referee")
        SCOREKEEPER = "scorekeeper", _("scorekeeper")
        TREASURER = "treasurer", _("treasurer")
        VIEWER = "viewer", _("viewer")

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles")
    role = models.CharField(max_length=20, choices=Name.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="role_is_given_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class Invitation(Conflict, Offer):
    """A secret address by which one person takes a role, once."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="invitations")
    role = models.CharField(max_length=20, choices=Role.Name.choices)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.get_role_display()}: {self.note or self.created_at}"


class Stage(models.Model):
    """A part of a tournament with one format; `lot` and `inputs` are all it takes to make its draw again.

    A stage that is planned only has no `drawn_at`. `format` is the key of one in `brackets.formats.catalogue`,
    `parameters` are its own (`plans`), `feed` among them for a stage that takes its teams from an earlier one.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    order = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, default="knockout")
    parameters = models.JSONField(default=dict, blank=True)
    lot = models.CharField(max_length=32, blank=True)
    inputs = models.JSONField(default=dict, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "order"], name="stage_order_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.format}"


class OutboxTask(models.Model):
    """Work promised inside a transaction: it is done at least once, whatever happens to broker and worker."""

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    payload = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    not_before = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="outbox_task_is_promised_once"),
        ]
        indexes = [
            models.Index(fields=["not_before"], name="outbox_open", condition=Q(done_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
