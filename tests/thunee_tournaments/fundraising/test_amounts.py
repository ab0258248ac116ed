"""Amounts as people type them, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.fundraising.amounts import CURRENCIES, MAX_CENTS, NoAmount, plain, read, symbol

CENTS = st.integers(1, MAX_CENTS)


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("400", 400_00), ("400.50", 400_50), ("R400,50", 400_50), ("R 400", 400_00), ("r400", 400_00),
        ("ZAR 400.5", 400_50), ("1 200", 1_200_00), ("1,200", 1_200_00), ("1,200.50", 1_200_50),
        ("1 200,50", 1_200_50), ("R1\u202f500", 1_500_00), ("400,-", 400_00), ("400.", 400_00), ("0,05", 5),
        ("\uff14\uff10\uff10", 400_00), ("  400  ", 400_00), ("12 345 678.90", 12_345_678_90),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_people_write_it(typed: str, cents: int) -> None:
    assert read(typed) == cents


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "Write how much"), ("R", "Write how much"), ("-400", "reverse its receipt"), ("−400", "reverse"),
        ("0", "above nought"), ("0.00", "above nought"), ("400.505", "two figures"), ("1.200", "two figures"),
        ("four hundred", "no amount"), ("$400", "no amount"), ("4 00", "no amount"), ("1,20,0", "no amount"),
        ("=400", "no amount"), ("4e2", "no amount"), ("9" * 30, "more than"), ("400 400 4", "no amount"),
    ],
)  # fmt: skip
def test_what_is_no_amount_is_refused_and_says_why(typed: str, why: str) -> None:
    with pytest.raises(NoAmount, match=why):
        read(typed)


@given(CENTS, st.sampled_from(sorted(CURRENCIES)))
def test_what_a_page_fills_in_is_read_as_it_was(cents: int, currency: str) -> None:
    assert read(plain(cents), currency) == cents
    assert read(f"{symbol(currency)} {plain(cents)}", currency) == cents


@given(st.text(max_size=40))
def test_nothing_that_is_typed_breaks_it(typed: str) -> None:
    try:
        cents = read(typed)
    except NoAmount:
        return
    assert 0 < cents <= MAX_CENTS
