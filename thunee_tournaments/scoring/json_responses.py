"""What the scripts of a table's pages are answered: small JSON, so that a hand costs little where data is dear."""

import json
from collections.abc import Mapping
from typing import Any, TypedDict

from django.forms import Form
from django.http import HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from adjudication.hands import Hand
from thunee_tournaments.presentation.rulings import headline, reason
from thunee_tournaments.scoring.selectors import Sitting


class FieldFault(TypedDict):
    """What is wrong with a field, by what it is called on the form."""

    field: str
    message: str


def refuse(status: int, code: str, message: Any, form: Form | None = None, **more: Any) -> HttpResponse:
    """A hand that was not taken: what for, field by field; `more` is said where it holds anything."""
    errors: list[FieldFault] = []
    if form is not None:
        fields = ((name, form.errors[name]) for name in form.errors if name in form.fields)
        errors = [{"field": str(form.fields[name].label or ""), "message": str(faults[0])} for name, faults in fields]
    filled = {name: value for name, value in more.items() if value}
    return answer({"code": code, "message": str(message), "errors": errors, **filled}, status)


def answer(content: Mapping[str, object], status: int = 200) -> HttpResponse:
    # Plain letters rather than escapes: half the bytes in Japanese.
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    response = HttpResponse(text, content_type="application/json", status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response


def in_words(hand: Hand, sitting: Sitting) -> str:
    """A hand somebody else wrote meanwhile, in a line."""
    if hand.voided:
        return _("A hand was struck out")
    values = {
        "number": hand.number, "result": headline(hand.ruling, sitting.names), "why": reason(hand.ruling),
    }  # fmt: skip
    return _("Hand %(number)s: %(result)s (%(why)s)") % values
