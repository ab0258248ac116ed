"""The Celery side of what services do by the clock."""

from celery import shared_task

from thunee_tournaments.services.bundles import sending
from thunee_tournaments.services.core import calls, letters


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def send_bundles() -> int:
    """Send every event that another site follows, where it has changed; how many arrived."""
    return sending.send_due()


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def send_letters() -> int:
    """Send the e-mails and the messages to phones whose time has come; how many a server took."""
    calls.promise()
    return letters.send_due()
