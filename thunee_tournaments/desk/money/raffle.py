"""The raffle at the desk: its prizes and books, the sale that is closed, and the draw in the hall."""

from dataclasses import dataclass
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
from thunee_tournaments.desk.forms import own_words, text_line
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
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.amounts import plain
from thunee_tournaments.fundraising.models import MAX_NAME, Fund, Movement, Raffle, RaffleBook
from thunee_tournaments.fundraising.raffle import known, record_of, sold_in, won
from thunee_tournaments.fundraising.raffle_limits import Limits, law_of, warnings_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation.amount_field import AmountField, count_in
from thunee_tournaments.services.acts import (
    close_raffle,
    draw_raffle,
    give_book_out,
    hand_book_in,
    reopen_raffle,
    reveal_prize,
    set_raffle,
    take_book_back,
)
from thunee_tournaments.tournaments.models import Tournament

MOST_WORD, MOST_UNSOLD = 40, 4_000
MOST = ("most_price", "most_turnover", "most_worth")


class RaffleChoice(TypedDict):
    """What `set_raffle` is told."""

    price: int
    prizes: list[str]
    worth: int | None
    limits: Limits


class RaffleForm(forms.Form):
    """What a ticket costs, and what can be won."""

    price = AmountField(
        label=gettext_lazy("Price of a ticket"), error_messages={"required": gettext_lazy("Write what a ticket costs.")}
    )
    prizes = own_words(
        gettext_lazy("Prizes, one to a line"),
        gettext_lazy("The first prize first. Write no names: it stays for good."),
        6_000, rows=5,
    )  # fmt: skip

    worth = AmountField(
        label=gettext_lazy("What the prizes are worth"), required=False, nothing=None,
        help_text=gettext_lazy("Together. Empty: not known."),
    )  # fmt: skip
    most_price = AmountField(label=gettext_lazy("A ticket may cost at most"), required=False, nothing=None)
    most_turnover = AmountField(label=gettext_lazy("All tickets may come to at most"), required=False, nothing=None)
    most_worth = AmountField(label=gettext_lazy("The prizes may be worth at most"), required=False, nothing=None)

    def __init__(self, data: Any = None, *, fund: Fund, raffle: Raffle | None, **kwargs: Any) -> None:
        super().__init__(data, initial=_kept(raffle, fund.currency) if raffle else {}, **kwargs)
        count_in(self, fund.currency)

    def chosen(self) -> RaffleChoice:
        """As `set_raffle` is told."""
        typed = self.cleaned_data
        limits: Any = {name.removeprefix("most_"): typed[name] for name in MOST if typed[name] is not None}
        return {
            "price": typed["price"], "prizes": typed["prizes"].splitlines(), "worth": typed["worth"], "limits": limits,
        }  # fmt: skip


def _kept(raffle: Raffle, currency: str) -> dict[str, str]:
    """What the form of a raffle shows at first."""
    limits = {f"most_{name}": amount for name, amount in raffle.limits.items()}
    sums = {"price": raffle.price, "worth": raffle.worth, **limits}
    shown = {name: plain(amount, currency) for name, amount in sums.items() if amount is not None}
    return {**shown, "prizes": "\n".join(raffle.prizes)}


class BookForm(forms.Form):
    """A book that is given out."""

    first = forms.IntegerField(
        label=gettext_lazy("First ticket"), widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "short"})
    )
    last = forms.IntegerField(
        label=gettext_lazy("Last ticket"), widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "short"})
    )
    seller = text_line(
        gettext_lazy("Who sells it"), MAX_NAME, required=False, help_text=gettext_lazy("For the desk alone.")
    )


class StubsForm(forms.Form):
    """The stubs of a book that come back."""

    unsold = text_line(
        gettext_lazy("Not sold"), MOST_UNSOLD, required=False,
        help_text=gettext_lazy("Such as 18-20, 25. Empty: all of them were sold."),
    )  # fmt: skip


class WordForm(forms.Form):
    """The word that somebody in the hall calls."""

    word = text_line(
        gettext_lazy("The word from the hall"), MOST_WORD,
        help_text=gettext_lazy("Let somebody call any word, such as a colour. Nobody can know before what it draws."),
        error_messages={"required": gettext_lazy("Let somebody in the hall call a word, and write it here.")},
    )  # fmt: skip


class ReopenForm(forms.Form):
    """Why the sale is opened again."""

    reason = text_line(
        gettext_lazy("Why"), 200, help_text=gettext_lazy("It stays for good: write no names here."),
        error_messages={
            "required": gettext_lazy("Say why the sale is opened again. The reason stays in the record.")
        },
    )  # fmt: skip


@dataclass(frozen=True)
class BookRow:
    """A book with how many of its tickets take part."""

    book: RaffleBook
    sold: int

    @property
    def out(self) -> bool:
        """Whether its stubs are not handed in."""
        return self.book.unsold is None


