"""What a team pays to enter, in every format: who owes, who has paid."""

import uuid

import pytest
from django.db import IntegrityError

from tests.factories import SignUpFactory, TeamFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.models import Fund
from thunee_tournaments.fundraising.owed import account_of, accounts_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused

pytestmark = pytest.mark.django_db
FEE = 400_00


@pytest.fixture
def event(organiser):
    event = TournamentFactory(organiser=organiser)
    acts.set_fund(actor=organiser, tournament=event, currency="ZAR", goal=None, public=False, entry_fee=FEE)
    return event


def pay(organiser, team, amount, kind="entry"):
    return acts.take_money(
        actor=organiser, tournament=team.tournament, amount=amount, kind=kind, method="cash", team=team, device="desk",
        client_uuid=uuid.uuid4(),
    ).receipt  # fmt: skip


def test_every_team_owes_the_fee_and_who_owes_most_stands_first(organiser, event):
    all_paid, half, nothing = (TeamFactory(tournament=event, name=name) for name in ("Aces", "Jacks", "Nines"))
    pay(organiser, all_paid, FEE)
    pay(organiser, half, FEE // 2)
    pay(organiser, nothing, FEE, kind="donation")  # pays for nothing
    rows = [(account.team.name, account.open, account.over) for account in accounts_of(event)]
    assert rows == [("Nines", FEE, 0), ("Jacks", FEE // 2, 0), ("Aces", 0, 0)]


def test_a_receipt_taken_back_is_owed_again_and_what_is_too_much_is_named(organiser, event):
    team = TeamFactory(tournament=event)
    receipt = pay(organiser, team, FEE)
    pay(organiser, team, 50_00)
    assert account_of(team).over == 50_00
    acts.reverse_money(actor=organiser, movement=receipt, reason="Not ours.", device="desk", client_uuid=uuid.uuid4())
    assert (account_of(team).open, account_of(team).over) == (FEE - 50_00, 0)


def test_without_a_fee_nobody_owes(organiser):
    event = TournamentFactory(organiser=organiser)
    assert account_of(TeamFactory(tournament=event)) is None


def test_where_a_qualifier_sells_entries_their_price_counts_instead(organiser, event):
    team, other = TeamFactory(tournament=event), TeamFactory(tournament=event)
    acts.set_plan(actor=organiser, tournament=event, stages=[{"format": "streak"}, {"format": "knockout"}])
    StreakEntry.objects.create(stage=event.stages.order_by("order")[0], number=1, team=team, price=100_00)
    assert [(account.team, account.owed) for account in accounts_of(event)] == [(team, 100_00)]
    assert account_of(other) is None


@pytest.mark.parametrize("fee", [0, -1, 10**15])
def test_a_fee_that_is_no_amount_is_refused(organiser, fee):
    event = TournamentFactory(organiser=organiser)
    with pytest.raises(Refused) as caught:
        acts.set_fund(actor=organiser, tournament=event, currency="ZAR", goal=None, public=False, entry_fee=fee)
    assert {fault["path"] for fault in caught.value.errors} == {"entry_fee"}


def test_the_database_refuses_a_fee_of_nothing():
    with pytest.raises(IntegrityError):
        Fund.objects.create(tournament=TournamentFactory(), entry_fee=0)


def test_a_captain_reads_what_is_to_pay_until_it_is_paid(organiser, event, client):
    acts.announce(
        actor=organiser, tournament=event, says=acts.Announced(visibility="public", open=True, payment="EFT 12 34")
    )
    signed = acts.sign_up(tournament=event, key="k" * 32, typed=acts.Typed("Aces", phone="082 555 0100"))
    address = f"/{event.slug}/register/{signed.token}"
    assert "To pay" not in text_of(client.get(address))
    team = acts.accept_sign_up(actor=organiser, signed_up=signed.sign_up)
    text = text_of(client.get(address)).replace("\u00a0", " ")
    assert "R 400" in text
    assert "EFT 12 34" in text
    assert signed.sign_up.reference in text
    pay(organiser, team, FEE)
    text = text_of(client.get(address)).replace("\u00a0", " ")
    assert "R 400 paid. Thank you." in text
    assert "EFT 12 34" not in text


def test_a_reference_is_short_enough_for_a_bank():
    for slug, reference in {
        "diwali-shield": "DIWALI-SHIELD-7",
        "the-great-hall-roof-evening-of-2026": "THE-GREAT-HALL-7",
        "x" * 60: "X" * 15 + "-7",
    }.items():
        assert SignUpFactory(tournament=TournamentFactory(slug=slug), number=7).reference == reference
