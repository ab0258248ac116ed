"""The prizes: the organiser's list, and who would get what as it stands."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import one_of
from thunee_tournaments.desk.pages import OK, UNUSABLE, desk_page
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.presentation.amount_field import AmountField
from thunee_tournaments.services.acts import Refused, set_prizes
from thunee_tournaments.services.queries import MAX_PLACE, MAX_PRIZE_NAME, MAX_PRIZES
from thunee_tournaments.standings import prizing
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.standings.prizing import Prize
from thunee_tournaments.tournaments.models import Tournament

BLANK = 4
text_lazy = lazy(lambda text: capfirst(str(text)), str)
CENT = Decimal("0.01")


def _number(label: Any, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "class": "short"})
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False, widget=widget)


class PrizeForm(forms.Form):
    """One prize; a row left empty is none."""

    first = _number(gettext_lazy("From place"), MAX_PLACE)
    last = _number(gettext_lazy("to place"), MAX_PLACE)
    name = forms.CharField(label=gettext_lazy("Prize"), max_length=MAX_PRIZE_NAME, required=False)
    amount = AmountField(label=gettext_lazy("Amount for each place"), required=False, nothing=0)
    group = _number(gettext_lazy("Only group"), MAX_PLACE // 2)

    def prize(self) -> Prize | None:
        """The prize of this row; None if nothing is written there."""
        typed = self.cleaned_data
        if not any(typed.get(name) for name in ("first", "last", "name", "amount")):
            return None
        first = typed["first"] or 0
        return Prize(typed["group"] or 0, first, typed["last"] or first, typed["name"], typed["amount"])


class ListForm(forms.Form):
    """What holds for the whole list."""

    currency = forms.CharField(
        label=gettext_lazy("Currency"), max_length=8, required=False,
        help_text=gettext_lazy("As it is written before an amount, such as R."),
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
    )  # fmt: skip
    ties = one_of(
        gettext_lazy("Teams level in the standings"),
        [(value, text_lazy(label)) for value, label in PrizeList.Ties.choices],
    )
    one_each = forms.BooleanField(
        label=gettext_lazy("A team takes one money prize: the biggest of its lists"), required=False
    )


PrizeRows = forms.formset_factory(PrizeForm, extra=0, max_num=MAX_PRIZES, absolute_max=MAX_PRIZES + BLANK)


@organiser_page
def prizes(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the list of prizes to fill in; below it who would get what now."""
    kept = prizing.list_of(tournament)
    if request.method == "POST":
        rows, form = PrizeRows(request.POST), ListForm(request.POST)
        if rows.is_valid() and form.is_valid():
            written = [(row, prize) for row in rows if (prize := row.prize()) is not None]
            try:
                set_prizes(
                    actor=request.user, tournament=tournament, prizes=[prize for _row, prize in written],
                    **form.cleaned_data,
                )  # fmt: skip
            except Refused as refused:
                _mark(refused, [row for row, _prize in written], form)
            else:
                messages.success(request, _("Saved. Everybody can read it on the page of prizes."))
                return redirect("desk:prizes", tournament.slug)
    else:
        rows, form = PrizeRows(initial=_shown(kept)), ListForm(initial=_chosen(kept))
    context = {
        "rows": rows,
        "form": form,
        "awards": prizing.prizes_of(tournament, kept) if kept else [],
        "currency": kept.currency if kept else "",
    }
    status = UNUSABLE if request.method == "POST" else OK
    trail = ((_("Prizes"), ""),)
    return desk_page(request, tournament, "desk/prizes.html", context, tab="", trail=trail, status=status)


def _mark(refused: Refused, rows: list[PrizeForm], form: ListForm) -> None:
    """Every fault beside its field."""
    form.add_error(None, str(refused.message))
    for error in refused.errors:
        number, _dot, name = error["path"].partition(".")
        if number.isdecimal() and int(number) < len(rows) and name in PrizeForm.base_fields:
            rows[int(number)].add_error(name, str(error["message"]))
        else:
            form.add_error(number if number in ListForm.base_fields else None, str(error["message"]))


def _shown(kept: PrizeList | None) -> list[Typed]:
    """The rows as the page shows them: those there are, and some to fill in."""
    rows: list[Typed] = [
        {
            "first": prize.first,
            "last": prize.last,
            "name": prize.name,
            "amount": (Decimal(prize.amount) / 100).quantize(CENT) if prize.amount else None,
            "group": prize.group or None,
        }
        for prize in (prizing.read(kept) if kept else [])
    ]
    return [*rows, *({} for _ in range(BLANK if rows else BLANK + 2))]


def _chosen(kept: PrizeList | None) -> Typed:
    if kept is None:
        return {"currency": "R", "ties": PrizeList.Ties.SHARE, "one_each": True}
    return {"currency": kept.currency, "ties": kept.ties, "one_each": kept.one_each}
