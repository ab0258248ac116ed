"""What was promised and waits to be done: how much of each kind, and since when."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Min, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from thunee_tournaments.services.models import Letter, Message, Sending, Webhook
from thunee_tournaments.tournaments.models import OutboxTask


@dataclass(frozen=True)
class Backlog:
    """How many wait, and since when the one that waits longest should have been done; None where none does."""

    count: int
    since: datetime | None


def backlogs() -> dict[str, Backlog]:
    """By kind: "work" of the outbox, "letters" and messages to phones, "events" that another site follows, "messages"
    to programs that are still told."""
    ended = (Webhook.Problem.GONE, Webhook.Problem.GIVEN_UP)
    now = timezone.now()
    work = OutboxTask.objects.filter(done_at=None).annotate(since=Coalesce("not_before", "created_at"))
    letters = Letter.objects.filter(due_at__isnull=False).annotate(since=F("created_at"))
    events = Sending.objects.exclude(problem="").annotate(since=Coalesce("sent_at", "tournament__created_at"))
    messages = Message.objects.filter(sent_at=None).exclude(webhook__problem__in=ended)
    return {
        "work": _backlog(work.filter(since__lte=now)),
        "letters": _backlog(letters),
        "events": _backlog(events),
        "messages": _backlog(messages.annotate(since=F("created_at"))),
    }


def _backlog(waiting: QuerySet) -> Backlog:  # type: ignore[type-arg]
    counted = waiting.aggregate(count=Count("pk"), first=Min("since"))
    return Backlog(counted["count"], counted["first"])
