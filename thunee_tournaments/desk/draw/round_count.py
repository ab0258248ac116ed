"""How many rounds a Swiss stage has, changed while it is played."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.settings import ROUNDS
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm, one_of
from thunee_tournaments.desk.pages import desk_page, number_of, posted, refused_beside
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import change_rounds
from thunee_tournaments.tournaments.models import Stage, Tournament

MORE = 3  # than there were to be: who wants more yet changes it again


class RoundsForm(ReasonForm):
    """How many rounds are played, each number with what it means now, and why."""

    rounds = one_of(gettext_lazy("How many rounds are played"), missing=gettext_lazy("Choose a number."))
    field_order = ("rounds", "reason")


@organiser_page
def rounds(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: end a Swiss stage early, or play rounds more; `was` is the number the page showed."""
    stage = queries.outlook(tournament).stage
    if stage is None or tournament.status != Tournament.Status.RUNNING or not format_of(stage).round_by_round:
        messages.info(request, _("No Swiss stage is being played."))
        return redirect("desk:bracket", tournament.slug)
    planned, paired = stage.parameters["rounds"], rounds_paired(stage)
    form = RoundsForm(posted(request))
    form.fields["rounds"].choices = _choices(stage, planned, paired)  # type: ignore[attr-defined]
    if form.is_valid():
        with refused_beside(form, {"bad_rounds": "rounds", "reason_missing": "reason"}):
            changed = change_rounds(
                actor=request.user,
                tournament=tournament,
                rounds=int(form.cleaned_data["rounds"]),
                was=number_of(request.POST.get("was", ""), 3) or 0,
                reason=form.cleaned_data["reason"],
            )
            message = _("Number of rounds now: %(rounds)s.") % {"rounds": changed.parameters["rounds"]}
            messages.success(request, message)
            return redirect("desk:bracket", tournament.slug)
    context = {"form": form, "planned": planned, "paired": paired}
    return desk_page(request, tournament, "desk/rounds.html", context, tab="bracket")


def _choices(stage: Stage, planned: int, paired: int) -> list[tuple[str, str]]:
    """Every number of rounds that there can be, but the one there is, with what it means."""
    in_play = stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).exists()
    numbers = [number for number in range(paired, min(planned + MORE, ROUNDS.most) + 1) if number != planned]
    return [(str(number), _meaning(number, paired, in_play)) for number in numbers]


def _meaning(number: int, paired: int, in_play: bool) -> str:
    if number > paired:
        more = number - paired
        text = ngettext(
            "%(number)s: another round is paired after round %(paired)s",
            "%(number)s: %(more)s more are paired after round %(paired)s",
            more,
        )
        return text % {"number": number, "more": more, "paired": paired}
    if in_play:
        return _("%(number)s: the round being played is the last") % {"number": number}
    return _("%(number)s: the stage is over at once, as the table stands") % {"number": number}
