"""What is typed where the desk asks why money is taken back."""

from django import forms
from django.utils.translation import gettext_lazy

from thunee_tournaments.fundraising.models import MAX_TEXT


class ReversalForm(forms.Form):
    """Why a movement of money is taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Why"), max_length=MAX_TEXT, widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("It stays for good: write no names here."),
        error_messages={
            "required": gettext_lazy("Say why this is taken back. The reason stays beside it.")
        },
    )  # fmt: skip
