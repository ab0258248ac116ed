"""What a table's pages hand to their scripts."""

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString

from thunee_tournaments.build import build
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.scoring.queued import page_data
from thunee_tournaments.scoring.selectors import Sitting

register = template.Library()


@register.simple_tag(takes_context=True)
def phone_data(context: Context, sitting: Sitting | None = None, part: str = "whole") -> SafeString:
    """The page's data as JSON, where scripts find it. `sitting`: the game the page is about; `part`: how
    much of its sheet.

    The token is the one the page's forms have: it cannot be packed, and here it is only said again.
    """
    request = context["request"]
    data = page_data(request, getattr(request, "at_table", None), sitting or None, part)
    return json_script({**data, "csrf": str(context["csrf_token"]), "build": build()}, "page-data")
