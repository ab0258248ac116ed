"""Who a table's link lets in: the first phone at once, a further one with the PIN, after five wrong ones nobody new."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError
from django.utils import timezone

from tests.factories import TableLinkFactory
from thunee_tournaments.tables.admitting import MOST_WRONG, PAUSE, Door, admit, is_locked, look, phone_of, pin_of
from thunee_tournaments.tables.admitting import renew_pin as renew
from thunee_tournaments.tables.models import Phone, TableLink


@pytest.fixture
def link(db: None) -> Any:
    """A link that a first phone has opened."""
    link = TableLinkFactory()
    admit(link, "first")
    return link


def wrong_pin(link: TableLink) -> str:
    return "0001" if pin_of(link) == "0000" else "0000"


def guess(link: TableLink, times: int, device: str = "other") -> list[Door]:
    """So many wrong PINs, with a breath after each."""
    doors = []
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(times):
            doors.append(admit(link, device, wrong_pin(link)).door)
            clock.shift(PAUSE)
    link.refresh_from_db()
    return doors


def test_the_first_phone_is_let_in_and_stays_in(link: TableLink) -> None:
    assert admit(link, "first").door == Door.IN
    assert list(link.phones.values_list("device", "first")) == [("first", True)]


def test_a_further_phone_is_asked_for_the_pin(link: TableLink) -> None:
    assert look(link, "other").door == admit(link, "other").door == Door.PIN_NEEDED
    assert admit(link, "other", pin_of(link)).door == Door.IN
    assert admit(link, "other").door == Door.IN
    assert link.phones.count() == 2


def test_looking_lets_nobody_in(db: None) -> None:
    link = TableLinkFactory()
    assert look(link, "first").door == Door.IN
    assert not link.phones.exists()


def test_five_wrong_pins_lock_the_link_even_for_the_right_one(link: TableLink) -> None:
    assert guess(link, MOST_WRONG) == [Door.WRONG] * 4 + [Door.LOCKED]
    assert is_locked(link)
    assert admit(link, "other", pin_of(link)).door == Door.LOCKED
    assert look(link, "other").door == Door.LOCKED
    assert admit(link, "first").door == Door.IN


def test_every_phone_guesses_from_the_same_five(link: TableLink) -> None:
    for number in range(MOST_WRONG):
        guess(link, 1, f"phone-{number}")
        TableLink.objects.update(wrong_pin_at=None)
    assert admit(link, "fresh", pin_of(link)).door == Door.LOCKED


def test_the_answer_says_how_many_tries_are_left(link: TableLink) -> None:
    assert admit(link, "other", wrong_pin(link)).left == MOST_WRONG - 1


def test_a_try_right_behind_a_wrong_one_is_not_looked_at(link: TableLink) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        admit(link, "other", wrong_pin(link))
        assert admit(link, "other", pin_of(link)).door == Door.TOO_FAST
        clock.shift(PAUSE)
        assert admit(link, "other", pin_of(link)).door == Door.IN


def test_the_right_pin_forgets_the_wrong_ones(link: TableLink) -> None:
    guess(link, 3)
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        admit(link, "other", pin_of(link))
    link.refresh_from_db()
    assert link.wrong_pins == 0


def test_the_desk_unlocks_with_another_pin(link: TableLink) -> None:
    before = pin_of(link)
    guess(link, MOST_WRONG)
    renew(link)
    link.refresh_from_db()
    assert admit(link, "other", pin_of(link)).door == Door.IN
    # Ten thousand PINs: by chance the next may be the same, but not all of the next.
    pins = set()
    for _ in range(5):
        renew(link)
        link.refresh_from_db()
        pins.add(pin_of(link))
    assert pins != {before}


def test_a_pin_is_four_digits_and_stored_nowhere(link: TableLink) -> None:
    assert re.fullmatch(r"\d{4}", pin_of(link))
    names = {field.name for field in TableLink._meta.get_fields()} | {f.name for f in Phone._meta.get_fields()}
    assert "pin" not in names


@pytest.mark.parametrize("how", ["revoked", "expired"])
def test_a_link_that_ended_lets_nobody_in_nor_stay(link: TableLink, how: str) -> None:
    assert phone_of(link.pk, "first") is not None
    now = timezone.now()
    TableLink.objects.update(**{"revoked": {"revoked_at": now}, "expired": {"expires_at": now}}[how])
    assert admit(link, "first").door == admit(link, "other", pin_of(link)).door == Door.ENDED
    assert phone_of(link.pk, "first") is None


def test_the_database_itself_knows_one_first_phone(link: TableLink) -> None:
    with pytest.raises(IntegrityError):
        link.phones.create(device="other", first=True)


def test_whoever_comes_second_in_the_same_moment_is_asked_for_the_pin(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = TableLinkFactory()
    store = Phone.save

    def beaten(self: Phone, *args: Any, **kwargs: Any) -> None:
        monkeypatch.setattr(Phone, "save", store)
        store(Phone(link=link, device="quicker", first=True))
        store(self, *args, **kwargs)

    monkeypatch.setattr(Phone, "save", beaten)
    # What the other process wrote is undone with the failed insert here, so this one is the first after all.
    assert admit(link, "slower").door == Door.IN
    assert link.phones.filter(first=True).count() == 1
