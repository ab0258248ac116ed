"""How a side saw a disputed hand, written down on the table's phone: the form of a hand, the ruling, the saving."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.disputes import State
from adjudication.hands import Hand
from adjudication.statements import versions_of
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.games import typed_from
from thunee_tournaments.hand_form.statements import WhoseForm, judged
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.presentation.rulings import explained
from thunee_tournaments.scoring.hand import UNUSABLE, new_form
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.services.acts import Refused, write_version
from thunee_tournaments.services.queries import Case, case_for, last_written, own_side


@dataclass(frozen=True)
class _StatementPage:
    """A disputed hand at the table, and the sides this phone speaks for."""

    sitting: Sitting
    case: Case
    hand: Hand
    sides: str


@require_http_methods(["GET", "HEAD", "POST"])
@table_session_required
def version(request: HttpRequest, here: TableSession, sheet_id: str, dispute_id: str) -> HttpResponse:
    """For a phone at its table: how a side saw the hand, asked of each once, while the dispute is open. Everything
    typed travels with the pages."""
    sitting = sitting_for(here.link, sheet_id)
    case = case_for(sitting.match.stage.tournament, dispute_id)
    hand = next((hand for hand in sitting.hands if hand.seq == case.dispute.hand), None)
    if hand is None or case.dispute.sheet_id != sitting.sheet.pk:
        return redirect("scoring:table")
    page = _StatementPage(sitting, case, hand, own_side(here.link) or "AB")
    action = request.POST.get("action") if request.method == "POST" else None
    if action == "save":
        return _save(request, here, page)
    if case.state != State.OPEN:
        messages.info(request, _("This dispute is decided already: no version of the hand is taken any more."))
        return redirect("scoring:table")
    done = {version.side for version in versions_of(case.dispute)}
    left = [side for side in page.sides if side not in done]
    if not left:
        messages.info(request, _("This version is written down already. The referees read it; it stays."))
        return redirect("scoring:table")
    if action == "check":
        return _check(request, page)
    shown = request.POST.dict() if action == "edit" else typed_from(page.sitting.profile.game, last_written(hand))
    form = new_form(sitting, initial={**shown, "head": sitting.sheet.head})
    whose = WhoseForm(names=sitting.names, sides=left, initial=request.POST.dict() if action == "edit" else {})
    return _form_page(request, page, form, whose)


def _forms(request: HttpRequest, page: _StatementPage) -> tuple[EntryForm, WhoseForm]:
    return new_form(page.sitting, request.POST), WhoseForm(request.POST, names=page.sitting.names, sides=page.sides)


def _form_page(
    request: HttpRequest, page: _StatementPage, form: EntryForm, whose: WhoseForm, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"form": form, "whose": whose, "open": form.opened(), **more}
    return render(request, "scoring/version.html", _context(page) | context, status=status)


def _context(page: _StatementPage) -> Context:
    return {"sitting": page.sitting, "number": page.hand.number}


def _check(request: HttpRequest, page: _StatementPage) -> HttpResponse:
    form, whose = _forms(request, page)
    names = page.sitting.names
    if not (form.is_valid() and whose.is_valid()):
        return _form_page(request, page, form, whose, UNUSABLE)
    ruling, possible = judged(form, page.case.dispute, names)
    if ruling is None:
        return _form_page(request, page, form, whose, UNUSABLE, possible=possible)
    context = {
        "typed": [*form.typed_items(), ("side", whose.cleaned_data["side"])],
        "head": page.sitting.sheet.head,
        "side": names.side(whose.cleaned_data["side"]),
        **explained(ruling, names),
    }
    return render(request, "scoring/version_review.html", _context(page) | context)


def _save(request: HttpRequest, here: TableSession, page: _StatementPage) -> HttpResponse:
    form, whose = _forms(request, page)
    if not (form.is_valid() and whose.is_valid()):
        return _form_page(request, page, form, whose, UNUSABLE)
    ruling, possible = judged(form, page.case.dispute, page.sitting.names)
    if ruling is None:
        return _form_page(request, page, form, whose, UNUSABLE, possible=possible)
    try:
        done = write_version(
            actor=here.link, match=page.sitting.match, dispute=page.case.dispute, side=whose.cleaned_data["side"],
            body=form.body(),
        )  # fmt: skip
    except Refused as refused:
        form.add_error(None, str(refused.message))
        return _form_page(request, page, form, whose, UNUSABLE)
    if done.repeated:
        messages.info(request, _("This was saved already. It is written once."))
    else:
        messages.success(request, _("Saved. The referees read it beside the record."))
    return redirect("scoring:table")
