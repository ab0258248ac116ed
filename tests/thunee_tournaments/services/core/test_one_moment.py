"""A whole event read as of one moment: nobody waits for who reads, and who reads sees nothing new."""

import threading
from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import DatabaseError, connection, transaction

from tests.support.services.bundling import evening, organiser, refreshed
from tests.thunee_tournaments.services.conftest import count, game, writing
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.bundles.giving import bundle_of, take_bundle
from thunee_tournaments.services.bundles.on_phones import bundle_for_phones
from thunee_tournaments.services.core.one_moment import one_moment
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
LONG = 20.0  # seconds


def meanwhile(work: Callable[[], object]) -> bool:
    """Whether somebody else gets this done now, on a connection of their own."""

    def done() -> None:
        try:
            work()
        finally:
            connection.close()

    other = threading.Thread(target=done, daemon=True)
    other.start()
    other.join(LONG)
    return not other.is_alive()


def in_bundle(tournament: Tournament) -> list[bytes]:
    """What the bundle says, but for when it was made."""
    files = container.opened(bundle_of(tournament)).files
    return [files[container.RECORD], files[container.ROWS]]


def one_more_hand(tournament: Tournament) -> Callable[[], object]:
    user = organiser()
    return lambda: writing(user)(game(tournament, 2), count("A"))


def test_a_hand_is_written_while_the_bundle_is_made_and_is_not_in_it() -> None:
    tournament = evening()
    before = in_bundle(tournament)
    with one_moment():
        assert refreshed(tournament).version == tournament.version
        assert meanwhile(one_more_hand(tournament))
        made = in_bundle(tournament)
    assert made == before
    assert refreshed(tournament).version > tournament.version
    assert in_bundle(tournament) != made


def test_control_without_it_what_is_read_is_of_two_moments() -> None:
    tournament = evening()
    assert refreshed(tournament).version == tournament.version
    assert meanwhile(one_more_hand(tournament))
    assert refreshed(tournament).version > tournament.version


@pytest.mark.parametrize(
    "make", [lambda event: take_bundle(actor=None, tournament=event), bundle_for_phones], ids=["by hand", "for phones"]
)
def test_bundles_are_made_in_one_moment(make: Callable[[Tournament], object], monkeypatch: pytest.MonkeyPatch) -> None:
    caches["sent_pages"].clear()
    tournament = evening()
    seen: list[bool] = []
    monkeypatch.setattr(
        "thunee_tournaments.services.bundles.giving._rows",
        lambda event: seen.append(meanwhile(one_more_hand(event))) or (b"", b""),
    )
    make(tournament)
    assert seen == [True]


def test_the_usual_way_to_begin_is_back_afterwards() -> None:
    tournament = evening()
    with pytest.raises(DatabaseError), one_moment():
        raise DatabaseError
    with transaction.atomic():
        assert Tournament.objects.filter(pk=tournament.pk).update(name="Another name") == 1
    assert getattr(connection, "transaction_mode", "IMMEDIATE") == "IMMEDIATE"  # SQLite's: the lock at once
