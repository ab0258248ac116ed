"""Every act is refused to whoever has no right to it: a table over all of them, so that none is forgotten."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import (
    RoleFactory,
    TableLinkFactory,
    UserFactory,
)
from tests.support.services.every_act import ACTS, CHIEFS, JUDGING, KEEPING, SAID, WRITING, state
from tests.support.services.world import World
from tests.support.worlds import kept
from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tables import links

pytestmark = pytest.mark.walks


# What each act is asked for; whoever adds one to `acts` has to say here how it is called.


@kept
def world():
    return World(UserFactory(username="organiser"))


@pytest.fixture
def organiser(request, db):
    """The organiser of the world, if the test has one."""
    if "world" in request.fixturenames:
        return request.getfixturevalue("world").entrusted
    return UserFactory(username="organiser")


def strangers(world):
    yield "nobody", AnonymousUser()
    yield "a user without a role", UserFactory()
    yield "the organiser of another tournament", RoleFactory().user
    idle = RoleFactory(tournament=world.played).user
    RoleFactory(tournament=world.draft, user=idle)
    idle.is_active = False
    yield "an organiser who was shut out", idle
    for role in ("chief_referee", "referee", "scorekeeper", "treasurer", "viewer"):
        user = RoleFactory(tournament=world.played, role=role).user
        RoleFactory(tournament=world.draft, user=user, role=role)
        yield role, user


def test_the_table_names_every_act():
    assert set(SAID) == set(ACTS)


@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_refused_to_everybody_without_the_right(world, name):
    for who, user in strangers(world):
        if name in WRITING and who in {"chief_referee", "referee", "scorekeeper"}:
            continue
        if name in JUDGING and who in {"chief_referee", "referee"}:
            continue
        if name in CHIEFS and who == "chief_referee":
            continue
        if name in KEEPING and who == "treasurer":
            continue
        said = SAID[name](world)
        before = state()
        if name == "preview_correction":
            assert acts.preview_correction(actor=user, **said)["refused"].code == "not_here", who
            continue
        with pytest.raises(Refused) as caught:
            getattr(acts, name)(actor=user, **said)
        assert caught.value.code in {"not_allowed", "not_here"}, f"{name} by {who}"
        assert state() == before, f"{name} by {who} changed something"


@pytest.mark.parametrize("name", sorted(KEEPING))
def test_the_treasurer_keeps_the_money(world, name):
    getattr(acts, name)(actor=RoleFactory(tournament=world.played, role="treasurer").user, **SAID[name](world))


def test_nobody_who_is_not_logged_in_creates_a_tournament(db):
    with pytest.raises(Refused) as caught:
        acts.create_tournament(actor=AnonymousUser(), name="Cup")
    assert caught.value.code == "not_allowed"


@pytest.mark.parametrize("name", sorted(set(ACTS) - WRITING))
def test_a_tables_link_runs_no_tournament(world, organiser, name):
    link = acts.issue_table_link(actor=organiser, table=world.table).link
    asked = SAID[name](world)
    before = state()
    with pytest.raises(Refused) as caught:
        getattr(acts, name)(actor=link, **asked)
    assert caught.value.code == "not_allowed"
    assert state() == before


@pytest.mark.parametrize("name", sorted(WRITING))
def test_a_tables_link_writes_at_its_own_table(world, organiser, name):
    link = acts.issue_table_link(actor=organiser, table=world.table).link
    getattr(acts, name)(actor=link, **SAID[name](world))


@pytest.mark.parametrize("which", ["another table", "another tournament", "revoked", "replaced", "expired"])
@pytest.mark.parametrize("name", sorted(WRITING))
def test_no_other_link_writes_there(world, organiser, name, which):
    link = acts.issue_table_link(actor=organiser, table=world.table).link
    match which:
        case "another table":
            link = acts.issue_table_link(actor=organiser, table=world.played.tables.get(number=2)).link
        case "another tournament":
            link = TableLinkFactory()
        case "revoked":
            acts.revoke_table_link(actor=organiser, table=world.table)
        case "replaced":
            acts.issue_table_link(actor=organiser, table=world.table)
        case "expired":
            link = acts.issue_table_link(actor=organiser, table=world.table, hours=0).link
    if name == "preview_correction":
        assert acts.preview_correction(actor=link, **SAID[name](world))["refused"].code == "not_here"
        return
    said = SAID[name](world)
    before = state()
    with pytest.raises(Refused) as caught:
        getattr(acts, name)(actor=link, **said)
    assert caught.value.code == "not_here"
    assert state() == before


def test_a_table_corrects_only_its_last_hand(world, organiser, write):
    link = acts.issue_table_link(actor=organiser, table=world.table).link
    write(game(world.played, 1), count("A"))
    with pytest.raises(Refused) as caught:
        acts.correct_hand(actor=link, **SAID["correct_hand"](world))
    assert caught.value.code == "not_the_last"


def test_tokens_are_128_random_bits_and_only_their_hash_is_kept(world, organiser):
    issued = [acts.issue_table_link(actor=organiser, table=world.table) for _ in range(5)]
    assert len({link.token for link in issued}) == 5
    assert all(len(link.token) == 22 for link in issued)
    assert links.find(issued[-1].token) == issued[-1].link
    assert links.find(issued[0].token) is None
    assert links.find("") is None
    stored = [str(value) for row in type(issued[0].link).objects.values_list() for value in row]
    assert not any(link.token in value for link in issued for value in stored)
