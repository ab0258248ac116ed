"""An account with an address, on a site that sends letters."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests.factories import UserFactory
from tests.support.mailbox import SITE

ADDRESS = "ann@example.org"


@pytest.fixture(autouse=True)
def site(settings: Any) -> Any:
    """How often somebody may ask is counted anew in each test."""
    settings.PUBLIC_URL = SITE
    cache.clear()
    return settings


@pytest.fixture
def ann(db: None) -> User:
    user: User = UserFactory(username="ann", email=ADDRESS)
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    return user


@pytest.fixture
def desk(ann: User, client: Client) -> Client:
    """Ann, signed in, who has just given her password once more."""
    client.post("/accounts/login", {"username": "ann", "password": "nine of spades"})
    client.post("/accounts/again", {"password": "nine of spades"})
    return client
