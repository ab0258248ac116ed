"""Amounts of prizes in templates."""

from django import template

from thunee_tournaments.standings.prizing import money as written

register = template.Library()


@register.filter
def money(cents: int, currency: str = "") -> str:
    """`{{ 150000|money:"R" }}`: "R 1 500"."""
    return written(cents, currency)
