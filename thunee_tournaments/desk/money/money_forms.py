"""What is typed on the pages of money: a receipt, why one is taken back, what is collected."""

from typing import Any, TypedDict

from django import forms
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, pgettext_lazy

from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.money_fields import AmountField
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_TEXT, Receipt
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

capital = lazy(lambda text: capfirst(str(text)), str)
NO_TEAM = ""


class Gift(TypedDict):
    """Money that came in, as `take_money` is told."""

    amount: int
    kind: str
    method: str
    team: Team | None
    name: str
    named: bool
    note: str


class ReceiptForm(forms.Form):
    """Money that came in."""

    amount = AmountField(
        label=gettext_lazy("Amount"),
        error_messages={"required": gettext_lazy("Write how much came in.")},
        below_nought=gettext_lazy("Write what came in. To take money back, reverse its receipt."),
    )
    kind = one_of(
        pgettext_lazy("money", "What for"), [(value, capital(label)) for value, label in Receipt.Kind.choices],
        css="cols-3", missing=gettext_lazy("Choose what it is for."),
    )  # fmt: skip
    method = one_of(
        gettext_lazy("How"), [(value, capital(label)) for value, label in Receipt.Method.choices], css="cols-2",
        missing=gettext_lazy("Choose how it was paid."),
    )  # fmt: skip
    team = forms.ChoiceField(label=gettext_lazy("Team"), required=False)
    name = text_line(
        gettext_lazy("From whom"), MAX_NAME, required=False,
        help_text=gettext_lazy("For the desk alone, unless you tick the box below."),
    )  # fmt: skip
    named = forms.BooleanField(label=gettext_lazy("May be thanked by name on the public page"), required=False)
    note = text_line(gettext_lazy("Note"), MAX_TEXT, required=False)

    def __init__(self, data: Any = None, *, tournament: Tournament, currency: str, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        self.teams = {team.public_id: team for team in tournament.teams.order_by("name_key")}
        no_team = (NO_TEAM, gettext_lazy("none"))
        fields["team"].choices = [no_team, *((key, team.name) for key, team in self.teams.items())]
        fields["amount"].currency = currency
        fields["amount"].label = gettext_lazy("Amount in %(sign)s") % {"sign": amounts.symbol(currency)}

    def gift(self) -> Gift:
        typed = self.cleaned_data
        return {
            "amount": typed["amount"], "kind": typed["kind"], "method": typed["method"], "note": typed["note"],
            "team": self.teams.get(typed["team"]), "name": typed["name"], "named": typed["named"],
        }  # fmt: skip


class FundForm(forms.Form):
    """What is collected, and who sees it."""

    public = forms.BooleanField(
        label=gettext_lazy("Everybody sees what was raised so far"), required=False,
        help_text=gettext_lazy("The total and the goal, on the tournament's page and on the hall screen."),
    )  # fmt: skip
    goal = AmountField(
        label=gettext_lazy("Goal"), required=False, help_text=gettext_lazy("What you hope to raise. Empty: no goal.")
    )
    entry_fee = AmountField(
        label=gettext_lazy("Entry fee of a team"), required=False,
        help_text=gettext_lazy(
            "Then Who owes lists every team. Where a qualifier's entries have a price, that price counts instead."
        ),
    )  # fmt: skip
    currency = forms.ChoiceField(label=gettext_lazy("Currency"))

    def __init__(self, data: Any = None, *, currency: str, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        fields["currency"].choices = [
            (code, f"{code} ({currency.sign})") for code, currency in amounts.CURRENCIES.items()
        ]
        chosen = (data or {}).get("currency", currency)
        for name in ("goal", "entry_fee"):
            fields[name].currency = chosen if chosen in amounts.CURRENCIES else currency
