"""An organiser, for events that are played here."""

import pytest

from tests.factories import UserFactory


@pytest.fixture
def organiser(db):
    return UserFactory()
