"""How long a qualifier may run, how many get through, and how long somebody waits: before it is drawn, and after."""

from collections.abc import Callable
from typing import TypedDict

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from thunee_tournaments.brackets.formats import streak_forecast
from thunee_tournaments.brackets.formats.streak_forecast import Forecast, Span
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.pages import UNUSABLE, Context, crumb, desk_page
from thunee_tournaments.services.queries import MAX_TABLES
from thunee_tournaments.tables.expected import usual_length
from thunee_tournaments.tables.selectors import with_tables
from thunee_tournaments.tournaments.models import Stage, Tournament

USUAL_MINUTES, USUAL_TABLES = 30, 8
LEAST_MINUTES, MOST_MINUTES, STEP = 5, 240, 5
QUALIFIER = "streak"
# Which share of those who lose buys in again.
SHARES = (
    (0.0, gettext_lazy("Nobody buys in again")),
    (0.5, gettext_lazy("Half of those who lose buy in again")),
    (1.0, gettext_lazy("Everybody buys in as often as they may")),
)


class ForecastForm(forms.Form):
    """What the organiser reckons with."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a match takes"), min_value=LEAST_MINUTES, max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("From call to call. A game to twelve balls takes about half an hour."),
    )  # fmt: skip
    tables = forms.IntegerField(
        label=gettext_lazy("Tables in the hall"), min_value=1, max_value=MAX_TABLES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip


class Row(TypedDict):
    """What is likely if so many buy in again, in words."""

    title: str
    time: str
    matches: str
    through: str
    wait: str


@require_safe
@organiser_page
def forecast(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: how long the qualifier may run with so many tables, and what that depends on."""
    stage = next((stage for stage in stages_of(tournament) if stage.format == QUALIFIER), None)
    teams = tournament.teams.filter(withdrawn_at=None).count()
    if stage is None or stage.order != 1 or teams < 2:
        return redirect("desk:draw", tournament.slug)
    usual = {"minutes": _usual_minutes(stage), "tables": tournament.table_count or min(USUAL_TABLES, teams // 2)}
    form = ForecastForm({name: request.GET.get(name, value) for name, value in usual.items()})
    rows: list[Row] = []
    enough = True
    if form.is_valid():
        forecasts = {
            str(title): streak_forecast.of_parameters(stage.parameters, teams, again=share, **form.cleaned_data)
            for share, title in SHARES[: 1 if stage.parameters.get("entries", 1) == 1 else None]
        }
        rows = [_row(title, likely) for title, likely in forecasts.items()]
        enough = stage.parameters.get("places", 0) <= max(likely.through.middle for likely in forecasts.values())
    context: Context = {
        "form": form, "rows": rows, "teams": teams, "wins": stage.parameters.get("wins"), "enough": enough,
        "places": stage.parameters.get("places", 0),
    }  # fmt: skip
    trail = (crumb(tournament, "draw"), (_("How long it may run"), ""))
    status = None if form.is_valid() else UNUSABLE
    return desk_page(request, tournament, "desk/forecast.html", context, tab="draw", trail=trail, status=status)


def _usual_minutes(stage: Stage) -> int:
    """How long a match took here so far, to five minutes; else what it takes elsewhere."""
    length = usual_length(with_tables(Match.objects.filter(stage=stage, state=Match.State.DONE)))
    if length is None:
        return USUAL_MINUTES
    return max(LEAST_MINUTES, STEP * round(length.total_seconds() / 60 / STEP))


def _row(title: str, likely: Forecast) -> Row:
    return {
        "title": title,
        "time": _between(likely.minutes, _time),
        "matches": _between(likely.matches, _count),
        "through": _between(likely.through, _count),
        "wait": _time(likely.wait.middle),
    }


def _between(span: Span, words: Callable[[float], str]) -> str:
    """ "4 h 20 min to 4 h 45 min", or one of them where both are the same."""
    low, high = words(span.low), words(span.high)
    return low if low == high else _("%(low)s to %(high)s") % {"low": low, "high": high}


def _count(number: float) -> str:
    return str(round(number))


def _time(minutes: float) -> str:
    """To five minutes: nobody knows better."""
    whole = STEP * round(minutes / STEP)
    parts = {"hours": whole // 60, "minutes": whole % 60}
    return _("%(hours)s h %(minutes)s min") % parts if whole >= 60 else _("%(minutes)s min") % parts
