"""What is played after the stages that are drawn: other formats and settings, one stage fewer or more, in play."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from engine.games import traits
from thunee_tournaments.brackets import plans
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.brackets.shapes import Feed, Plan, PlannedStage
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.draw.plan import PlanForm, plan_of
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import add_refusal, desk_page, posted
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import Refused, change_coming
from thunee_tournaments.tournaments.models import Tournament

LEFT_OUT = "none"
MOST_STAGES = 8


class ComingForm(PlanForm, ReasonForm):
    """The settings of the stages that are not drawn yet, and why they are changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = self.fields.pop("reason")  # last


@organiser_page
def coming(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: what is played next, while the event runs. `?format-2=league` shows the settings that stage has
    as a league, `none` the plan without it, `?format-3=knockout` after the last one more; nothing is changed before it
    is saved."""
    stored = stages_of(tournament)
    drawn = {stage.order for stage in stored if stage.drawn_at is not None}
    if tournament.status != Tournament.Status.RUNNING or not drawn:
        return redirect("desk:overview", tournament.slug)
    sides = traits(tournament.game).sides
    plan = wished(plan_of(stored), drawn, request.GET, sides)
    form = ComingForm(posted(request), plan=plan, currency=fund_of(tournament).currency, fixed=drawn)
    if form.is_valid():
        try:
            change_coming(
                actor=request.user,
                tournament=tournament,
                stages=form.chosen(),
                was=request.POST.get("was", ""),
                reason=form.cleaned_data["reason"],
            )
        except Refused as refused:
            paths = {error["path"]: error["path"].replace(".", "-", 1) for error in refused.errors}
            add_refusal(form, refused, {**paths, "reason_missing": "reason"})
        else:
            messages.success(request, _("What is played next is changed."))
            return redirect("desk:bracket", tournament.slug)
    context = {
        "form": form,
        "was": queries.mark_of_plan(stored),
        "fixed": [
            stage_title(stage["format"], stage["parameters"]) for n, stage in enumerate(plan, start=1) if n in drawn
        ],
        "choices": _choices(plan, drawn, sides),
        "more": len(plan) < MOST_STAGES,
        "formats": _formats(sides),
        "after": len(plan) + 1,
        "nothing": len(plan) == len(drawn),
    }
    return desk_page(request, tournament, "desk/coming.html", context, tab="bracket")


def wished(stored: Plan, drawn: set[int], query: QueryDict, sides: bool) -> Plan:
    """The plan as an address asks for it: the formats of stages that are not drawn, the last left out, one more.
    `sides`: of a game with sides."""
    plan: Plan = []
    for number, stage in enumerate(stored, start=1):
        wish = query.get(f"format-{number}", "")
        last = number == len(stored)
        if number in drawn or wish == stage["format"] or (wish not in FORMATS and not (wish == LEFT_OUT and last)):
            plan.append(stage)
        elif wish != LEFT_OUT and wish in dict(_formats(sides, stage)):
            plan.append(_as(wish, stage))
        elif wish != LEFT_OUT:
            plan.append(stage)
    plan = [_fed(plan, stage) if number not in drawn else stage for number, stage in enumerate(plan, start=1)]
    more = query.get(f"format-{len(stored) + 1}", "")
    if len(plan) == len(stored) < MOST_STAGES and more in dict(_formats(sides)):
        plan.append(_fed(plan, {"format": more, "parameters": {"feed": {"stage": len(plan)}}}))
    return plan


def _fed(plan: Plan, stage: PlannedStage) -> PlannedStage:
    """The stage with teams as they can come out of the one it takes them from, whose format may be another now."""
    feed = stage["parameters"]["feed"]
    source = FORMATS[plan[feed["stage"] - 1]["format"]]
    if feed.get("take") in source.can_take:
        return stage
    taken: Feed = {"take": source.takes, "stage": feed["stage"], **plans.NUMBERS.get(source.takes, {})}  # type: ignore[typeddict-item]
    return {"format": stage["format"], "parameters": {**stage["parameters"], "feed": taken}}


def _as(format_: str, stage: PlannedStage) -> PlannedStage:
    """The stage in another format: its teams come as they did, its settings are as usual."""
    return {"format": format_, "parameters": {"feed": stage["parameters"]["feed"]}}


def _formats(sides: bool, stage: PlannedStage | None = None) -> list[tuple[str, Any]]:
    """The formats that can come after another in a game with sides or without; `stage`: in its place."""
    plate = stage is not None and stage["parameters"].get("feed", {}).get("take") == plans.LOSERS
    return [
        (name, format_.title)
        for name, format_ in FORMATS.items()
        if (stage is not None and name == stage["format"])
        or (format_.alone != sides and not format_.sold and (format_.plate or not plate))
    ]


def _choices(plan: Plan, drawn: set[int], sides: bool) -> list[tuple[int, str, list[tuple[str, Any]], bool]]:
    """Of each stage that is not drawn: its number, its format, the formats it could have, whether it is the last."""
    return [
        (number, stage["format"], _formats(sides, stage), number == len(plan))
        for number, stage in enumerate(plan, start=1)
        if number not in drawn
    ]
