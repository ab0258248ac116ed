"""A site that goes back to an older copy of its database: what was written on a sheet since is gone."""

from typing import Any

from django.db import connection, transaction

from adjudication import guards
from adjudication.models import Entry, Scoresheet
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.match.games import open_next_game


def copied(sheet: Scoresheet) -> dict[str, Any]:
    """The row of a sheet as it is now."""
    return Scoresheet.objects.filter(pk=sheet.pk).values().get()


def go_back_before_the_game(match: Match) -> None:
    """The site as before the match's first game was opened; then it is opened anew, as the site does by itself."""
    game = MatchGame.objects.get(match=match)
    go_back({**copied(game.sheet), "seq": 0})
    sheet = game.sheet
    game.delete()
    sheet.delete()
    open_next_game(match)


def go_back(copy: dict[str, Any]) -> None:
    """The sheet as it was, without the entries that were written since."""
    table = Entry._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in guards.off(connection):
            cursor.execute(statement)
        cursor.execute(f"DELETE FROM {table} WHERE sheet_id = %s AND seq > %s", [copy["id"], copy["seq"]])
        for statement in guards.on(connection):
            cursor.execute(statement)
        Scoresheet.objects.filter(pk=copy["id"]).update(**{name: value for name, value in copy.items() if name != "id"})
