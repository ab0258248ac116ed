"""The auction at the desk: what is called up, the bids as they are called, the hammer, and what each paddle pays."""

from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from thunee_tournaments.desk.access import DeskRequest
from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.money.parts import parts, treasury_page
from thunee_tournaments.desk.pages import (
    OK,
    UNUSABLE,
    Context,
    crumb,
    desk_page,
    number_of,
    posted,
    refused_beside,
    saying_why_not,
)
from thunee_tournaments.fundraising.amounts import plain, shown
from thunee_tournaments.fundraising.auction import Account, account_of, accounts_of, items_of, open_of
from thunee_tournaments.fundraising.auction_models import HIGHEST_PADDLE, MAX_NAME, MAX_TEXT, AuctionBid, AuctionItem
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation.amount_field import AmountField, count_in
from thunee_tournaments.presentation.auction import ItemRow, item_row, item_rows
from thunee_tournaments.services.acts import (
    add_auction_item,
    let_hammer_fall,
    name_paddle,
    remove_auction_item,
    take_bid_back,
    take_hammer_back,
    write_bid,
)
from thunee_tournaments.tournaments.models import Tournament


class ItemForm(forms.Form):
    """What is called up."""

    name = text_line(
        gettext_lazy("What is called up"), MAX_NAME, help_text=gettext_lazy("It stays for good: write no names here."),
        error_messages={"required": gettext_lazy("Write what is called up.")},
    )  # fmt: skip
    about = text_line(
        gettext_lazy("More about it"), MAX_TEXT, required=False, help_text=gettext_lazy("Everybody can read this.")
    )
    kind = one_of(gettext_lazy("How it goes"), AuctionItem.Kind.choices, initial=AuctionItem.Kind.SALE)
    least = AmountField(label=gettext_lazy("Lowest bid"), required=False)

    def __init__(self, data: Any = None, *, currency: str, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        count_in(self, currency)


class BidForm(forms.Form):
    """A bid as it is called."""

    paddle = forms.IntegerField(
        label=gettext_lazy("Paddle"), min_value=1, max_value=HIGHEST_PADDLE,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
    )  # fmt: skip
    cents = AmountField(
        label=gettext_lazy("Bid"), error_messages={"required": gettext_lazy("Write how much is bid.")}
    )  # fmt: skip

    def __init__(self, data: Any = None, *, currency: str, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        count_in(self, currency)


class PaddleForm(forms.Form):
    """Who holds a paddle."""

    number = forms.IntegerField(
        label=gettext_lazy("Paddle"), min_value=1, max_value=HIGHEST_PADDLE,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "short", "autocomplete": "off"}),
    )  # fmt: skip
    name = text_line(
        gettext_lazy("Who holds it"), MAX_NAME, help_text=gettext_lazy("For the desk alone."),
        error_messages={"required": gettext_lazy("Write who holds it.")},
    )  # fmt: skip
    contact = text_line(gettext_lazy("Phone or e-mail"), MAX_TEXT, required=False)


class CalledUpAgainForm(forms.Form):
    """Why an item is called up again."""

    reason = text_line(
        gettext_lazy("Why"), 200, help_text=gettext_lazy("It stays for good: write no names here."),
        error_messages={
            "required": gettext_lazy("Say why it is called up again. The reason stays in the record.")
        },
    )  # fmt: skip


class PaddleToPay(TypedDict):
    """A paddle's account, and the address of the form filled in with what it pays next."""

    account: Account
    take: str


