"""A side's version of a disputed hand, on the table's phone and at the desk: whose it is, and what it comes to."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from adjudication.models import Dispute
from engine.shapes import Ruling
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import Outcome, mark, questions
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.queries import preview_version


class WhoseForm(forms.Form):
    """Whose version it is; `sides`: those that can be chosen."""

    side = forms.ChoiceField(widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, names: Voices, sides: Collection[str], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        side: Any = self.fields["side"]
        side.label, side.choices = _("Whose view is this?"), [(key, names.side(key)) for key in sides]
        side.error_messages["required"] = side.error_messages["invalid_choice"] = _("Say who it is.")
        if len(sides) == 1:
            side.initial = next(iter(sides))


def judged(form: EntryForm, dispute: Dispute, names: Voices) -> tuple[Ruling | None, list[Outcome]]:
    """The ruling on what was typed; or None, every fault marked beside its field, and what the hand could be."""
    try:
        ruling = preview_version(dispute, form.body())
    except Refused as refused:
        return None, mark(form, refused, names)
    refused_by_facts = questions(ruling)
    return (None, mark(form, refused_by_facts, names)) if refused_by_facts else (ruling, [])
