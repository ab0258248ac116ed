"""Whether games are signed may change between rounds: what has begun is decided as it began."""

import uuid
from dataclasses import replace
from typing import Any

import pytest

from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.core import notices as told
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.simulation import invariants
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
TAP = policies.SignWith.TAP


@pytest.fixture
def signed(organiser: Any) -> Tournament:
    tournament = draw(organiser, 4)
    choose(organiser, tournament, signing=True)
    return tournament


def choose(organiser: Any, tournament: Tournament, *, signing: bool) -> None:
    now = policies.read(Tournament.objects.get(pk=tournament.pk).policies)
    chosen = replace(now, signing=signing, sign_with=TAP)
    acts.set_policies(actor=organiser, tournament=tournament, policies=chosen)
    tournament.refresh_from_db()


def finish(write: Any, tournament: Tournament, number: int, side: str) -> None:
    """Hands until the sheet is over, whether or not that settles the match."""
    played = game(tournament, number)
    while not played.sheet.is_over:
        write(played, thunee(side))
        played.sheet.refresh_from_db()


def agree(organiser: Any, tournament: Tournament, number: int) -> None:
    over = game(tournament, number)
    key = acts.WriteKey("desk", uuid.uuid4(), over.sheet.head)
    acts.agree_to_game(actor=organiser, game=over, key=key)


def sound(tournament: Tournament) -> None:
    tournament.refresh_from_db()
    assert replay.check(tournament) == []
    assert redraw.check(tournament) == []
    invariants.called_on_signed(tournament)


def test_a_match_that_has_begun_is_signed_as_it_began_and_the_next_is_not(
    organiser: Any, signed: Tournament, write: Any
) -> None:
    write(game(signed, 1), count("A"))
    choose(organiser, signed, signing=False)
    finish(write, signed, 1, "A")
    finish(write, signed, 2, "B")
    assert match(signed, 1).state == Match.State.PLAYING  # over, and not signed yet
    assert match(signed, 2).state == Match.State.DONE
    assert [match(signed, number).signing for number in (1, 2, 3)] == [True, None, None]
    agree(organiser, signed, 1)
    assert match(signed, 1).state == Match.State.DONE
    sound(signed)


def test_one_that_was_over_before_stays_over_when_games_are_signed_from_now_on(organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 4)
    finish(write, tournament, 1, "A")
    write(game(tournament, 2), count("B"))
    choose(organiser, tournament, signing=True)
    assert match(tournament, 1).state == Match.State.DONE
    finish(write, tournament, 2, "B")
    assert match(tournament, 2).state == Match.State.DONE
    finish(write, tournament, 3, "A")
    assert match(tournament, 3).state == Match.State.PLAYING
    sound(tournament)


def test_changing_to_and_fro_keeps_each_match_as_it_began(organiser: Any, signed: Tournament, write: Any) -> None:
    write(game(signed, 1), count("A"))
    choose(organiser, signed, signing=False)
    write(game(signed, 2), count("A"))
    choose(organiser, signed, signing=True)
    finish(write, signed, 1, "A")
    finish(write, signed, 2, "A")
    assert [match(signed, number).state for number in (1, 2)] == [Match.State.PLAYING, Match.State.DONE]
    assert [match(signed, number).signing for number in (1, 2)] == [True, False]
    sound(signed)


def test_the_record_tells_it_once_play_has_begun_and_not_before(organiser: Any, signed: Tournament, write: Any) -> None:
    choose(organiser, signed, signing=False)
    notices = told.notices.about(signed.public_id, told.SIGNING)
    assert not notices.exists()
    write(game(signed, 1), count("A"))
    choose(organiser, signed, signing=True)
    choose(organiser, signed, signing=True)
    [notice] = notices
    assert (notice.kind, notice.body, notice.actor) == ("signing", {"signing": True}, f"user:{organiser.pk}")


def test_what_decides_results_is_still_fixed(organiser: Any, signed: Tournament, write: Any) -> None:
    write(game(signed, 1), count("A"))
    now = policies.read(signed.policies)
    with pytest.raises(Refused) as caught:
        acts.set_policies(actor=organiser, tournament=signed, policies=replace(now, late_scorecard=True))
    assert caught.value.code == "policies_fixed"
