"""One tap with which both sides agree, and the PIN of a whole evening: lighter ways to sign."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from adjudication import audit, signing, verify
from adjudication.errors import KeyReused, Stale
from adjudication.models import SignOff
from tests.factories import RoleFactory, UserFactory
from tests.support.services.signing import sign_as
from tests.thunee_tournaments.services.conftest import draw, game, match, thunee
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.core.books import book_of
from thunee_tournaments.services.record import replay
from thunee_tournaments.services.scoring import signing_pins
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

TAP = {"sign_with": "tap"}


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    return draw(organiser, 4, table_count=2, policies=TAP)


@pytest.fixture
def link(organiser: Any, tournament: Tournament) -> Any:
    return acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).link


@pytest.fixture
def over(tournament: Tournament, write: Any) -> MatchGame:
    """The first match's game, won by side A with three thunees."""
    played = game(tournament, 1)
    for _ in range(3):
        write(played, thunee("A"))
    return played


@pytest.fixture
def agree(link: Any) -> Callable[..., Any]:
    """`agree(game)`: one tap on the phone of the first table."""

    def agree(played: MatchGame, actor: Any = None, key: Any = None, head: str = "") -> Any:
        played.sheet.refresh_from_db()
        key = acts.WriteKey("phone", key or uuid.uuid4(), head or played.sheet.head)
        return acts.agree_to_game(actor=actor or link, game=played, key=key)

    return agree


