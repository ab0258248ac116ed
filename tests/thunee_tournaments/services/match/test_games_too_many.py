"""Best of three and five: a wrong game is put right after later ones were played. Those stay as they are, count while
the match needs them, and are listed before the change is saved."""

import uuid
from typing import Any

import pytest

from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.support.services.beyond import best_of, beyond, nth, play, sound, three, turn
from tests.support.services.drawing import refused
from tests.support.services.signing import sign_as
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["three"]

pytestmark = [pytest.mark.walks, pytest.mark.slow]


def test_turning_the_first_game_gives_the_match_to_the_other_side_and_the_third_game_does_not_count(
    three: Tournament, organiser: Any, correct: Any
) -> None:
    first = nth(three, 1, 1)
    last = first.sheet.entries.last()
    shown = acts.preview_correction(actor=organiser, game=first, entry=last, body=thunee("B"))
    assert shown["refused"] is None
    assert shown["beyond"].aside == ((1, 3),)
    turn(correct, first, thunee("B"))
    now = match(three, 1)
    assert (
        now.winning_side,
        now.side("A").games_won,
        now.side("B").games_won,
        now.side("A").score,
        now.side("B").score,
    ) == ("B", 0, 2, 0, 8)
    assert match(three, 3).team("A") == now.team("B")
    assert beyond(three, 1) == [3]
    assert game(three, 1).number == 2
    sound(three)
    turn(correct, nth(three, 1, 1), thunee("A"))  # put back: it counts again
    assert (match(three, 1).winning_side, match(three, 1).side("A").games_won, beyond(three, 1)) == ("A", 2, [])
    sound(three)


def test_the_third_game_can_be_struck_out_first_and_is_then_no_obstacle(three: Tournament, correct: Any) -> None:
    turn(correct, nth(three, 1, 3), None)
    assert not match(three, 1).over
    turn(correct, nth(three, 1, 1), thunee("B"))
    assert (match(three, 1).winning_side, beyond(three, 1)) == ("B", [])
    sound(three)


def test_a_game_that_lies_beyond_is_struck_out_and_played_anew_when_its_turn_comes(
    three: Tournament, correct: Any, write: Any
) -> None:
    turn(correct, nth(three, 1, 1), count("A"))  # the first game is open again
    assert (match(three, 1).state, game(three, 1).number, beyond(three, 1)) == ("playing", 1, [2, 3])
    turn(correct, nth(three, 1, 3), None)
    assert beyond(three, 1) == [2]
    sound(three)
    write(game(three, 1), thunee("A"))
    assert (game(three, 1).number, *(side.games_won for side in match(three, 1).sides)) == (
        3,
        1,
        1,
    )
    write(game(three, 1), thunee("B"))
    assert (match(three, 1).winning_side, match(three, 1).games.count()) == ("B", 3)
    sound(three)


def test_games_behind_one_that_is_open_again_count_as_they_stand_once_it_is_over(
    three: Tournament, correct: Any, write: Any
) -> None:
    turn(correct, nth(three, 1, 1), count("A"))
    sound(three)
    write(game(three, 1), thunee("A"))
    assert (match(three, 1).winning_side, match(three, 1).side("A").games_won, beyond(three, 1)) == ("A", 2, [])
    sound(three)


def test_nothing_is_written_in_a_game_while_an_earlier_one_is_open_again(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 3)
    play(write, tournament, 1, "A")
    second = game(tournament, 1)
    write(second, count("B"))
    turn(correct, nth(tournament, 1, 1), count("A"))
    assert refused(write, game=second, body=count("B")) == "earlier_game_first"
    second.sheet.refresh_from_db()
    assert second.sheet.seq == 1
    write(game(tournament, 1), thunee("B"))
    assert game(tournament, 1) == second
    write(second, count("B"))
    sound(tournament)


