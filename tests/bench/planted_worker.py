"""The worker with a fault put in on purpose: it ticks work off first and does it a little later (`planted`)."""

import time

import django

django.setup()

from django.utils import timezone  # noqa: E402

from tests.bench.planted import FORGETS_FOR  # noqa: E402
from thunee_tournaments.celery import app  # noqa: E402
from thunee_tournaments.tournaments import outbox  # noqa: E402
from thunee_tournaments.tournaments.models import OutboxTask  # noqa: E402

__all__ = ["app"]


def forgetful(task_id: int) -> bool:
    task = OutboxTask.objects.filter(pk=task_id, done_at__isnull=True).first()
    if task is None or not OutboxTask.objects.filter(pk=task_id, done_at__isnull=True).update(done_at=timezone.now()):
        return False
    time.sleep(FORGETS_FOR)
    outbox.HANDLERS[task.kind](task.payload)
    return True


outbox.run = forgetful
