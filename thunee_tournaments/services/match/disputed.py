"""Reading disputes: what is disputed in a tournament or a match, where it stands, and whether play waits for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import disputes
from adjudication.disputes import Standing, State
from adjudication.models import Decision, Dispute
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import PLAYERS, Match
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.match.under_review import require_no_review
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

Act, Outcome = Decision.Act, Decision.Outcome
# What a dispute is raised for; a match under review, or a game too many, is disputed by nobody: it waits by itself.
NOT_RAISED = (Dispute.Reason.OVERTURNED, Dispute.Reason.SURPLUS)
RAISED_FOR = [choice for choice in Dispute.Reason.choices if choice[0] not in NOT_RAISED]
# Outcomes that give the match to the other side.
LOSES_MATCH = (Outcome.MATCH_FORFEITED, Outcome.DISQUALIFIED)


@dataclass(frozen=True)
class Case:
    """A dispute, its steps so far, where it stands, and the match it is about (None: that was drawn again since)."""

    dispute: Dispute
    steps: list[Decision]
    standing: Standing
    match: Match | None

    @property
    def state(self) -> State:
        return self.standing.state

    @property
    def waits(self) -> bool:
        """Whether somebody has to decide it."""
        return self.state in (State.OPEN, State.APPEALED)

    @property
    def may_appeal(self) -> bool:
        return self.state == State.DECIDED

    @property
    def decided(self) -> Decision | None:
        """The step whose outcome holds."""
        return self.standing.in_force


def cases_of(tournament: Tournament, match: Match | None = None) -> list[Case]:
    """The disputes of a tournament, or of one match, the newest first; a fixed number of queries."""
    rows = _with_steps(Dispute.objects.filter(book=tournament.public_id))
    if match is not None:
        return [_case(dispute, match) for dispute in rows.filter(subject=match.public_id)]
    listed = list(rows)
    matches = matches_of(tournament).prefetch_related(PLAYERS)
    by_id = {match.public_id: match for match in matches.filter(public_id__in=_subjects(listed))}
    return [_case(dispute, by_id.get(dispute.subject)) for dispute in listed]


def case_for(tournament: Tournament, public_id: str) -> Case:
    """A dispute of this tournament. Raises Http404."""
    dispute = _with_steps(Dispute.objects.filter(book=tournament.public_id, public_id=public_id)).first()
    if dispute is None:
        raise Http404("no such dispute")
    match = matches_of(tournament).select_related("stage__tournament").filter(public_id=dispute.subject).first()
    return _case(dispute, match)


def pending_disputes(tournament: Tournament) -> int:
    """How many disputes and appeals somebody has to decide; one query."""
    last = Decision.objects.filter(dispute=OuterRef("pk")).order_by("-seq").values("act")[:1]
    rows = Dispute.objects.filter(book=tournament.public_id).annotate(last=Subquery(last))
    pending: int = rows.filter(Q(last__isnull=True) | Q(last=Act.APPEAL)).count()
    return pending


@dataclass(frozen=True)
class AppealDeposit:
    """What was left for an appeal, in the words of the record, and what the decision says of it: "kept", "returned", or
    "" while it is not decided."""

    dispute: str
    left: str
    became: str


def deposits_in_appeals(tournament: Tournament) -> list[AppealDeposit]:
    """Every deposit the record speaks of, as appeals were made; one query."""
    steps = Decision.objects.filter(dispute__book=tournament.public_id).exclude(deposit="").order_by("pk")
    left: dict[str, str] = {}
    became: dict[str, str] = {}
    for dispute, act, deposit in steps.values_list("dispute__public_id", "act", "deposit"):
        (left if act == Act.APPEAL else became)[dispute] = deposit
    return [AppealDeposit(dispute, words, became.get(dispute, "")) for dispute, words in left.items()]


def waits(match: Match) -> bool:
    """Whether nothing is written in this match because of an open dispute: the event plays it so."""
    tournament = match.stage.tournament
    if not policies.read(tournament.policies).freeze:
        return False
    return Dispute.objects.filter(book=tournament.public_id, subject=match.public_id, steps__isnull=True).exists()


def given_by_decision(match: Match) -> bool:
    """Whether a side has this match by a referee's decision in force: only an appeal takes that back."""
    return settling.struck_out(match) or lost_by_decision(match) is not None


def lost_by_decision(match: Match) -> Decision | None:
    """The decision in force by which a side lost this match without play, if there is one."""
    cases = cases_of(match.stage.tournament, match)
    return next((case.decided for case in cases if case.decided and case.decided.outcome in LOSES_MATCH), None)


def _with_steps(rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
    steps = Decision.objects.select_related("entry").order_by("seq")
    return rows.select_related("sheet").prefetch_related(Prefetch("steps", steps)).order_by("-created_at", "-pk")


def _case(dispute: Dispute, match: Match | None, now: datetime | None = None) -> Case:
    steps = list(dispute.steps.all())
    return Case(dispute, steps, disputes.standing(steps, now or timezone.now()), match)


def _subjects(rows: Iterable[Dispute]) -> set[str]:
    return {dispute.subject for dispute in rows}


def require_no_wait(match: Match) -> None:
    """Refuse to write in a match that waits for a referee: because of a dispute (disputed), or because a result before
    it was changed after it had begun (under_review)."""
    require_no_review(match)
    if waits(match):
        raise Refused(
            "disputed",
            _("This match waits: a dispute about it is open, and the event plays it so. Nothing can be written until a "
              "referee has decided it."),
        )  # fmt: skip
