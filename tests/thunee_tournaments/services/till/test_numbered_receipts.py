"""Receipts of an organisation: numbered over all its events, by year, without a gap, in its name."""

import csv
import io
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import Error, IntegrityError, transaction

from tests.factories import (
    TournamentFactory,
)
from tests.support.organisations import MemberFactory, OrganisationFactory
from thunee_tournaments.fundraising.export import as_csv
from thunee_tournaments.fundraising.models import Movement, ReceiptNumber
from thunee_tournaments.fundraising.raised import find_receipts
from thunee_tournaments.fundraising.receivers import Receiver, receiver_on
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Holder, Refused
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.organisations import Organisation

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(organiser):
    return acts.begin_organisation(actor=organiser, holder=Holder("Riverside Club"))


def event_of(club, organiser=None, **more):
    return TournamentFactory(organisation=club, organiser=organiser, **more)


def refused(act, **said):
    with pytest.raises(Refused) as caught:
        act(**said)
    return caught.value


def take(actor, event, key=None, amount=400_00):
    return acts.take_money(
        actor=actor, tournament=event, amount=amount, kind="donation", method="cash", device="desk",
        client_uuid=key or uuid.uuid4(),
    ).receipt  # fmt: skip


def at(year):
    return time_machine.travel(datetime(year, 6, 1, 12, tzinfo=ZoneInfo("Africa/Johannesburg")), tick=False)


def test_receipts_are_numbered_over_all_events_of_an_organisation_from_one_in_each_year(club, organiser):
    first, second, alone = event_of(club), event_of(club), TournamentFactory(organiser=organiser)
    with at(2026):
        got = [take(organiser, event).called for event in (first, second, first, alone)]
    with at(2027):
        got += [take(organiser, second).called]
    assert got == ["2026/1", "2026/2", "2026/3", "1", "2027/1"]


def test_the_year_of_a_receipt_is_that_of_the_hall_and_not_of_greenwich(club, organiser):
    with time_machine.travel(datetime(2026, 12, 31, 23, 30, tzinfo=ZoneInfo("UTC")), tick=False):
        assert take(organiser, event_of(club)).called == "2027/1"


def test_a_receipt_that_is_sent_twice_has_one_number(club, organiser):
    event, key = event_of(club), uuid.uuid4()
    with at(2026):
        assert [take(organiser, event, key).called for _ in "12"] == ["2026/1", "2026/1"]
        assert take(organiser, event).called == "2026/2"


def test_a_receipt_that_is_refused_leaves_no_gap(club, organiser):
    event = event_of(club)
    with at(2026):
        take(organiser, event)
        refused(take, actor=organiser, event=event, amount=0)
        assert take(organiser, event).called == "2026/2"
    assert list(ReceiptNumber.objects.values_list("number", flat=True).order_by("number")) == [1, 2]


def test_one_that_was_taken_back_keeps_its_number(club, organiser):
    event = event_of(club)
    with at(2026):
        receipt = take(organiser, event)
        acts.reverse_money(
            actor=organiser, movement=receipt, reason="Twice.", device="desk", client_uuid=uuid.uuid4()
        )  # fmt: skip
        assert take(organiser, event).called == "2026/2"


def test_the_database_gives_a_number_once_and_never_changes_it(club, organiser):
    event = event_of(club)
    with at(2026):
        take(organiser, event)
        other = take(organiser, TournamentFactory(organiser=organiser))
    with pytest.raises(IntegrityError), transaction.atomic():
        ReceiptNumber.objects.create(organisation=club, year=2026, number=1, movement=other)
    with pytest.raises(Error), transaction.atomic():
        ReceiptNumber.objects.all()._raw_delete("default")


def test_the_file_of_the_till_has_year_and_number_apart(club, organiser):
    event = event_of(club)
    with at(2026):
        take(organiser, event)
        take(organiser, event)
    rows = list(csv.DictReader(io.StringIO(as_csv(event))))
    assert [(row["number"], row["organisation_year"], row["organisation_number"]) for row in rows] == [
        ("1", "2026", "1"), ("2", "2026", "2"),
    ]  # fmt: skip


def test_a_receipt_is_found_by_the_number_it_is_called_by(club, organiser):
    first, second = event_of(club), event_of(club)
    with at(2026):
        take(organiser, first)
        wanted, other = take(organiser, second), take(organiser, second)
    assert list(find_receipts(second, "2026/2")) == [wanted]
    assert list(find_receipts(second, "2")) == [other]  # its number in the event
    for words in ("2025/2", "2026/", "/2026/2", "2026/x", "9" * 9 + "/2", "2026/" + "9" * 12):
        assert not find_receipts(second, words).exists(), words


def test_an_event_that_changes_its_holder_keeps_the_numbers_it_gave(club, organiser):
    other, event = OrganisationFactory(organiser=organiser), event_of(club, organiser)
    with at(2026):
        before = take(organiser, event)
        acts.give_event(actor=organiser, tournament=event, organisation=other)
        assert take(organiser, Tournament.objects.get(pk=event.pk)).called == "2026/1"
    assert Movement.objects.get(pk=before.pk).called == "2026/1"
    assert set(ReceiptNumber.objects.values_list("organisation", flat=True)) == {club.pk, other.pk}


def test_a_receipt_names_the_organisation_unless_the_event_names_somebody(club, organiser):
    acts.set_organisation(actor=organiser, organisation=club, holder=Holder("Riverside Club", "2 Mill Road", "NPO 1"))
    event = event_of(Organisation.objects.get(pk=club.pk))
    assert receiver_on(take(organiser, event)) == Receiver("Riverside Club", "2 Mill Road", "NPO 1")
    acts.set_receiver(actor=organiser, tournament=event, receiver=Receiver("The school"))
    assert receiver_on(take(organiser, event)) == Receiver("The school")


def test_who_may_take_money_is_told_by_the_part(club):
    event = event_of(club)
    take(MemberFactory(organisation=club, part="treasurer").user, event)
    viewer = MemberFactory(organisation=club, part="viewer").user
    assert refused(take, actor=viewer, event=event).code == "not_allowed"
    assert not Role.objects.exists()
