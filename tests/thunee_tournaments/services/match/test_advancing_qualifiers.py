"""Qualifiers in which teams come late, buy in again, are taken back and meet across streaks while they are played, with
all of `test_advancing`'s moves, worked out from scratch after each step."""

import pytest

from tests.support.services.advancing_qualifiers import advance

pytestmark = pytest.mark.walks


@pytest.mark.slow
@pytest.mark.django_db
def test_no_qualifier_in_play_ever_advances_the_wrong_team() -> None:
    advance(3, 10)
