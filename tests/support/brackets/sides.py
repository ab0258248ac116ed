"""The rows of sides, to be changed behind the back of the services."""

from typing import Any

from django.db.models import QuerySet

from thunee_tournaments.brackets.models import MatchSide


def sides(letter: str, **match: Any) -> QuerySet[MatchSide]:
    """This side of the matches that are so: `sides("A", number=2).update(score=99)`."""
    return MatchSide.objects.filter(side=letter, **{f"match__{name}": value for name, value in match.items()})
