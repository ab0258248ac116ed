"""With signatures a game counts once both sides have signed it; a correction voids both, and takes nobody back."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from adjudication import signing
from adjudication.errors import KeyReused, Stale
from adjudication.models import SignOff
from tests.factories import RoleFactory, TournamentFactory, UserFactory
from tests.support.services.signing import sign_as
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match, MatchGame, Stage
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.models import SigningTries
from thunee_tournaments.services.record import replay
from thunee_tournaments.services.scoring import signing_pins
from thunee_tournaments.tables.selectors import match_at
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

Sign = Callable[..., Any]


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    cache.clear()
    return draw(organiser, 4, table_count=2, policies={})


@pytest.fixture
def link(organiser: Any, tournament: Tournament) -> Any:
    return acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).link


@pytest.fixture
def sign(link: Any) -> Sign:
    """`sign(game, "A")` on the phone of the first table."""

    def sign(played: MatchGame, side: str, **changed: Any) -> Any:
        return sign_as(changed.pop("actor", link), played, side, **changed)

    return sign


@pytest.fixture
def over(tournament: Tournament, write: Any) -> MatchGame:
    """The first match's game, won by side A with three thunees, not signed."""
    played = game(tournament, 1)
    for _ in range(3):
        write(played, thunee("A"))
    return played


