"""An amount of money as a form asks for it."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from thunee_tournaments.fundraising import amounts


def count_in(form: forms.Form, currency: str) -> None:
    """Let every amount a form asks for be of this currency."""
    for field in form.fields.values():
        if isinstance(field, AmountField):
            field.currency = currency


class AmountField(forms.CharField):
    """An amount as people write it; in the smallest unit of the currency when it is clean, `nothing` where none is.
    `most`, in that unit too, where less can be kept than a receipt may say; `below_nought`, what is said of an amount
    with a minus where there is more to say than that it is none."""

    def __init__(
        self, *, currency: str = "ZAR", nothing: int | None = None, most: int | None = None, below_nought: Any = "",
        **kwargs: Any,
    ) -> None:  # fmt: skip
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "short amount"}
        super().__init__(max_length=40, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.currency, self.nothing, self.most, self.below_nought = currency, nothing, most, below_nought

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text or (text == "0" and self.nothing == 0):
            return self.nothing
        try:
            amount = amounts.read(text, self.currency)
        except amounts.NoAmount as wrong:
            message = self.below_nought if wrong.below_nought and self.below_nought else wrong.message
            raise forms.ValidationError(str(message)) from None
        if self.most is not None and amount > self.most:
            most = amounts.shown(self.most, self.currency)
            raise forms.ValidationError(gettext("At most %(most)s.") % {"most": most})
        return amount
