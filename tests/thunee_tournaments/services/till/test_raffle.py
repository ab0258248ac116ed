"""The raffle: what was not sold cannot win, nobody can choose who does, and anybody can draw it again."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication.models import Notice
from tests.factories import RoleFactory, TournamentFactory, UserFactory
from thunee_tournaments.fundraising import raffle as raffles
from thunee_tournaments.fundraising.models import Raffle, RaffleBook
from thunee_tournaments.fundraising.raffle import NoNumbers, known, numbers_in, read_numbers, record_of, runs, won
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Tournament

PRIZES = ["A television", "A hamper", "A cake"]


@pytest.fixture
def hall(organiser: Any) -> Tournament:
    tournament = TournamentFactory(organiser=organiser, slug="hall")
    acts.set_raffle(actor=organiser, tournament=tournament, price=10_00, prizes=PRIZES)
    return tournament


@pytest.fixture
def book(organiser: Any, hall: Tournament) -> Callable[..., RaffleBook]:
    """`book(1, 20, "18-20")`: given out, sold but for these, and handed in; None: still out."""

    def book(first: int, last: int, unsold: str | None = "") -> RaffleBook:
        out = acts.give_book_out(actor=organiser, tournament=hall, first=first, last=last, seller="Aunty Pat")
        return out if unsold is None else acts.hand_book_in(actor=organiser, book=out, unsold=unsold)

    return book


def refusal(act: Callable[..., Any], **how: Any) -> tuple[str, list[str]]:
    with pytest.raises(Refused) as caught:
        act(**how)
    return caught.value.code, [error["path"] for error in caught.value.errors]


def test_anybody_draws_it_again_from_what_the_record_tells(organiser: Any, hall: Tournament, book: Any) -> None:
    """By the words of the documentation alone, with nothing of the site."""
    book(1, 20, "18-20")
    book(41, 50, "45")
    closing = acts.close_raffle(actor=organiser, tournament=hall)
    drawn = acts.draw_raffle(actor=organiser, tournament=hall, word="  Blue   Umbrella ")
    told = drawn.body
    assert hashlib.sha256(told["secret"].encode()).hexdigest() == closing.body["seal"]
    lot = hashlib.sha256(f"{closing.hash}/{told['secret']}/blue umbrella".encode()).hexdigest()[:32]
    tickets = [number for number in [*range(1, 18), *range(41, 51)] if number != 45]
    block = 0
    for i in range(len(tickets) - 1, 0, -1):
        while True:
            value = int.from_bytes(hashlib.sha256(f"{lot}/raffle/{block}".encode()).digest()[:8], "big")
            block += 1
            if value < 2**64 - 2**64 % (i + 1):
                break
        j = value % (i + 1)
        tickets[i], tickets[j] = tickets[j], tickets[i]
    assert told["winners"] == tickets[:3]
    assert redraw.check(hall) == []


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    books=st.lists(st.tuples(st.integers(1, 12), st.sets(st.integers(0, 11)), st.booleans()), min_size=1, max_size=6),
    word=st.text("abc ", min_size=1).filter(str.strip),
)
@pytest.mark.walks
def test_only_a_ticket_that_was_sold_and_handed_in_wins_and_only_once(
    organiser: Any, books: list[tuple[int, set[int], bool]], word: str
) -> None:
    hall = TournamentFactory(organiser=organiser)
    acts.set_raffle(actor=organiser, tournament=hall, price=5_00, prizes=PRIZES)
    sold: set[int] = set()
    first = 1
    for tickets, missing, handed_in in books:
        out = acts.give_book_out(actor=organiser, tournament=hall, first=first, last=first + tickets - 1)
        unsold = {first + number for number in missing if number < tickets}
        if handed_in:
            acts.hand_book_in(actor=organiser, book=out, unsold=", ".join(map(str, unsold)))
            sold |= set(range(first, first + tickets)) - unsold
        first += tickets + 3
    if not sold:
        assert refusal(acts.close_raffle, actor=organiser, tournament=hall)[0] == "none_sold"
        return
    acts.close_raffle(actor=organiser, tournament=hall)
    winners = acts.draw_raffle(actor=organiser, tournament=hall, word=word).body["winners"]
    assert set(winners) <= sold
    assert len(winners) == len(set(winners)) == min(3, len(sold))
    assert redraw.check(hall) == []


def test_every_ticket_can_win() -> None:
    lots = [raffles.lot_of("0" * 64, "secret", str(number)) for number in range(600)]
    first = [raffles.winners_of([[1, 6]], lot, 3)[0] for lot in lots]
    assert all(60 < first.count(ticket) < 140 for ticket in range(1, 7))


def test_it_is_drawn_once_whatever_is_asked_then(organiser: Any, hall: Tournament, book: Any) -> None:
    book(1, 50)
    acts.close_raffle(actor=organiser, tournament=hall)
    first = acts.draw_raffle(actor=organiser, tournament=hall, word="blue")
    assert acts.draw_raffle(actor=organiser, tournament=hall, word="red") == first
    assert refusal(acts.reopen_raffle, actor=organiser, tournament=hall, reason="again")[0] == "drawn_already"
    assert Notice.objects.filter(book=hall.public_id, kind="raffle_drawn").count() == 1


def test_once_the_sale_is_closed_nothing_of_it_changes(organiser: Any, hall: Tournament, book: Any) -> None:
    own, out = book(1, 10), book(11, 20, None)
    closing = acts.close_raffle(actor=organiser, tournament=hall)
    assert acts.close_raffle(actor=organiser, tournament=hall) == closing
    how = {"actor": organiser}
    changes: list[tuple[Any, dict[str, Any]]] = [
        (acts.set_raffle, {"tournament": hall, "price": 1, "prizes": ["x"]}),
        (acts.give_book_out, {"tournament": hall, "first": 30, "last": 40}),
        (acts.hand_book_in, {"book": out, "unsold": ""}),
        (acts.hand_book_in, {"book": own, "unsold": "3"}),
        (acts.take_book_back, {"book": own}),
    ]
    for act, what in changes:
        assert refusal(act, **how, **what)[0] == "sale_closed"
    assert closing.body["sold"] == [[1, 10]]  # the book that is out takes no part


def test_the_sale_is_opened_again_for_a_reason_that_stays(organiser: Any, hall: Tournament, book: Any) -> None:
    book(1, 10)
    first = acts.close_raffle(actor=organiser, tournament=hall)
    assert refusal(acts.reopen_raffle, actor=organiser, tournament=hall, reason=" ")[0] == "reason_missing"
    acts.reopen_raffle(actor=organiser, tournament=hall, reason="A book was found in a bag.")
    assert record_of(hall).closed is None
    assert refusal(acts.draw_raffle, actor=organiser, tournament=hall, word="blue")[0] == "sale_open"
    book(11, 20)
    second = acts.close_raffle(actor=organiser, tournament=hall)
    assert second.body["seal"] != first.body["seal"]
    assert record_of(hall).sold == 20
    assert Notice.objects.get(kind="raffle_open").reason == "A book was found in a bag."


def test_prizes_are_revealed_from_the_last_to_the_first_and_a_double_tap_shows_one(
    organiser: Any, hall: Tournament, book: Any
) -> None:
    book(1, 50)
    acts.close_raffle(actor=organiser, tournament=hall)
    assert refusal(acts.reveal_prize, actor=organiser, tournament=hall, place=3)[0] == "not_drawn"
    acts.draw_raffle(actor=organiser, tournament=hall, word="blue")
    told, drawn = record_of(hall), won(record_of(hall))

    def seen() -> list[int]:
        return [row.place for row in known(Raffle.objects.get(tournament=hall), told)]

    assert seen() == []
    acts.reveal_prize(actor=organiser, tournament=hall, place=1)  # not its turn
    assert seen() == []
    for place in (3, 3, 2, 1, 1):
        acts.reveal_prize(actor=organiser, tournament=hall, place=place)
    assert seen() == [1, 2, 3]
    assert [row.prize for row in drawn] == PRIZES


def test_whoever_changes_what_was_drawn_is_found_out(
    organiser: Any, hall: Tournament, book: Any, monkeypatch: Any
) -> None:
    book(1, 50)
    acts.close_raffle(actor=organiser, tournament=hall)
    drawn = acts.draw_raffle(actor=organiser, tournament=hall, word="blue")
    for change in ({"winners": [1, 2, 3]}, {"secret": "mine"}, {"word": "red"}, {"lot": "0" * 32}):
        drawn.body = {**drawn.body, **change}
        monkeypatch.setattr(raffles, "record_of", lambda _t: raffles.RaffleRecord(record_of(hall).closed, drawn))
        assert raffles.differences(hall)
        monkeypatch.undo()
        drawn.refresh_from_db()
    assert raffles.differences(hall) == []


@pytest.mark.parametrize(
    ("what", "code", "paths"),
    [
        ({"first": 0, "last": 5}, "bad_book", ["first"]),
        ({"first": 5, "last": 4}, "bad_book", ["last"]),
        ({"first": 1, "last": 1001}, "bad_book", ["last"]),
        ({"first": 999_999, "last": 1_000_001}, "bad_book", ["last"]),
        ({"first": 95, "last": 105}, "bad_book", ["first"]),
        ({"first": 1, "last": 5, "seller": "x" * 81}, "bad_book", ["seller"]),
    ],
)
def test_a_book_that_makes_no_sense_is_refused(
    organiser: Any, hall: Tournament, book: Any, what: Any, code: str, paths: list[str]
) -> None:
    book(100, 120, None)
    assert refusal(acts.give_book_out, actor=organiser, tournament=hall, **what) == (code, paths)


@pytest.mark.parametrize(("price", "prizes", "path"), [
    (0, ["x"], "price"), (10**12, ["x"], "price"), (5, [], "prizes"), (5, [" "], "prizes"), (5, ["x" * 81], "prizes"),
    (5, ["x"] * 61, "prizes"),
])  # fmt: skip
def test_a_raffle_needs_a_price_and_prizes(organiser: Any, price: int, prizes: list[str], path: str) -> None:
    how = {"actor": organiser, "tournament": TournamentFactory(organiser=organiser), "price": price, "prizes": prizes}
    assert refusal(acts.set_raffle, **how) == ("bad_raffle", [path])


def test_without_a_raffle_there_are_no_books(organiser: Any) -> None:
    bare = TournamentFactory(organiser=organiser)
    assert refusal(acts.give_book_out, actor=organiser, tournament=bare, first=1, last=2)[0] == "no_raffle"
    assert refusal(acts.close_raffle, actor=organiser, tournament=bare)[0] == "no_raffle"


def test_unsold_numbers_are_of_their_own_book(organiser: Any, book: Any) -> None:
    out = book(1, 20, None)
    for text in ("21", "0", "x", "5-3", "1-99999999"):
        assert refusal(acts.hand_book_in, actor=organiser, book=out, unsold=text) == ("bad_unsold", ["unsold"])
    assert acts.hand_book_in(actor=organiser, book=out, unsold="3").unsold == [3]
    assert acts.hand_book_in(actor=organiser, book=out, unsold="4 – 6;20").unsold == [4, 5, 6, 20]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("", []), ("7", [7]), ("18-20, 25", [18, 19, 20, 25]), ("3 1 2 2", [1, 2, 3]), ("5 — 6", [5, 6])],
)
def test_numbers_are_read_as_people_write_them(text: str, numbers: list[int]) -> None:
    assert read_numbers(text) == numbers


@given(st.sets(st.integers(1, 300)))
def test_runs_say_the_same_numbers(numbers: set[int]) -> None:
    assert numbers_in(runs(sorted(numbers))) == sorted(numbers)


@pytest.mark.parametrize("text", ["a", "1-", "-1", "1.5", "1--2", "٣"])
def test_what_is_no_number_is_named(text: str) -> None:
    with pytest.raises(NoNumbers):
        read_numbers(text)


def test_only_organisers_and_treasurers_run_it(hall: Tournament) -> None:
    for role in ("scorekeeper", "referee", "viewer"):
        person = RoleFactory(tournament=hall, role=role).user
        assert refusal(acts.draw_raffle, actor=person, tournament=hall, word="x")[0] == "not_allowed"
        assert refusal(acts.close_raffle, actor=person, tournament=hall)[0] == "not_allowed"
    assert refusal(acts.set_raffle, actor=UserFactory(), tournament=hall, price=1, prizes=["x"])[0] == "not_allowed"


def test_the_database_has_one_book_for_a_first_number(book: Any) -> None:
    own = book(1, 10)
    with pytest.raises(IntegrityError), transaction.atomic():
        RaffleBook.objects.create(raffle=own.raffle, first=1, last=3)


def test_a_book_written_by_mistake_is_struck(organiser: Any, book: Any) -> None:
    own = book(1, 10)
    acts.take_book_back(actor=organiser, book=own)
    acts.take_book_back(actor=organiser, book=own)
    assert not RaffleBook.objects.exists()
