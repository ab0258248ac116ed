"""What acts keep for themselves: a tournament rejudged part by part, the wrong PINs that somebody typed, where an event
came from, the e-mails that are to go out, and what programs are told."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.tables.models import Seating, Table
from thunee_tournaments.teams.models import SignUp, Team
from thunee_tournaments.teams.sign_ups import MAX_EMAIL
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament

MAX_ENDPOINT, MAX_PUSH_KEY = 600, 120


class Rejudging(models.Model):
    """All hands of a tournament judged once more under `rules` (what a record's `rules` may be)."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rejudgings")
    rules = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.tournament}, judged once more"


class RejudgedPart(models.Model):
    """Some matches of a rejudging (their keys), and what was found once they are done: see `rejudging.judge_part`."""

    rejudging = models.ForeignKey(Rejudging, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    matches = models.JSONField()
    hands = models.PositiveIntegerField(default=0)
    found = models.JSONField(default=list)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["rejudging", "number"], name="rejudged_part_number_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.rejudging}, part {self.number}"


class SigningTries(models.Model):
    """How many wrong PINs were typed for a side of a match since a moment (None: none yet). See `signing_pins`."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=1, choices=[("A", "A"), ("B", "B")])
    wrong = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "side"], name="signing_tries_are_counted_once_per_side"),
            models.CheckConstraint(condition=models.Q(side__in=["A", "B"]), name="signing_tries_are_of_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, side {self.side}: {self.wrong} wrong"


class Copy(models.Model):
    """Where an event came from: the bundle that was taken in last. `keeper` and `made_by` are addresses of sites
    (`site_key`); `digest`: what the event was in that bundle; `content`: its file."""

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="copy")
    keeper = models.CharField(max_length=120)
    made_by = models.CharField(max_length=120)
    site_name = models.CharField(max_length=120, blank=True, default="")
    made_at = models.DateTimeField()
    version = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    till = models.CharField(max_length=64, blank=True, default="")
    digest = models.CharField(max_length=64)
    taken_at = models.DateTimeField()
    content = models.BinaryField(default=bytes, blank=True)

    class Meta:
        verbose_name_plural = "copies"

    def __str__(self) -> str:
        return f"where {self.tournament} came from"


class Sending(models.Model):
    """An event that another site follows live (`bundles.sending`). `content`: the bundle that arrived there last, at
    `sent_version` of the event's data; `begun`: a later one, of `begun_version`, that is on its way in pieces;
    `problem`: why the last try failed, "" if it did not; `tries` since then. `private_for`: the address of the site
    that what is private is sealed for, "" if it stays here."""

    class Problem(models.TextChoices):
        AWAY = "away", _("The other site does not answer. Is there network?")
        ANSWER = "answer", _("What answers there is no site of this program, or it is busy.")
        NOT_HERE = "not_here", _("The event is not there yet: bring its first bundle in at its desk.")
        OTHER_SITE = "other_site", _("There the event is followed from another site.")
        KEPT_HERE = "kept_here", _("There the event is kept by now: it was taken over.")
        OLDER = "older", _("There is something newer of the event already.")
        BENT = "bent", _("There it was found not to hold. Nothing was taken in.")
        TOO_LARGE = "too_large", _("The bundle is too large for the line: bring it in at the desk there.")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="sending")
    url = models.CharField(max_length=200)
    private_for = models.CharField(max_length=120, blank=True, default="")
    sent_version = models.PositiveIntegerField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=12, choices=Problem.choices, blank=True, default="")
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    content = models.BinaryField(default=bytes, blank=True)
    begun = models.BinaryField(default=bytes, blank=True)
    begun_version = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.tournament} to {self.url}"


class Piece(models.Model):
    """A piece of a file that the site which keeps an event sends here (`bundles.pieces`): `file` is the SHA-256 of the
    whole, `start` where in it the piece begins, in bytes."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pieces")
    file = models.CharField(max_length=64)
    start = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "file", "start"], name="piece_came_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.file[:8]} from {self.start}"


