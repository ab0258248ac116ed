"""The Celery side of the outbox: one task to do a promise, one for the beat to find promises nobody was told of."""

from celery import shared_task

from thunee_tournaments.tournaments import outbox


@shared_task(ignore_result=True)
def run_outbox_task(task_id: int) -> bool:
    """Do one promised task. Running it twice, or for a row that is gone, does nothing."""
    return outbox.run(task_id)


@shared_task(ignore_result=True)
def sweep_outbox() -> int:
    """Do everything that is open and due, whatever became of its nudge; how many tasks were done."""
    done = sum(outbox.run(task_id) for task_id in outbox.due())
    outbox.forget_done()
    return done
