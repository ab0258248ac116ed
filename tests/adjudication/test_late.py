"""Found late: an offence after the hand, enforced by a referee, and a scorecard that was not right in time."""

import uuid

import pytest

from adjudication import late
from adjudication.book import Policies
from adjudication.disputes import State
from adjudication.errors import NotYours, Refused
from adjudication.hands import Hand
from adjudication.models import Dispute, Entry, Scoresheet
from adjudication.sheets import open_sheet
from tests.adjudication.conftest import BOOK, REFEREE, SCOREKEEPER, Write, balls, tally

pytestmark = pytest.mark.django_db


def revoked() -> dict:
    """A whole hand, dealt to fit, in which seat 2 does not follow the first card although it could."""
    play = [
        (2, "9c"), (3, "Jc"), (0, "Ts"), (1, "Qc"),
        (0, "Ah"), (1, "Qh"), (2, "9d"), (3, "Th"),
        (0, "Kh"), (1, "Td"), (2, "Jh"), (3, "9h"),
        (2, "Tc"), (3, "Jd"), (0, "9s"), (1, "Kc"),
        (0, "Js"), (1, "Qd"), (2, "Ad"), (3, "Ks"),
        (0, "As"), (1, "Kd"), (2, "Ac"), (3, "Qs"),
    ]  # fmt: skip
    return {
        "events": [
            {"type": "trump", "seat": 1, "suit": "s"},
            *({"type": "play", "seat": seat, "card": card} for seat, card in play),
        ],
    }


@pytest.fixture
def sheet(db: None) -> Scoresheet:
    rules = {"preset": "durban-classic", "late_accusation": "allowed"}
    return open_sheet(book=BOOK, label="Final, game 1", rules=rules, first_dealer=0)


def enforce(sheet: Scoresheet, **changed: object) -> object:
    said = {
        "actor": REFEREE,
        "hand": 1,
        "seat": 1,
        "against": 2,
        "offence": "revoke",
        "reason": "the cards show it",
        "head": sheet.head,
        "device": "desk",
        "client_uuid": uuid.uuid4(),
        **changed,
    }
    return late.enforce(sheet.pk, **said)


def test_an_offence_found_late_is_enforced_by_a_correction_that_says_so(sheet: Scoresheet, write: Write) -> None:
    found = write(revoked()).ruling
    assert [(one["offence"], one["seat"]) for one in found["infractions"]] == [("revoke", 2)]
    assert found["kind"] != "four_ball"
    answer = enforce(sheet)
    sheet.refresh_from_db()
    assert answer.entry.body["events"][-1]["late"] is True
    assert (answer.ruling["kind"], answer.ruling["winner"]) == ("four_ball", "B")
    assert balls(sheet) == (0, 4)


def test_sent_twice_it_is_enforced_once(sheet: Scoresheet, write: Write) -> None:
    write(revoked())
    key = uuid.uuid4()
    first, again = enforce(sheet, client_uuid=key), enforce(sheet, client_uuid=key)
    assert (first.repeated, again.repeated) == (False, True)
    assert first.entry == again.entry


def test_where_the_rules_bar_it_a_late_accusation_is_refused(db: None) -> None:
    barred = open_sheet(book=BOOK, label="x", rules="durban-classic", first_dealer=0)
    hand = Hand([Entry(seq=1, kind="hand", body=revoked())])
    with pytest.raises(Refused) as refused:
        late.accused(barred, hand, seat=1, against=2, offence="revoke")
    assert refused.value.code == "late_barred"


def test_only_a_referee_enforces_it_with_a_reason_on_a_hand_with_cards(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    with pytest.raises(NotYours):
        enforce(sheet, actor=SCOREKEEPER)
    for said, code in (({"reason": " "}, "reason_missing"), ({}, "invalid"), ({"hand": 7}, "invalid")):
        with pytest.raises(Refused) as refused:
            enforce(sheet, **said)
        assert refused.value.code == code


def forfeit(sheet: Scoresheet, **changed: object) -> object:
    said = {
        "actor": REFEREE,
        "subject": "match:7",
        "hand": 1,
        "side": "A",
        "text": "Corrected after the next cut.",
        "head": sheet.head,
        "device": "desk",
        "client_uuid": uuid.UUID(int=5),
        "policies": Policies(late_scorecard=True),
        **changed,
    }
    return late.forfeit_for_late_scorecard(sheet, **said)


def test_a_late_scorecard_costs_the_hands_balls_and_can_be_appealed(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    done = forfeit(sheet)
    sheet.refresh_from_db()
    assert balls(sheet) == (0, 0)
    assert (done.decision.rules, done.standing.state) == (["EV-CARD-1"], State.DECIDED)
    assert forfeit(sheet).repeated
    assert Dispute.objects.count() == 1


def test_a_late_scorecard_costs_nothing_where_the_event_does_not_play_so(sheet: Scoresheet, write: Write) -> None:
    write(tally("A"))
    with pytest.raises(Refused):
        forfeit(sheet, policies=Policies())
    with pytest.raises(NotYours):
        forfeit(sheet, actor=SCOREKEEPER)
    with pytest.raises(Refused) as refused:
        forfeit(sheet, side="B")
    assert refused.value.code == "nothing_to_forfeit"
    assert Dispute.objects.count() == 0