class CarriedRow(models.Model):
    """A row that came in a bundle: `theirs` is its id there, `ours` its key here, `kind` which table it is in."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="carried_rows")
    kind = models.CharField(max_length=60)
    theirs = models.CharField(max_length=48)
    ours = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind", "theirs"], name="carried_row_is_one_row"),
            models.UniqueConstraint(fields=["tournament", "kind", "ours"], name="carried_row_came_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.theirs}"


class ToldPhone(models.Model):
    """A browser that is told when a team is called (`core.told_phones`): the address under which the service of its
    maker reaches it, and what messages to it are encrypted with. It is private, and goes with the event's end."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="told_phones")
    endpoint = models.CharField(max_length=MAX_ENDPOINT)
    p256dh = models.CharField(max_length=MAX_PUSH_KEY)
    auth = models.CharField(max_length=MAX_PUSH_KEY)
    language = models.CharField(max_length=12, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "endpoint"], name="told_phone_once_for_a_team")]

    def __str__(self) -> str:
        return f"phone told about {self.team_id}"


class Letter(models.Model):
    """An e-mail that is to go out, or went (`core.letters`), or a message to a phone. What it says is worked out as it
    is sent; only what is about an account, and of no event, brings its words. `to` is where these and receipts go, and
    `token` that of the captain's link, for the first letter alone; all are erased when it has gone or is given up
    (`due_at` None). `seating` and `table`: the call it tells of, once. A letter
    may go twice where a machine stops between sending and noting it."""

    class Kind(models.TextChoices):
        SIGNED_UP = "signed_up", _("signed up")
        TAKEN_IN = "taken_in", _("entered")
        NOT_TAKEN = "not_taken", _("not taken")
        RECEIPT = "receipt", _("receipt")
        CALLED = "called", _("called")
        ACCOUNT = "account", _("account")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="letters")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    sign_up = models.ForeignKey(SignUp, on_delete=models.CASCADE, null=True, blank=True, related_name="letters")
    receipt = models.ForeignKey(Movement, on_delete=models.PROTECT, null=True, blank=True, related_name="letters")
    phone = models.ForeignKey(ToldPhone, on_delete=models.CASCADE, null=True, blank=True, related_name="letters")
    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, null=True, blank=True, related_name="letters")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    to = models.CharField(max_length=MAX_EMAIL, blank=True, default="")
    token = models.CharField(max_length=64, blank=True, default="")
    subject = models.CharField(max_length=200, blank=True, default="")
    body = models.TextField(blank=True, default="")
    language = models.CharField(max_length=12, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["due_at"], name="letter_due", condition=models.Q(due_at__isnull=False))]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(sign_up__isnull=False, receipt=None, phone=None)
                | models.Q(sign_up=None, receipt__isnull=False, phone=None)
                | models.Q(sign_up=None, receipt=None, phone__isnull=False)
                | models.Q(kind="account", sign_up=None, receipt=None, phone=None),
                name="letter_is_about_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="called", seating__isnull=False, table__isnull=False)
                | (~models.Q(kind="called") & models.Q(seating=None, table=None)),
                name="letter_tells_of_a_call_exactly_when_called",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="account", tournament=None)
                | (~models.Q(kind="account") & models.Q(tournament__isnull=False, subject="", body="")),
                name="letter_is_of_an_event_or_about_an_account",
            ),
            models.UniqueConstraint(fields=["sign_up", "seating", "table"], name="letter_to_a_captain_once_for_a_call"),
            models.UniqueConstraint(fields=["phone", "seating", "table"], name="letter_to_a_phone_once_for_a_call"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament_id or 'the site'}"


class Webhook(models.Model):
    """An address that is told what happens in an event (`record.webhooks`). `picture`: the event as it was told last,
    at `told_version` of its data (None: nothing was told, so that all that is public is still to be); `tries` since a
    message got through, the next at `next_at`; `problem`: why the last one did not, "" if it did."""

    class Problem(models.TextChoices):
        AWAY = "away", _("Nobody answers there. Is there network?")
        REFUSED = "refused", _("It was not taken there.")
        GONE = "gone", _("Nobody wants it there any more: nothing is sent.")
        GIVEN_UP = "given_up", _("Nobody has taken it there for three days: nothing is sent.")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=200)
    note = models.CharField(max_length=120)
    picture = models.JSONField(default=dict, blank=True)
    told_version = models.PositiveIntegerField(null=True, blank=True)
    problem = models.CharField(max_length=12, choices=Problem.choices, blank=True, default="")
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "url"], name="webhook_is_told_once"),
        ]

    def __str__(self) -> str:
        return self.note

    @property
    def ended(self) -> bool:
        """Whether nothing is sent there any more until somebody asks for it."""
        return self.problem in (self.Problem.GONE, self.Problem.GIVEN_UP)


class Message(models.Model):
    """One message to a webhook, sent until it is taken there, the same each time. `kind`: what happened; `status`: what
    was answered last, None before anything was."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=24)
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["webhook"], name="message_waits", condition=models.Q(sent_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"
