"""Signing at the desk: for a side that left, with the PIN of one that came; slips, PINs, and what is void again."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from adjudication.models import Decision, SignOff
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.scoring.signing_pins import pin_of
from thunee_tournaments.tournaments.models import Tournament

Sign = Callable[..., Any]
AGAIN = {"tally": {"trumper": 2, "declared": {"seat": 2, "kind": "thunee", "lost_to": None}}}


@pytest.fixture
def desk(organiser: Any, browser_of: Any, write: Any) -> Desk:
    """An event with signatures; side A has won the first match by three thunees."""
    cache.clear()
    found = Desk(browser_of, draw(organiser, 4, table_count=2, policies={"late_scorecard": True}))
    for _ in range(3):
        write(game(found.tournament, 1), thunee("A"))
    return found


def page_of(desk: Desk) -> Any:
    return desk.get("match", match(desk.tournament, 1).public_id)


@pytest.fixture
def sign(desk: Desk) -> Sign:
    """`sign("A", reason="…")` sends the form of a side, as the page of the match gives it."""

    def sign(side: str, **typed: Any) -> Any:
        signatures = page_of(desk).context["games"][0].signatures
        key = next(one.key for one in signatures.sides if one.side == side)
        said = {"side": side, "key": key, "head": signatures.sheet.head, **typed}
        return desk.after("sign", match(desk.tournament, 1).public_id, 1, **said)

    return sign


def test_a_referee_signs_for_a_side_that_left_and_says_why(desk: Desk, sign: Sign) -> None:
    assert "Say why you sign for this side." in text_of(sign("A"))
    said = text_of(sign("A", reason="They have gone home."))
    assert "Signed for Team 1." in said
    assert "by a referee (They have gone home.)" in said
    assert "Both sides have signed: the game counts." in text_of(sign("B", reason="So have these."))
    assert match(desk.tournament, 1).over


def test_a_side_that_comes_to_the_desk_signs_with_its_pin(desk: Desk, sign: Sign) -> None:
    sign("A", pin=pin_of(match(desk.tournament, 1), "A"))
    assert SignOff.objects.get().how == "pin"
    assert "This is not the PIN" in text_of(sign("B", pin="no"))


def test_what_was_changed_meanwhile_is_not_signed(desk: Desk, sign: Sign, correct: Any) -> None:
    head = game(desk.tournament, 1).sheet.head
    correct(game(desk.tournament, 1), game(desk.tournament, 1).sheet.entries.get(seq=3), AGAIN)
    assert "nothing was signed" in text_of(sign("A", head=head, reason="gone"))
    assert SignOff.objects.count() == 0


def test_the_page_says_that_a_correction_voided_both(desk: Desk, sign: Sign, correct: Any) -> None:
    for side in "AB":
        sign(side, reason="gone")
    played = match(desk.tournament, 1).games.get()
    correct(played, played.sheet.entries.get(seq=3), AGAIN)
    said = text_of(page_of(desk))
    assert "both signatures are void" in said
    assert "Team 1 has not signed" in said


@pytest.mark.slow
def test_the_time_for_corrections_is_shown_and_then_nothing_is_corrected(desk: Desk, sign: Sign) -> None:
    for side in "AB":
        sign(side, reason="gone")
    until = timezone.localtime(SignOff.objects.get(side="B").created_at + timedelta(minutes=30))
    assert f"Corrections until {until:%H:%M}" in text_of(page_of(desk))
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert "The time for corrections is over." in text_of(page_of(desk))
        one = match(desk.tournament, 1).public_id
        for page, args in (("correct", (1, 1)), ("void", (1, 1)), ("insert", (1, 1)), ("scorecard", (1, 1))):
            after = desk.client.get(desk.at(page, one, *args), follow=True)
            assert "it is final" in text_of(after), page
            assert after.redirect_chain, page


def test_the_slip_carries_the_head_and_who_signed(desk: Desk, sign: Sign) -> None:
    sign("A", reason="gone")
    slip = desk.get("slip", match(desk.tournament, 1).public_id, 1)
    said = text_of(slip)
    assert game(desk.tournament, 1).sheet.head in said
    assert "not signed" in said
    assert 'class="qr"' in slip.content.decode()


def test_pins_are_told_to_referees_and_to_nobody_else(desk: Desk, organiser: Any) -> None:
    pins = [pin_of(match(desk.tournament, 1), side) for side in "AB"]
    assert all(pin in text_of(page_of(desk)) for pin in pins)
    assert all(pin in text_of(desk.get("pins")) for pin in pins)
    for role, told in (("referee", True), ("scorekeeper", False), ("viewer", False)):
        other = Client()
        other.force_login(RoleFactory(tournament=desk.tournament, role=role).user)
        page = text_of(other.get(desk.at("match", match(desk.tournament, 1).public_id)))
        assert ("PINs to sign" in page) is told, role
        assert any(pin in page for pin in pins) is told, role
        assert other.get(desk.at("pins")).status_code == (200 if told else 404)


def test_an_event_without_signatures_has_no_pins(playing: Desk) -> None:
    assert "plays without signatures" in text_of(playing.get("pins"))
    assert playing.at("pins") not in playing.get("tables").content.decode()
    assert "PINs to sign" not in text_of(playing.get("match", match(playing.tournament, 1).public_id))


def test_where_teams_sign_the_slips_are_at_hand_beside_the_tables(desk: Desk) -> None:
    assert desk.at("pins") in desk.get("tables").content.decode()


def test_a_late_scorecard_costs_its_hand_and_is_public(desk: Desk) -> None:
    one = match(desk.tournament, 1).public_id
    page = desk.get("scorecard", one, 1, 3)
    assert [value for value, _label in page.context["form"].fields["side"].choices] == ["A"]
    typed = {"head": page.context["head"], "key": page.context["key"], "side": "A"}
    assert "Say what happened" in text_of(desk.post("scorecard", one, 1, 3, **typed))
    said = text_of(desk.after("scorecard", one, 1, 3, **typed, text="Written up after the cut."))
    assert "the balls of this hand are forfeited" in said
    assert Decision.objects.get().rules == ["EV-CARD-1"]
    assert game(desk.tournament, 1).sheet.ledger["after"]["balls"] == {"A": 8, "B": 0}


def test_a_late_scorecard_sent_with_a_key_that_is_none_is_refused_in_words(desk: Desk) -> None:
    one = match(desk.tournament, 1).public_id
    head = desk.get("scorecard", one, 1, 3).context["head"]
    for key in ("", "nonsense"):
        answer = desk.post("scorecard", one, 1, 3, head=head, key=key, side="A", text="Written up after the cut.")
        assert answer.status_code == 422
        assert "not usable" in text_of(answer)
    assert Decision.objects.count() == 0


def test_where_the_event_does_not_play_it_there_is_no_late_scorecard(desk: Desk) -> None:
    Tournament.objects.filter(pk=desk.tournament.pk).update(policies={})
    assert desk.get("scorecard", match(desk.tournament, 1).public_id, 1, 3).status_code == 404


@pytest.mark.parametrize(("role", "slip", "scorecard"), [
    ("referee", 200, 200), ("scorekeeper", 200, 404), ("viewer", 200, 404), (None, 404, 404),
])  # fmt: skip
def test_who_sees_the_slip_and_who_decides_about_scorecards(
    desk: Desk, role: str | None, slip: int, scorecard: int
) -> None:
    other = Client()
    user = RoleFactory(tournament=desk.tournament, role=role).user if role else RoleFactory().user
    other.force_login(user)
    one = match(desk.tournament, 1).public_id
    assert other.get(desk.at("slip", one, 1)).status_code == slip
    assert other.get(desk.at("scorecard", one, 1, 3)).status_code == scorecard


def test_the_same_form_sent_twice_signs_once(desk: Desk) -> None:
    signatures = page_of(desk).context["games"][0].signatures
    said = {"side": "A", "key": uuid.uuid4(), "head": signatures.sheet.head, "reason": "gone"}
    for _ in range(2):
        desk.post("sign", match(desk.tournament, 1).public_id, 1, **said)
    assert SignOff.objects.count() == 1


@pytest.mark.slow
def test_the_overview_tells_what_waits_for_signatures_and_what_is_void_again(
    desk: Desk, sign: Sign, correct: Any
) -> None:
    assert "to be signed" in text_of(desk.get("overview"))
    for side in "AB":
        sign(side, reason="gone")
    assert "to be signed" not in text_of(desk.get("overview"))
    played = match(desk.tournament, 1).games.get()
    correct(played, played.sheet.entries.get(seq=3), AGAIN)
    said = text_of(desk.get("overview"))
    assert "both sides have to sign again Match 1, Team 1 – Team 4" in said


@pytest.mark.slow
def test_a_match_corrected_after_it_was_signed_has_its_pins_and_is_told_before_closing(
    desk: Desk, sign: Sign, correct: Any
) -> None:
    for side in "AB":
        sign(side, reason="gone")
    played = match(desk.tournament, 1)
    assert played.over
    assert pin_of(played, "A") not in text_of(desk.get("pins"))
    assert "not signed" not in text_of(desk.get("close"))
    correct(game(desk.tournament, 1), game(desk.tournament, 1).sheet.entries.get(seq=3), AGAIN)
    assert match(desk.tournament, 1).over  # the same side wins
    assert pin_of(played, "A") in text_of(desk.get("pins"))
    said = text_of(desk.get("close"))
    assert "1 game is not signed." in said
    assert "Match 1, game 1: Team 1 – Team 4" in said


@pytest.mark.slow
def test_a_game_that_a_referee_decided_is_not_asked_to_be_signed_again(desk: Desk, sign: Sign, organiser: Any) -> None:
    for side in "AB":
        sign(side, reason="gone")
    played = match(desk.tournament, 1)
    key = {"device": "d", "client_uuid": uuid.uuid4()}
    dispute = acts.raise_dispute(
        actor=organiser,
        match=played,
        about="hand",
        reason="wrong_record",
        words="",
        game=played.games.get(),
        hand=3,
        **key,
    ).dispute
    corrected = ProposedDecision(
        "corrected", ("TH-DEAL-1",), "As the other side says.", head=played.games.get().sheet.head, body=AGAIN
    )
    acts.decide_dispute(actor=organiser, match=played, dispute=dispute, proposed=corrected, **key)
    assert match(desk.tournament, 1).over
    assert "not signed" not in text_of(desk.get("close"))
    assert pin_of(played, "A") not in text_of(desk.get("pins"))
    assert "to be signed" not in text_of(Client().get(f"/{desk.tournament.slug}/m/{played.public_id}"))


@pytest.mark.parametrize("page", ["tables", "match", "pins"])
def test_pages_that_show_pins_are_kept_nowhere(playing: Desk, page: str) -> None:
    args = [match(playing.tournament, 1).public_id] if page == "match" else []
    assert "no-store" in playing.get(page, *args)["Cache-Control"]


def by(desk: Desk, sign_with: str) -> None:
    Tournament.objects.filter(pk=desk.tournament.pk).update(policies={"sign_with": sign_with})


@pytest.mark.slow
def test_a_referee_takes_down_that_both_sides_agree(desk: Desk) -> None:
    by(desk, "tap")
    signatures = page_of(desk).context["games"][0].signatures
    assert "Both sides agree" in text_of(page_of(desk))
    said = {"side": "both", "key": signatures.key, "head": signatures.sheet.head}
    first, second = [desk.after("sign", match(desk.tournament, 1).public_id, 1, **said) for _ in range(2)]
    assert "Both sides have signed: the game counts." in text_of(first)
    assert "with the tap of both sides" in text_of(second)
    assert (match(desk.tournament, 1).over, SignOff.objects.count()) == (True, 2)


def test_with_a_tap_the_desk_shows_no_pins_and_asks_for_none(desk: Desk) -> None:
    by(desk, "tap")
    page = text_of(page_of(desk))
    assert "PINs to sign" not in page
    assert "its PIN" not in page
    assert "No PIN is needed: both sides agree with one tap" in text_of(desk.get("pins"))
    assert "PINs" not in text_of(desk.get("tables"))


def test_with_pins_of_the_evening_there_is_one_slip_for_each_team(desk: Desk) -> None:
    by(desk, "evening_pin")
    slips = desk.get("pins").context["slips"]
    assert [str(slip["team"]) for slip in slips] == ["Team 1", "Team 2", "Team 3", "Team 4"]
    first = match(desk.tournament, 1)
    assert {pin_of(first, side) for side in "AB"} <= {slip["pin"] for slip in slips}
    assert "all evening" in text_of(desk.get("pins"))
