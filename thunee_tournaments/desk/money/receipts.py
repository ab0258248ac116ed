"""One movement of the till: read, taken back; and where it is a receipt, refunded or printed."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.money.money_forms import RefundForm
from thunee_tournaments.desk.money.parts import form_key, treasury_page
from thunee_tournaments.desk.money.rows import movement_for, rows_of, title_of, with_all
from thunee_tournaments.desk.money_fields import ReversalForm
from thunee_tournaments.desk.pages import (
    UNUSABLE,
    Context,
    Trail,
    crumb,
    desk_page,
    device_of,
    posted,
    refused_beside,
    saying_why_not,
)
from thunee_tournaments.fundraising.cash import cash_up_of
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.payer_links import token_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.fundraising.taking_back import CAN_GO_BACK, left_to_refund
from thunee_tournaments.own_address import own_address
from thunee_tournaments.presentation.messages import whatsapp
from thunee_tournaments.presentation.slips import slip_of
from thunee_tournaments.services.acts import Refused, mail_receipt, note_print, refund_money, reverse_money
from thunee_tournaments.services.queries import letters_of
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Tournament

RECEIPTS = (Movement.Act.RECEIPT,)


@treasury_page
def receipt(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: one movement of the till, and the form that takes it back."""
    movement = movement_for(tournament, receipt_id)
    form = ReversalForm(posted(request))
    if form.is_valid():
        with refused_beside(form):
            reverse_money(
                actor=request.user, movement=movement, device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.cleaned_data,
            )  # fmt: skip
            messages.success(request, _("%(title)s is taken back.") % {"title": title_of(movement)})
            return redirect("desk:money" if movement.act in RECEIPTS else "desk:till", tournament.slug)
        movement = movement_for(tournament, receipt_id)
    [row] = rows_of(tournament, [movement])
    context: Context = {
        "row": row,
        "movement": movement,
        "title": title_of(movement),
        "currency": fund_of(tournament).currency,
        "form": form,
        "key": form_key(request),
        "cash_up": cash_up_of(movement) if movement.act == Movement.Act.COUNT else None,
        "may_sign": movement.actor != label_of(request.user.pk, tournament),
        "can_go_back": movement.act in CAN_GO_BACK and not movement.taken_back,
        "can_be_refunded": movement.act in RECEIPTS and not movement.taken_back and bool(left_to_refund(movement)),
        "later": [
            (title_of(row.movement), row) for row in rows_of(tournament, with_all(movement.later.order_by("seq")))
        ],
    }
    trail = (_way_back(tournament, movement), (title_of(movement), ""))
    return desk_page(request, tournament, "desk/receipt.html", context, tab="money", trail=trail)


def _way_back(tournament: Tournament, movement: Movement) -> tuple[str, str]:
    """Where movements of this act are listed."""
    if movement.act in RECEIPTS:
        return crumb(tournament, "money")
    return _("The till"), reverse("desk:till", args=[tournament.slug])


@treasury_page
def refund(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: the form that gives money of a receipt back, all of it or a part."""
    taken = movement_for(tournament, receipt_id, RECEIPTS)
    fund = fund_of(tournament)
    form = RefundForm(posted(request), fund=fund, receipt=taken)
    if form.is_valid():
        with refused_beside(form, {"reason_missing": "reason"}):
            refunded = refund_money(
                actor=request.user, receipt=taken, device=device_of(request), client_uuid=request.POST.get("key", ""),
                **form.back(),
            )  # fmt: skip
            messages.success(
                request, _("%(title)s is written. Hand the money over now.") % {"title": title_of(refunded)}
            )
            return redirect("desk:receipt", tournament.slug, taken.public_id)
    [row] = rows_of(tournament, [taken])
    context: Context = {
        "row": row,
        "movement": taken,
        "form": form,
        "key": form_key(request),
        "currency": fund.currency,
    }
    return desk_page(
        request, tournament, "desk/refund.html", context, tab="money", trail=_trail(tournament, taken, _("Refund"))
    )


@require_POST
@treasury_page
def receipt_print(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: write down that a receipt is printed, and show its slip."""
    taken = movement_for(tournament, receipt_id, RECEIPTS)
    with saying_why_not(request):
        note_print(
            actor=request.user, receipt=taken, device=device_of(request), client_uuid=request.POST.get("key", "")
        )
    return redirect("desk:receipt_slip", tournament.slug, receipt_id)


@require_safe
@treasury_page
def receipt_slip(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: a receipt to print for whoever gave the money; what was noted for the desk alone is not on it."""
    return _slip_page(request, tournament, receipt_id)


@require_POST
@treasury_page
def receipt_mail(request: DeskRequest, tournament: Tournament, receipt_id: str) -> HttpResponse:
    """For treasurers: send the receipt's private link to whoever paid, by e-mail."""
    to = request.POST.get("to", "")
    try:
        mail_receipt(actor=request.user, receipt=movement_for(tournament, receipt_id, RECEIPTS), to=to)
    except Refused as refused:
        return _slip_page(request, tournament, receipt_id, to=to, wrong=str(refused.message), status=UNUSABLE)
    messages.success(request, _("The receipt goes out by e-mail."))
    return redirect("desk:receipt_slip", tournament.slug, receipt_id)


def _slip_page(
    request: DeskRequest, tournament: Tournament, receipt_id: str, *, to: str = "", wrong: str = "", status: int = 200
) -> HttpResponse:
    taken = movement_for(tournament, receipt_id, RECEIPTS)
    [row] = rows_of(tournament, [taken])
    path = reverse("public:receipt", args=[tournament.slug, token_of(taken)])
    address = own_address(request, path)
    text = _("Your receipt for %(event)s: %(address)s") % {"event": tournament.name, "address": address}
    context: Context = {
        "movement": taken, "slip": slip_of(taken), "taken_by": row.written_by, "address": address,
        "whatsapp": whatsapp(text), "sends_mail": settings.SENDS_MAIL, "letters": letters_of(taken), "to": to,
        "wrong": wrong,
    }  # fmt: skip
    trail = _trail(tournament, taken, pgettext("of a receipt", "Slip"))
    return desk_page(request, tournament, "desk/receipt_slip.html", context, tab="money", trail=trail, status=status)


def _trail(tournament: Tournament, taken: Movement, title: str) -> Trail:
    there = reverse("desk:receipt", args=[tournament.slug, taken.public_id])
    return crumb(tournament, "money"), (title_of(taken), there), (title, "")
