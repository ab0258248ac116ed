"""What two people do at one moment with a team that came late, and with whether games are signed."""

from dataclasses import asdict, replace
from typing import Any

import pytest

from tests.support.services.races import Race, last_hand, race
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["race"]  # a fixture used here as it is

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def drawn(transactional_db: None, organiser: Any, win: Any) -> Tournament:
    """Three teams: the first match is over, so that the final is ready; the bye in it is nobody's yet."""
    tournament = draw(organiser, 3)
    playing = Match.objects.get(stage__tournament=tournament, state="ready")
    win(tournament, playing.number, "A")
    for name in ("Late", "Later"):
        acts.add_team(actor=organiser, tournament=tournament, name=name, players=("Ann", "Bo"))
    tournament.refresh_from_db()
    return tournament


def place(tournament: Tournament, organiser: Any, name: str = "Late", **more: Any) -> dict[str, Any]:
    said = {
        "tournament": tournament.pk,
        "team": tournament.teams.get(name=name).pk,
        "match": queries.free_places(tournament)[0].match.pk,
        "reason": "Their car broke down.",
    }
    return {"act": "give_place", "actor": organiser.pk, "said": said, "pause": 0.3, **more}


def sound(tournament: Tournament) -> bool:
    tournament = Tournament.objects.get(pk=tournament.pk)
    return not redraw.check(tournament) and not replay.check(tournament)


def final(tournament: Tournament) -> Match:
    return Match.objects.filter(stage__tournament=tournament).order_by("-number")[0]


def test_a_place_is_given_once_however_often_it_is_tapped(race: Race, drawn: Tournament, organiser: Any) -> None:
    order = place(drawn, organiser)
    assert race.words([order, order]) == ["done", "done_already"]
    assert sound(drawn)


def test_of_two_late_teams_one_gets_the_place(race: Race, drawn: Tournament, organiser: Any) -> None:
    assert race.words([place(drawn, organiser), place(drawn, organiser, "Later")]) == ["done", "no_free_place"]
    assert sound(drawn)
    assert len(queries.waiting_teams(Tournament.objects.get(pk=drawn.pk))) == 1


def test_a_place_and_the_first_hand_of_whoever_had_the_bye_are_not_both(
    race: Race, drawn: Tournament, organiser: Any
) -> None:
    hand = last_hand(drawn, final(drawn).number, organiser, at="entry")
    got = race.words([place(drawn, organiser), hand])
    assert got in (["done", "no_free_place"], ["done", "not_here"], ["done", "teams_unknown"])
    assert sound(drawn)


def test_control_without_the_locks_both_can_be(race: Race, drawn: Tournament, organiser: Any) -> None:
    without = {"without": "lock"}
    got = race.words([place(drawn, organiser, **without), place(drawn, organiser, "Later", **without)])
    assert got != ["done", "no_free_place"] or not sound(drawn)


@pytest.fixture
def signed(transactional_db: None, organiser: Any) -> Tournament:
    """Signed with a tap, a game is one thunee, and nothing is written yet."""
    tournament = draw(organiser, 4, changes={"balls_to_win": 4})
    now = policies.read(tournament.policies)
    chosen = replace(now, signing=True, sign_with=policies.SignWith.TAP)
    acts.set_policies(actor=organiser, tournament=tournament, policies=chosen)
    tournament.refresh_from_db()
    return tournament


def only_hand_and_end_of_signing(tournament: Tournament, organiser: Any, **more: Any) -> list[dict[str, Any]]:
    chosen = asdict(replace(policies.read(tournament.policies), signing=False))
    said = {"tournament": tournament.pk, "policies": chosen}
    off = {"act": "set_policies", "actor": organiser.pk, "said": said, "pause": 0.3, "at": "began", **more}
    return [last_hand(tournament, 1, organiser, at="entry", **more), off]


def test_the_only_hand_of_a_match_and_the_end_of_signing_leave_it_as_one_of_the_two(
    race: Race, signed: Tournament, organiser: Any
) -> None:
    assert race.words(only_hand_and_end_of_signing(signed, organiser)) == ["done", "done"]
    one = match(signed, 1)
    assert (one.state, one.signing) in (("playing", True), ("done", None))
    assert sound(signed)


def test_control_without_the_locks_it_hangs_between_them(race: Race, signed: Tournament, organiser: Any) -> None:
    hand, off = only_hand_and_end_of_signing(signed, organiser, without="lock")
    got = race.words([hand, {**off, "linger": 1.0}])  # the hand is written first, and who ends signing has not seen it
    assert got != ["done", "done"] or not sound(signed)
