"""Signing a game: the same head by both sides, what voids a signature, and when a result is final."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from adjudication import signing
from adjudication.book import Actor, Policies
from adjudication.errors import KeyReused, NotYours, Refused, Stale
from adjudication.models import AppendOnly, Scoresheet, SignOff
from adjudication.signing import State
from tests.adjudication.conftest import BOOK, REFEREE, SCOREKEEPER, Sign, Write, side, tally, thunee

pytestmark = pytest.mark.django_db


def test_a_game_is_signed_by_one_side_then_by_both_and_final_after_the_window(over: Scoresheet, sign: Sign) -> None:
    assert signing.standing_of(over).state == State.OVER
    one = sign("A")
    assert (one.standing.state, one.standing.missing) == (State.ONE_SIGNED, ("B",))
    both = sign("B")
    assert both.standing.state == State.SIGNED
    ends = both.sign_off.created_at + timedelta(minutes=30)
    assert both.standing.final_at == ends
    assert signing.standing_of(over, ends - timedelta(seconds=1)).state == State.SIGNED
    assert signing.standing_of(over, ends).state == State.FINAL


def test_the_first_signature_does_not_move_what_the_second_signs(over: Scoresheet, sign: Sign) -> None:
    head = over.head
    sign("A")
    over.refresh_from_db()
    assert over.head == head
    assert sign("B", head=head).standing.state == State.SIGNED


def test_sign_offs_are_a_chain_of_their_own(over: Scoresheet, sign: Sign) -> None:
    one, two = sign("A").sign_off, sign("B").sign_off
    assert (one.seq, two.seq) == (1, 2)
    assert two.prev_hash == one.hash
    assert {one.head, two.head} == {over.head}
    assert one.entries_seq == 3


def test_a_game_in_play_is_not_signed(sheet: Scoresheet, write: Write, sign: Sign) -> None:
    write()
    with pytest.raises(Refused) as refused:
        sign("A")
    assert refused.value.code == "not_over"


def test_a_stale_head_is_refused_with_the_entries_missed(over: Scoresheet, write: Write, sign: Sign) -> None:
    old = over.head
    entry = write(tally("B"), kind="correction", supersedes=3, reason="it was no thunee").entry
    with pytest.raises(Stale) as stale:
        sign("A", head=old)
    assert stale.value.missed == [entry]
    assert SignOff.objects.count() == 0


def test_a_side_signs_the_same_head_only_once(over: Scoresheet, sign: Sign) -> None:
    sign("A")
    with pytest.raises(Refused) as refused:
        sign("A")
    assert refused.value.code == "signed_already"


def test_a_double_tap_gets_the_first_answer(over: Scoresheet, sign: Sign) -> None:
    key = uuid.uuid4()
    first, again = sign("A", client_uuid=key), sign("A", client_uuid=key)
    assert (first.repeated, again.repeated) == (False, True)
    assert again.sign_off == first.sign_off
    assert again.standing.state == State.ONE_SIGNED
    with pytest.raises(KeyReused):
        sign("B", client_uuid=key, device="phone-of-A")


def test_a_correction_voids_both_signatures_and_says_whose(over: Scoresheet, write: Write, sign: Sign) -> None:
    sign("A")
    sign("B")
    answer = write(thunee(2), kind="correction", supersedes=3, reason="the partner called it")
    assert answer.voided == ("A", "B")
    standing = signing.standing_of(over)
    assert standing.state == State.OVER
    assert [one.side for one in standing.voided] == ["A", "B"]
    assert SignOff.objects.count() == 2
    assert sign("A").standing.state == State.ONE_SIGNED
    assert sign("B").standing.state == State.SIGNED


def test_a_signature_comes_not_back_when_a_correction_is_taken_back(over: Scoresheet, write: Write, sign: Sign) -> None:
    sign("A")
    write(tally("B"), kind="correction", supersedes=3, reason="no thunee")
    assert signing.standing_of(over).state == State.OPEN
    write(thunee(0), kind="correction", supersedes=4, reason="it was one")
    assert signing.standing_of(over).state == State.OVER


def test_a_final_game_takes_no_correction_more(over: Scoresheet, write: Write, sign: Sign) -> None:
    sign("A")
    sign("B", policies=Policies(correction_minutes=0))
    with pytest.raises(Refused) as refused:
        write(tally("B"), kind="correction", supersedes=3, actor=REFEREE, reason="too late")
    assert refused.value.code == "final"
    with pytest.raises(Refused):
        write({}, kind="void", supersedes=3, actor=REFEREE, reason="too late")


def test_the_window_is_the_one_that_held_when_the_second_side_signed(over: Scoresheet, sign: Sign) -> None:
    sign("A", policies=Policies(correction_minutes=0))
    both = sign("B", policies=Policies(correction_minutes=10))
    assert both.standing.final_at == both.sign_off.created_at + timedelta(minutes=10)


def test_a_referee_signs_for_a_side_that_left_with_a_reason(over: Scoresheet, sign: Sign) -> None:
    sign("A")
    for_them = {"actor": REFEREE, "how": "referee"}
    with pytest.raises(Refused) as refused:
        sign("B", **for_them, reason="  ")
    assert refused.value.code == "reason_missing"
    done = sign("B", **for_them, reason="left after the last hand")
    assert done.standing.state == State.SIGNED
    assert (done.sign_off.actor, done.sign_off.reason) == ("user:7", "left after the last hand")


def test_nobody_signs_for_the_other_side(over: Scoresheet, sign: Sign) -> None:
    for said in ({"actor": side("B")}, {"actor": SCOREKEEPER}, {"actor": side("A"), "how": "referee", "reason": "x"}):
        with pytest.raises(Refused) as refused:
            sign("A", **said)
        assert refused.value.code == "not_your_side"


def test_a_pin_is_taken_on_a_phone_that_may_write_here(over: Scoresheet, sign: Sign) -> None:
    with pytest.raises(NotYours):
        sign("A", how="pin")
    assert sign("A", how="pin", actor=SCOREKEEPER).sign_off.how == "pin"


@pytest.mark.parametrize("said", [{"side": "C"}, {"how": "fax"}, {"device": ""}, {"client_uuid": "x"}])
def test_what_makes_no_sense_is_refused(over: Scoresheet, sign: Sign, said: dict) -> None:
    with pytest.raises(Refused):
        sign("A", **said)


def test_who_may_not_see_a_sheet_learns_nothing(over: Scoresheet, sign: Sign) -> None:
    for stranger in (
        Actor(label="x", book="another", roles=frozenset({"referee"}), sides=frozenset("A")),
        Actor(label="x", book=BOOK, roles=frozenset(), sides=frozenset("A"), sheets=frozenset({"another"})),
    ):
        with pytest.raises(NotYours):
            sign("A", actor=stranger)


def test_sign_offs_are_append_only_in_code(over: Scoresheet, sign: Sign) -> None:
    sign_off = sign("A").sign_off
    for attempt in (sign_off.save, sign_off.delete, lambda: SignOff.objects.update(side="B")):
        with pytest.raises(AppendOnly):
            attempt()


def test_where_a_game_stands_is_a_pure_function_of_what_was_written() -> None:
    now = timezone.now()
    signed = [
        SignOff(seq=1, side="A", head="h1", window=30, created_at=now),
        SignOff(seq=2, side="A", head="h2", window=30, created_at=now),
        SignOff(seq=3, side="B", head="h2", window=5, created_at=now),
    ]
    assert signing.standing(False, "h2", signed, now).state == State.OPEN
    assert signing.standing(True, "h3", signed, now).state == State.OVER
    assert signing.standing(True, "h1", signed, now).state == State.ONE_SIGNED
    assert signing.standing(True, "h2", signed, now).state == State.SIGNED
    assert signing.standing(True, "h2", signed, now + timedelta(minutes=5)).state == State.FINAL