@treasury_page
def raffle(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: the raffle as it stands, and what is next: prizes, books, the end of the sale, the draw."""
    fund = fund_of(tournament)
    kept = Raffle.objects.filter(tournament=tournament).first()
    act = request.POST.get("act", "")
    form = RaffleForm(posted(request) if act == "set" else None, fund=fund, raffle=kept)
    book_form = BookForm(posted(request) if act == "book" else None)
    word_form = WordForm(posted(request) if act == "draw" else None)
    reopen_form = ReopenForm(posted(request) if act == "reopen" else None)
    here = redirect("desk:raffle", tournament.slug)
    if form.is_valid():
        with refused_beside(form):
            set_raffle(actor=request.user, tournament=tournament, **form.chosen())
            messages.success(request, _("Saved."))
            return here
    if book_form.is_valid():
        with refused_beside(book_form):
            book = give_book_out(actor=request.user, tournament=tournament, **book_form.cleaned_data)
            messages.success(request, _("Tickets %(book)s are given out.") % {"book": book})
            return here
    if word_form.is_valid():
        with refused_beside(word_form, {"bad_word": "word"}):
            draw_raffle(actor=request.user, tournament=tournament, **word_form.cleaned_data)
            return here
    if reopen_form.is_valid():
        with refused_beside(reopen_form, {"reason_missing": "reason"}):
            reopen_raffle(actor=request.user, tournament=tournament, **reopen_form.cleaned_data)
            messages.success(request, _("The sale is open again."))
            return here
    forms_ = {"form": form, "book_form": book_form, "word_form": word_form, "reopen_form": reopen_form}
    context: Context = {**_stand(tournament, fund, kept), **forms_}
    status = UNUSABLE if any(each.errors for each in forms_.values()) else OK
    return desk_page(request, tournament, "desk/raffle.html", context, tab="money", status=status)


def _stand(tournament: Tournament, fund: Fund, kept: Raffle | None) -> Context:
    """Where the raffle stands: books, what their money should come to and what the till has, and the draw."""
    books = [BookRow(book, len(sold_in(book))) for book in kept.books.all()] if kept else []
    record, sold = record_of(tournament), sum(row.sold for row in books)
    expected = sold * kept.price if kept else 0
    taken = balances_of(tournament).income.get(Movement.Kind.RAFFLE, 0)
    missing = max(0, expected - taken)
    owed = {"kind": Movement.Kind.RAFFLE, "amount": plain(missing, fund.currency)}
    revealed, drawn = kept.revealed if kept else 0, won(record)
    return {
        "parts": parts(fund, "raffle"), "currency": fund.currency, "raffle": kept, "record": record,
        "books": books, "sold": sold, "out": sum(row.out for row in books),
        "expected": expected, "taken": taken, "missing": missing, "over": max(0, taken - expected),
        "take": f"{reverse('desk:money', args=[tournament.slug])}?{urlencode(owed)}#take",
        "law": law_of(fund.currency), "warnings": warnings_of(kept, fund.currency, expected) if kept else [],
        "known": known(kept, record) if kept else [],
        "next": drawn[-revealed - 1] if revealed < len(drawn) else None,
    }  # fmt: skip


@require_POST
@treasury_page
def raffle_step(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For treasurers: close the sale, or let everybody see who has won the next prize."""
    with saying_why_not(request):
        place = number_of(request.POST.get("reveal", ""), 2)
        if request.POST.get("act") == "close":
            close_raffle(actor=request.user, tournament=tournament)
            messages.success(request, _("The sale is closed. The record has the numbers and the seal."))
        elif place is not None:
            reveal_prize(actor=request.user, tournament=tournament, place=place)
    return redirect("desk:raffle", tournament.slug)


@treasury_page
def raffle_book(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """For treasurers: one book, whose stubs are handed in or that is struck out."""
    book = RaffleBook.objects.filter(raffle__tournament=tournament, first=number).select_related("raffle").first()
    if book is None:
        raise Http404("no such book")
    there = redirect("desk:raffle", tournament.slug)
    if request.method == "POST" and request.POST.get("act") == "strike":
        with saying_why_not(request):
            take_book_back(actor=request.user, book=book)
            messages.success(request, _("Tickets %(book)s are struck out.") % {"book": book})
        return there
    form = StubsForm(posted(request), initial={"unsold": ", ".join(map(str, book.unsold or []))})
    if form.is_valid():
        with refused_beside(form):
            book = hand_book_in(actor=request.user, book=book, **form.cleaned_data)
            values = {"book": book, "sold": len(sold_in(book))}
            messages.success(request, _("Tickets %(book)s are handed in: %(sold)s sold.") % values)
            return there
    title = _("Tickets %(book)s") % {"book": book}
    trail = (crumb(tournament, "money"), (_("Raffle"), reverse("desk:raffle", args=[tournament.slug])), (title, ""))
    context: Context = {"book": book, "title": title, "form": form, "closed": record_of(tournament).closed is not None}
    return desk_page(request, tournament, "desk/raffle_book.html", context, tab="money", trail=trail)
