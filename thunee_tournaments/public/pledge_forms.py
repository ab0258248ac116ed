"""What somebody types to pledge money."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.fundraising.amounts import shown, symbol
from thunee_tournaments.fundraising.happenings import units_of
from thunee_tournaments.fundraising.models import MAX_NAME, MAX_TEXT, Fund
from thunee_tournaments.fundraising.pledges import UNITS
from thunee_tournaments.presentation.amount_field import AmountField
from thunee_tournaments.public.stranger_forms import Trap, line
from thunee_tournaments.services.acts import TypedPledge
from thunee_tournaments.tables.selectors import tables_of
from thunee_tournaments.tournaments.models import Tournament

TEAM, TABLE = "team-", "table-"


class PledgeForm(Trap):
    """For whom, how much for what, at most how much, and who pledges it."""

    whom = forms.ChoiceField(label=_("Which team or table"), required=False)
    most = AmountField(
        label=_("At most"), error_messages={"required": _("Write how much you give at most, whatever is played.")}
    )
    name = line(_("Your name"), MAX_NAME, fill="name", error_messages={"required": _("Write your name.")})
    named = forms.BooleanField(label=_("My name may be shown to everybody beside my pledge"), required=False)
    contact = line(
        _("Your phone or e-mail"), MAX_TEXT,
        help_text=_("For the organiser and the treasurer alone, to tell you what it came to."),
        error_messages={"required": _("How can we reach you? A phone number or an e-mail address is enough.")},
    )  # fmt: skip
    field_order = ("whom",)

    def __init__(self, data: Any = None, *, tournament: Tournament, fund: Fund, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.units = units_of(tournament)
        fields: Any = self.fields
        for unit in self.units:
            fields[unit] = AmountField(label=UNITS[unit][0], required=False, nothing=0, currency=fund.currency)
        fields["most"].currency = fund.currency
        fields["most"].label = f"{fields['most'].label}, {symbol(fund.currency)}"
        self.amounts_label = _("How much, in %(sign)s") % {"sign": symbol(fund.currency)}
        limit = {"most": shown(fund.pledge_most or 0, fund.currency)}
        fields["most"].help_text = _("So you know before what it can come to. Up to %(most)s.") % limit
        teams = [(f"{TEAM}{team.public_id}", team.name) for team in tournament.teams.order_by("name_key")]
        tables = [(f"{TABLE}{table.number}", table.title) for table in tables_of(tournament)]
        everybody: list[Any] = [("", _("Everybody, in the whole event")), (_("A team"), teams)]
        fields["whom"].choices = [*everybody, (_("A table"), tables)] if tables else everybody
        self.order_fields(["whom", *self.units, "most", "name", "contact", "named", "website"])

    @property
    def rates(self) -> list[forms.BoundField]:
        """The fields of what is given for what."""
        return [self[unit] for unit in self.units]

    @property
    def others(self) -> list[forms.BoundField]:
        """The fields after those."""
        return [field for field in self if field.name not in ("whom", *self.units)]

    def typed(self) -> TypedPledge:
        """As `make_pledge` is told."""
        typed = self.cleaned_data
        whom = typed["whom"]
        return TypedPledge(
            rates={unit: typed[unit] for unit in self.units}, most=typed["most"], name=typed["name"],
            contact=typed["contact"], named=typed["named"],
            team=whom.removeprefix(TEAM) if whom.startswith(TEAM) else "",
            table=int(whom.removeprefix(TABLE)) if whom.startswith(TABLE) else None,
        )  # fmt: skip
