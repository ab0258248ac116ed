"""Who gets to fetch a tournament: for everybody else it does not exist."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from tests.factories import RoleFactory, RunningTournamentFactory, TournamentFactory, UserFactory
from thunee_tournaments.tournaments import selectors
from thunee_tournaments.tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db
ROLES = Role.Name.values


@pytest.fixture
def tournament():
    return TournamentFactory(slug="cup")


def fetches(user, role):
    try:
        return selectors.tournament_for(user, "cup", role).slug == "cup"
    except Http404:
        return False


@pytest.mark.parametrize("held", ROLES)
@pytest.mark.parametrize("wanted", ROLES)
def test_a_role_opens_what_it_is_for_and_the_organisers_everything(tournament, held, wanted):
    user = RoleFactory(tournament=tournament, role=held).user
    assert fetches(user, wanted) == (held in (wanted, "organiser") or wanted == "viewer")


@pytest.mark.parametrize("wanted", ROLES)
def test_without_a_role_it_does_not_exist(tournament, wanted):
    elsewhere = RoleFactory().user
    shut_out = RoleFactory(tournament=tournament).user
    shut_out.is_active = False
    for user in (AnonymousUser(), UserFactory(), elsewhere, shut_out):
        assert not fetches(user, wanted)


def test_one_that_does_not_exist_is_answered_alike(tournament):
    with pytest.raises(Http404) as unknown:
        selectors.tournament_for(UserFactory(), "no-such-cup")
    with pytest.raises(Http404) as hidden:
        selectors.tournament_for(UserFactory(), "cup")
    assert str(unknown.value) == str(hidden.value)


def test_whoever_runs_the_installation_may_do_everything(tournament):
    assert fetches(UserFactory(is_superuser=True), "organiser")


def test_a_users_own_tournaments_are_listed_once(tournament):
    user = RoleFactory(tournament=tournament).user
    RoleFactory(tournament=tournament, user=user, role="referee")
    TournamentFactory()
    assert list(selectors.tournaments_of(user)) == [tournament]
    assert list(selectors.tournaments_of(user, "treasurer")) == []
    assert not selectors.tournaments_of(AnonymousUser()).exists()


def test_the_home_page_lists_what_has_been_drawn_the_running_first(tournament):
    closed = RunningTournamentFactory(status=Tournament.Status.CLOSED)
    running = RunningTournamentFactory()
    assert list(selectors.public_tournaments()) == [running, closed]


def looks_at(user, slug="cup"):
    try:
        return selectors.public_tournament(user, slug).slug == slug
    except Http404:
        return False


def test_a_draft_is_there_for_whoever_has_a_role_in_it_and_after_the_draw_for_everybody(tournament):
    strangers = [AnonymousUser(), UserFactory(), RoleFactory().user]
    own = [RoleFactory(tournament=tournament, role=role).user for role in ROLES]
    assert all(map(looks_at, own))
    assert not any(map(looks_at, strangers))
    running = RunningTournamentFactory()
    assert all(looks_at(user, running.slug) for user in strangers)
    assert not looks_at(AnonymousUser(), "no-such-cup")
