"""How an open page of a table notices what the desk, a referee or another phone did there.

The stream of the tournament says when anything was written (thunee_tournaments/live.py); a page then asks for the mark
of its table, a word that changes with what the table's page shows, and shows it where it has.
"""

from hashlib import blake2s
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from adjudication.models import Acceptance, Decision, Dispute, SignOff
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.scoring.selectors import Sitting, ended_at, now_at, to_sign_again
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.services.queries import why_only_look
from thunee_tournaments.tables.models import RoundTimer, TableLink
from thunee_tournaments.tables.no_shows import missing_in
from thunee_tournaments.tables.timers import State, clock_of, rang_for


@require_safe
@table_session_required
def mark(_request: HttpRequest, here: TableSession) -> HttpResponse:
    """For a phone at its table: the mark of that table as it stands now."""
    now = now_at(here.link)
    answer = HttpResponse(mark_of(here.link, now, shown_ended(here.link, now)), content_type="text/plain")
    if now is not None and (seconds := _rings_in(now)) is not None:
        answer["X-Rings-In"] = str(seconds)  # nobody writes anything then, so no stream says it: the page asks again
    return answer


def shown_ended(link: TableLink, now: Sitting | None) -> Sitting | None:
    """The match before, which stays in sight until the next one begins: somebody may have to fix its last hand."""
    return ended_at(link) if now is None or (now.sheet.seq == 0 and now.game.number == 1) else None


def mark_of(link: TableLink, now: Sitting | None, ended: Sitting | None) -> str:
    """A word that is another one whenever the table's page would show something else, also by time alone: the bell has
    rung, the clock of a missing team has run out."""
    decided = why_only_look(link)
    shown = [
        link.tournament.state,
        decided and decided.code,
        now and (_of(now), _waiting(now)),
        ended and _of(ended),
        [(game.pk, game.sheet.seq) for game in to_sign_again(link.table_id)],
    ]
    return blake2s(repr(shown).encode(), digest_size=8).hexdigest()


def _of(sitting: Sitting) -> list[Any]:
    """What is written and said of a match: its entries, and what sides and referees said of them."""
    match, sheet = sitting.match, sitting.sheet
    seats = [seat.name for seat in sitting.seats] if not sheet.is_over else []
    teams = [str(team) for team in match.teams if team]
    disputes = Dispute.objects.filter(subject=match.public_id)
    return [
        match.pk, match.state, match.outcome, sheet.public_id, sheet.head, teams, seats,
        Acceptance.objects.filter(sheet=sheet).count(),
        SignOff.objects.filter(sheet=sheet).count(),
        disputes.count(),
        Decision.objects.filter(dispute__in=disputes).count(),
    ]  # fmt: skip


def _waiting(now: Sitting) -> list[Any]:
    """What the desk can do to a match that is at its table: review, clock of the round, clock of a missing team."""
    match: Match = now.match
    clock = RoundTimer.objects.filter(round=match.round_id).values_list("seconds", "left", "ends_at").first()
    missing = [] if now.sheet.seq else [(team.side, team.until, team.over) for team in missing_in(match)]
    return [now.review and now.review.pk, clock, clock and rang_for(match), missing]


def _rings_in(now: Sitting) -> int | None:
    """In how many seconds the next clock at this table runs out; None while none runs."""
    round_ = clock_of(now.match.round)
    left = [round_.left] if round_ is not None and round_.state == State.RUNNING else []
    if not now.sheet.seq:
        left += [team.left for team in missing_in(now.match) if not team.over]
    return min(left, default=None)
