"""What a raffle is warned of: a prize of money, a limit that was written down, prizes that take too much."""

from typing import Any

import pytest

from tests.factories import RaffleFactory, TournamentFactory
from thunee_tournaments.fundraising.raffle_limits import law_of, looks_like_money, warnings_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused

pytestmark = pytest.mark.django_db


def warned(currency: str = "ZAR", turnover: int = 0, **how: Any) -> list[str]:
    return [
        str(text).replace("\u00a0", " ").replace("\u202f", " ")
        for text in warnings_of(RaffleFactory(**how), currency, turnover)
    ]


@pytest.mark.parametrize(
    "prize", ["R5000 cash", "CASH", "R 500", "5000 rand", "Prize money", "$50", "現金一万円", "500円"]
)
def test_a_prize_of_money_is_seen(prize: str) -> None:
    assert looks_like_money(prize)


@pytest.mark.parametrize("prize", ["A cashmere scarf", "R&B records", "A television", "Dinner for 2", "A Honey jar"])
def test_what_is_no_money_is_left_alone(prize: str) -> None:
    assert not looks_like_money(prize)


def test_where_no_prize_may_be_money_it_is_told_and_elsewhere_not() -> None:
    assert warned(prizes=["R5000 cash", "A cake"]) == [
        "“R5000 cash” looks like money. In South Africa a prize at an event may not be money."
    ]
    assert warned("JPY", prizes=["R5000 cash"]) == []
    assert law_of("JPY") is None


def test_a_limit_that_was_written_down_is_looked_after_and_no_other() -> None:
    limits = {"price": 20_00, "turnover": 1_000_00, "worth": 400_00}
    within = {"price": 20_00, "worth": 400_00, "limits": limits}
    assert warned(turnover=1_000_00, **within) == []
    beyond = {"price": 20_01, "worth": 400_01, "limits": limits}
    assert [text.split(",")[0] for text in warned(turnover=1_000_01, **beyond)] == [
        "A ticket costs R 20.01", "The tickets come to R 1 000.01", "The prizes are worth R 400.01",
    ]  # fmt: skip
    assert warned(turnover=1_000_01, price=20_01) == []


def test_prizes_that_take_more_than_half_are_told_once_something_is_sold() -> None:
    assert warned(worth=500_01, turnover=0) == []
    assert warned(worth=500_00, turnover=1_000_00) == []
    [told] = warned(worth=500_01, turnover=1_000_00)
    assert told.startswith("The prizes are worth more than 50% of what the tickets come to so far.")


def test_what_is_no_amount_is_refused_beside_its_field(organiser: Any) -> None:
    with pytest.raises(Refused) as caught:
        acts.set_raffle(
            actor=organiser, tournament=TournamentFactory(organiser=organiser), price=10_00, prizes=["A cake"],
            worth=0, limits={"price": -1, "turnover": 10**15},
        )  # fmt: skip
    assert [fault["path"] for fault in caught.value.errors] == ["worth", "most_price", "most_turnover"]
