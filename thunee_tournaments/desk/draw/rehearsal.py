"""The evening rehearsed: when it is likely to end, where tables stand idle, and what would change that. Before the draw
and while it runs, from where it stands."""

from datetime import datetime

from django import forms
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from thunee_tournaments.brackets.formats.fixtures import MIN_TEAMS, MOST_TEAMS
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.rehearsing.evening import Hall
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.draw.rehearsal_figures import LEAST_MINUTES, SHARES, STEP, Question, may_buy_in, shown
from thunee_tournaments.desk.pages import UNUSABLE, Context, crumb, desk_page
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services import queries
from thunee_tournaments.services.queries import MAX_TABLES, Programme
from thunee_tournaments.tables.expected import usual_length
from thunee_tournaments.tables.selectors import with_tables
from thunee_tournaments.tournaments.models import Tournament

USUAL_MINUTES, USUAL_TABLES = 30, 8
SAMPLE = 200  # of the matches that were played last
MOST_MINUTES = 240


class RehearsalForm(forms.Form):
    """What the organiser reckons with. Before the draw also how many teams come, and when it begins."""

    teams = forms.IntegerField(
        label=gettext_lazy("Teams"), min_value=MIN_TEAMS, max_value=MOST_TEAMS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    tables = forms.IntegerField(
        label=gettext_lazy("Tables in the hall"), min_value=1, max_value=MAX_TABLES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a game takes"), min_value=LEAST_MINUTES, max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("From call to call. A game to twelve balls takes about half an hour."),
    )  # fmt: skip
    again = forms.TypedChoiceField(label=gettext_lazy("Who buys in again"), choices=SHARES, coerce=int)
    absent = forms.IntegerField(
        label=gettext_lazy("Teams that are drawn and do not come"), min_value=0, max_value=MOST_TEAMS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    starts = forms.TimeField(
        label=gettext_lazy("Begins at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )


@require_safe
@organiser_page
def rehearsal(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: how long the evening may take, and what that depends on. Nothing is written by it."""
    now = timezone.localtime()
    programme = queries.programme(tournament, now)
    form = _form(request, tournament, programme)
    begun = _begun(programme)
    title = _("When it may end") if begun else _("Rehearse the evening")
    context: Context = {"form": form, "begun": begun, "running": "starts" not in form.fields, "title": title}
    if form.is_valid():
        question = _question(form, programme, now)
        try:
            context |= shown(question, programme, fund_of(tournament).currency)
        except ValueError:  # the first stage is not for so many
            form.add_error("teams", _("So many teams cannot play this plan. Change the number, or the formats."))
    tab = "bracket" if begun else "draw"
    trail = (crumb(tournament, tab), (title, ""))
    status = None if form.is_valid() else UNUSABLE
    return desk_page(request, tournament, "desk/rehearsal.html", context, tab=tab, trail=trail, status=status)


def _begun(programme: Programme) -> bool:
    return any(part.resume for part in programme.parts)


def _form(request: DeskRequest, tournament: Tournament, programme: Programme) -> RehearsalForm:
    teams = max(MIN_TEAMS, programme.teams)
    usual = {
        "teams": teams, "tables": tournament.table_count or max(1, min(USUAL_TABLES, teams // 2)),
        "minutes": _usual_minutes(tournament), "again": 50, "absent": 0,
    }  # fmt: skip
    form = RehearsalForm({name: request.GET.get(name, value) for name, value in usual.items()} | _start(request))
    for name in _settled(tournament, programme):
        del form.fields[name]
    if not may_buy_in(programme):
        del form.fields["again"]
    return form


def _settled(tournament: Tournament, programme: Programme) -> tuple[str, ...]:
    """The fields that are not asked any more: once it is drawn, and once it has begun."""
    if not _begun(programme):
        return ()
    return ("teams", "absent") if tournament.coming else ("teams", "absent", "starts")


def _start(request: DeskRequest) -> dict[str, str]:
    return {"starts": request.GET.get("starts", "")}


def _usual_minutes(tournament: Tournament) -> int:
    """How long a game took here of late, to five minutes; else what it takes elsewhere."""
    done = Match.objects.filter(stage__tournament=tournament, state=Match.State.DONE, best_of=1)
    length = usual_length(with_tables(done.order_by("-done_at"))[:SAMPLE])
    if length is None:
        return USUAL_MINUTES
    return max(LEAST_MINUTES, STEP * round(length.total_seconds() / 60 / STEP))


def _question(form: RehearsalForm, programme: Programme, now: datetime) -> Question:
    chosen = form.cleaned_data
    again = chosen.get("again", 0) / 100
    hall = Hall(chosen["tables"], chosen["minutes"], again, chosen.get("absent", 0))
    starts = now if "starts" not in form.fields else None
    if at := chosen.get("starts"):
        starts = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return Question(programme.parts, chosen.get("teams", programme.teams), hall, starts)
