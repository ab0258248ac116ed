"""The Celery side of what services do by the clock."""

from celery import shared_task

from thunee_tournaments.services.bundles import sending
from thunee_tournaments.services.core import letters


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def send_bundles() -> int:
    """Send every event that another site follows, where it has changed; how many arrived."""
    return sending.send_due()


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def send_letters() -> int:
    """Send the e-mails whose time has come; how many a server took."""
    return letters.send_due()
