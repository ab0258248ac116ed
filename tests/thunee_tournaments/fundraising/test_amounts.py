"""Amounts as people type them, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.fundraising.amounts import CURRENCIES, NoAmount, most, plain, read, shown, symbol


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("400", 400_00), ("400.50", 400_50), ("R400,50", 400_50), ("R 400", 400_00), ("r400", 400_00),
        ("ZAR 400.5", 400_50), ("1 200", 1_200_00), ("1,200", 1_200_00), ("1,200.50", 1_200_50),
        ("1 200,50", 1_200_50), ("R1\u202f500", 1_500_00), ("400,-", 400_00), ("400.", 400_00), ("0,05", 5),
        ("\uff14\uff10\uff10", 400_00), ("400 R", 400_00), ("400,50 zar", 400_50),
        ("  400  ", 400_00), ("12 345 678.90", 12_345_678_90),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_people_write_it(typed: str, cents: int) -> None:
    assert read(typed) == cents


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "Write how much"), ("R", "Write how much"), ("-400", "above zero"), ("−400", "above zero"),
        ("0", "above zero"), ("0.00", "above zero"), ("400.505", "at most 2"), ("1.200", "at most 2"),
        ("four hundred", "no amount"), ("$400", "no amount"), ("4 00", "no amount"), ("1,20,0", "no amount"),
        ("=400", "no amount"), ("4e2", "no amount"), ("9" * 30, "more than"), ("400 400 4", "no amount"),
    ],
)  # fmt: skip
def test_what_is_no_amount_is_refused_and_says_why(typed: str, why: str) -> None:
    with pytest.raises(NoAmount, match=why):
        read(typed)


@pytest.mark.parametrize(
    ("typed", "currency", "amount"),
    [
        ("400", "JPY", 400), ("1,200", "JPY", 1_200), ("¥1,200", "JPY", 1_200),
        ("\uffe5\uff15\uff10\uff10", "JPY", 500),
        ("5000円", "JPY", 5_000), ("5,000 円", "JPY", 5_000), ("400,-", "JPY", 400), ("400 €", "EUR", 400_00),
        ("1.250", "KWD", 1_250), ("1.2", "KWD", 1_200), ("1", "KWD", 1_000), ("KD 1,200.500", "KWD", 1_200_500),
        ("0,5", "BHD", 500), ("1 200", "OMR", 1_200_000),
    ],
)  # fmt: skip
def test_an_amount_has_as_many_figures_after_the_point_as_its_currency(typed: str, currency: str, amount: int) -> None:
    assert read(typed, currency) == amount


@pytest.mark.parametrize(
    ("typed", "currency", "why"),
    [
        ("400.50", "JPY", "has no cents.*such as 400\\."), ("1.200", "JPY", "has no cents"),
        ("", "JPY", "such as 400\\."),
        ("1,200", "KWD", "two ways.*400\\.500"), ("1.2005", "KWD", "at most 3 figures"), ("0.000", "KWD", "zero"),
        ("1000000001", "JPY", "more than"),
    ],
)  # fmt: skip
def test_what_its_currency_cannot_say_is_refused(typed: str, currency: str, why: str) -> None:
    with pytest.raises(NoAmount, match=why):
        read(typed, currency)


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (1_500_00, "ZAR", "R 1 500"), (12_50, "ZAR", "R 12.50"), (1_500, "JPY", "¥ 1 500"), (5, "JPY", "¥ 5"),
        (1_250, "KWD", "KD 1.250"), (7, "KWD", "KD 0.007"), (2_000, "KWD", "KD 2"),
    ],
)  # fmt: skip
def test_an_amount_is_shown_in_its_own_currency(amount: int, currency: str, text: str) -> None:
    assert " ".join(shown(amount, currency).split()) == text


@given(st.data(), st.sampled_from(sorted(CURRENCIES)))
def test_what_a_page_fills_in_is_read_as_it_was(data: st.DataObject, currency: str) -> None:
    amount = data.draw(st.integers(1, most(currency)))
    assert read(plain(amount, currency), currency) == amount
    assert read(f"{symbol(currency)} {plain(amount, currency)}", currency) == amount


@given(st.text(max_size=40), st.sampled_from(sorted(CURRENCIES)))
def test_nothing_that_is_typed_breaks_it(typed: str, currency: str) -> None:
    try:
        amount = read(typed, currency)
    except NoAmount:
        return
    assert 0 < amount <= most(currency)


def test_an_amount_below_nought_has_its_minus_before_the_sign() -> None:
    assert shown(-4_900_50, "ZAR") == "−" + shown(4_900_50, "ZAR")
