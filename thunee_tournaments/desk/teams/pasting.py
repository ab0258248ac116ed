"""A list of teams, pasted or as a file: looked at first, then entered. Nothing is entered that was not shown before,
and lines that are odd stay on the page until they are right."""

from collections.abc import Iterable
from typing import TypedDict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.pages import Context, add_refusal, crumb, desk_page
from thunee_tournaments.desk.teams import pasted_list
from thunee_tournaments.desk.teams.pasted_list import PasteForm
from thunee_tournaments.services.acts import PastedTeams, Refused, enter_pasted_teams
from thunee_tournaments.services.queries import open_qualifier
from thunee_tournaments.teams import paste
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.shapes import Words


@organiser_page
def paste_teams(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: a list of teams as it was copied from elsewhere, what is understood of it, and
    what is left over."""
    if tournament.status != Tournament.Status.DRAFT and open_qualifier(tournament) is None:
        messages.error(request, _("The draw has been made: no team can be entered any more."))
        return redirect("desk:teams", tournament.slug)
    if request.method != "POST":
        # What was left over of the last list waits here, also after the page was closed.
        left = request.session.get(_kept(tournament), "")
        return _look(request, tournament, left, left=True) if left else _page(request, tournament, PasteForm())
    form = PasteForm(request.POST, request.FILES)
    if not form.is_valid():
        request.session.pop(_kept(tournament), None)
        return _page(request, tournament, form)
    text, wrong = _as_changed(request, form)
    if request.POST.get("action") == "enter" and text == form.cleaned_data["shown"] and not wrong:
        return _enter(request, tournament, form)
    return _look(request, tournament, text, wrong)


def _as_changed(request: DeskRequest, form: PasteForm) -> tuple[str, Words]:
    """The list with everything that was changed on the page, and what is wrong with its columns ("" if nothing is)."""
    text = form.cleaned_data["text"]
    if form.cleaned_data["file"] is not None:
        return text, ""
    with_rows = pasted_list.with_rows(request.POST, text, form.cleaned_data["shown"])
    return pasted_list.with_columns(request.POST, with_rows)


def _kept(tournament: Tournament) -> str:
    return f"desk-paste-{tournament.public_id}"


def _look(
    request: DeskRequest, tournament: Tournament, text: str, wrong: Words = "", *, left: bool = False
) -> HttpResponse:
    """What is understood of the list, line by line. Nothing is stored."""
    taken = list(tournament.teams.values_list("name", flat=True))
    parsed = paste.parse(text, taken=taken)
    context = {
        "left": left,
        "parsed": parsed,
        "problems": _by_line(parsed.problems),
        "clubs": any(team.club for team in parsed.teams),
        "columns": pasted_list.columns_of(text),
        "columns_wrong": wrong,
        "kinds": pasted_list.KINDS,
        "most_rows": pasted_list.MOST_ROWS,
    }
    return _page(request, tournament, PasteForm(initial={"text": text, "shown": text}), context)


class OddLine(TypedDict):
    """A line of the list, and everything that is odd about it."""

    number: int
    text: str
    messages: list[Words]


def _by_line(problems: Iterable[paste.Problem]) -> list[OddLine]:
    lines: dict[int, OddLine] = {}
    for problem in problems:
        line = lines.setdefault(problem.line, {"number": problem.line, "text": problem.text, "messages": []})
        line["messages"].append(problem.message)
    return list(lines.values())


def _enter(request: DeskRequest, tournament: Tournament, form: PasteForm) -> HttpResponse:
    try:
        done = enter_pasted_teams(actor=request.user, tournament=tournament, text=form.cleaned_data["text"])
    except Refused as refused:
        add_refusal(form, refused)
        return _page(request, tournament, form)
    count = len(done.entered)
    if count:
        message = ngettext("%(count)s team is entered.", "%(count)s teams are entered.", count) % {"count": count}
        messages.success(request, message)
    if done.phones:
        message = ngettext(
            "%(count)s phone number is kept under Sign-ups, for you and the treasurer alone.",
            "%(count)s phone numbers are kept under Sign-ups, for you and the treasurer alone.",
            done.phones,
        )
        messages.info(request, message % {"count": done.phones})
    if _all_there_before(done):
        request.session.pop(_kept(tournament), None)
        messages.info(request, _("Every team of this list is entered already. They are entered once."))
    elif done.rest:
        request.session[_kept(tournament)] = done.rest
        return redirect("desk:paste", tournament.slug)
    request.session.pop(_kept(tournament), None)
    return redirect("desk:teams", tournament.slug)


def _all_there_before(done: PastedTeams) -> bool:
    """Whether the whole list had been entered before, as after a second tap on the button."""
    return not done.entered and all(problem.code == "already_entered" for problem in done.problems)


def _page(
    request: DeskRequest, tournament: Tournament, form: PasteForm, context: Context | None = None
) -> HttpResponse:
    trail = (crumb(tournament, "teams"), (_("Paste a list"), ""))
    shown = {"form": form, **(context or {})}
    return desk_page(request, tournament, "desk/paste.html", shown, tab="teams", trail=trail)
