"""What a table's pages hand to their scripts."""

import hashlib
import json
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from thunee_tournaments.build import build
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.scoring.offline_state import FORM
from thunee_tournaments.scoring.queued import page_data
from thunee_tournaments.scoring.selectors import Sitting

register = template.Library()


class LineByLine(DjangoJSONEncoder):
    """A line for each value, so that between two pages only those lines change whose value does
    (scoring/page_changes.py)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**(kwargs | {"indent": 0, "separators": (",", ":")}))


@register.simple_tag(takes_context=True)
def phone_data(context: Context, sitting: Sitting | None = None, part: str = "whole") -> SafeString:
    """The page's data as JSON, where scripts find it. `sitting`: the game the page is about; `part`: how
    much of its sheet.

    The token is the one the page's forms have: it cannot be packed, and here it is only said again.
    """
    request = context["request"]
    data = page_data(request, getattr(request, "at_table", None), sitting or None, part)
    return json_script({**data, "csrf": str(context["csrf_token"]), "build": build()}, "page-data", LineByLine)


@register.simple_tag(takes_context=True)
def form_mark(context: Context, sitting: Sitting) -> str:
    """A short mark of what the form of a hand shows besides the hand to come: while it is the same, the form that is
    kept on the phone is as good as a new one, and opens without network (static/js/table/worker.js)."""
    request = context["request"]
    shown = [
        build(), FORM, get_language(), context["theme"], request.at_table.device, request.META.get("CSRF_COOKIE"),
        sitting.sheet.public_id, [seat.name for seat in sitting.seats], sitting.names.sides, sitting.profile.values,
        str(getattr(context.get("clock"), "until", None)),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:12]
