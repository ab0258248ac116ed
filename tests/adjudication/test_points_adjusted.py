"""A referee gives or takes points, in games that are played for points: by side, or by seat where each scores alone."""

import uuid
from typing import Any

import pytest

from adjudication import audit, disputes, verify
from adjudication.book import Book
from adjudication.disputes import Decided
from adjudication.errors import Refused
from adjudication.models import Scoresheet
from adjudication.outcomes import ProposedDecision
from tests.adjudication.casework import appeal as appealed
from tests.adjudication.casework import code_of, on_appeal, sound
from tests.adjudication.table import BOOK, REFEREE, RULES
from tests.support.adjudication.other_games import bid, opened, write

pytestmark = pytest.mark.django_db


def raised(sheet: Scoresheet) -> Any:
    return disputes.raise_dispute(
        actor=REFEREE, subject="match", about="game", reason="rule", words="", device="desk",
        client_uuid=uuid.uuid4(), sheet=sheet.public_id,
    )  # fmt: skip


def adjusted(sheet: Scoresheet, **change: Any) -> Decided:
    dispute = raised(sheet)
    sheet.refresh_from_db()
    proposed = ProposedDecision("adjusted", tuple(RULES), "A card was seen.", head=sheet.head, **change)
    done = disputes.decide(dispute.pk, proposed, actor=REFEREE, device="desk", client_uuid=uuid.uuid4())
    sheet.refresh_from_db()
    return done


def after(sheet: Scoresheet) -> dict[str, Any]:
    found: dict[str, Any] = sheet.ledger["after"]
    return found


@pytest.mark.parametrize("game", ["tarneeb", "egyptian-tarneeb"])
def test_points_of_sides_are_given_and_taken_and_may_go_below_nought(game: str) -> None:
    sheet = opened(game)
    write(sheet, bid(1, 8, 9))
    done = adjusted(sheet, scores={"A": -3, "B": 2})
    assert after(sheet)["scores"] == {"A": -3, "B": 11}
    assert done.written
    assert (done.written.ruling or {})["scores"] == {"A": -3, "B": 2}
    write(sheet, bid(0, 8, 9))
    assert after(sheet)["scores"] == {"A": 6, "B": 11}
    assert sound(sheet)


def test_where_there_are_no_balls_none_are_forfeited_and_it_is_said_what_to_do_instead() -> None:
    sheet = opened("tarneeb")
    write(sheet, bid(1, 8, 9))
    dispute = raised(sheet)
    proposed = ProposedDecision("hand_forfeited", tuple(RULES), "Late.", head=sheet.head, side="B", hand=1)
    with pytest.raises(Refused, match="Correct the hand or strike it out") as refused:
        disputes.decide(dispute.pk, proposed, actor=REFEREE, device="desk", client_uuid=uuid.uuid4())
    assert refused.value.code == "no_balls"


def test_points_can_win_a_game_and_open_one_again() -> None:
    sheet = opened("tarneeb")
    for _ in range(4):
        write(sheet, bid(0, 10, 10))
    adjusted(sheet, scores={"A": 1, "B": 0})
    assert (sheet.state, sheet.winner, after(sheet)["next_dealer"]) == ("over", "A", None)
    adjusted(sheet, scores={"A": -5, "B": 0})
    assert (sheet.state, sheet.winner) == ("open", "")
    assert after(sheet)["next_dealer"] is not None
    write(sheet, bid(0, 10, 10))
    assert (sheet.state, sheet.winner) == ("over", "A")
    assert sound(sheet)


def test_a_game_won_by_all_thirteen_tricks_stays_won_whatever_the_points() -> None:
    sheet = opened("tarneeb")
    write(sheet, bid(0, 8, 13))
    adjusted(sheet, scores={"A": -20, "B": 5})
    assert (sheet.state, sheet.winner, after(sheet)["scores"]) == ("over", "A", {"A": -7, "B": 5})


def test_players_who_score_alone_are_given_points_by_seat() -> None:
    sheet = opened("400")
    write(sheet, {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]})
    adjusted(sheet, scores=[36, 0, 0, -2])
    assert after(sheet)["scores"] == [39, 2, 4, -5]
    adjusted(sheet, scores=[2, 0, 0, 0])
    assert (sheet.state, sheet.winner) == ("over", "A")
    assert sound(sheet)


def test_a_game_of_tunge_ends_after_its_hands_though_points_were_adjusted() -> None:
    sheet = opened("tunge", players=3, length=2)
    write(sheet, {"left": [["Kd", "2s"], [], ["Ah"]]})
    adjusted(sheet, scores=[0, 30, 0])
    assert after(sheet)["scores"] == [12, 30, 11]
    assert not sheet.is_over
    write(sheet, {"left": [[], ["5s"], ["9h"]]})
    assert (sheet.is_over, sheet.ledger["winner"]) == (True, [0])
    adjusted(sheet, scores=[20, 0, 0])
    assert (sheet.is_over, sheet.ledger["winner"]) == (True, [2])
    assert sound(sheet)


@pytest.mark.parametrize(
    "change",
    [
        {"scores": {"A": 0, "B": 0}},
        {"scores": {"A": 1}},
        {"scores": {"A": 1.5, "B": 0}},
        {"scores": {"A": 999, "B": 0}},
        {"scores": {"A": True, "B": 0}},
        {"scores": [1, 0, 0, 0]},
        {"scores": []},
        {"scores": "5"},
    ],
)
def test_points_that_make_no_sense_are_refused(change: dict[str, Any]) -> None:
    sheet = opened("tarneeb")
    write(sheet, bid(1, 8, 9))
    assert code_of(lambda: adjusted(sheet, **change)) == "invalid"


def test_balls_are_no_points_and_points_no_balls() -> None:
    tarneeb, thunee = opened("tarneeb"), opened("thunee")
    assert code_of(lambda: adjusted(tarneeb, balls={"A": 1, "B": 0})) == "no_balls"
    assert code_of(lambda: adjusted(thunee, scores={"A": 1, "B": 0})) == "no_points"
    three = opened("tunge", players=3, length=2)
    assert code_of(lambda: adjusted(three, scores=[1, 0, 0, 0])) == "invalid"
    assert code_of(lambda: adjusted(three, scores={"A": 1, "B": 0})) == "invalid"


def test_points_are_taken_back_on_appeal() -> None:
    sheet = opened("tarneeb")
    write(sheet, bid(1, 8, 9))
    done = adjusted(sheet, scores={"A": 3, "B": 0})
    appealed(done.decision.dispute)
    on_appeal(done.decision.dispute, True, sheet)
    sheet.refresh_from_db()
    assert after(sheet)["scores"] == {"A": 0, "B": 9}
    assert sound(sheet)


def test_the_checker_adds_adjusted_points_up() -> None:
    sheet, alone = opened("tarneeb"), opened("400")
    write(sheet, bid(1, 8, 9))
    adjusted(sheet, scores={"A": 3, "B": -2})
    write(alone, {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]})
    adjusted(alone, scores=[0, 0, -1, 0])
    lines, _row = audit.export(Book(BOOK))
    assert verify.check(b"".join(lines)).faults == []
