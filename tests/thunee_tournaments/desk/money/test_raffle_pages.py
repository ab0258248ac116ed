"""The raffle at the desk and for everybody, from the first book to the last prize."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import RaffleBookFactory, RaffleFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.fundraising.models import Raffle, RaffleBook
from thunee_tournaments.fundraising.raffle import record_of


def public(desk: Desk, page: str = "public:raffle") -> str:
    return text_of(Client().get(reverse(page, args=[desk.tournament.slug]))).replace("\u00a0", " ")


def shown(answer: Any) -> str:
    return text_of(answer).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.fixture
def with_raffle(playing: Desk) -> Desk:
    raffle = RaffleFactory(tournament=playing.tournament, prizes=["A television", "A cake"])
    RaffleBookFactory(raffle=raffle)
    return playing


def test_from_the_first_book_to_the_last_prize(playing: Desk) -> None:
    playing.post("raffle", act="set", price="10", prizes="A television\n\n  A cake ")
    assert Raffle.objects.get().prizes == ["A television", "A cake"]
    playing.post("raffle", act="book", first="1", last="20", seller="Aunty Pat")
    playing.post("raffle", act="book", first="21", last="40")
    assert "still out" in shown(playing.get("raffle"))
    playing.post("raffle_book", 1, unsold="18-20")
    text = shown(playing.get("raffle"))
    assert "Tickets that take part 17" in text
    assert "Still missing R 170" in text
    assert "1 book is still out" in text
    assert "A ticket costs R 10." in public(playing)

    playing.post("raffle_step", act="close")
    assert "17 tickets take part." in public(playing)
    assert record_of(playing.tournament).closed.body["seal"] in public(playing)
    playing.post("raffle", act="draw", word="Blue")
    secret = record_of(playing.tournament).drawn.body["secret"]
    assert secret not in public(playing)
    assert "The winning numbers come one by one" in public(playing)

    cake, television = reversed(record_of(playing.tournament).drawn.body["winners"])
    playing.post("raffle_step", reveal="2")
    playing.post("raffle_step", reveal="2")
    assert f"{cake} Prize 2: A cake" in public(playing)
    assert "Prize 1: A television" not in public(playing)
    assert f"{cake} A cake" in public(playing, "public:hall")
    assert secret not in public(playing)
    playing.post("raffle_step", reveal="1")
    assert f"{television} Prize 1: A television" in public(playing)
    assert secret in public(playing)
    assert "Every winning number is shown" in shown(playing.get("raffle"))


def test_who_sells_tickets_is_nobodys_business(with_raffle: Desk) -> None:
    assert "Aunty Pat" in text_of(with_raffle.get("raffle"))
    for page in ("public:raffle", "public:tournament", "public:hall"):
        assert "Aunty Pat" not in public(with_raffle, page)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"act": "set", "price": "", "prizes": "x"}, "Write what a ticket costs."),
        ({"act": "set", "price": "ten", "prizes": "x"}, "That is no amount."),
        ({"act": "set", "price": "10", "prizes": ""}, "This field is required."),
        ({"act": "set", "price": "10", "prizes": "x" * 81}, "Write between one and 60 prizes"),
        ({"act": "book", "first": "", "last": "5"}, "This field is required."),
        ({"act": "book", "first": "x", "last": "5"}, "Enter a whole number."),
        ({"act": "book", "first": "9", "last": "5"}, "A book ends behind its first ticket"),
        ({"act": "book", "first": "15", "last": "25"}, "Tickets 1–20 are in another book already."),
        ({"act": "draw", "word": "blue"}, "Close the sale first."),
    ],
)
def test_what_is_wrong_is_said(with_raffle: Desk, typed: dict[str, str], words: str) -> None:
    answer = with_raffle.post("raffle", **typed)
    assert answer.status_code == 422
    assert words in text_of(answer)


def test_the_word_of_the_hall_is_needed_and_the_sale_can_be_opened_again(with_raffle: Desk) -> None:
    with_raffle.post("raffle_step", act="close")
    assert "Let somebody in the hall call a word" in text_of(with_raffle.post("raffle", act="draw", word=" "))
    assert with_raffle.post("raffle", act="reopen", reason="").status_code == 422
    with_raffle.post("raffle", act="reopen", reason="A book was found.")
    assert record_of(with_raffle.tournament).closed is None
    assert "The sale is closed" not in text_of(with_raffle.get("raffle_book", 1))


def test_whoever_comes_too_late_reads_why_nothing_was_saved(with_raffle: Desk) -> None:
    with_raffle.post("raffle_step", act="close")
    for typed in ({"act": "set", "price": "5", "prizes": "x"}, {"act": "book", "first": "30", "last": "40"}):
        answer = with_raffle.post("raffle", **typed)
        assert answer.status_code == 422
        assert "nothing of the raffle is changed any more" in text_of(answer)


def test_unsold_numbers_that_make_no_sense_stay_in_the_field(with_raffle: Desk) -> None:
    answer = with_raffle.post("raffle_book", 1, unsold="25")
    assert answer.status_code == 422
    assert "Ticket 25 is not in this book." in text_of(answer)
    assert 'value="25"' in answer.content.decode()


def test_a_book_is_struck_out_and_one_of_another_event_is_not_there(with_raffle: Desk) -> None:
    RaffleBookFactory(raffle=RaffleFactory(), first=7, last=9)
    assert with_raffle.get("raffle_book", 7).status_code == 404
    with_raffle.post("raffle_book", 1, act="strike")
    assert not RaffleBook.objects.filter(first=1).exists()


def test_where_there_is_no_raffle_the_page_says_so(playing: Desk) -> None:
    assert "No raffle" in public(playing)
    playing.post("raffle_step", act="close")
    playing.post("raffle_step", reveal="1")
    assert playing.get("raffle").status_code == 200


def test_limits_that_were_written_down_are_looked_after(playing: Desk) -> None:
    typed = {"act": "set", "price": "10", "prizes": "R500 cash", "worth": "500", "most_price": "5"}
    playing.post("raffle", **typed)
    page = shown(playing.get("raffle"))
    assert "“R500 cash” looks like money." in page
    assert "A ticket costs R 10, more than the R 5 you wrote down." in page
    assert "Lotteries Act 57 of 1997" in page
    form = playing.get("raffle").context["form"]
    assert (form["most_price"].value(), form["worth"].value(), form["most_worth"].value()) == ("5.00", "500.00", None)
    assert "That is no amount." in shown(playing.post("raffle", **{**typed, "most_worth": "much"}))
