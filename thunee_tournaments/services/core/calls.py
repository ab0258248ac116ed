"""Who is told that a match is called: captains who want an e-mail, and phones that follow a team.

By the clock, not in the act that calls: no table waits for it. Each is told once of a match at a table.
"""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.models import Letter, ToldPhone
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.teams.models import SignUp
from thunee_tournaments.tournaments.models import Tournament

CALLED = {
    "team__tournament__status": Tournament.Status.RUNNING,
    "team__tournament__kept_by": "",
    "team__match_sides__match__state": Match.State.READY,
    "team__match_sides__match__seating__isnull": False,
    "team__match_sides__match__seating__ended_at__isnull": True,
}
SEATING = "team__match_sides__match__seating"


def promise() -> None:
    """A letter for everybody who wants to know of a match that is called and has not begun, unless there is one for
    that match at that table. Phones are forgotten when their event is over."""
    if settings.SENDS_MAIL:
        wanting = SignUp.objects.filter(wants_calls=True, state=SignUp.State.IN, **CALLED).exclude(email="")
        _promise(wanting, "sign_up")
    if settings.SENDS_PUSH:
        _promise(ToldPhone.objects.filter(**CALLED), "phone")
        ToldPhone.objects.filter(team__tournament__status=Tournament.Status.CLOSED).delete()


def is_so(seating: Seating, table: int | None) -> bool:
    """Whether the match is still called to that table (its key), and has not begun."""
    return seating.ended_at is None and seating.table_id == table and seating.match.state == Match.State.READY


def _promise(wanting: QuerySet[Any], who: str) -> None:
    rows = list(wanting.values_list("pk", "language", "team__tournament", SEATING, f"{SEATING}__table"))
    letters = Letter.objects.filter(kind=Letter.Kind.CALLED, seating__in={row[3] for row in rows})
    promised = set(letters.values_list(who, "seating", "table"))
    Letter.objects.bulk_create(
        (
            Letter(
                kind=Letter.Kind.CALLED, tournament_id=event, language=language, seating_id=seating, table_id=table,
                due_at=timezone.now(), **{f"{who}_id": key},
            )
            for key, language, event, seating, table in rows
            if (key, seating, table) not in promised
        ),
        ignore_conflicts=True,
    )  # fmt: skip
