"""{% load rulebook %}: rules in templates: links to them, and their English words in the reader's language.

{% rule_link "TH-KHAN-2" %}   the id as a chip that leads to its page
{{ rule.title|translated }}   a text of the engine, translated
{{ mapping|get:key }}         a value by its key
"""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from thunee_tournaments.public import law

register = template.Library()


@register.simple_tag
def rule_link(id: str) -> SafeString:
    """The id as a chip; without a link where the catalogue does not know it."""
    rule = law.rule_or_none(id)
    if rule is None:
        return format_html('<span class="chip chip-rule">{}</span>', id)
    address = reverse("public:rule", args=[rule.id])
    return format_html('<a class="chip chip-rule" href="{}" title="{}">{}</a>', address, gettext(rule.title), rule.id)


@register.filter
def translated(text: str) -> str:
    """A text of the engine in the reader's language."""
    return gettext(text) if text else ""


@register.filter
def get(mapping: Mapping[Any, Any], key: Any) -> Any:
    """A value by its key, None where there is none."""
    return mapping.get(key)
