"""By which formats the event is played: one of the ready plans, and its settings stage by stage. Before the draw."""

from collections.abc import Collection, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.games import traits
from thunee_tournaments.brackets import plans, ready_plans, selectors
from thunee_tournaments.brackets.formats.base import Format
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.formats.settings import OneOf, Price, Setting, Tick
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.brackets.shapes import Feed, Parameters, Plan
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.draw import stages_beside
from thunee_tournaments.desk.forms import listed, zone_only_field, zones_field
from thunee_tournaments.desk.pages import add_refusal, desk_page, posted, saying_why_not
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation.amount_field import AmountField
from thunee_tournaments.services.acts import Refused, set_plan
from thunee_tournaments.standings import metrics
from thunee_tournaments.tournaments.models import Stage, Tournament

LABELS = {
    "first": gettext_lazy("Of each group go on, from place"),
    "last": gettext_lazy("to place"),
    "best": gettext_lazy("and how many of the best of those placed next"),
    "count": gettext_lazy("How many go on"),
    "stage": gettext_lazy("The plate takes its teams from"),
    "round": gettext_lazy("Who comes into the plate"),
}
FROM_PLACE = gettext_lazy("Of the table go on, from place")
ORDERED = 5  # how many figures a table can be ordered by, before the lot


def _field_of(setting: Setting, value: Any, currency: str) -> forms.Field:
    """The field in which an organiser sets it."""
    if isinstance(setting, Tick):
        return forms.BooleanField(label=setting.label, required=False, initial=value)
    if isinstance(setting, OneOf):
        return forms.TypedChoiceField(
            label=setting.label,
            choices=list(setting.choices.items()),
            coerce=lambda chosen: type(setting.usual)(chosen),
            initial=value,
            required=not setting.optional,
            empty_value=None,
        )
    if isinstance(setting, Price):
        return AmountField(
            label=setting.label % {"sign": amounts.symbol(currency)},
            help_text=setting.help,
            initial=amounts.plain(value, currency) if value else "",
            required=False,
            currency=currency,
            nothing=setting.least,
            most=setting.most,
        )
    return _number(setting.label, value, required=not setting.optional)


def _number(label: Any, value: Any, *, required: bool = True) -> forms.Field:
    return forms.IntegerField(
        label=label,
        initial=value if required else value or None,
        required=required,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"required": _("Write a whole number."), "invalid": _("Write a whole number.")},
    )


