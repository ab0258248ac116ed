"""What is typed on the pages of money: receipts, refunds, payments, cash that moves and is counted, the fund."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.cash import PIECES
from thunee_tournaments.fundraising.methods import KNOWN, method_label
from thunee_tournaments.fundraising.models import MAX_METHOD, MAX_NAME, MAX_REFERENCE, MAX_TEXT, Fund, Movement
from thunee_tournaments.fundraising.taking_back import left_to_refund
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.presentation.amount_field import AmountField, count_in
from thunee_tournaments.tournaments.models import Tournament

capital = lazy(lambda text: capfirst(str(text)), str)
NO_TEAM = ""
MOST_OF_A_PIECE = 100_000


def _kinds(*kinds: str) -> list[tuple[str, Any]]:
    """What money can be for, or those of them that are named."""
    return [(value, capital(label)) for value, label in Movement.Kind.choices if not kinds or value in kinds]


def _method(missing: Any) -> forms.ChoiceField:
    return one_of(gettext_lazy("How"), css="cols-2", missing=missing)


class MoneyForm(forms.Form):
    """A form with an amount, and perhaps a way to pay and a team, of this event."""

    def __init__(
        self, data: Any = None, *, fund: Fund, tournament: Tournament | None = None, **kwargs: Any
    ) -> None:  # fmt: skip
        super().__init__(data, **kwargs)
        fields: Any = self.fields
        count_in(self, fund.currency)
        sign = {"sign": amounts.symbol(fund.currency)}
        fields["amount"].label = gettext_lazy("Amount in %(sign)s") % sign
        if "method" in fields:
            fields["method"].choices = [(method, capital(method_label(method))) for method in fund.methods]
        self.teams = {team.public_id: team for team in tournament.teams.order_by("name_key")} if tournament else {}
        if "team" in fields:
            no_team = (NO_TEAM, gettext_lazy("none"))
            fields["team"].choices = [no_team, *((key, team.name) for key, team in self.teams.items())]


class ReceiptForm(MoneyForm):
    """Money that came in."""

    amount = AmountField(
        label=gettext_lazy("Amount"),
        error_messages={"required": gettext_lazy("Write how much came in.")},
        below_nought=gettext_lazy("Write what came in. To give money back, refund its receipt."),
    )
    kind = one_of(
        pgettext_lazy("money", "What for"), _kinds(), css="cols-3", missing=gettext_lazy("Choose what it is for.")
    )
    method = _method(gettext_lazy("Choose how it was paid."))
    team = forms.ChoiceField(label=gettext_lazy("Team"), required=False)
    donation = AmountField(
        label=gettext_lazy("And a donation beside it"), required=False, nothing=0,
        help_text=gettext_lazy("What was given on top of the amount above. Both stand on one receipt."),
    )  # fmt: skip
    name = text_line(
        gettext_lazy("From whom"), MAX_NAME, required=False,
        help_text=gettext_lazy("For the desk alone, unless you tick the box below."),
    )  # fmt: skip
    named = forms.BooleanField(label=gettext_lazy("May be thanked by name on the public page"), required=False)
    address = text_line(
        gettext_lazy("Address"),
        MAX_TEXT,
        required=False,
        help_text=gettext_lazy("Of whom it is from, for a tax receipt."),
    )
    note = text_line(gettext_lazy("Note"), MAX_TEXT, required=False)

    def __init__(self, data: Any = None, *, fund: Fund, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(data, fund=fund, tournament=tournament, **kwargs)
        if not fund.section_18a:
            del self.fields["address"]

    def gift(self) -> Typed:
        """As `take_money` is told."""
        return {**self.cleaned_data, "team": self.teams.get(self.cleaned_data["team"])}


class StrikeForm(forms.Form):
    """Why a pledge counts for nothing."""

    reason = text_line(
        gettext_lazy("Why"), MAX_TEXT, help_text=gettext_lazy("It stays for good, and whoever pledged reads it."),
        error_messages={"required": gettext_lazy("Say why it is struck out. The reason stays beside it.")},
    )  # fmt: skip


class RefundForm(MoneyForm):
    """Money of a receipt that is given back."""

    amount = AmountField(
        label=gettext_lazy("Amount"), error_messages={"required": gettext_lazy("Write how much is given back.")}
    )
    kind = one_of(
        pgettext_lazy("money", "Of what"), css="cols-2", missing=gettext_lazy("Choose what it was for.")
    )  # fmt: skip
    method = _method(gettext_lazy("Choose how it is given back."))
    name = text_line(
        gettext_lazy("To whom"), MAX_NAME, required=False,
        help_text=gettext_lazy("Empty: to whoever gave it. For the desk alone."),
    )  # fmt: skip
    reason = text_line(
        gettext_lazy("Why"), MAX_TEXT,
        help_text=gettext_lazy("It stays beside the receipt for good: write no names here."),
        error_messages={
            "required": gettext_lazy("Say why the money is given back. The reason stays beside the receipt.")
        },
    )  # fmt: skip

    def __init__(self, data: Any = None, *, fund: Fund, receipt: Movement, **kwargs: Any) -> None:
        left = left_to_refund(receipt)
        first = next(iter(left), "")
        initial = {"kind": first, "amount": amounts.plain(left.get(first, 0), fund.currency), "method": receipt.method}
        super().__init__(data, fund=fund, initial=initial, **kwargs)
        fields: Any = self.fields
        fields["kind"].choices = _kinds(*left) if left else []

    def back(self) -> Typed:
        """As `refund_money` is told."""
        return self.cleaned_data


class ExpenseForm(MoneyForm):
    """Money that was spent."""

    amount = AmountField(
        label=gettext_lazy("Amount"), error_messages={"required": gettext_lazy("Write how much was paid.")}
    )
    what = text_line(
        pgettext_lazy("money", "What for"), MAX_TEXT,
        help_text=gettext_lazy("Such as “ice and cups”. It stays for good: write no names here."),
        error_messages={"required": gettext_lazy("Write what it was paid for.")},
    )  # fmt: skip
    method = _method(gettext_lazy("Choose how it was paid."))
    reference = text_line(
        gettext_lazy("Number of the slip"), MAX_REFERENCE, required=False,
        help_text=gettext_lazy("As it is printed on the slip of the shop. Keep the slip."),
    )  # fmt: skip
    name = text_line(
        gettext_lazy("To whom"), MAX_NAME, required=False, help_text=gettext_lazy("The shop. For the desk alone.")
    )


class PrizePaidForm(MoneyForm):
    """A prize that is paid."""

    amount = AmountField(
        label=gettext_lazy("Amount"), error_messages={"required": gettext_lazy("Write how much was paid.")}
    )
    what = text_line(
        gettext_lazy("Prize"), MAX_TEXT, error_messages={"required": gettext_lazy("Write which prize it is.")}
    )  # fmt: skip
    method = _method(gettext_lazy("Choose how it was paid."))
    team = forms.ChoiceField(label=gettext_lazy("Team"), required=False)
    name = text_line(
        gettext_lazy("Who gets the money"), MAX_NAME,
        help_text=gettext_lazy("This person signs on the printed slip. For the desk alone."),
        error_messages={"required": gettext_lazy("Write who gets the money and signs for it.")},
    )  # fmt: skip

    def paid(self) -> Typed:
        """As `pay_prize` is told."""
        return {**self.cleaned_data, "team": self.teams.get(self.cleaned_data["team"])}


class CashForm(MoneyForm):
    """Cash that changes its place."""

    act = one_of(
        pgettext_lazy("money", "What happens"),
        [
            (Movement.Act.FLOAT, gettext_lazy("Change lent to a box")),
            (Movement.Act.FLOAT_BACK, gettext_lazy("Lent change given back")),
            (Movement.Act.HANDED, gettext_lazy("Handed to somebody else")),
            (Movement.Act.BANKED, gettext_lazy("Paid in at the bank")),
        ],
        css="cols-2", missing=gettext_lazy("Choose what happens with the cash."),
    )  # fmt: skip
    amount = AmountField(
        label=gettext_lazy("Amount"), error_messages={"required": gettext_lazy("Write how much it is.")}
    )
    to = forms.ChoiceField(
        label=gettext_lazy("To whose box"), required=False,
        help_text=gettext_lazy("For change that is lent, and for cash handed over."),
    )  # fmt: skip
    reference = text_line(
        gettext_lazy("Number of the bank's slip"), MAX_REFERENCE, required=False,
        help_text=gettext_lazy("For cash paid in at the bank."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, fund: Fund, people: list[User], own: User, **kwargs: Any) -> None:
        super().__init__(data, fund=fund, **kwargs)
        fields: Any = self.fields
        self.people = {str(user.pk): user for user in people if user != own}
        called = [(key, user.get_full_name() or user.get_username()) for key, user in self.people.items()]
        fields["to"].choices = [("", gettext_lazy("my own")), *called]

    def move(self) -> Typed:
        """As `move_cash` is told."""
        return {**self.cleaned_data, "to": self.people.get(self.cleaned_data["to"])}


class CountForm(forms.Form):
    """Notes and coins as they were counted. `stands`: what should be there, as the page said."""

    rest = AmountField(required=False, nothing=0)
    reason = text_line(
        gettext_lazy("If there is a difference: how it came about"), MAX_TEXT, required=False,
        help_text=gettext_lazy("It stays for good: write no names here."),
    )  # fmt: skip
    expected = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, fund: Fund, stands: int, **kwargs: Any) -> None:
        super().__init__(data, initial={"expected": stands}, **kwargs)
        fields: Any = self.fields
        pieces = PIECES.get(fund.currency, ())
        self.worth = {f"piece-{worth}": worth for worth in pieces}
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "short"}
        counted = {
            name: forms.IntegerField(
                label=amounts.shown(worth, fund.currency), required=False, min_value=0, max_value=MOST_OF_A_PIECE,
                widget=forms.NumberInput(attrs={**attrs, "data-worth": worth}),
            )
            for name, worth in self.worth.items()
        }  # fmt: skip
        fields["rest"].currency = fund.currency
        fields["rest"].label = gettext("Anything else") if pieces else gettext("What was counted")
        self.fields = {**counted, **fields}

    @property
    def pieces(self) -> list[forms.BoundField]:
        return [self[name] for name in self.worth]

    def count(self) -> Typed:
        """As `cash_up` is told."""
        typed = self.cleaned_data
        pieces = {worth: typed[name] or 0 for name, worth in self.worth.items()}
        return {
            "pieces": pieces, "rest": typed["rest"], "reason": typed["reason"], "expected": typed["expected"],
        }  # fmt: skip


class ReceiverForm(forms.Form):
    """Who receives the money."""

    name = text_line(
        gettext_lazy("Who receives the money"), MAX_NAME, required=False,
        help_text=gettext_lazy("The club, school, temple or charity, as it stands on each receipt from now on."),
    )  # fmt: skip
    address = text_line(gettext_lazy("Address"), MAX_TEXT, required=False)
    number = text_line(
        gettext_lazy("Number of registration"), MAX_REFERENCE, required=False,
        help_text=gettext_lazy("As it should be printed, such as NPO 012-345."),
    )  # fmt: skip
    section_18a = text_line(
        gettext_lazy("Number for tax receipts under section 18A (South Africa)"), MAX_REFERENCE, required=False,
        help_text=gettext_lazy(
            "Only if SARS has approved it. Receipts over a donation with a name then say so; entry fees, raffle "
            "tickets and sponsoring are no donations."
        ),
    )  # fmt: skip


class FundForm(forms.Form):
    """What is collected, how it can be paid, and who sees it."""

    public = forms.BooleanField(
        label=gettext_lazy("Everybody sees what was raised so far"), required=False,
        help_text=gettext_lazy("The total and the goal, on the tournament's page and on the hall screen."),
    )  # fmt: skip
    shows_net = forms.BooleanField(
        label=gettext_lazy("What everybody sees is what is left after costs and prizes"), required=False
    )
    goal = AmountField(
        label=gettext_lazy("Goal"), required=False, help_text=gettext_lazy("What you hope to raise. Empty: no goal.")
    )
    entry_fee = AmountField(
        label=gettext_lazy("Entry fee of a team"), required=False,
        help_text=gettext_lazy(
            "Then Who owes lists every team. Where a qualifier's entries have a price, that price counts instead."
        ),
    )  # fmt: skip
    fee_per_player = forms.BooleanField(
        label=gettext_lazy("Each player pays it: the fee is for one player who is named"), required=False
    )  # fmt: skip
    early_fee = AmountField(
        label=gettext_lazy("Early fee"), required=False, nothing=None,
        help_text=gettext_lazy("What a team pays that is entered, or has signed up, in time. Empty: there is none."),
    )  # fmt: skip
    early_until = forms.DateField(
        label=gettext_lazy("The early fee is up to and with"), required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )  # fmt: skip
    pledge_most = AmountField(
        label=gettext_lazy("A pledge comes to at most"), required=False, nothing=None,
        help_text=gettext_lazy(
            "Then anybody can pledge so much for every ball, khanuck or match on the tournament's page, up to this. "
            "Empty: no pledges are taken."
        ),
    )  # fmt: skip
    methods = forms.MultipleChoiceField(
        label=gettext_lazy("How it can be paid"), widget=forms.CheckboxSelectMultiple(attrs={"class": "cols-2"}),
        choices=[(method, capital(label)) for method, label in KNOWN.items()],
        error_messages={"required": gettext_lazy("Choose at least one way to pay.")},
    )  # fmt: skip
    own_methods = text_line(
        gettext_lazy("Other ways to pay"), 200, required=False,
        help_text=gettext_lazy("By name, with commas between them, such as Zapper, Ozow."),
    )  # fmt: skip
    second_above = AmountField(
        label=gettext_lazy("A second person takes back what is above"), required=False, nothing=None,
        help_text=gettext_lazy(
            "Whoever wrote more than this cannot take it back alone. Empty: everybody can. A change of this stands in "
            "the till."
        ),
    )  # fmt: skip
    currency = forms.ChoiceField(label=gettext_lazy("Currency"))

    def __init__(self, data: Any = None, *, fund: Fund, may_limit: bool) -> None:
        self.fund = fund
        super().__init__(data, initial=_of_fund(fund))
        fields: Any = self.fields
        fields["currency"].choices = [
            (code, f"{code} ({currency.sign})") for code, currency in amounts.CURRENCIES.items()
        ]
        fields["second_above"].disabled = not may_limit
        chosen = (data or {}).get("currency", fund.currency)
        count_in(self, chosen if chosen in amounts.CURRENCIES else fund.currency)

    def clean_own_methods(self) -> list[str]:
        """The names between commas. Each is short enough, and none of the ways that have a box of their own."""
        names = [" ".join(name.split()) for name in self.cleaned_data["own_methods"].replace("、", ",").split(",")]
        for name in names:
            if len(name) > MAX_METHOD:
                raise forms.ValidationError(
                    gettext("A way to pay has a name of at most %(most)s characters.") % {"most": MAX_METHOD}
                )
        own = {name.casefold(): name for name in reversed(names) if name and name.casefold() not in KNOWN}
        return list(reversed(own.values()))

    def chosen(self) -> Typed:
        """As `set_fund` is told."""
        typed = dict(self.cleaned_data)
        own = typed.pop("own_methods")
        return {**typed, "methods": [*typed["methods"], *own]}


def _of_fund(fund: Fund) -> Typed:
    """What the form of a fund shows at first."""
    names = ("goal", "entry_fee", "early_fee", "second_above", "pledge_most")
    written = {name: getattr(fund, name) for name in names}
    return {
        "fee_per_player": fund.fee_per_player, "early_until": fund.early_until,
        "public": fund.public, "shows_net": fund.shows_net, "currency": fund.currency,
        "methods": [method for method in fund.methods if method in KNOWN],
        "own_methods": ", ".join(method for method in fund.methods if method not in KNOWN),
        **{
            name: "" if amount is None else amounts.plain(amount, fund.currency) for name, amount in written.items()
        },
    }  # fmt: skip
