"""The entries of a win-streak qualifier at the desk: bought again, taken back, closed, and what to do when it stands
still."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any, TypedDict

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.money_fields import ReversalForm
from thunee_tournaments.desk.pages import Context, add_refusal, crumb, desk_page, posted, saying_why_not
from thunee_tournaments.desk.selectors import team_for
from thunee_tournaments.fundraising.owed import to_give_back
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.acts import (
    Refused,
    buy_entry,
    call_off_unbegun,
    close_entries,
    close_entries_at,
    pair_across,
    reopen_entries,
    take_back_entry,
)
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.models import Stage, Tournament


def queue(stage: Stage) -> Context:
    """Who waits, who is through, who can buy in, which entries can be taken back; whether it stands still."""
    everybody = queries.qualifier_standings(stage)
    teams = {team.pk: team for team in stage.tournament.teams.order_by("name_key")}
    bought: dict[int, int] = {}
    for team in stage.entries.values_list("team", flat=True):
        bought[team] = bought.get(team, 0) + 1
    closed, taken = bool(stage.inputs.get("closed")), queries.is_full(stage, everybody)
    closes_at = streak.closes_at(stage.inputs)
    return {
        "places": queries.places_of(stage),
        "places_taken": taken,
        "to_call_off": len(queries.unbegun_matches(stage.tournament)) if taken else 0,
        "waiting": [
            (teams[entered.entry.team], entered.streak) for entered in everybody if entered.state == streak.WAITING
        ],
        "can_meet": not taken and len(streak.queue(everybody, {})) > 1,
        "through": [teams[pk] for pk in streak.qualified(everybody)],
        "can_buy": [
            {"team": team, "next": bought.get(pk, 0) + 1}
            for pk, team in teams.items()
            if not closed and queries.why_no_entry(stage, team, everybody) is None
        ],
        "entries_closed": closed,
        "entries_close_at": closes_at,
        "close_at": f"{timezone.localtime(closes_at):%H:%M}" if closes_at is not None else "",
        "longest_wait": _longest_wait(everybody, teams),
        "can_reopen": closed and not taken and queries.in_play(stage),
        "entry_count": len(everybody),
        "unplayed": queries.unplayed_entries(stage),
        "still": still(stage, everybody),
    }


class LongestWait(TypedDict):
    """Who has waited longest for an opponent, and since when."""

    team: Team
    since: datetime


def _longest_wait(everybody: list[streak.Standing[int]], teams: Mapping[int, Team]) -> LongestWait | None:
    waiting = [standing for standing in everybody if standing.state == streak.WAITING]
    if not waiting:
        return None
    first = min(waiting, key=lambda standing: (standing.since, standing.entry.number))
    return {"team": teams[first.entry.team], "since": first.since}


class Still(TypedDict):
    """Since when a qualifier stands still, who waits on how many wins, and whether two could meet across streaks."""

    since: datetime
    waiting: list[tuple[Team, int]]
    can_meet: bool


def still(stage: Stage, everybody: list[streak.Standing]) -> Still | None:
    """How a qualifier with these standings stands still, if it does."""
    standstill = queries.standstill(stage, everybody)
    if standstill is None:
        return None
    teams = stage.tournament.teams.in_bulk([team for team, _wins in standstill.waiting])
    waiting = [(teams[team], wins) for team, wins in standstill.waiting]
    return {"since": standstill.since, "waiting": waiting, "can_meet": standstill.can_meet}


@require_POST
@organiser_page
def buy_in(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: another entry for a team. `number` is the entry the page offered: a second tap does not buy
    two."""
    team_id, _space, wanted = tidy(request.POST.get("team", "")).partition(" ")
    team = team_for(tournament, team_id)
    if str(team.streak_entries.count() + 1) != wanted:
        messages.info(request, _("%(team)s has been entered already.") % {"team": team.name})
        return redirect("desk:bracket", tournament.slug)
    with saying_why_not(request):
        entry = buy_entry(actor=request.user, tournament=tournament, team=team)
        message = _("%(team)s is in again, as entry %(number)s.") % {"team": team.name, "number": entry.number}
        messages.success(request, message)
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def end_entries(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: nobody can enter the qualifier any more."""
    with saying_why_not(request):
        close_entries(actor=request.user, tournament=tournament)
        messages.success(request, _("Entries are closed. What is being played is finished."))
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def end_entries_at(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the entries close by themselves at this time (`at`, hours and minutes; the next that comes), or
    not by the clock where it is empty."""
    typed = tidy(request.POST.get("at", ""))
    at = _next(typed)
    if typed and at is None:
        messages.error(request, _("Write the time as hours and minutes, such as 20:30."))
        return redirect("desk:bracket", tournament.slug)
    with saying_why_not(request):
        close_entries_at(actor=request.user, tournament=tournament, at=at)
        if at is None:
            messages.success(request, _("Entries are not closed by the clock: you close them."))
        else:
            moment = date_format(timezone.localtime(at), "SHORT_MOMENT_FORMAT")
            messages.success(request, _("Entries close on %(moment)s.") % {"moment": moment})
    return redirect("desk:bracket", tournament.slug)


def _next(typed: str) -> datetime | None:
    """The next moment at which clocks here show this time; None if it is none."""
    try:
        wanted = time.fromisoformat(typed)
    except ValueError:
        return None
    now = timezone.localtime()
    at = now.replace(hour=wanted.hour, minute=wanted.minute, second=0, microsecond=0)
    return at if at > now else at + timedelta(days=1)


@require_POST
@organiser_page
def open_entries(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: entries that were closed too early are open again."""
    with saying_why_not(request):
        reopen_entries(actor=request.user, tournament=tournament)
        messages.success(request, _("Entries are open again."))
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def meet_across(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: nobody waits on as many wins as another, so the one who has waited longest meets who is
    nearest."""
    with saying_why_not(request):
        match = pair_across(actor=request.user, tournament=tournament)
        message = {"number": match.number, "teams": match.title}
        messages.success(request, _("Match %(number)s is called: %(teams)s.") % message)
    return redirect("desk:bracket", tournament.slug)


@require_POST
@organiser_page
def call_off(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: all places are taken, so what has not begun need not be played."""
    with saying_why_not(request):
        called_off = call_off_unbegun(actor=request.user, tournament=tournament)
        message = ngettext("%(n)s match is called off.", "%(n)s matches are called off.", called_off)
        messages.success(request, message % {"n": called_off})
    return redirect("desk:bracket", tournament.slug)


@organiser_page
def take_back(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For organisers: the form that takes back an entry that was bought by mistake, and reverses what was paid for
    it."""
    entry = _entry_for(tournament, number)
    form = EntryBackForm(posted(request))
    if form.is_valid():
        try:
            done = take_back_entry(actor=request.user, tournament=tournament, entry=entry, **form.cleaned_data)
        except Refused as refused:
            if refused.code == "taken_back":
                messages.info(request, refused.message)  # a second tap
                return redirect("desk:bracket", tournament.slug)
            add_refusal(form, refused)
        else:
            messages.success(request, _taken_back_text(done))
            return redirect("desk:bracket", tournament.slug)
    context = {
        "form": form,
        "entry": entry,
        "currency": fund_of(tournament).currency,
        "receipts": to_give_back(tournament, entry),
        "refusal": queries.why_entry_stands(entry.stage, entry),
    }
    title = _("Take entry %(number)s back") % {"number": entry.number}
    trail = (crumb(tournament, "bracket"), (title, ""))
    return desk_page(request, tournament, "desk/entry_back.html", context, tab="bracket", trail=trail)


def _taken_back_text(done: acts.TakenBack) -> str:
    values = {"team": done.entry.team.name, "number": done.entry.number}
    if not done.reversed:
        return _("Entry %(number)s of %(team)s is taken back.") % values
    numbers = ", ".join(str(receipt.number) for receipt in done.reversed)
    return _("Entry %(number)s of %(team)s is taken back. Reversed: receipt %(receipts)s. Hand the money back.") % {
        **values, "receipts": numbers,
    }  # fmt: skip


def _entry_for(tournament: Tournament, number: int) -> StreakEntry:
    """The entry of this number in the qualifier that is played, or was last. Raises Http404."""
    entries = StreakEntry.objects.filter(stage__tournament=tournament, number=number)
    entry = entries.select_related("team", "stage__tournament").order_by("stage__order").last()
    if entry is None:
        raise Http404("no such entry")
    return entry


class EntryBackForm(ReversalForm):
    """Why an entry is taken back."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["reason"]
        field.help_text = _("It stays beside the entry for good: write no names here.")
        field.error_messages["required"] = _("Say why this entry is taken back. The reason stays beside it.")