@treasury_page
def auction(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: everything that is called up, who has it, and what each paddle still has to pay."""
    fund = fund_of(tournament)
    act = request.POST.get("act", "")
    form = ItemForm(posted(request) if act == "item" else None, currency=fund.currency)
    paddle_form = PaddleForm(posted(request) if act == "paddle" else None)
    if form.is_valid():
        with refused_beside(form):
            added = add_auction_item(actor=request.user, tournament=tournament, **form.cleaned_data)
            messages.success(request, _("“%(item)s” can be called up.") % {"item": added.name})
            return redirect("desk:auction", tournament.slug)
    if paddle_form.is_valid():
        with refused_beside(paddle_form):
            given = name_paddle(actor=request.user, tournament=tournament, **paddle_form.cleaned_data)
            messages.success(request, _("Paddle %(number)s: %(name)s.") % {"number": given.number, "name": given.name})
            return redirect("desk:auction", tournament.slug)
    accounts = accounts_of(tournament)
    context: Context = {
        "parts": parts(fund, "auction"),
        "currency": fund.currency,
        "items": item_rows(tournament),
        "paddles": [_to_pay(tournament, account, fund.currency) for account in accounts],
        "due": sum(account.due for account in accounts),
        "paid": sum(account.paid for account in accounts),
        "open": open_of(accounts),
        "form": form,
        "paddle_form": paddle_form,
    }
    status = UNUSABLE if form.errors or paddle_form.errors else OK
    return desk_page(request, tournament, "desk/auction.html", context, tab="money", status=status)


def _to_pay(tournament: Tournament, account: Account, currency: str) -> PaddleToPay:
    kind, cents = account.next
    filled: dict[str, str | int] = {"paddle": account.paddle, "kind": kind, "amount": plain(cents, currency)}
    return {"account": account, "take": f"{reverse('desk:money', args=[tournament.slug])}?{urlencode(filled)}#take"}


@treasury_page
def item(request: DeskRequest, tournament: Tournament, item_id: str) -> HttpResponse:
    """For treasurers: one item: the bids as they are called, the hammer, and how to call it up again."""
    called = _item(tournament, item_id)
    currency, act = fund_of(tournament).currency, request.POST.get("act", "")
    here = redirect("desk:auction_item", tournament.slug, called.public_id)
    form = BidForm(posted(request) if act == "bid" else None, currency=currency)
    again_form = CalledUpAgainForm(posted(request) if act == "again" else None)
    if form.is_valid():
        with refused_beside(form):
            bid = write_bid(actor=request.user, item=called, **form.cleaned_data)
            values = {"paddle": bid.paddle, "bid": shown(bid.cents, currency)}
            messages.success(request, _("Paddle %(paddle)s bids %(bid)s.") % values)
            return here
    if again_form.is_valid():
        with refused_beside(again_form, {"reason_missing": "reason"}):
            take_hammer_back(actor=request.user, item=called, reason=again_form.cleaned_data["reason"])
            messages.success(request, _("It is called up again."))
            return here
    if act in ("hammer", "remove"):
        with saying_why_not(request):
            if act == "remove":
                remove_auction_item(actor=request.user, item=called)
                messages.success(request, _("“%(item)s” is taken out.") % {"item": called.name})
                return redirect("desk:auction", tournament.slug)
            seen = number_of(request.POST.get("seen", ""), 5)
            let_hammer_fall(actor=request.user, item=called, seen=-1 if seen is None else seen)
        return here
    row = item_row(tournament, called)
    context: Context = {
        "currency": currency, "row": row, "bids": _named(tournament, row), "form": form, "again_form": again_form,
        "payers": _payers(tournament, row, currency), "next": _next_item(tournament, called),
    }  # fmt: skip
    trail = (crumb(tournament, "money"), (_("Auction"), reverse("desk:auction", args=[tournament.slug])))
    status = UNUSABLE if form.errors or again_form.errors else OK
    return desk_page(
        request, tournament, "desk/auction_item.html", context, tab="money", status=status,
        trail=(*trail, (called.name, "")),
    )  # fmt: skip


def _item(tournament: Tournament, item_id: str) -> AuctionItem:
    item = items_of(tournament).filter(public_id=item_id).first()
    if item is None:
        raise Http404("no such item")
    return item


def _named(tournament: Tournament, row: ItemRow) -> list[tuple[AuctionBid, str]]:
    """The bids, each with who holds the paddle."""
    names: dict[int, str] = dict(tournament.paddles.values_list("number", "name"))
    return [(bid, names.get(bid.paddle, "")) for bid in row.bids]


def _payers(tournament: Tournament, row: ItemRow, currency: str) -> list[PaddleToPay]:
    """Those who have it, with the form that takes what they still have to pay."""
    wanted = {paddle for paddle, _cents in row.won}
    accounts = accounts_of(tournament) if wanted else []
    return [_to_pay(tournament, account, currency) for account in accounts if account.paddle in wanted]


def _next_item(tournament: Tournament, after: AuctionItem) -> AuctionItem | None:
    """What is called up next."""
    return AuctionItem.objects.filter(tournament=tournament, number__gt=after.number).first()


@require_POST
@treasury_page
def bid_back(request: DeskRequest, tournament: Tournament, item_id: str, seq: int) -> HttpResponse:
    """For treasurers: a bid that was written by mistake is taken back."""
    called = _item(tournament, item_id)
    bid = AuctionBid.objects.filter(item=called, seq=seq).select_related("item").first()
    if bid is None:
        raise Http404("no such bid")
    with saying_why_not(request):
        take_bid_back(actor=request.user, bid=bid)
        messages.success(request, _("The bid of paddle %(paddle)s is taken back.") % {"paddle": bid.paddle})
    return redirect("desk:auction_item", tournament.slug, called.public_id)


@treasury_page
def paddle(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For treasurers: one paddle: who holds it, and what it has bought, given and paid."""
    account = account_of(tournament, number)
    if account is None:
        raise Http404("no such paddle")
    holder = account.holder
    initial = {"number": number, "name": holder.name if holder else "", "contact": holder.contact if holder else ""}
    form = PaddleForm({**request.POST.dict(), "number": number} if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        with refused_beside(form):
            name_paddle(actor=request.user, tournament=tournament, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("desk:auction", tournament.slug)
    title = _("Paddle %(number)s") % {"number": number}
    context: Context = {
        "title": title, "account": account, "form": form, "currency": fund_of(tournament).currency,
        "take": _to_pay(tournament, account, fund_of(tournament).currency)["take"],
    }  # fmt: skip
    trail = (crumb(tournament, "money"), (_("Auction"), reverse("desk:auction", args=[tournament.slug])), (title, ""))
    return desk_page(request, tournament, "desk/paddle.html", context, tab="money", trail=trail)
