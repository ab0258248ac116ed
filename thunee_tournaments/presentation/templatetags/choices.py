"""{% load choices %}: {% question form.trumper cols="cols-2" %}, a field as big buttons."""

from django import template

from thunee_tournaments.presentation.choices import question

register = template.Library()
register.simple_tag(question)
