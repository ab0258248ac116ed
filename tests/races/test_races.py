"""Whoever acts at the same instant, twenty times each, and each with its control (`bench races` has 500 rounds)."""

from pathlib import Path

import pytest
from django.db import connection

from tests.bench import races
from tests.support.worker import database_url

ROUNDS = 20


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.django_db(transaction=True)
def test_nothing_is_doubled_or_lost_by_whoever_acts_at_the_same_instant(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    if connection.vendor == "sqlite":
        code = races.child(f"sqlite:///{tmp_path}/races.sqlite3", str(tmp_path), ["--rounds", str(ROUNDS)])
    else:
        with races.database_beside(database_url()) as url:
            code = races.child(url, str(tmp_path), ["--rounds", str(ROUNDS)])
    assert code == 0, capfd.readouterr().out
