"""Tables that stand out: overdue, with a match and no hand for too long, and idle, free while matches wait."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from adjudication.models import Entry
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.desk.selectors import Place
from thunee_tournaments.tables.assigning import teams_in
from thunee_tournaments.tables.choosing import wish_of
from thunee_tournaments.tables.timers import Clock, State
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

AT_REST = (State.PAUSED, State.SET)


@dataclass(frozen=True)
class Overdue:
    """A table that wrote nothing for `minutes`: since its last hand, or since the match was called there."""

    place: Place
    minutes: int
    begun: bool

    @property
    def text(self) -> str:
        message = (
            ngettext("overdue: no hand for %(n)s minute", "overdue: no hand for %(n)s minutes", self.minutes)
            if self.begun
            else ngettext("overdue: called %(n)s minute ago", "overdue: called %(n)s minutes ago", self.minutes)
        )
        return message % {"n": self.minutes}


def overdue(tournament: Tournament, places: Iterable[Place], clocks: Iterable[Clock]) -> dict[int, Overdue]:
    """The overdue tables, by number; one query. Nobody is overdue in a round whose clock does not run, or has to
    write where a game only waits to be signed."""
    most = policies.read(tournament.policies).overdue_minutes
    resting = {clock.round.pk for clock in clocks if clock.state in AT_REST}
    watched = [place for place in places if place.match is not None and place.match.round_id not in resting]
    watched = [place for place in watched if not (place.game is not None and place.game.sheet.is_over)]
    if not most or not watched:
        return {}
    entries = Entry.objects.filter(sheet__match_game__match__in=[place.match for place in watched]).order_by()
    written: dict[int, datetime] = dict(entries.values_list("sheet__match_game__match").annotate(Max("created_at")))
    now = timezone.now()
    late = {}
    for place in watched:
        last = written.get(place.match.pk) if place.match is not None else None
        since = last or place.called_at or now
        if now - since >= timedelta(minutes=most):
            late[place.table.number] = Overdue(place, int((now - since).total_seconds() // 60), last is not None)
    return late


def idle(places: Iterable[Place], waiting: Sequence[Match]) -> str:
    """Which tables are free while matches wait that could be called there, in words; "" if none is. A match of a team
    that sits at another table cannot be called."""
    places = list(places)
    seated = {team for place in places if place.match is not None for team in teams_in(place.match)}
    wishes = [wish_of(match.stage.parameters) for match in waiting if not teams_in(match) & seated]
    free = [
        str(place.table)
        for place in places
        if place.match is None and not place.put_away and any(wish.allows(place.table) for wish in wishes)
    ]
    if not free:
        return ""
    message = ngettext("Table %(tables)s is idle while matches wait.", "Tables %(tables)s are idle while matches wait.",
                    len(free))  # fmt: skip
    return message % {"tables": ", ".join(free[:12]) + (gettext(" and more") if len(free) > 12 else "")}
