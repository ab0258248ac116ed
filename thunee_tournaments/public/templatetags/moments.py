"""{% load moments %}: parts of the hand viewer that are there at some moments only.

{{ part.at|at:now }}        ` data-at="3-7"`, and ` hidden` where it is not there now
{{ seat.marks|marks }}      ` data-marks="is-next:0,4 is-acting:3"`, for the script
{{ seat.marks|marked:now }} ` is-next`: the classes as they are now
"""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from thunee_tournaments.public.moments import When

register = template.Library()


@register.filter
def at(when: When, now: int) -> SafeString:
    """When a part is there, and whether it is now."""
    return format_html(' data-at="{}"{}', when, "" if now in when else " hidden")


@register.filter
def marks(all: dict[str, When]) -> SafeString:
    """Which classes a part has when."""
    return format_html(' data-marks="{}"', " ".join(f"{css}:{when}" for css, when in all.items() if when))


@register.filter
def marked(all: dict[str, When], now: int) -> str:
    """The classes a part has now, with a space before each."""
    return "".join(f" {css}" for css, when in all.items() if now in when)
