"""Chance in tests. With CI set, the lots, ids and tokens of a test follow from its name alone, so that what CI finds it
finds again, as hypothesis does; elsewhere every run tries others. In a browser they always follow from the name."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from tests.support.ci import CI


@contextmanager
def chance_of(name: str, same_each_time: bool = CI) -> Iterator[None]:
    """What the module `secrets` gives meanwhile depends on this name alone; or, if it need not, on nothing."""
    with pytest.MonkeyPatch.context() as instead:
        if same_each_time:
            chance = Random(name)
            instead.setattr(secrets, "choice", chance.choice)
            instead.setattr(secrets, "randbelow", chance.randrange)
            instead.setattr(secrets, "token_bytes", lambda count=None: chance.randbytes(count or 32))
        yield


@pytest.fixture(autouse=True)
def _chance_follows_from_the_name(request: pytest.FixtureRequest) -> Iterator[None]:
    with chance_of(request.node.nodeid, CI or "live_server" in request.fixturenames):
        yield
