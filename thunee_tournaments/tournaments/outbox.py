"""The outbox: work promised in the transaction that needs it, and done at least once afterwards.

`promise` writes the row; when the transaction commits, a worker is nudged. Nudges get lost (a worker or broker killed
with SIGKILL, none running at all), and losing one is harmless: `tournaments.tasks.sweep_outbox`, on the beat, finds
what is open. Handlers run in a transaction with the row locked, and must bear being run twice.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from adjudication.prepared import Prepared, text
from thunee_tournaments.tournaments.models import OutboxTask

PROMISED = Prepared(lambda: OutboxTask.objects.filter(kind=text("kind"), key=text("key")).order_by())
logger = logging.getLogger(__name__)
Handler = Callable[[Any], None]  # it says itself what its kind's payload looks like
HANDLERS: dict[str, Handler] = {}

FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(hours=1)
GRACE = timedelta(seconds=2)  # how long the sweep leaves a fresh row to its nudge
KEPT = timedelta(days=7)


def handles(kind: str) -> Callable[[Handler], Handler]:
    """Register the function that does the work of a kind; it gets the payload."""

    def register(handler: Handler) -> Handler:
        HANDLERS[kind] = handler
        return handler

    return register


def promise(kind: str, key: str, payload: Mapping[str, object], not_before: datetime | None = None) -> OutboxTask:
    """Promise work once per (kind, key). To be called inside the transaction whose change makes the work necessary.

    `not_before`: when it is due; the sweep then does it, without a nudge."""
    # Not get_or_create: that asks first, and needs a savepoint; every hand comes through here.
    new = OutboxTask(kind=kind, key=key, payload=payload, not_before=not_before)
    OutboxTask.objects.bulk_create([new], ignore_conflicts=True)
    task = PROMISED.first(kind=kind, key=key)
    if task is None:
        raise OutboxTask.DoesNotExist
    if not_before is None:
        transaction.on_commit(lambda: nudge(task.pk), robust=True)
    return task


def is_open(kind: str, key: str) -> bool:
    """Whether this was promised and nobody has tried it yet."""
    task = PROMISED.first(kind=kind, key=key)
    return task is not None and task.done_at is None and not task.attempts


def nudge(task_id: int) -> None:
    """Tell a worker that there is something to do. A broker that is down must not trouble whoever made the change."""
    from thunee_tournaments.tournaments.tasks import run_outbox_task

    try:
        run_outbox_task.apply_async((task_id,), retry=False, ignore_result=True)
    except Exception as error:
        # Whatever the broker's client raises: the row is there, and the sweep will find it.
        logger.warning("outbox task %s could not be announced: %s", task_id, error)


def wait_after(attempts: int) -> timedelta:
    """How long to leave a task alone after so many failures: 5 s, 10 s, 20 s and so on, at most an hour."""
    return min(FIRST_WAIT * 2 ** min(attempts - 1, 20), LONGEST_WAIT)


def run(task_id: int) -> bool:
    """Do one task if it is still open and nobody else is doing it. True if it was done now.

    The row stays locked while the work is done, and the work and its mark commit together. A failure is noted on the
    row, with the time before which it is not tried again.
    """
    try:
        with transaction.atomic():
            open_tasks = OutboxTask.objects.select_for_update(skip_locked=True).filter(done_at__isnull=True)
            task = open_tasks.filter(pk=task_id).first()
            if task is None:
                return False
            HANDLERS[task.kind](task.payload)
            task.done_at = timezone.now()
            task.attempts += 1
            task.last_error = ""
            task.save(update_fields=["done_at", "attempts", "last_error"])
            return True
    except Exception as error:
        logger.exception("outbox task %s failed", task_id)
        _note_failure(task_id, error)
        return False


def _note_failure(task_id: int, error: Exception) -> None:
    with transaction.atomic():
        task = OutboxTask.objects.select_for_update().filter(pk=task_id, done_at__isnull=True).first()
        if task is None:
            return
        task.attempts += 1
        task.last_error = f"{type(error).__name__}: {error}"[:2000]
        task.not_before = timezone.now() + wait_after(task.attempts)
        task.save(update_fields=["attempts", "last_error", "not_before"])


def due(limit: int = 500) -> list[int]:
    """The open tasks whose time has come, oldest first."""
    now = timezone.now()
    still_open = OutboxTask.objects.filter(done_at__isnull=True, created_at__lte=now - GRACE)
    ready = still_open.exclude(not_before__gt=now)
    return list(ready.order_by("pk").values_list("pk", flat=True)[:limit])


def forget_done() -> int:
    """Delete what was done long ago; how many rows went."""
    return OutboxTask.objects.filter(done_at__lt=timezone.now() - KEPT).delete()[0]
