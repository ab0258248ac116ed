"""A notice: what was done to an event and stands on no scoresheet, such as a draw, or a match given without play."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from adjudication.models.append_only import WrittenOnce


class Notice(WrittenOnce):
    """One thing done about a `subject` ("draws", "match:…", "signing", "raffle", "auction"), chained to the one
    before about the same.

    What is taken back gets a notice of its own, so that both are read for good. `body` is what it takes to do it again
    (a draw: its lot and inputs), in opaque ids. `actor` is a label, or "site" where it followed by itself.
    """

    class Kind(models.TextChoices):
        SEEDS = "seeds", _("seeds drawn by lot")
        DRAW = "draw", _("draw")
        DRAW_BACK = "draw_back", _("draw taken back")
        ROUND = "round", _("round paired")
        ROUND_BACK = "round_back", _("round taken back")
        ROUNDS = "rounds", _("number of rounds changed")
        MEETING = "meeting", _("two that waited were let meet")
        PLAY_OFF = "play_off", _("play-off set")
        PLAY_OFF_BACK = "play_off_back", _("play-off taken back")
        PLAN = "plan", _("what is played next was changed")
        SWAP = "swap", _("two teams changed places")
        LATE = "late", _("a team came in late")
        SIGNING = "signing", _("whether games are signed was changed")
        PUT_OFF = "put_off", _("match put off")
        PUT_OFF_BACK = "put_off_back", _("match let be played")
        MOVED = "moved", _("match moved to another table")
        WALKOVER = "walkover", _("walkover")
        WALKOVER_BACK = "walkover_back", _("walkover taken back")
        RAFFLE_CLOSED = "raffle_closed", _("raffle: the sale was closed")
        RAFFLE_OPEN = "raffle_open", _("raffle: the sale was opened again")
        RAFFLE_DRAWN = "raffle_drawn", _("raffle drawn")
        AUCTION_SOLD = "auction_sold", _("auction: an item went")
        AUCTION_BACK = "auction_back", _("auction: what went was taken back")
        KEEPER = "keeper", _("another site keeps the event")

    book = models.CharField(max_length=32)
    subject = models.CharField(max_length=64)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    body = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True, default="")
    actor = models.CharField(max_length=64)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "subject", "seq"], name="notice_once_per_subject_and_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq} of {self.subject}"