class PlanForm(forms.Form):
    """The settings of every stage of a plan; fields are called by stage and setting, "2-count". `fixed`: the numbers of
    stages that are drawn, which have none."""

    def __init__(self, *args: Any, plan: Plan, currency: str, fixed: Collection[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan, self.currency, self.fixed = plan, currency, fixed
        for number, stage in enumerate(plan, start=1):
            if number in fixed:
                continue
            format_ = FORMATS[stage["format"]]
            values: Parameters = {**format_.usual, **stage["parameters"]}
            for name, setting in format_.settings.items():
                self.fields[f"{number}-{name}"] = _field_of(setting, values.get(name), currency)
            if format_.hosted:
                self.fields[f"{number}-first_day"] = forms.DateField(
                    label=_("First day"), required=False, initial=values.get("first_day"),
                    widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
                )  # fmt: skip
            if format_.finals:
                final = format_.finals[0]
                self.fields[f"{number}-final"] = forms.ChoiceField(
                    label=_("The final is"),
                    choices=[("", _("as long as the others")), ("1", _("one game")), ("3", _("best of 3")),
                             ("5", _("best of 5"))],
                    required=False,
                    initial=str(values.get("best_of_rounds", {}).get(final, "")),
                )  # fmt: skip
            if format_.orderable:
                self._add_order(number, format_.order, values)
            self._add_zones(number, values)
            feed = values.get("feed", {})
            if feed.get("take") == plans.LOSERS:
                self._add_plate(number, feed)
            else:
                for name in ("first", "last", "best", "count"):
                    if name in feed:
                        label = FROM_PLACE if name == "first" and feed.get("take") == "top" else LABELS[name]
                        self.fields[f"{number}-{name}"] = _number(label, feed.get(name))
                if feed.get("take") == "ranks":
                    compare = feed.get("compare", plans.PER_MATCH)
                    self.fields[f"{number}-compare"] = _field_of(plans.COMPARE, compare, currency)
                    self.fields[f"{number}-compare"].required = False

    def _add_zones(self, number: int, values: Parameters) -> None:
        """Which part of the hall the stage is played in."""
        most = plans.MAX_ZONES * (plans.MAX_ZONE + 2)
        self.fields[f"{number}-zones"] = zones_field(values.get("zones", []), most)
        self.fields[f"{number}-zone_only"] = zone_only_field(bool(values.get("zone_only")))

    def _add_plate(self, number: int, feed: Feed) -> None:
        """Where a plate takes its teams from: the stages before it that are no plates themselves."""
        before = [
            (order, f"{order}. {stage_title(stage['format'], stage['parameters'])}")
            for order, stage in enumerate(self.plan[: number - 1], start=1)
            if stage["parameters"].get("feed", {}).get("take") != plans.LOSERS
        ]
        rounds = [(0, _("all who do not go on"))]
        rounds += [
            (round_, _("those who lose in round %(round)s of the knock-out") % {"round": round_})
            for round_ in range(1, stages_beside.PLATE_ROUNDS + 1)
        ]
        for name, choices in (("stage", before), ("round", rounds)):
            self.fields[f"{number}-{name}"] = forms.TypedChoiceField(
                label=LABELS[name], choices=choices, coerce=int, initial=feed.get(name)
            )

    def _add_order(self, number: int, usual: Sequence[str], values: Parameters) -> None:
        order = [key for key in values.get("order") or usual if key != "lot"]
        choices = [("", "–"), *((key, metrics.words(key)[0]) for key in metrics.CHOOSABLE if key != "lot")]
        for place in range(ORDERED):
            self.fields[f"{number}-order-{place}"] = forms.ChoiceField(
                label=_("Level teams: %(place)s.") % {"place": place + 1} if place else _("The table is ordered by"),
                choices=choices,
                required=False,
                initial=order[place] if place < len(order) else "",
            )

    def stages(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Each stage's title with its fields."""
        titled = []
        for number, stage in enumerate(self.plan, start=1):
            if number in self.fixed:
                continue
            title = stage_title(stage["format"], stage["parameters"])
            titled.append((title, [self[name] for name in self.fields if name.startswith(f"{number}-")]))
        return titled

    def chosen(self) -> Plan:
        """The plan with what was filled in; to be called when the form is valid."""
        data = self.cleaned_data
        plan: Plan = []
        for number, stage in enumerate(self.plan, start=1):
            if number in self.fixed:
                plan.append(stage)
                continue
            format_ = FORMATS[stage["format"]]
            values = self._settings(number, format_)
            values["zones"] = listed(data[f"{number}-zones"])
            values["zone_only"] = data[f"{number}-zone_only"] == "yes"
            if day := data.get(f"{number}-first_day"):
                values["first_day"] = day.isoformat()
            if games := data.get(f"{number}-final"):
                values["best_of_rounds"] = dict.fromkeys(format_.finals, int(games))
            if format_.orderable:
                order = [data[f"{number}-order-{place}"] for place in range(ORDERED)]
                values["order"] = [*dict.fromkeys(key for key in order if key), "lot"]
            if feed := stage["parameters"].get("feed"):
                taken = {name: data.get(f"{number}-{name}", value) for name, value in feed.items()}
                values["feed"] = cast(Feed, taken)
                if feed.get("take") == "ranks":
                    values["feed"]["compare"] = data[f"{number}-compare"] or plans.PER_MATCH
            plan.append({"format": stage["format"], "parameters": values})
        return plan

    def _settings(self, number: int, format_: Format) -> Parameters:
        """What is chosen of a format's own settings; what was left out is as usual."""
        chosen = {name: self.cleaned_data[f"{number}-{name}"] for name in format_.settings}
        usual = {name: setting.usual for name, setting in format_.settings.items()}
        return cast(Parameters, usual | {name: value for name, value in chosen.items() if value is not None})


@organiser_page
def plan(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the ready plans, then the settings of the one that was chosen, until the draw."""
    if tournament.status != Tournament.Status.DRAFT:
        return redirect("desk:coming", tournament.slug)
    stored = plan_of(stages_of(tournament), traits(tournament.game).sides)
    chosen = ready_plans.ready_plan_of(stored)
    ready = ready_plans.ready_plan(request.POST.get("ready", ""))
    sides = traits(tournament.game).sides
    if request.method == "POST" and ready:
        if ready != chosen:
            with saying_why_not(request):
                set_plan(actor=request.user, tournament=tournament, stages=ready.stages)
        return redirect("desk:plan", tournament.slug)
    plate = request.POST.get("plate", "")
    form = PlanForm(posted(request), plan=stored, currency=fund_of(tournament).currency)
    if request.method == "POST" and plate and not any(name in request.POST for name in form.fields):
        with saying_why_not(request):  # nothing but the plate was sent
            set_plan(actor=request.user, tournament=tournament, stages=stages_beside.changed(stored, plate))
        return redirect("desk:plan", tournament.slug)
    if form.is_valid():
        settled = form.chosen()
        try:
            stages = stages_beside.changed(settled, plate) if plate else settled
            set_plan(actor=request.user, tournament=tournament, stages=stages)
        except Refused as refused:
            add_refusal(form, refused, {error["path"]: error["path"].replace(".", "-", 1) for error in refused.errors})
        else:
            messages.success(request, _("The formats are saved."))
            return redirect("desk:plan" if plate else "desk:draw", tournament.slug)
    context = {
        "form": form,
        **stages_beside.offers(stored),
        "ready": [
            {"key": ready.key, "title": ready.title, "note": ready.note, "current": ready == chosen}
            for ready in ready_plans.ready_plans()
            if plans.fits(ready.formats, sides)
        ],
        "sides": sides,
    }
    return desk_page(request, tournament, "desk/plan.html", context, tab="draw")


def plan_of(stages: Sequence[Stage], sides: bool = True) -> Plan:
    """The plan as it is stored, or what is usual for a game with sides or without."""
    return selectors.plan_of(stages) or [stage.copy() for stage in ready_plans.usual_for(sides)]


def plan_title(plan: Plan) -> str:
    """What the plan is called."""
    ready = ready_plans.ready_plan_of(plan)
    if ready:
        return str(ready.title)
    return " → ".join(stage_title(stage["format"], stage["parameters"]) for stage in plan)
