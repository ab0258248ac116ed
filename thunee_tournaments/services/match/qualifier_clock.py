"""What happens in a qualifier by the clock: its entries close at the hour that was set, and who has waited long enough
for its own streak meets a neighbouring one.

A worker looks every few seconds (`run`). Nothing hangs on it: the hour is looked at as well when an entry is bought,
and who has waited long enough is paired with the next match that ends.
"""

import logging
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.catalogue import keys_of
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import qualifier_queue
from thunee_tournaments.tournaments.models import Stage, Tournament

logger = logging.getLogger(__name__)
LONGEST = timedelta(days=2)  # from now until entries close


@transaction.atomic
def close_entries_at(*, actor: User, tournament: Tournament, at: datetime | None) -> Stage:
    """Close the entries of the qualifier at this moment; None: not by the clock. Everybody reads when.

    Refused: not_allowed, not_running, no_qualifier, entries_closed, bad_moment (not within two days from now).
    """
    require_role(actor, tournament)
    stage, tournament = qualifier_queue.qualifier(tournament)
    if stage.inputs.get("closed"):
        raise Refused("entries_closed", _("Entries are closed already."))
    if at is not None and not timezone.now() < at <= timezone.now() + LONGEST:
        raise Refused("bad_moment", _("Choose a time that is still to come, at most two days from now."))
    stage.inputs.pop("closes_at", None)
    if at is not None:
        stage.inputs["closes_at"] = at.isoformat()
    stage.save(update_fields=["inputs"])
    publish(tournament)
    return stage


def run() -> int:
    """Do what is due in every qualifier that is being played; in how many something was."""
    running = Stage.objects.filter(
        format__in=keys_of("sold"), drawn_at__isnull=False, tournament__status=Tournament.Status.RUNNING,
        tournament__kept_by="",
    )  # fmt: skip
    done = 0
    for stage in running.select_related("tournament"):
        if not _may_be_due(stage):
            continue
        try:
            done += _run(stage.tournament)
        except Refused as refused:  # it ended, or was closed, meanwhile
            logger.info("The qualifier of %s was left alone: %s", stage.tournament.public_id, refused.code)
    return done


def _may_be_due(stage: Stage) -> bool:
    """Without a lock: whether it is worth one."""
    if qualifier_queue.is_due(stage):
        return True
    if not stage.parameters.get("patience") or (stage.inputs.get("closed") and not qualifier_queue.in_play(stage)):
        return False
    inputs = qualifier_queue.queue_of(stage)
    patient = qualifier_queue.waited_enough(stage, inputs)
    return bool(patient) and qualifier_queue.paired({**inputs, "patient": patient}) is not None


@transaction.atomic
def _run(tournament: Tournament) -> bool:
    stage, tournament = qualifier_queue.qualifier(tournament)
    if qualifier_queue.is_due(stage):
        qualifier_queue.close(stage, tournament)
        return True
    before = stage.matches.count()
    qualifier_queue.after_change(stage, tournament)
    if stage.matches.count() == before:
        return False
    publish(tournament)
    return True
