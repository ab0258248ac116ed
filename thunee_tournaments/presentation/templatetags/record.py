"""{% load record %}: what stands for the record on a page or on paper.

{% record_head tournament %}   the head of the whole record, short; whole and as a code on demand, or whole=True at once
{% sheet_code sheet.head %}    the code of one sheet, whole, with a picture to scan
"""

from django import template

from adjudication.book import Book
from thunee_tournaments.presentation import qr
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.tournaments.models import Tournament

register = template.Library()
GROUP = 8


def groups(head: str) -> list[str]:
    """A hash in parts that can be read aloud."""
    return [head[at : at + GROUP] for at in range(0, len(head), GROUP)]


@register.inclusion_tag("components/record_head.html")
def record_head(tournament: Tournament, whole: bool = False) -> Context:
    head = Book(tournament.public_id).head()
    return {"head": head, "groups": groups(head), "picture": qr.picture(head), "whole": whole}


@register.inclusion_tag("components/sheet_code.html")
def sheet_code(head: str) -> Context:
    return {"head": head, "groups": groups(head), "picture": qr.picture(head)}
