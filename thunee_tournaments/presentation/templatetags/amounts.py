"""Amounts of money that an event collects, in templates."""

from django import template

from thunee_tournaments.fundraising.amounts import shown

register = template.Library()


@register.filter
def amount(units: int, currency: str) -> str:
    """`{{ 150000|amount:"ZAR" }}`: "R 1 500"; `{{ 1500|amount:"JPY" }}`: "¥ 1 500"."""
    return shown(units, currency)
