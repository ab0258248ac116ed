"""What stands out in a till, for whoever looks after it: nothing here is forbidden, and all of it is seen."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.fundraising.accounts import box
from thunee_tournaments.fundraising.cash import ALL
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.tournaments.models import Tournament

PRINTED, COUNTED, ALONE, LATE = "printed", "counted", "alone", "late"
WORDS = {
    PRINTED: _("taken back after the receipt was printed"),
    COUNTED: _("taken back after the cash-up"),
    ALONE: _("taken back by who wrote it"),
    LATE: _("after the evening's cash-up"),
}


@dataclass(frozen=True)
class Watched:
    """What the marks of a till hang on: its cash-ups (place, whose box, day), and when a receipt was first printed."""

    counts: list[tuple[int, str, datetime.date]]
    printed: dict[int, int]

    def marks(self, movement: Movement) -> list[str]:
        """What stands out about a movement: keys of WORDS. Its lines and its reversal should be at hand."""
        marks = []
        if movement.taken_back:
            back = movement.reversal
            if self.printed.get(movement.pk, back.seq) < back.seq:
                marks.append(PRINTED)
            if any(movement.seq < seq < back.seq and _touches(whose, movement) for seq, whose, _day in self.counts):
                marks.append(COUNTED)
            if back.actor == movement.actor:
                marks.append(ALONE)
        day = timezone.localdate(movement.created_at)
        closed = [seq for seq, whose, counted_on in self.counts if whose == ALL and counted_on == day]
        if movement.lines.all() and movement.act != Movement.Act.COUNT and any(seq < movement.seq for seq in closed):
            marks.append(LATE)
        return marks


def watched(tournament: Tournament) -> Watched:
    """What the marks of this till hang on: two queries."""
    made = Movement.objects.filter(tournament=tournament, act=Movement.Act.COUNT).order_by("seq")
    counts = [(count.seq, str(count.details["box"]), timezone.localdate(count.created_at)) for count in made]
    printed = Movement.objects.filter(tournament=tournament, act=Movement.Act.PRINTED).order_by("-seq")
    return Watched(counts, dict(printed.values_list("about", "seq")))


def standing_out(tournament: Tournament) -> list[tuple[Movement, list[str]]]:
    """The movements of a till about which something stands out, as they were written."""
    watch = watched(tournament)
    evenings = [seq for seq, whose, _day in watch.counts if whose == ALL]
    may_be = Q(reversal__isnull=False) | Q(seq__gt=min(evenings)) if evenings else Q(reversal__isnull=False)
    movements = Movement.objects.filter(may_be, tournament=tournament).order_by("seq")
    movements = movements.select_related("reversal", "party").prefetch_related("lines")
    return [(movement, marks) for movement in movements if (marks := watch.marks(movement))]


def _touches(whose: str, movement: Movement) -> bool:
    """Whether a count of this box covers a movement."""
    accounts: Iterable[str] = (name for line in movement.lines.all() for name in (line.given_by, line.given_to))
    return whose == ALL or box(whose) in accounts
