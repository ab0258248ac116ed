"""The Celery side of what services do by the clock."""

from celery import shared_task

from thunee_tournaments.services.bundles import sending
from thunee_tournaments.services.core import calls, letters
from thunee_tournaments.services.match import qualifier_clock
from thunee_tournaments.services.record import webhooks


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def send_bundles() -> int:
    """Send every event that another site follows, where it has changed; how many arrived."""
    return sending.send_due()


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def run_qualifiers() -> int:
    """Close the entries whose hour has come, and pair who has waited long enough; in how many qualifiers."""
    return qualifier_clock.run()


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def send_letters() -> int:
    """Send the e-mails and the messages to phones whose time has come; how many a server took."""
    calls.promise()
    return letters.send_due()


@shared_task(ignore_result=True)  # type: ignore[untyped-decorator]
def tell_programs() -> int:
    """Tell programs what has happened in their events; how many messages were taken."""
    return webhooks.send_due()
