"""A result turned, and the teams of a match."""

from adjudication.models import Entry
from tests.thunee_tournaments.services.conftest import game, match, thunee


def teams_of(tournament, number):
    found = match(tournament, number)
    return {one.name for one in found.teams if one is not None}


def turn(tournament, correct, number, side):
    sheet = game(tournament, number).sheet
    last = Entry.objects.filter(sheet=sheet, kind__in=["hand", "correction"]).order_by("-seq").first()
    correct(game(tournament, number), last, thunee(side))