def refused(act: Callable[..., Any], *args: Any, **said: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(*args, **said)
    return caught.value.code


def test_a_game_that_is_over_waits_for_both_sides(tournament: Tournament, over: MatchGame, sign: Sign) -> None:
    assert match(tournament, 1).state == "playing"
    assert match(tournament, 1).side("A").games_won == 0
    first = sign(over, "A")
    assert (first.standing.state, first.match.over) == ("one_signed", False)
    both = sign(over, "B")
    assert (both.standing.state, both.match.over, both.match.winner.name) == ("signed", True, "Team 1")
    assert match(tournament, 3).team("A").name == "Team 1"
    assert match_at(tournament.tables.get(number=1)) is None
    assert replay.check(tournament) == []


def test_without_signatures_it_counts_at_once(organiser: Any, win: Any) -> None:
    plain = draw(organiser, 4)
    assert win(plain, 1, "A").over
    assert refused(sign_as, organiser, game(plain, 1), "A") == "no_signing"


def test_a_new_tournament_plays_with_signatures(organiser: Any) -> None:
    from thunee_tournaments.tournaments import policies

    assert policies.read(acts.create_tournament(actor=organiser, name="Cup").policies).signing


def test_the_next_game_of_a_match_opens_when_the_one_before_is_signed(organiser: Any, write: Any) -> None:
    longer = draw(organiser, 2, best_of=3, policies={})
    first = game(longer, 1)
    for _ in range(3):
        write(first, thunee("A"))
    assert acts.start_next_game(actor=organiser, match=match(longer, 1)) == first
    assert match(longer, 1).games.count() == 1
    for side in "AB":
        sign_as(organiser, first, side)
    assert game(longer, 1).number == 2
    assert (match(longer, 1).side("A").games_won, match(longer, 1).over) == (1, False)
    assert replay.check(longer) == []


def test_a_correction_voids_both_signatures_and_the_same_winner_stays_where_he_is(
    tournament: Tournament, over: MatchGame, sign: Sign, correct: Any, write: Any, win: Any, organiser: Any
) -> None:
    for side in "AB":
        sign(over, side)
    for _ in range(3):
        write(game(tournament, 2), thunee("A"))
    for side in "AB":
        sign_as(organiser, game(tournament, 2), side)
    write(game(tournament, 3), count("A"))  # the final has begun
    done = correct(over, over.sheet.entries.get(seq=3), {"tally": {"trumper": 2, "declared": {
        "seat": 2, "kind": "thunee", "lost_to": None}}})  # fmt: skip
    assert done.voided == ("A", "B")
    over.sheet.refresh_from_db()
    assert signing.standing_of(over.sheet).state == "over"
    assert match(tournament, 1).over
    assert match(tournament, 3).state == "playing"
    assert replay.check(tournament) == []
    sign(over, "A")
    assert sign(over, "B").standing.state == "signed"


def test_a_correction_that_turns_the_winner_takes_him_back_until_both_sign_again(
    tournament: Tournament, over: MatchGame, sign: Sign, correct: Any, write: Any
) -> None:
    for side in "AB":
        sign(over, side)
    for seq in (1, 2, 3):
        correct(over, over.sheet.entries.get(seq=seq), thunee("B"))
    played = match(tournament, 1)
    assert (played.over, match(tournament, 3).team("A")) == (False, None)
    assert match_at(tournament.tables.get(number=1)) == played
    assert replay.check(tournament) == []
    sign(over, "A")
    assert sign(over, "B").match.winner.name == "Team 4"
    assert match(tournament, 3).team("A").name == "Team 4"
    assert replay.check(tournament) == []


def test_a_correction_between_the_two_signatures_lets_the_first_sign_again(
    over: MatchGame, sign: Sign, correct: Any
) -> None:
    sign(over, "A")
    head = over.sheet.head
    assert correct(over, over.sheet.entries.get(seq=1), count("A")).voided == ("A",)
    with pytest.raises(Stale):
        sign(over, "B", head=head)
    assert refused(sign, over, "B") == "not_over"  # one ball instead of four: the game goes on


def test_a_pin_is_of_one_side_of_one_match(tournament: Tournament, over: MatchGame, sign: Sign) -> None:
    first, second = match(tournament, 1), match(tournament, 2)
    told = {signing_pins.pin_of(one, side) for one in (first, second) for side in "AB"}
    assert len(told) == 4
    assert all(len(pin) == 4 and pin.isdecimal() for pin in told)
    assert signing_pins.pin_of(match(tournament, 3), "A") == ""
    assert refused(sign, over, "A", pin=signing_pins.pin_of(first, "B")) == "wrong_pin"
    assert refused(sign, over, "A", pin=signing_pins.pin_of(second, "A")) == "wrong_pin"
    assert refused(sign, over, "A", pin="") == "pin_missing"
    assert SignOff.objects.count() == 0


def test_the_pins_on_slips_that_were_handed_out_stay_right_whatever_is_renamed(settings: Any) -> None:
    settings.SECRET_KEY = "of a site that was there before"
    stage = Stage(tournament=Tournament())
    teams = [Team(public_id="first"), Team(public_id="second")]
    playing = Match.between([["bye"]] * 2, teams, public_id="match", stage=stage)
    assert [signing_pins.pin_of(playing, side) for side in "AB"] == ["7903", "1340"]


def test_guessing_a_pin_ends_after_a_few_tries(tournament: Tournament, over: MatchGame, sign: Sign) -> None:
    right = signing_pins.pin_of(match(tournament, 1), "A")
    wrong = "0000" if right != "0000" else "1111"
    assert [refused(sign, over, "A", pin=wrong) for _ in range(6)] == ["wrong_pin"] * 5 + ["pin_locked"]
    assert refused(sign, over, "A") == "pin_locked"  # the right one comes too late
    sign(over, "B")  # the other side is not kept waiting
    SigningTries.objects.update(since=timezone.now() - signing_pins.PAUSE)
    assert sign(over, "A").standing.state == "signed"


def test_a_sides_own_phone_signs_for_its_side_without_a_pin(over: MatchGame, sign: Sign, link: Any) -> None:
    link.side = "A"
    assert sign(over, "A", pin="").sheet.sign_offs.get().how == "own"
    assert refused(sign, over, "B", pin="") == "pin_missing"


def test_a_referee_signs_for_a_side_that_left_with_a_reason(tournament: Tournament, over: MatchGame) -> None:
    referee = RoleFactory(tournament=tournament, role="referee").user
    assert refused(sign_as, referee, over, "B", pin="") == "reason_missing"
    signed = sign_as(referee, over, "B", pin="", reason="They have gone home.")
    assert signed.sheet.sign_offs.get().reason == "They have gone home."
    keeper = RoleFactory(tournament=tournament, role="scorekeeper").user
    assert refused(sign_as, keeper, over, "A", pin="", reason="I say so") == "not_your_side"


def test_the_same_request_again_is_answered_alike_and_another_one_is_told(over: MatchGame, sign: Sign) -> None:
    key = uuid.uuid4()
    sign(over, "A", client_uuid=key)
    assert sign(over, "A", client_uuid=key).repeated
    assert refused(sign, over, "A") == "signed_already"
    with pytest.raises(KeyReused):
        sign(over, "B", client_uuid=key)
    assert SignOff.objects.count() == 1


def test_nothing_is_signed_while_the_game_is_in_play_or_a_dispute_freezes_it(
    tournament: Tournament, organiser: Any, write: Any, sign: Sign
) -> None:
    played = game(tournament, 1)
    write(played, thunee("A"))
    assert refused(sign, played, "A") == "not_over"
    for _ in range(2):
        write(played, thunee("A"))
    Tournament.objects.filter(pk=tournament.pk).update(policies={"freeze": True})
    acts.raise_dispute(
        actor=organiser, match=match(tournament, 1), about="game", reason="rule", words="", device="d",
        client_uuid=uuid.uuid4(), game=played,
    )  # fmt: skip
    assert refused(sign, played, "A") == "disputed"


def test_nobody_signs_in_a_tournament_that_is_closed(
    tournament: Tournament, over: MatchGame, sign: Sign, organiser: Any
) -> None:
    sign(over, "A")
    acts.close_tournament(actor=organiser, tournament=tournament, reason="power cut")
    assert refused(sign_as, organiser, over, "B") == "tournament_closed"
    assert SignOff.objects.count() == 1


def test_nobody_signs_from_elsewhere(tournament: Tournament, over: MatchGame, organiser: Any) -> None:
    elsewhere = acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=2)).link
    assert refused(sign_as, elsewhere, over, "A") == "not_here"
    stranger = UserFactory()
    TournamentFactory(organiser=stranger)
    assert refused(sign_as, stranger, over, "A") == "not_here"


def test_when_the_window_has_closed_nothing_is_corrected_any_more(over: MatchGame, sign: Sign, correct: Any) -> None:
    for side in "AB":
        sign(over, side)
    with time_machine.travel(timedelta(minutes=29)):
        correct(over, over.sheet.entries.get(seq=3), thunee("A") | {"claimed": {"winner": "A", "balls": 4}})
        for side in "AB":
            sign(over, side)
    with time_machine.travel(timedelta(minutes=60)):
        assert refused(correct, over, over.sheet.entries.get(seq=4), thunee("B")) == "final"


def test_a_signature_given_before_the_match_waits_still_gets_its_first_answer(
    tournament: Tournament, over: MatchGame, sign: Sign
) -> None:
    said = {"client_uuid": uuid.uuid4(), "device": "phone"}
    sign(over, "A", **said)
    Match.objects.filter(pk=over.match_id).update(conflict="A")
    assert sign(over, "A", **said).repeated
    assert refused(sign, over, "B") == "under_review"
    assert SignOff.objects.count() == 1
