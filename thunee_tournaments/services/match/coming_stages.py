"""What is played after the stages that are drawn, changed while the event runs: other formats and settings, fewer
stages or one more."""

import hashlib
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import chain
from engine.games import traits
from thunee_tournaments.brackets import plans
from thunee_tournaments.brackets.selectors import plan_of, stages_of
from thunee_tournaments.brackets.shapes import Plan
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_running
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.standings import metrics
from thunee_tournaments.tournaments.models import Stage, Tournament


def mark_of_plan(stages: Sequence[Stage]) -> str:
    """What tells a plan, and how much of it is drawn, from any other."""
    rows = [[stage.order, stage.drawn_at is not None, stage.format, stage.parameters] for stage in stages]
    return hashlib.sha256(chain.canonical(rows)).hexdigest()[:16]


@transaction.atomic
def change_coming(*, actor: User, tournament: Tournament, stages: Plan, was: str, reason: str) -> list[Stage]:
    """Play these stages after those that are drawn; told in the record with the reason.

    `stages`: the whole plan, in which those that are drawn stand where they stood; what it says of them is left alone.
    `was`: the mark (`mark_of_plan`) of the plan that was looked at. Refused: not_allowed, reason_missing, not_running,
    done_already (it has been changed since, or a stage was drawn), drawn_already (a stage that is drawn is left out),
    plan_does_not_fit, bad_plan (`errors` with paths such as "2.groups"), unchanged.
    """
    require_role(actor, tournament)
    reason = given_reason(reason)
    tournament = lock_running(tournament)
    stored = stages_of(tournament)
    if mark_of_plan(stored) != was:
        raise Refused("done_already", _("The plan has been changed meanwhile, or a stage was drawn. This is it now."))
    plan = _checked(tournament, stored, stages)
    before = plan_of(stored)
    if plan == before:
        raise Refused("unchanged", _("Nothing is changed: this is what was planned."))
    _store(tournament, stored, plan)
    drawn = [stage.order for stage in stored if stage.drawn_at is not None]
    notices.post_plan(tournament, drawn, before, plan, actor=actor, reason=reason)
    publish(tournament)
    return stages_of(tournament)


def _checked(tournament: Tournament, stored: Sequence[Stage], stages: Plan) -> Plan:
    """The plan with every setting filled in, the stages that are drawn as they were. Refused: as change_coming."""
    wanted, before = list(stages), plan_of(stored)
    for place, stage in enumerate(stored):
        if stage.drawn_at is None:
            continue
        if place >= len(wanted) or wanted[place]["format"] != stage.format:
            raise Refused("drawn_already", _("A stage that is drawn cannot be left out. Take its draw back first."))
        wanted[place] = before[place]
    try:
        plan = plans.checked(wanted, metrics.CHOOSABLE)
    except plans.BadPlan as bad:
        message = _("This plan cannot be played like this. Correct the marked fields.")
        raise Refused("bad_plan", message, bad.errors) from None
    if not plans.fits([stage["format"] for stage in plan], traits(tournament.game).sides):
        raise Refused("plan_does_not_fit", _("This game is not played by that format. Choose another one."))
    for place, stage in enumerate(stored):
        if stage.drawn_at is not None:
            plan[place] = before[place]
    return plan


def _store(tournament: Tournament, stored: Sequence[Stage], plan: Plan) -> None:
    """Write what is not drawn; a stage keeps its row while its place in the plan is kept."""
    for stage, new in zip(stored, plan, strict=False):
        if stage.drawn_at is None:
            stage.format, stage.parameters = new["format"], new["parameters"]
            stage.save(update_fields=["format", "parameters"])
    Stage.objects.filter(tournament=tournament, drawn_at=None, order__gt=len(plan)).delete()
    Stage.objects.bulk_create(
        Stage(tournament=tournament, order=order, format=new["format"], parameters=new["parameters"])
        for order, new in enumerate(plan[len(stored) :], start=len(stored) + 1)
    )
