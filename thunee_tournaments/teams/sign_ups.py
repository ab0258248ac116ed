"""An event that is announced before its draw, and the teams that sign themselves up for it.

What an announcement says is for everybody who may read it. What a sign-up says of how to reach the team is for the
organiser and the treasurer alone: no public page, file or answer of the API reads these rows.
"""

from collections import defaultdict
from itertools import combinations

from django.db import models
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.teams.names import MAX_NAME, name_key
from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.tokens import token_hash

MAX_LINE, MAX_DESCRIPTION, MAX_CODE_WORD, MAX_PHONE, MAX_EMAIL = 200, 2000, 40, 40, 200
MAX_QUESTIONS = 3
NATIONAL = 9  # digits of a phone number without its 0 or its country
MAX_REFERENCE = 15  # without the number; banks take twenty signs


class Announcement(models.Model):
    """What is told of an event before its draw, and how teams come in.

    `visibility`: who reads it; `private` is nobody, `unlisted` whoever has the address. `places`: how many teams there
    is room for (None: no limit). `review`: the organiser takes each team in; else a team is in at once as long as there
    is room, and the first one waiting moves up when another goes. `questions`: the organiser's own, at most three.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Nobody yet")
        UNLISTED = "unlisted", _("Whoever has the address")
        PUBLIC = "public", _("Everybody, on the first page too")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="announcement")
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    description = models.TextField(blank=True, default="")
    starts_at = models.TimeField(null=True, blank=True)
    address = models.CharField(max_length=MAX_LINE, blank=True, default="")
    contact = models.CharField(max_length=MAX_LINE, blank=True, default="")
    open = models.BooleanField(default=False)
    closes_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    review = models.BooleanField(default=True)
    code_word = models.CharField(max_length=MAX_CODE_WORD, blank=True, default="")
    questions = models.JSONField(default=list, blank=True)
    payment = models.CharField(max_length=MAX_LINE, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility__in=["private", "unlisted", "public"]), name="announcement_visibility_is_known"
            ),
            models.CheckConstraint(condition=Q(places=None) | Q(places__gt=0), name="announcement_has_a_place"),
        ]

    def __str__(self) -> str:
        return f"announcement of {self.tournament}"

    @property
    def shown(self) -> bool:
        """Whether anybody but the desk may read it."""
        return self.visibility != self.Visibility.PRIVATE

    @property
    def takes_teams(self) -> bool:
        """Whether a team can sign up now, as far as the announcement goes."""
        in_time = self.closes_at is None or timezone.now() < self.closes_at
        prepared_here = self.tournament.status == Tournament.Status.DRAFT and not self.tournament.kept_by
        return self.shown and self.open and in_time and prepared_here

    @property
    def left(self) -> int | None:
        """How many places are left; None where there is no limit."""
        if self.places is None:
            return None
        entered = getattr(self, "entered", None)  # where a list has counted them
        entered = self.tournament.teams.count() if entered is None else entered
        return max(0, self.places - entered)


class SignUp(models.Model):
    """A team that signed itself up: the `number`th of its event. Only the SHA-256 of its private link is kept.

    `phone` and `email` are how the desk reaches it; `answers`: to the announcement's questions, in their order;
    `language`: in which it was typed. `team`:
    what it became when it was taken in. `why`: what the captain reads when it was not. `absent`: the draw was to be
    made without it, for it was not there. `wants_calls`: the captain wants an e-mail when the team is called.
    `joined_to`: the sign-up of the same team it was joined to, which its private
    link opens from then on.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        IN = "in", _("entered")
        DECLINED = "declined", _("not taken")
        ABSENT = "absent", _("not here")
        WITHDRAWN = "withdrawn", _("withdrawn")
        JOINED = "joined", _("joined to another")

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="sign_ups")
    number = models.PositiveIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    team = models.OneToOneField("teams.Team", on_delete=models.SET_NULL, null=True, blank=True, related_name="sign_up")
    wants_calls = models.BooleanField(default=False)
    joined_to = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="joined")
    name = models.CharField(max_length=MAX_NAME)
    club = models.CharField(max_length=MAX_NAME, blank=True, default="")
    players = models.JSONField(default=list, blank=True)
    phone = models.CharField(max_length=MAX_PHONE, blank=True, default="")
    email = models.CharField(max_length=MAX_EMAIL, blank=True, default="")
    answers = models.JSONField(default=list, blank=True)
    language = models.CharField(max_length=12, blank=True, default="")
    why = models.CharField(max_length=MAX_LINE, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="sign_up_number_is_unique_in_tournament"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "in", "declined", "absent", "withdrawn", "joined"]),
                name="sign_up_state_is_known",
            ),
            models.CheckConstraint(condition=Q(team=None) | Q(state="in"), name="sign_up_with_a_team_is_in"),
            models.CheckConstraint(
                condition=Q(joined_to=None) & ~Q(state="joined") | Q(joined_to__isnull=False, state="joined"),
                name="sign_up_joined_says_to_which",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def place(self) -> int:
        """Which in the row of those who wait it is, from 1; 0 for one that does not wait."""
        if self.state != self.State.WAITING:
            return 0
        waiting = SignUp.objects.filter(tournament=self.tournament_id, state=self.State.WAITING)
        return waiting.filter(number__lte=self.number).count()

    @property
    def reference(self) -> str:
        """What to write on a payment, short enough for a bank: "DIWALI-SHIELD-7"."""
        words = self.tournament.slug
        while len(words) > MAX_REFERENCE and "-" in words:
            words = words.rpartition("-")[0]
        return f"{words[:MAX_REFERENCE]}-{self.number}".upper()


def announced_event(slug: str) -> Announcement | None:
    """What is told of the event of this slug that has not been drawn; None where there is nothing for everybody."""
    announced = _announced().filter(tournament__slug=slug).first()
    return announced if announced is not None and announced.shown else None


def announced_events() -> QuerySet[Announcement]:
    """What the home page lists before its draw, the next one first; each with how many teams are entered."""
    public = _announced().filter(visibility=Announcement.Visibility.PUBLIC)
    return public.annotate(entered=Count("tournament__teams")).order_by("tournament__date", "pk")


def _announced() -> QuerySet[Announcement]:
    return Announcement.objects.select_related("tournament").filter(tournament__status=Tournament.Status.DRAFT)


def sign_up_by(tournament: Tournament, token: str) -> SignUp | None:
    """The sign-up that a private link is of, or the one which that was joined to."""
    sign_ups = SignUp.objects.select_related("tournament", "team")
    of_link = Q(token_hash=token_hash(token)) | Q(joined__token_hash=token_hash(token))
    return sign_ups.filter(of_link, tournament=tournament, joined_to=None).distinct().first()


def announcement_of(tournament: Tournament) -> Announcement:
    """The announcement of a tournament, or one with the defaults: nobody reads it."""
    return Announcement.objects.filter(tournament=tournament).first() or Announcement(tournament=tournament)


def doubles_of(sign_ups: list[SignUp]) -> dict[int, list[int]]:
    """The numbers of earlier sign-ups that look like the same team, by number: the same name, number or address to
    reach it, or two of its players."""
    alike: dict[int, list[int]] = {}
    marked: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for sign_up in sign_ups:
        if sign_up.state in (SignUp.State.WAITING, SignUp.State.IN):
            marks = _marks(sign_up)
            if before := sorted({number for mark in marks for number in marked[mark]}):
                alike[sign_up.number] = before
            for mark in marks:
                marked[mark].append(sign_up.number)
    return alike


def _marks(sign_up: SignUp) -> set[tuple[str, ...]]:
    """What two sign-ups of one team have in common."""
    players = sorted({name_key(player) for player in sign_up.players})
    marks: set[tuple[str, ...]] = {("players", *pair) for pair in combinations(players, 2)}
    marks.add(("name", name_key(sign_up.name)))
    reached = {"phone": _digits(sign_up.phone), "email": sign_up.email.casefold()}
    return marks | {(kind, text) for kind, text in reached.items() if text}


def is_reached_by(sign_up: SignUp, number: str) -> bool:
    """Whether this is a phone number of the team, however it is written."""
    end = _digits(number)
    return len(end) == NATIONAL and end in "".join(sign for sign in sign_up.phone if sign.isdecimal())


def _digits(phone: str) -> str:
    """The end of a phone number, which "+27 82" and "082" have in common."""
    return "".join(sign for sign in phone if sign.isdecimal())[-NATIONAL:]