def refused(act: Callable[..., Any], *args: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(*args, **said)
    return caught.value.code


def test_one_tap_signs_for_both_sides_and_the_match_goes_on(
    tournament: Tournament, over: MatchGame, agree: Callable[..., Any]
) -> None:
    assert not match(tournament, 1).over
    done = agree(over)
    assert (done.standing.state, done.match.over, done.match.winner.name) == ("signed", True, "Team 1")
    assert [(one.side, one.how, one.actor) for one in SignOff.objects.order_by("seq")] == [
        ("A", "agreed", "table:1"), ("B", "agreed", "table:1"),
    ]  # fmt: skip
    assert match(tournament, 3).team("A").name == "Team 1"
    assert replay.check(tournament) == []
    assert verify.check(b"".join(audit.export(book_of(tournament))[0])).holds


def test_a_tap_that_came_twice_is_one_agreement(over: MatchGame, agree: Callable[..., Any]) -> None:
    key = uuid.uuid4()
    first, second = agree(over, key=key), agree(over, key=key)
    assert (first.repeated, second.repeated, SignOff.objects.count()) == (False, True, 2)
    assert refused(agree, over) == "signed_already"
    assert SignOff.objects.count() == 2


def test_a_key_that_was_used_on_another_sheet_is_no_agreement(
    tournament: Tournament, organiser: Any, over: MatchGame, write: Any, agree: Callable[..., Any]
) -> None:
    key, other = uuid.uuid4(), game(tournament, 2)
    for _ in range(3):
        write(other, thunee("A"))
    agree(over, key=key)
    with pytest.raises(KeyReused):
        agree(other, key=key, actor=organiser)
    assert signing.standing_of(other.sheet).signed == {}


def test_nobody_agrees_to_what_they_have_not_seen(over: MatchGame, agree: Callable[..., Any]) -> None:
    with pytest.raises(Stale):
        agree(over, head="0" * 64)
    assert refused(agree, over, key="no-key") == "invalid"
    assert not SignOff.objects.exists()


def test_a_game_in_play_is_not_agreed_to(tournament: Tournament, write: Any, agree: Callable[..., Any]) -> None:
    played = game(tournament, 1)
    write(played, thunee("A"))
    assert refused(agree, played) == "not_over"


def test_a_correction_asks_both_sides_again(organiser: Any, over: MatchGame, agree: Callable[..., Any]) -> None:
    agree(over)
    over.sheet.refresh_from_db()
    acts.correct_hand(
        actor=organiser, game=over, entry=over.sheet.entries.get(seq=1), body={**thunee("A"), "note": "clearer"},
        reason="a note", key=acts.WriteKey("desk", uuid.uuid4(), over.sheet.head),
    )  # fmt: skip
    over.sheet.refresh_from_db()
    assert signing.standing_of(over.sheet).missing == ("A", "B")
    assert agree(over).standing.missing == ()
    assert SignOff.objects.count() == 4


def test_whoever_signed_for_itself_stands_and_the_tap_is_the_others(
    organiser: Any, over: MatchGame, agree: Callable[..., Any]
) -> None:
    sign_as(organiser, over, "A", pin="", reason="They had to leave.")
    assert agree(over).standing.missing == ()
    assert list(SignOff.objects.order_by("seq").values_list("side", "how")) == [("A", "referee"), ("B", "agreed")]


def test_with_pins_nobody_agrees_by_a_tap(
    organiser: Any, tournament: Tournament, over: MatchGame, agree: Callable[..., Any]
) -> None:
    choose(organiser, tournament, sign_with="match_pin")
    assert refused(agree, over) == "no_tap"
    assert not SignOff.objects.exists()


def test_with_a_tap_no_pin_signs_and_there_is_none(link: Any, tournament: Tournament, over: MatchGame) -> None:
    assert [signing_pins.pin_of(match(tournament, 1), side) for side in "AB"] == ["", ""]
    assert refused(sign_as, link, over, "A", pin="1234") == "not_your_side"


def test_where_each_side_has_its_phone_each_agrees_on_its_own(
    organiser: Any, tournament: Tournament, over: MatchGame, agree: Callable[..., Any]
) -> None:
    choose(organiser, tournament, scoring="both_sides")
    table = tournament.tables.get(number=1)
    phones = {side: acts.issue_table_link(actor=organiser, table=table, side=side).link for side in "AB"}
    assert refused(agree, over, actor=phones["A"]) == "not_your_side"
    sign_as(phones["A"], over, "A", pin="")
    assert sign_as(phones["B"], over, "B", pin="").match.over


def test_a_referee_takes_the_agreement_down_but_not_of_an_own_match(
    tournament: Tournament, over: MatchGame, agree: Callable[..., Any]
) -> None:
    own = UserFactory()
    RoleFactory(tournament=tournament, user=own, role="referee", team=match(tournament, 1).team("A").public_id)
    assert refused(agree, over, actor=own) == "conflict"
    neutral = UserFactory()
    RoleFactory(tournament=tournament, user=neutral, role="referee")
    assert agree(over, actor=neutral).match.over


def choose(organiser: Any, tournament: Tournament, **chosen: Any) -> None:
    now = policies.read(Tournament.objects.get(pk=tournament.pk).policies)
    acts.set_policies(actor=organiser, tournament=tournament, policies=replace(now, **chosen))
    tournament.refresh_from_db()


def test_how_it_is_signed_may_change_in_play(organiser: Any, tournament: Tournament, over: MatchGame) -> None:
    for sign_with in ("evening_pin", "match_pin", "tap"):
        choose(organiser, tournament, sign_with=sign_with)
    assert refused(choose, organiser, tournament, sign_with="seal") == "bad_policies"


def test_a_pin_of_the_evening_is_the_same_in_every_match_of_a_team(
    organiser: Any, tournament: Tournament, link: Any, over: MatchGame
) -> None:
    choose(organiser, tournament, sign_with="evening_pin")
    first = match(tournament, 1)
    pins = {first.team(side).pk: signing_pins.pin_of(first, side) for side in "AB"}
    assert len(set(pins.values())) == 2
    assert refused(sign_as, link, over, "A", pin=pins[first.team("B").pk]) == "wrong_pin"
    for side in "AB":
        sign_as(link, over, side, pin=pins[first.team(side).pk])
    final = match(tournament, 3)
    assert signing_pins.pin_of(final, "A") == pins[first.team("A").pk]


def test_a_fund_raiser_begins_with_a_tap_and_other_rules_with_pins(organiser: Any) -> None:
    evening = acts.create_tournament(actor=organiser, name="Fund", preset="fundraiser")
    assert policies.read(evening.policies) == policies.EventPolicies(sign_with="tap")
    strict = acts.create_tournament(actor=organiser, name="Cup")
    assert policies.read(strict.policies) == policies.EventPolicies()
    acts.set_rules(actor=organiser, tournament=strict, preset="fundraiser", changes={})
    strict.refresh_from_db()
    assert policies.read(strict.policies).sign_with == "tap"


def test_other_rules_leave_a_chosen_way_to_sign_alone(organiser: Any) -> None:
    evening = acts.create_tournament(actor=organiser, name="Fund", preset="fundraiser")
    choose(organiser, evening, sign_with="evening_pin")
    acts.set_rules(actor=organiser, tournament=evening, preset="durban-classic", changes={})
    evening.refresh_from_db()
    assert policies.read(evening.policies).sign_with == "evening_pin"


def test_an_event_of_before_goes_on_signing_with_a_pin_for_each_match() -> None:
    assert policies.read({"signing": True}).sign_with == "match_pin"
    assert not policies.read({"signing": False}).with_pins
