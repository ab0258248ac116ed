"""The bell ends a game: by an entry of its own, worked out again whenever a hand before it is corrected."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudication import audit, bell, bell_rules, disputes, replay, verify
from adjudication.book import Book, Policies
from adjudication.entries import Appended, append_entry
from adjudication.errors import NotYours, Refused
from adjudication.models import Scoresheet
from adjudication.outcomes import ProposedDecision
from adjudication.sheets import open_sheet
from tests.adjudication.conftest import Sign, Write, balls
from tests.adjudication.table import BOOK, REFEREE, SCOREKEEPER, side, tally, thunee

pytestmark = pytest.mark.django_db
Ring = Callable[..., Appended]


@pytest.fixture
def ring(sheet: Scoresheet) -> Ring:
    def ring(**changed: Any) -> Appended:
        sheet.refresh_from_db()
        said = {
            "actor": SCOREKEEPER, "device": "phone-1", "client_uuid": uuid.uuid4(), "head": sheet.head,
            "lead": "", "level": "one_more_hand", **changed,
        }  # fmt: skip
        answer = bell.ring(sheet.pk, **said)
        sheet.refresh_from_db()
        return answer

    return ring


def take_back(sheet: Scoresheet, **changed: Any) -> None:
    sheet.refresh_from_db()
    said = {
        "actor": REFEREE, "device": "desk", "client_uuid": uuid.uuid4(), "head": sheet.head,
        "reason": "It rang too early.", **changed,
    }  # fmt: skip
    bell.take_back(sheet.pk, **said)
    sheet.refresh_from_db()


def test_the_side_ahead_wins_at_the_bell_and_no_ball_is_opened(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write(thunee(0))
    write(tally("B"))
    done = ring()
    assert (sheet.is_over, sheet.winner, balls(sheet)) == (True, "A", (4, 1))
    assert done.entry.body["rules"] == ["EV-BELL-1", "EV-BELL-2"]
    assert done.ruling is not None
    assert (done.ruling["kind"], done.ruling["detail"], done.ruling["winner"]) == ("bell", "balls", "A")
    assert replay.check(sheet) == []


def test_after_the_bell_no_hand_can_follow(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write()
    ring()
    with pytest.raises(Refused) as refused:
        write()
    assert refused.value.code == "game_over"


def test_level_at_the_bell_nothing_is_written_and_one_more_hand_is_played(
    sheet: Scoresheet, write: Write, ring: Ring
) -> None:
    write(tally("A"))
    write(tally("B"))
    before = sheet.seq
    with pytest.raises(Refused) as refused:
        ring()
    assert refused.value.code == "level"
    sheet.refresh_from_db()
    assert (sheet.seq, sheet.is_over) == (before, False)
    write(tally("B"))
    ring()
    assert sheet.winner == "B"


def test_level_the_last_hand_decides_where_the_event_plays_it_so(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write(tally("A"))
    write(tally("B"))
    done = ring(level="last_hand")
    assert (sheet.winner, balls(sheet)) == ("B", (1, 1))
    assert done.entry.body["rules"] == ["EV-BELL-1", "EV-BELL-2", "EV-BELL-3"]


def test_level_in_balls_the_side_that_won_more_games_has_it_even_before_a_hand(sheet: Scoresheet, ring: Ring) -> None:
    ring(lead="B")
    assert (sheet.winner, balls(sheet)) == ("B", (0, 0))
    assert replay.check(sheet) == []


def test_a_corrected_hand_turns_the_game_that_the_bell_ended(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write(tally("A"))
    last = write(tally("A"))
    ring()
    write(thunee(1), kind="correction", supersedes=last.entry.seq)  # by the scorekeeper: it is still the last hand
    assert (sheet.winner, balls(sheet)) == ("B", (1, 4))
    assert replay.check(sheet) == []


def test_a_correction_that_leaves_both_level_opens_the_game_again(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write(tally("A"))
    last = write(tally("A"))
    ring()
    write(tally("B"), kind="correction", supersedes=last.entry.seq)
    assert (sheet.is_over, balls(sheet)) == (False, (1, 1))
    write(tally("A"))
    ring()
    assert sheet.winner == "A"
    assert replay.check(sheet) == []


def test_a_game_won_before_the_bell_by_a_correction_stays_won(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    for _ in range(2):
        write(thunee(0))
    last = write(tally("B"))
    ring()
    write(thunee(0), kind="correction", supersedes=last.entry.seq)
    assert (sheet.winner, balls(sheet)) == ("A", (12, 0))
    assert not bell_rules.ended_by_bell(sheet.ledger["after"])


def test_balls_a_referee_takes_after_the_bell_can_turn_it(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write(tally("A"))
    write(tally("A"))
    write(tally("B"))
    ring()
    case = disputes.raise_dispute(
        actor=side("B"), subject="match:7", about="game", reason="rule", words="", device="phone-b",
        client_uuid=uuid.uuid4(), side="B", sheet=sheet.public_id,
    )  # fmt: skip
    proposed = ProposedDecision("adjusted", ("EV-ADJ-1",), "A card was seen.", head=sheet.head, balls={"A": -2, "B": 0})
    disputes.decide(case.pk, proposed, actor=REFEREE, device="desk", client_uuid=uuid.uuid4())
    sheet.refresh_from_db()
    assert (sheet.winner, balls(sheet)) == ("B", (0, 1))
    assert replay.check(sheet) == []


def test_a_referee_takes_the_bell_back_with_a_reason_and_play_goes_on(
    sheet: Scoresheet, write: Write, ring: Ring
) -> None:
    write()
    ring()
    take_back(sheet)
    assert not sheet.is_over
    write(tally("A"))
    ring()
    assert replay.check(sheet) == []
    assert sheet.entries.get(kind="void").reason == "It rang too early."


@pytest.mark.parametrize(
    ("changed", "error"), [({"actor": SCOREKEEPER}, NotYours), ({"reason": "  "}, Refused)], ids=["who", "why"]
)
def test_only_a_referee_takes_it_back_and_says_why(
    sheet: Scoresheet, write: Write, ring: Ring, changed: dict[str, Any], error: type[Exception]
) -> None:
    write()
    ring()
    with pytest.raises(error):
        take_back(sheet, **changed)
    assert sheet.is_over


def test_a_game_that_no_bell_ended_has_none_to_take_back(sheet: Scoresheet, write: Write) -> None:
    write()
    with pytest.raises(Refused) as refused:
        take_back(sheet)
    assert refused.value.code == "no_bell"


def test_what_is_final_stays_ended(sheet: Scoresheet, write: Write, ring: Ring, sign: Sign) -> None:
    write()
    ring()
    for one in "AB":
        sign(one, policies=Policies(correction_minutes=0))
    with pytest.raises(Refused) as refused:
        take_back(sheet)
    assert refused.value.code == "final"


def test_nobody_strikes_the_bell_out_as_if_it_were_a_hand(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write()
    rang = ring()
    with pytest.raises(Refused) as refused:
        write({}, kind="void", supersedes=rang.entry.seq, actor=REFEREE, reason="no")
    assert refused.value.code == "decided"


def test_a_repeated_bell_is_written_once(sheet: Scoresheet, write: Write, ring: Ring) -> None:
    write()
    said = {"client_uuid": uuid.uuid4(), "head": sheet.head}
    first, second = ring(**said), ring(**said)
    assert (second.repeated, second.entry.pk) == (True, first.entry.pk)
    assert sheet.seq == 2


@pytest.mark.parametrize("wrong", [{"lead": "C"}, {"level": "lot"}])
def test_a_bell_that_makes_no_sense_is_refused(sheet: Scoresheet, write: Write, ring: Ring, wrong: Any) -> None:
    write()
    with pytest.raises(Refused) as refused:
        ring(**wrong)
    assert refused.value.code == "invalid"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 11), st.integers(0, 11), st.sampled_from(["A", "B", ""]), st.sampled_from(bell_rules.LEVELS))
def test_at_every_score_the_bell_gives_the_game_to_the_side_ahead_or_to_nobody(
    a: int, b: int, lead: str, level: str
) -> None:
    after = {"balls": {"A": a, "B": b}, "game_over": False, "game_winner": None, "cornerhouse": [], "next_dealer": 2}
    body = {"lead": lead, "level": level}
    for last in (None, {"A": 1, "B": 0}, {"A": 0, "B": 2}, {"A": 0, "B": 0}):
        state = bell_rules.state(after, body, last)
        assert state["balls"] == after["balls"]
        if a != b:
            expected = "A" if a > b else "B"
        else:
            opener = "" if last is None else {(1, 0): "A", (0, 2): "B"}.get((last["A"], last["B"]), "")
            expected = lead or (opener if level == "last_hand" else "")
        assert (state["game_winner"] or "") == expected
        assert state["game_over"] == bool(expected)
        assert (state["next_dealer"] is None) == bool(expected)
        assert bell_rules.state(state, body, last) == state  # rung twice, rung once


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from("AB"), max_size=11))
def test_after_any_hands_the_bell_agrees_with_replay_and_with_the_export(
    winners: list[str],
) -> None:
    sheet = open_sheet(book=f"{BOOK}-{uuid.uuid4().hex[:8]}", label="x", rules="durban-classic", first_dealer=0)
    actor = replace(SCOREKEEPER, book=sheet.book)

    def key() -> dict[str, Any]:
        return {"device": "phone-1", "client_uuid": uuid.uuid4(), "actor": actor}

    for winner in winners:
        sheet.refresh_from_db()
        append_entry(sheet.pk, head=sheet.head, kind="hand", body=tally(winner), **key())
    sheet.refresh_from_db()
    a, b = winners.count("A"), winners.count("B")
    if a == b:
        with pytest.raises(Refused):
            bell.ring(sheet.pk, head=sheet.head, lead="", level="one_more_hand", **key())
    else:
        bell.ring(sheet.pk, head=sheet.head, lead="", level="one_more_hand", **key())
    sheet.refresh_from_db()
    assert sheet.winner == ("A" if a > b else "B" if b > a else "")
    assert replay.check(sheet) == []
    said, _made = audit.export(Book(sheet.book))
    assert verify.check(b"".join(said)).faults == []
