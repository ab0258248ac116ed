"""Deposits that were left at the desk, such as for an appeal: held, given back or kept."""

import uuid
from typing import TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.money.money_forms import MoneyForm
from thunee_tournaments.desk.money.parts import form_key, parts, treasury_page
from thunee_tournaments.desk.money.rows import movement_for, title_of
from thunee_tournaments.desk.pages import Context, crumb, desk_page, device_of, posted, refused_beside, saying_why_not
from thunee_tournaments.fundraising.deposits import deposits_of
from thunee_tournaments.fundraising.methods import method_label
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_TEXT, Movement
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.presentation.amount_field import AmountField
from thunee_tournaments.services.acts import keep_deposit, return_deposit, take_deposit
from thunee_tournaments.services.queries import deposits_in_appeals
from thunee_tournaments.tournaments.models import Tournament


class DepositForm(MoneyForm):
    """A deposit that is left."""

    amount = AmountField(
        label=gettext_lazy("Amount"), error_messages={"required": gettext_lazy("Write how much was left.")}
    )
    what = text_line(
        pgettext_lazy("money", "What for"), MAX_TEXT,
        help_text=gettext_lazy("Such as “appeal in match 7”. It stays for good: write no names here."),
        error_messages={"required": gettext_lazy("Write what it was left for.")},
    )  # fmt: skip
    method = one_of(gettext_lazy("How"), css="cols-2", missing=gettext_lazy("Choose how it was paid."))
    team = forms.ChoiceField(label=gettext_lazy("Team"), required=False)
    name = text_line(gettext_lazy("From whom"), MAX_NAME, required=False, help_text=gettext_lazy("For the desk alone."))

    def left(self) -> Typed:
        """As `take_deposit` is told."""
        return {**self.cleaned_data, "team": self.teams.get(self.cleaned_data["team"])}


class HeldRow(TypedDict):
    """A deposit that is held, and the keys of the two forms that end it."""

    movement: Movement
    back_key: str
    keep_key: str


@treasury_page
def deposits(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: what is held, what became of earlier deposits, and the form for one that is left now."""
    fund = fund_of(tournament)
    asked = {name: request.GET.get(name, "")[:80] for name in ("what",)}
    form = DepositForm(posted(request), fund=fund, tournament=tournament, initial=asked)
    if form.is_valid():
        with refused_beside(form):
            taken = take_deposit(
                actor=request.user, tournament=tournament, device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.left(),
            )  # fmt: skip
            messages.success(request, _("%(title)s is written.") % {"title": title_of(taken)})
            return redirect("desk:deposits", tournament.slug)
    rows = deposits_of(tournament)
    context: Context = {
        "form": form,
        "key": form_key(request),
        "parts": parts(fund, "deposits"),
        "held": [_held(row.movement) for row in rows if row.ended is None],
        "ended": [row for row in rows if row.ended is not None],
        "total": sum(row.held for row in rows),
        "methods": [(method, method_label(method)) for method in fund.methods],
        "appeals": deposits_in_appeals(tournament),
        "currency": fund.currency,
    }
    trail = (crumb(tournament, "money"), (_("Deposits"), ""))
    return desk_page(request, tournament, "desk/deposits.html", context, tab="money", trail=trail)


def _held(movement: Movement) -> HeldRow:
    return {"movement": movement, "back_key": str(uuid.uuid4()), "keep_key": str(uuid.uuid4())}


@require_POST
@treasury_page
def end(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: a deposit is given back, or kept for a reason."""
    deposit = movement_for(tournament, receipt_id, (Movement.Act.DEPOSIT,))
    sent = {"device": device_of(request), "client_uuid": request.POST.get("key", "")}
    with saying_why_not(request):
        if request.POST.get("act") == "keep":
            ended = keep_deposit(
                actor=request.user, deposit=deposit, reason=request.POST.get("reason", ""), **sent
            )  # fmt: skip
        else:
            ended = return_deposit(
                actor=request.user, deposit=deposit, method=request.POST.get("method", ""), **sent
            )  # fmt: skip
        messages.success(request, _("%(title)s is written.") % {"title": title_of(ended)})
    return redirect("desk:deposits", tournament.slug)
