"""Why a hand is changed: one of the usual reasons, or own words."""

from django import forms
from django.utils.translation import gettext_lazy

REASONS = {
    "typed": gettext_lazy("Typed wrongly"),
    "forgotten": gettext_lazy("Something was forgotten"),
    "agreed": gettext_lazy("Both sides agreed afterwards"),
    "referee": gettext_lazy("The referee said so"),
}


class ReasonForm(forms.Form):
    """Why a hand is changed. It stays beside the hand for everybody to read."""

    why = forms.ChoiceField(
        label=gettext_lazy("Why is it changed?"),
        choices=list(REASONS.items()),
        widget=forms.RadioSelect(attrs={"class": "cols-2"}),
        error_messages={"required": gettext_lazy("Choose why the hand is changed. Everybody can read it later.")},
    )
    words = forms.CharField(label=gettext_lazy("In your own words"), max_length=200, required=False)

    def reason(self) -> str:
        return self.cleaned_data["words"].strip() or str(REASONS[self.cleaned_data["why"]])

    def typed_items(self) -> list[tuple[str, str]]:
        return [(name, self.data[name]) for name in self.fields if self.data.get(name)]
