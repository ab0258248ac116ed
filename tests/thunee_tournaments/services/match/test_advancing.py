"""Tournaments of every format and chain on the database: played, corrected, reversed, left and finished by hypothesis
through the acts people use, and worked out from scratch after each step. On paper: `brackets.test_advancing`."""

import pytest

from tests.support.services.advancing import advance

pytestmark = pytest.mark.walks


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.django_db
def test_no_event_on_the_database_ever_advances_the_wrong_team() -> None:
    advance(5)