def test_in_a_match_of_five_two_games_may_lie_beyond(organiser: Any, write: Any, correct: Any) -> None:
    tournament = best_of(organiser, 5)
    play(write, tournament, 1, "BAABB")
    assert match(tournament, 1).winning_side == "B"
    turn(correct, nth(tournament, 1, 1), thunee("A"))
    assert (match(tournament, 1).winning_side, beyond(tournament, 1)) == ("A", [4, 5])
    turn(correct, nth(tournament, 1, 2), thunee("B"))
    now = match(tournament, 1)
    assert (now.winning_side, *(side.games_won for side in now.sides), beyond(tournament, 1)) == (
        "B",
        2,
        3,
        [],
    )
    sound(tournament)


def test_a_verdict_turns_a_game_before_others_and_an_appeal_turns_it_back(three: Tournament, organiser: Any) -> None:
    first = nth(three, 1, 1)
    key = {"device": "d", "client_uuid": uuid.uuid4()}
    dispute = acts.raise_dispute(
        actor=organiser, match=match(three, 1), about="hand", reason="wrong_record", words="", game=first, hand=1, **key
    ).dispute
    said = ProposedDecision(
        "corrected", ("TH-DEAL-1",), "The other side made it.", head=first.sheet.head, body=thunee("B")
    )
    referee = RoleFactory(tournament=three, role="referee").user
    told = {"actor": referee, "match": match(three, 1), "dispute": dispute, "proposed": said}
    _before, after = acts.preview_decision(**told)
    assert after.elsewhere.aside == {(1, 3)}
    acts.decide_dispute(**told, **key)
    assert (match(three, 1).winning_side, beyond(three, 1)) == ("B", [3])
    sound(three)
    key["client_uuid"] = uuid.uuid4()
    acts.appeal_decision(actor=organiser, match=match(three, 1), dispute=dispute, side="A", text="Not so.", **key)
    first.sheet.refresh_from_db()
    key["client_uuid"] = uuid.uuid4()
    acts.decide_appeal(
        actor=organiser, match=match(three, 1), dispute=dispute, overturn=True, rules=["TH-DEAL-1"], text="As it was.",
        head=first.sheet.head, **key,
    )  # fmt: skip
    assert (match(three, 1).winning_side, beyond(three, 1)) == ("A", [])
    sound(three)


def test_a_match_with_a_game_beyond_can_be_forfeited_and_taken_back(
    three: Tournament, organiser: Any, correct: Any
) -> None:
    turn(correct, nth(three, 1, 1), thunee("B"))
    key = {"device": "d", "client_uuid": uuid.uuid4()}
    dispute = acts.raise_dispute(
        actor=organiser, match=match(three, 1), about="match", reason="conduct", words="", **key
    ).dispute
    referee = RoleFactory(tournament=three, role="referee").user
    lost = ProposedDecision("match_forfeited", ("EV-CONF-1",), "So it is.", side="B")
    acts.decide_dispute(actor=referee, match=match(three, 1), dispute=dispute, proposed=lost, **key)
    assert match(three, 1).winning_side == "A"
    sound(three)


def test_with_signatures_the_games_behind_a_turned_one_wait_until_it_is_signed_again(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 3, policies={})
    for number, side in enumerate("ABA", start=1):
        play(write, tournament, 1, side)
        for signer in "AB":
            sign_as(organiser, nth(tournament, 1, number), signer)
    assert match(tournament, 1).winning_side == "A"
    turn(correct, nth(tournament, 1, 1), thunee("B"))
    assert (match(tournament, 1).over, game(tournament, 1).number, beyond(tournament, 1)) == (False, 1, [2, 3])
    sound(tournament)
    for signer in "AB":
        sign_as(organiser, nth(tournament, 1, 1), signer)
    assert (match(tournament, 1).winning_side, beyond(tournament, 1)) == ("B", [3])
    sound(tournament)


def test_a_final_that_has_begun_comes_under_review_as_after_any_turned_match(
    three: Tournament, correct: Any, write: Any
) -> None:
    play(write, three, 2, "AA")
    write(game(three, 3), thunee("A"))
    turn(correct, nth(three, 1, 1), thunee("B"))
    assert match(three, 3).conflict == "A"
    sound(three)
