"""The pages of an organisation: begun, its members invited, its events made, and what each member sees."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import (
    TournamentFactory,
    UserFactory,
)
from tests.support.organisations import MemberFactory, MemberInvitationFactory, OrganisationFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.organisations import Member, MemberInvitation, Organisation

pytestmark = pytest.mark.django_db
GOOD = {"username": "sunny", "password1": "spades are trumps", "password2": "spades are trumps"}


@pytest.fixture
def club(organiser: Any) -> Organisation:
    return acts.begin_organisation(actor=organiser, holder=acts.Holder("Riverside Club"))


def at(page: str, club: Organisation) -> str:
    return reverse(f"desk:{page}", args=[club.public_id])


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_organisation_is_begun_from_the_desk_and_an_event_made_for_it(browser_of: Client, organiser: Any) -> None:
    assert "New organisation" in text_of(browser_of.get(reverse("desk:home")))
    page = browser_of.post(reverse("desk:begin_organisation"), {"name": "Riverside Club"}, follow=True)
    assert "Riverside Club is here." in text_of(page)
    club = Organisation.objects.get()
    assert f"{reverse('desk:create')}?organisation={club.public_id}" in page.content.decode()
    form = browser_of.get(reverse("desk:create"), {"organisation": club.public_id})
    assert f'<option value="{club.public_id}" selected>' in form.content.decode()
    typed = {"name": "Shield", "preset": "durban-classic", "best_of": "1", "organisation": club.public_id}
    browser_of.post(reverse("desk:create"), typed)
    assert Tournament.objects.get(name="Shield").organisation == club
    assert "Shield" in text_of(browser_of.get(at("organisation", club)))


def test_two_taps_begin_one_organisation(browser_of: Client) -> None:
    pages = [browser_of.post(reverse("desk:begin_organisation"), {"name": "Riverside Club"}) for _ in "12"]
    assert [page.status_code for page in pages] == [302, 422]
    assert "You have an organisation of this name already." in text_of(pages[1])
    assert Organisation.objects.count() == 1


def test_what_is_wrong_stands_beside_its_field(browser_of: Client, club: Organisation) -> None:
    page = browser_of.post(at("organisation_details", club), {"name": "", "section_18a": "930"})
    assert page.status_code == 422
    assert "The organisation needs a name." in text_of(page)
    page = browser_of.post(at("organisation_details", club), {"name": "Club", "section_18a": "930"})
    assert "A tax receipt needs the name and the address" in text_of(page)
    browser_of.post(at("organisation_details", club), {"name": "Club", "address": "2 Mill Road"})
    club.refresh_from_db()
    assert (club.name, club.address) == ("Club", "2 Mill Road")


def test_somebody_is_invited_makes_an_account_and_sees_every_event(browser_of: Client, club: Organisation) -> None:
    event = TournamentFactory(organisation=club, name="Diwali Shield")
    page = browser_of.post(at("members", club), {"part": "viewer", "note": "Aunty Rani", "days": 7, "key": "k" * 22})
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "strict-origin"
    found = re.search(r'href="[^"]*(/desk/organisations/invitation/[\w-]{22})"', page.content.decode())
    assert found is not None
    assert "Aunty Rani" in text_of(browser_of.get(at("members", club)))
    newcomer = Client()
    assert "Riverside Club" in text_of(newcomer.get(found[1]))
    welcome = newcomer.post(found[1], GOOD, follow=True)
    assert "Welcome: you are viewer of Riverside Club now." in text_of(welcome)
    assert "Diwali Shield" in text_of(welcome)
    assert newcomer.get(reverse("desk:overview", args=[event.slug])).status_code == 200
    assert newcomer.get(reverse("desk:details", args=[event.slug])).status_code == 404
    assert newcomer.get(at("members", club)).status_code == 404
    assert Client().get(found[1]).status_code == 404  # it was used


def test_an_account_with_another_part_is_told_so_and_uses_nothing_up(
    browser_of: Client, organiser: Any, club: Organisation
) -> None:
    MemberInvitationFactory(organisation=club, part="viewer", token="t" * 22)
    page = browser_of.post(reverse("desk:member_invitation", args=["t" * 22]), follow=True)
    assert "You are organiser there already." in text_of(page)
    assert Member.objects.get(user=organiser).part == "organiser"
    assert MemberInvitation.objects.get().live


def test_a_member_is_removed_and_an_invitation_taken_back(browser_of: Client, club: Organisation) -> None:
    member, invited = MemberFactory(organisation=club), MemberInvitationFactory(organisation=club)
    browser_of.post(at("remove_member", club), {"member": member.pk})
    browser_of.post(at("take_back_member", club), {"invitation": invited.pk})
    assert not Member.objects.filter(pk=member.pk).exists()
    assert not MemberInvitation.objects.get().live
    page = browser_of.post(at("remove_member", club), {"member": club.members.get().pk}, follow=True)
    assert "This is the only organiser: invite another first." in text_of(page)


def test_members_and_invitations_of_another_organisation_are_not_reached(
    browser_of: Client, club: Organisation
) -> None:
    member, invited = MemberFactory(), MemberInvitationFactory()
    browser_of.post(at("remove_member", club), {"member": member.pk})
    browser_of.post(at("take_back_member", club), {"invitation": invited.pk})
    assert Member.objects.filter(pk=member.pk).exists()
    assert MemberInvitation.objects.get(pk=invited.pk).live
    assert browser_of.get(at("organisation", member.organisation)).status_code == 404


def test_where_only_organisations_make_events_the_desk_says_whom_to_ask(settings: Any, club: Organisation) -> None:
    settings.EVENTS_BY = "organisations"
    alone = browser(UserFactory())
    assert "Ask for an invitation" in text_of(alone.get(reverse("desk:home")))
    assert alone.get(reverse("desk:create")).status_code == 403
    assert alone.get(reverse("desk:begin_organisation")).status_code == 403
    typed = {"name": "Shield", "preset": "durban-classic", "best_of": "1"}
    assert alone.post(reverse("desk:create"), typed).status_code == 403
    member = browser(MemberFactory(organisation=club).user)
    form = member.get(reverse("desk:create")).content.decode()
    assert "no organisation" not in form
    nobody = member.post(reverse("desk:create"), {**typed, "organisation": ""})
    assert nobody.status_code == 422
    assert "Choose an organisation from the list." in text_of(nobody)
    member.post(reverse("desk:create"), {**typed, "organisation": club.public_id})
    assert Tournament.objects.get().organisation == club


def test_an_event_is_given_to_an_organisation_on_its_page(draft: Desk, club: Organisation) -> None:
    assert "Who holds the event" in text_of(draft.get("details"))
    draft.post("holder", organisation=club.public_id)
    assert draft.fresh().organisation == club
    page = draft.after("holder", organisation=OrganisationFactory().public_id)
    assert "Choose an organisation from the list." in text_of(page)
    assert draft.fresh().organisation == club
    assert "Members of Riverside Club" in text_of(draft.get("people"))


def test_an_organiser_of_the_event_alone_is_not_asked_who_holds_it(draft: Desk) -> None:
    TournamentFactory(organisation=OrganisationFactory())
    assert "Who holds the event" not in text_of(draft.get("details"))


def test_receipts_are_counted_by_year_and_named_by_their_number(
    browser_of: Client, organiser: Any, club: Organisation
) -> None:
    event = TournamentFactory(organisation=club, organiser=organiser)
    said = {"amount": 400_00, "kind": "donation", "method": "cash", "device": "desk"}
    for _ in range(2):
        receipt = acts.take_money(actor=organiser, tournament=event, **said, client_uuid=uuid.uuid4()).receipt
    year = receipt.details["numbered"]["year"]
    assert f"{year}: 2 receipts, R 800" in text_of(browser_of.get(at("organisation", club)))
    shown = text_of(browser_of.get(reverse("desk:receipt_slip", args=[event.slug, receipt.public_id])))
    assert f"Receipt {year}/2" in shown
    assert "Riverside Club" in shown


def test_the_page_of_an_organisation_asks_as_much_for_forty_events_as_for_four(
    browser_of: Client, club: Organisation
) -> None:
    def asked(count: int) -> int:
        while club.tournaments.count() < count:
            TournamentFactory(organisation=club)
            MemberFactory(organisation=club)
        with CaptureQueriesContext(connection) as queries:
            browser_of.get(at("organisation", club))
        return len(queries)

    asked(1)
    assert asked(4) == asked(40)
