"""At the door: who is here, and a draw without those that are not."""

import pytest

from tests.factories import RoleFactory, SignUpFactory, TeamFactory, TournamentFactory, UserFactory
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.services.queries import door_code
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organiser):
    event = TournamentFactory(organiser=organiser)
    for name in ("Aces", "Jacks", "Nines"):
        TeamFactory(tournament=event, name=name)
    return event


def team(event, name):
    return event.teams.get(name=name)


def check_in(organiser, *teams):
    for each in teams:
        acts.check_in(actor=organiser, team=each, here=True)


def missing(event):
    return list(event.teams.filter(arrived_at__isnull=True).values_list("public_id", flat=True))


def test_a_team_is_checked_in_once_and_a_mistake_is_taken_back(organiser, event):
    aces = team(event, "Aces")
    first = acts.check_in(actor=organiser, team=aces, here=True).arrived_at
    assert acts.check_in(actor=organiser, team=aces, here=True).arrived_at == first is not None
    assert acts.check_in(actor=organiser, team=aces, here=False).arrived_at is None


def test_who_is_not_here_is_left_out_of_the_draw_and_can_come_in_again(organiser, event):
    acts.order_seeds(
        actor=organiser, tournament=event, teams=[team(event, name).public_id for name in ("Jacks", "Aces")]
    )
    check_in(organiser, team(event, "Aces"), team(event, "Nines"))
    (left_out,) = acts.leave_out_absent(actor=organiser, tournament=event, seen=missing(event))
    assert list(event.teams.order_by("name").values_list("name", flat=True)) == ["Aces", "Nines"]
    assert team(event, "Aces").seed == 1  # moved up
    assert (left_out.state, left_out.name, left_out.players) == ("absent", "Jacks", ["First", "Second"])
    back = acts.accept_sign_up(actor=organiser, signed_up=left_out)
    assert [player.name for player in back.players.all()] == ["First", "Second"]
    assert back.arrived_at is None
    check_in(organiser, back)
    acts.draw_event(actor=organiser, tournament=event)
    assert event.teams.count() == 3


def test_a_team_that_signed_up_itself_keeps_its_sign_up_and_does_not_move_up_by_itself(organiser, event):
    acts.announce(
        actor=organiser, tournament=event, says=acts.Announced(visibility="public", open=True, review=False, places=8)
    )
    signed = SignUpFactory(tournament=event, state="in", team=team(event, "Jacks"), name="Jacks", number=9)
    check_in(organiser, team(event, "Aces"))
    acts.leave_out_absent(actor=organiser, tournament=event, seen=missing(event))
    signed.refresh_from_db()
    assert (signed.state, signed.team) == ("absent", None)
    acts.announce(
        actor=organiser, tournament=event, says=acts.Announced(visibility="public", open=True, review=False, places=9)
    )
    assert list(event.teams.values_list("name", flat=True)) == ["Aces"]


def test_nothing_is_left_out_that_was_not_shown_or_before_anybody_is_here(organiser, event):
    asked = {"actor": organiser, "tournament": event}
    assert refused(acts.leave_out_absent, **asked, seen=missing(event)) == "nobody_here"
    shown = missing(event)
    check_in(organiser, team(event, "Aces"), team(event, "Jacks"))
    assert refused(acts.leave_out_absent, **asked, seen=shown) == "changed_meanwhile"
    assert event.teams.count() == 3


def test_after_the_draw_teams_arrive_and_none_is_left_out(organiser):
    event = draw(organiser, 4)
    check_in(organiser, event.teams.first())
    assert refused(acts.leave_out_absent, actor=organiser, tournament=event, seen=missing(event)) == "drawn_already"
    Tournament.objects.filter(pk=event.pk).update(status="closed")
    late = event.teams.last()
    assert refused(acts.check_in, actor=organiser, team=late, here=True) == "tournament_closed"


def test_the_treasurer_checks_in_and_nobody_else_but_the_organiser(organiser, event):
    aces = team(event, "Aces")
    treasurer = RoleFactory(tournament=event, role="treasurer").user
    assert acts.check_in(actor=treasurer, team=aces, here=True).arrived_at is not None
    asked = {"tournament": event, "seen": missing(event)}
    assert refused(acts.leave_out_absent, actor=treasurer, **asked) == "not_allowed"
    for role in ("referee", "scorekeeper", "viewer"):
        somebody = RoleFactory(tournament=event, role=role).user
        assert refused(acts.check_in, actor=somebody, team=aces, here=False) == "not_allowed"
    assert refused(acts.check_in, actor=UserFactory(), team=aces, here=False) == "not_allowed"


def signed_up(organiser, event, key="k" * 32, **typed):
    """A team that signed up itself and is in."""
    says = acts.Announced(visibility="public", open=True, review=False, places=9)
    acts.announce(actor=organiser, tournament=event, says=says)
    typed = {"name": "Corner Aces", "phone": "082 555 0100", **typed}
    return acts.sign_up(tournament=event, key=key, typed=acts.Typed(players=["Kim", "Ash"], **typed)).sign_up


def test_a_captain_checks_the_team_in_with_the_code_at_the_door_and_once(organiser, event):
    sign_up = signed_up(organiser, event)
    first = acts.arrive(signed_up=sign_up, code=door_code(event)).arrived_at
    assert first is not None
    assert acts.arrive(signed_up=sign_up, code=f" {door_code(event)[:2]} {door_code(event)[2:]} ").arrived_at == first


@pytest.mark.parametrize("code", ["", "12", "x" * 20, "\0"])
def test_without_the_code_at_the_door_nobody_arrives(organiser, event, code):
    sign_up = signed_up(organiser, event)
    assert refused(acts.arrive, signed_up=sign_up, code=code) == "wrong_code"
    assert refused(acts.arrive, signed_up=sign_up, code=door_code(TournamentFactory())) == "wrong_code"
    assert team(event, "Corner Aces").arrived_at is None


def test_who_has_no_place_or_comes_when_all_is_over_does_not_arrive(organiser, event):
    sign_up, late = signed_up(organiser, event), signed_up(organiser, event, name="Late Nines", key="n" * 32)
    acts.withdraw_sign_up(signed_up=late)
    assert refused(acts.arrive, signed_up=late, code=door_code(event)) == "not_in"
    acts.draw_event(actor=organiser, tournament=event)
    acts.close_tournament(actor=organiser, tournament=event, reason="rain")
    assert refused(acts.arrive, signed_up=sign_up, code=door_code(event)) == "tournament_closed"
