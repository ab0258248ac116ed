"""The figures events are listed with."""

from typing import Any

import pytest

from tests.factories import UserFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, winning, writing
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.progress import figures
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
NAMES = ("team_count", "match_count", "played_count", "playing_count")


def figures_of(tournament: Tournament) -> tuple[int, ...]:
    listed = Tournament.objects.annotate(**figures()).get(pk=tournament.pk)
    return tuple(getattr(listed, name) for name in NAMES)


def test_every_event_is_counted_by_itself() -> None:
    organiser: Any = UserFactory(username="organiser")
    three, four, none = draw(organiser, 3), draw(organiser, 4, table_count=2), Tournament.objects.create(name="Later")
    winning(writing(organiser))(four, 1, "A")
    writing(organiser)(game(four, 2), count("B"))
    assert Match.objects.filter(stage__tournament=three, state=Match.State.BYE).count() == 1
    assert figures_of(three) == (3, 2, 0, 0)
    assert figures_of(four) == (4, 3, 1, 1)
    assert figures_of(none) == (0, 0, 0, 0)
    assert list(Tournament.objects.annotate(**figures()).order_by("pk").values_list("team_count", flat=True)) == [
        3,
        4,
        0,
    ]
