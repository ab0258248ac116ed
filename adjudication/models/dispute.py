"""A dispute, and the steps by which it is decided. Its state is never stored: it follows from the steps."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from adjudication.models.append_only import WrittenOnce
from adjudication.models.entry import Entry
from adjudication.models.scoresheet import Scoresheet, new_public_id

PARTIES = ("A", "B", "C", "D")  # both sides, or the single players of a table by seat
OF_A_PARTY = [(party, party) for party in PARTIES]


class Dispute(WrittenOnce):
    """Somebody contests a hand, a game, a match or somebody's conduct.

    `subject` is the opaque name of the match; `sheet` and `hand` (the seq that names a hand) say what exactly.
    The words of whoever raised it may speak of people: they are kept outside (`commitments`), `words` is the
    commitment to them. `hash` is the first link of the dispute's own chain.
    """

    class About(models.TextChoices):
        HAND = "hand", _("a hand")
        GAME = "game", _("a game")
        MATCH = "match", _("the match")
        CONDUCT = "conduct", _("conduct")

    class Reason(models.TextChoices):
        WRONG_RECORD = "wrong_record", _("what is written is not what happened")
        REVOKE = "revoke", _("suit not followed, or a wrong undercut")
        FALSE_CALL = "false_call", _("a wrong jodhi, double, khanuck or declaration")
        SIGNALS = "signals", _("signals, or talk between partners")
        RULE = "rule", _("which rule applies")
        LATE = "late", _("late, absent or after the bell")
        SEATS = "seats", _("wrong seats, dealer or cards")
        CONDUCT = "conduct", _("conduct at the table")
        OTHER = "other", _("something else")
        OVERTURNED = "overturned", _("a result before it was changed after it had begun")
        SURPLUS = "surplus", _("a game before it was changed after it had begun")

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    book = models.CharField(max_length=32, db_index=True)
    subject = models.CharField(max_length=64, db_index=True)
    sheet = models.ForeignKey(Scoresheet, on_delete=models.PROTECT, null=True, blank=True, related_name="disputes")
    hand = models.PositiveIntegerField(null=True, blank=True)
    about = models.CharField(max_length=8, choices=About.choices)
    reason = models.CharField(max_length=16, choices=Reason.choices)
    words = models.CharField(max_length=64, blank=True, default="")
    side = models.CharField(max_length=1, choices=OF_A_PARTY, blank=True, default="")
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    actor = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["device", "client_uuid"], name="dispute_once_per_device_and_key"),
            models.CheckConstraint(condition=models.Q(side__in=["", *PARTIES]), name="dispute_is_of_a_side_or_nobody"),
            models.CheckConstraint(
                condition=~models.Q(about="hand") | models.Q(sheet__isnull=False, hand__isnull=False),
                name="dispute_of_a_hand_names_it",
            ),
        ]

    def __str__(self) -> str:
        return f"dispute {self.public_id}"


class Decision(WrittenOnce):
    """A step of a dispute: it is decided, appealed, upheld or overturned. Each is chained to the one before.

    `rules` are ids of the catalogue or of the event's regulations. `entry` is what was written on the sheet because
    of it: totals change only there. `appeal_minutes` is how long after it an appeal is taken. `deposit` is what an
    appeal left behind, in words, and then what became of it (kept, returned).
    """

    class Act(models.TextChoices):
        DECIDE = "decide", _("decided")
        APPEAL = "appeal", _("appealed")
        UPHOLD = "uphold", _("upheld on appeal")
        OVERTURN = "overturn", _("overturned on appeal")

    class Outcome(models.TextChoices):
        STANDS = "stands", _("the record stands")
        CORRECTED = "corrected", _("hand corrected")
        REPLAYED = "replayed", _("hand void, dealt again")
        ADJUSTED = "adjusted", _("balls adjusted")
        HAND_FORFEITED = "hand_forfeited", _("the hand's balls forfeited")
        GAME_FORFEITED = "game_forfeited", _("game forfeited")
        MATCH_FORFEITED = "match_forfeited", _("match forfeited")
        WARNING = "warning", _("warning")
        DISQUALIFIED = "disqualified", _("disqualification")
        MATCH_KEPT = "match_kept", _("the match stands, with the teams that played it")
        MATCH_VOID = "match_void", _("the match is struck out, the other side goes on")
        MATCH_REPLAYED = "match_replayed", _("the match is struck out and replayed")
        REJUDGED = "rejudged", _("hand judged by the rules engine of today")
        GAME_KEPT = "game_kept", _("the game stays as it was played")
        GAME_VOID = "game_void", _("the game is struck out")

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="steps")
    seq = models.PositiveIntegerField()
    act = models.CharField(max_length=8, choices=Act.choices)
    outcome = models.CharField(max_length=16, choices=Outcome.choices, blank=True, default="")
    side = models.CharField(max_length=1, choices=OF_A_PARTY, blank=True, default="")
    rules = models.JSONField(default=list)
    text = models.CharField(max_length=2000)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="decision")
    appeal_minutes = models.PositiveIntegerField(default=0)
    deposit = models.CharField(max_length=64, blank=True, default="")
    override_by = models.CharField(max_length=64, blank=True, default="")
    override_reason = models.CharField(max_length=500, blank=True, default="")
    device = models.CharField(max_length=64)
    client_uuid = models.UUIDField()
    actor = models.CharField(max_length=64)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["dispute_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["dispute", "seq"], name="decision_once_per_dispute_and_seq"),
            models.UniqueConstraint(fields=["device", "client_uuid"], name="decision_once_per_device_and_key"),
            models.CheckConstraint(condition=models.Q(side__in=["", *PARTIES]), name="decision_is_about_a_side"),
            models.CheckConstraint(
                condition=models.Q(override_by="", override_reason="")
                | (~models.Q(override_by="") & ~models.Q(override_reason="")),
                name="decision_override_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_act_display()} ({self.dispute})"
