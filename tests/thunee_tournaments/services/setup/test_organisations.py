"""Organisations: their members act in all their events, what each may do there, and who makes events."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from adjudication import commitments
from tests.factories import (
    RoleFactory,
    TournamentFactory,
    UserFactory,
)
from tests.support.organisations import MemberFactory, MemberInvitationFactory, OrganisationFactory
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Holder, Refused
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import Member, Organisation
from thunee_tournaments.tournaments.selectors import (
    may_make_events,
    organisations_of,
    referees_of,
    roles_of,
    tournaments_of,
)

pytestmark = pytest.mark.django_db
KEY = "k" * 22


@pytest.fixture
def club(organiser):
    return acts.begin_organisation(actor=organiser, holder=Holder("Riverside Club"))


def event_of(club, organiser=None, **more):
    return TournamentFactory(organisation=club, organiser=organiser, **more)


def refused(act, **said):
    with pytest.raises(Refused) as caught:
        act(**said)
    return caught.value


# --- who may do what


@pytest.mark.parametrize("part", ["organiser", "treasurer", "viewer"])
def test_a_member_acts_in_every_event_as_their_part_says_and_in_no_other(club, part):
    user = MemberFactory(organisation=club, part=part).user
    first, second, of_others = event_of(club), event_of(club), event_of(OrganisationFactory())
    assert [roles_of(user, event) for event in (first, second, of_others)] == [{part}, {part}, frozenset()]
    assert set(tournaments_of(user)) == set(tournaments_of(user, part)) == {first, second}
    assert not tournaments_of(user, "scorekeeper").exists()


def test_an_event_of_no_organisation_is_nobodys_by_membership(club):
    assert roles_of(MemberFactory(organisation=club).user, TournamentFactory()) == frozenset()


def test_a_role_of_ones_own_stands_beside_the_part(club):
    user, event = MemberFactory(organisation=club, part="viewer").user, event_of(club)
    RoleFactory(tournament=event, user=user, role="referee")
    assert roles_of(user, event) == {"viewer", "referee"}
    assert list(tournaments_of(user)) == [event]


def test_whoever_was_shut_out_acts_nowhere(club):
    user = MemberFactory(organisation=club).user
    user.is_active = False
    user.save()
    assert roles_of(user, event_of(club)) == frozenset()
    assert user.pk not in referees_of(event_of(club))


def test_an_organiser_of_the_organisation_hears_appeals(club, organiser):
    event = event_of(club, RoleFactory().user)
    assert organiser.pk in referees_of(event)


def test_a_member_who_was_removed_acts_no_more(club, organiser):
    member = MemberFactory(organisation=club)
    acts.remove_member(actor=organiser, member=member)
    assert roles_of(member.user, event_of(club)) == frozenset()


def test_an_event_has_an_organiser_as_long_as_its_organisation_has(club, organiser):
    event = event_of(club, UserFactory())
    acts.take_role_away(actor=organiser, role=event.roles.get())
    assert roles_of(organiser, event) == {"organiser"}
    assert refused(acts.remove_member, actor=organiser, member=club.members.get()).code == "last_organiser"


def test_the_last_organiser_stays_where_the_organisation_has_treasurers_only(organiser):
    club = OrganisationFactory()
    MemberFactory(organisation=club, part="treasurer")
    event = event_of(club, organiser)
    assert refused(acts.take_role_away, actor=organiser, role=event.roles.get()).code == "last_organiser"


# --- inviting


def test_an_invitation_is_taken_once_and_names_whoever_took_it_in_the_record_of_each_event(club, organiser):
    event, closed = event_of(club), event_of(club, status="closed", profile={"preset": "durban-classic"})
    token = acts.invite_member(actor=organiser, organisation=club, part="treasurer", key=KEY).token
    user = UserFactory(username="devi")
    assert acts.take_membership(actor=user, token=token).part == "treasurer"
    assert acts.take_membership(actor=user, token=token).part == "treasurer"  # a second tap
    assert commitments.latest(event.public_id)[label_of(user.pk, event)]["account"] == "devi"
    assert label_of(user.pk, closed) not in commitments.latest(closed.public_id)
    assert refused(acts.take_membership, actor=UserFactory(), token=token).code == "invitation_ended"
    assert Member.objects.filter(organisation=club).count() == 2


def test_a_member_who_came_while_an_event_was_closed_is_named_when_it_opens_again(club, organiser):
    closed = event_of(club, status="closed", profile={"preset": "durban-classic"})
    token = acts.invite_member(actor=organiser, organisation=club, part="organiser", key=KEY).token
    user = UserFactory()
    acts.take_membership(actor=user, token=token)
    acts.reopen_tournament(actor=organiser, tournament=closed)
    assert label_of(user.pk, closed) in commitments.latest(closed.public_id)


def test_the_same_request_is_answered_with_the_same_invitation(club, organiser):
    first, again = (
        acts.invite_member(actor=organiser, organisation=club, part="viewer", key=KEY, note="Uncle Sunny") for _ in "12"
    )
    assert (first.invitation.pk, first.token) == (again.invitation.pk, again.token)
    other = acts.invite_member(actor=organiser, organisation=club, part="viewer", key="l" * 22)
    assert other.token != first.token


@pytest.mark.parametrize(
    ("said", "code"),
    [({"part": "referee"}, "bad_part"), ({"days": 0}, "bad_days"), ({"days": 91}, "bad_days"),
     ({"key": "short"}, "bad_key"), ({"note": "n" * 121}, "too_long")],
)  # fmt: skip
def test_what_no_invitation_can_be_is_refused(club, organiser, said, code):
    asked = {"part": "viewer", "key": KEY, **said}
    assert refused(acts.invite_member, actor=organiser, organisation=club, **asked).code == code
    assert not club.invitations.exists()


def test_an_invitation_taken_back_or_too_old_opens_nothing(club, organiser):
    taken_back = acts.invite_member(actor=organiser, organisation=club, part="viewer", key=KEY)
    acts.revoke_member_invitation(actor=organiser, invitation=taken_back.invitation)
    with time_machine.travel(datetime(2020, 1, 1, tzinfo=ZoneInfo("UTC"))):
        old = acts.invite_member(actor=organiser, organisation=club, part="viewer", key="o" * 22)
    for token in (taken_back.token, old.token, "unknown"):
        assert refused(acts.take_membership, actor=UserFactory(), token=token).code == "invitation_ended"
    assert refused(acts.invite_member, actor=organiser, organisation=club, part="viewer", key=KEY).code == (
        "invitation_ended"
    )


def test_an_invitation_does_not_take_an_organisers_part_away(club, organiser):
    MemberInvitationFactory(organisation=club, part="viewer", token="t" * 22)
    assert refused(acts.take_membership, actor=organiser, token="t" * 22).code == "member_already"
    assert club.invitations.get().live
    assert club.members.get(user=organiser).part == "organiser"


def test_somebody_has_one_part_in_an_organisation(club, organiser):
    with pytest.raises(IntegrityError), transaction.atomic():
        MemberFactory(organisation=club, user=organiser, part="viewer")


def strangers(club):
    yield AnonymousUser()
    yield UserFactory()
    yield OrganisationFactory(organiser=UserFactory()).members.get().user
    yield MemberFactory(organisation=club, part="treasurer").user
    yield MemberFactory(organisation=club, part="viewer").user
    yield RoleFactory(tournament=event_of(club)).user  # of one event is not of all


def test_everything_is_refused_to_whoever_is_no_organiser_of_the_organisation(club, organiser):
    member, invitation = MemberFactory(organisation=club), MemberInvitationFactory(organisation=club)
    own = TournamentFactory()
    for user in strangers(club):
        if user.pk:
            RoleFactory(tournament=own, user=user)
        for act, said in [
            (acts.set_organisation, {"organisation": club, "holder": Holder("Ours")}),
            (acts.invite_member, {"organisation": club, "part": "organiser", "key": KEY}),
            (acts.revoke_member_invitation, {"invitation": invitation}),
            (acts.remove_member, {"member": member}),
            (acts.give_event, {"tournament": own, "organisation": club}),
            (acts.create_tournament, {"name": "Cup", "organisation": club}),
        ]:
            assert refused(act, actor=user, **said).code == "not_allowed", act.__name__
    member.refresh_from_db()
    invitation.refresh_from_db()
    club.refresh_from_db()
    assert (club.name, club.invitations.get().live, own.organisation) == ("Riverside Club", True, None)
    assert refused(acts.take_membership, actor=AnonymousUser(), token="t" * 22).code == "not_allowed"


# --- who makes events


@pytest.mark.parametrize(
    ("events_by", "alone", "for_the_club", "begins"),
    [("everybody", True, True, True), ("organisations", False, True, False), ("operator", False, False, False)],
)
def test_whoever_runs_the_site_chooses_who_makes_events(
    club, organiser, settings, events_by, alone, for_the_club, begins
):
    settings.EVENTS_BY = events_by
    assert (may_make_events(organiser), may_make_events(organiser, club)) == (alone, for_the_club)
    for organisation, may in ((None, alone), (club, for_the_club)):
        if may:
            assert acts.create_tournament(actor=organiser, name="C", organisation=organisation).organisation == (
                organisation
            )
        else:
            said = {"actor": organiser, "name": "C", "organisation": organisation}
            assert refused(acts.create_tournament, **said).code == "not_allowed"
    if begins:
        acts.begin_organisation(actor=organiser, holder=Holder("Another"))
    else:
        assert refused(acts.begin_organisation, actor=organiser, holder=Holder("Another")).code == "not_allowed"


@pytest.mark.parametrize("events_by", ["everybody", "organisations", "operator"])
def test_whoever_runs_the_site_makes_every_event(club, settings, events_by):
    settings.EVENTS_BY = events_by
    operator = UserFactory(is_superuser=True)
    assert acts.create_tournament(actor=operator, name="Cup", organisation=club).organisation == club
    assert acts.create_tournament(actor=operator, name="Cup").organisation is None
    assert set(organisations_of(operator)) == {club}


def test_a_copy_is_held_by_the_same_organisation_if_whoever_makes_it_organises_that(club, organiser):
    event = event_of(club)
    assert acts.copy_tournament(actor=organiser, tournament=event, name="Next year").organisation == club
    alone = RoleFactory(tournament=event).user
    assert acts.copy_tournament(actor=alone, tournament=event, name="My own").organisation is None


def test_an_event_is_given_to_an_organisation_and_back(club, organiser):
    event, member = TournamentFactory(organiser=organiser), MemberFactory(organisation=club, part="viewer")
    acts.give_event(actor=organiser, tournament=event, organisation=club)
    event.refresh_from_db()
    assert roles_of(member.user, event) == {"viewer"}
    assert label_of(member.user.pk, event) in commitments.latest(event.public_id)
    acts.give_event(actor=organiser, tournament=event, organisation=None)
    event.refresh_from_db()
    assert roles_of(member.user, event) == frozenset()


def test_an_event_is_not_left_without_anybody_who_runs_it(club, organiser):
    event = event_of(club)
    assert refused(acts.give_event, actor=organiser, tournament=event, organisation=None).code == "last_organiser"
    assert Tournament.objects.get(pk=event.pk).organisation == club


def test_an_event_of_an_organisation_is_taken_from_it_by_its_organisers_alone(club):
    own = RoleFactory(tournament=event_of(club))
    assert refused(acts.give_event, actor=own.user, tournament=own.tournament, organisation=None).code == "not_allowed"


# --- what it is called


@pytest.mark.parametrize(
    ("holder", "paths"),
    [(Holder(" "), ["name"]), (Holder("n" * 81), ["name"]), (Holder("Club", address="a" * 201), ["address"]),
     (Holder("Club", section_18a="930012345"), ["address"]), (Holder("riverside  CLUB"), ["name"])],
)  # fmt: skip
def test_what_an_organisation_cannot_be_called_is_refused_beside_its_field(club, organiser, holder, paths):
    caught = refused(acts.begin_organisation, actor=organiser, holder=holder)
    assert (caught.code, [error["path"] for error in caught.errors]) == ("bad_organisation", paths)
    assert Organisation.objects.count() == 1


def test_somebody_else_may_have_an_organisation_of_the_same_name(club):
    acts.begin_organisation(actor=UserFactory(), holder=Holder("Riverside Club"))


def test_an_organisation_keeps_its_own_name_and_takes_a_new_one(club, organiser):
    acts.set_organisation(actor=organiser, organisation=club, holder=Holder("Riverside Club", "2 Mill Road", "NPO 1"))
    club.refresh_from_db()
    assert (club.address, club.number) == ("2 Mill Road", "NPO 1")
