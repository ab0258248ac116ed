"""Fields of forms that anybody may send."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MAX_LINE = 200


def line(label: Any, most: int, **kwargs: Any) -> forms.CharField:
    """One line of text; `kind` and `fill` as a browser's `type` and `autocomplete`."""
    kind, fill = kwargs.pop("kind", "text"), kwargs.pop("fill", "off")
    widget = forms.TextInput(attrs={"type": kind, "autocomplete": fill})
    return forms.CharField(label=label, max_length=most, widget=widget, **kwargs)


class Trap(forms.Form):
    """A field that nobody sees; a program that fills every field in gives itself away."""

    website = line(_("Leave this empty"), MAX_LINE, required=False)

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave this empty."))
        return ""
