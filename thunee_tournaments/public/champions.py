"""Who has won a tournament, with what a page celebrates: the team, its players, and the match that decided it."""

from collections.abc import Sequence
from typing import TypedDict

from django.urls import reverse

from thunee_tournaments.brackets.models import Match
from thunee_tournaments.presentation import brackets
from thunee_tournaments.public import ties
from thunee_tournaments.standings.shapes import StandingsData


class Champion(TypedDict):
    """The winner of a tournament; `final`: the match that decided it, None where the table did."""

    name: str
    href: str
    players: list[str]
    final: brackets.Match | None


def celebrated(standings: StandingsData, done: Sequence[Match], slug: str) -> Champion | None:
    """The champion for the page of the event, None while nobody has won. `done`: what is over, the latest first."""
    row = next((row for row in standings["rows"] if row["champion"]), None)
    if row is None:
        return None
    winning = [team for match in done for team in match.teams if team and team.public_id == row["team"]]
    last = done[0] if done and winning and done[0].winner_id == winning[0].pk else None
    return {
        "name": row["name"],
        "href": reverse("public:team", args=[slug, row["team"]]),
        "players": [player.name for player in winning[0].roster] if winning else [],
        "final": ties.tie(last, slug) if last else None,
    }
