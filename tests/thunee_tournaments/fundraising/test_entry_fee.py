"""What a team pays to enter, in every format: who owes, who has paid."""

import uuid
from datetime import date, datetime

import pytest
from django.db import IntegrityError
from django.utils import timezone

from adjudication.errors import Refused as RefusedByRecord
from tests.factories import RoleFactory, SignUpFactory, TeamFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import text_of
from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.models import FreePlace, Fund
from thunee_tournaments.fundraising.owed import account_of, accounts_of, to_give_back
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.teams.models import Player, Team

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


# --- a free place


def free(organiser, team, reason="The hall's own team."):
    acts.give_free_place(actor=organiser, team=team, reason=reason)


def test_a_free_place_owes_nothing_and_says_why(organiser, event):
    team, other = TeamFactory(tournament=event), TeamFactory(tournament=event)
    free(organiser, team)
    account = account_of(team)
    assert (account.owed, account.open, account.free) == (0, 0, "The hall's own team.")
    assert account_of(other).open == FEE
    pay(organiser, team, FEE)
    assert account_of(team).over == FEE


def test_a_free_place_is_taken_back_and_both_reasons_stay(organiser, event):
    team = TeamFactory(tournament=event)
    for _tap in range(2):
        free(organiser, team)
    for _tap in range(2):
        acts.end_free_place(actor=organiser, team=team, reason="They want to pay.")
    assert account_of(team).open == FEE
    rows = FreePlace.objects.values_list("given", "reason")
    assert list(rows) == [(True, "The hall's own team."), (False, "They want to pay.")]
    free(organiser, team, "After all.")
    assert account_of(team).free == "After all."


@pytest.mark.parametrize(("reason", "code"), [("", "reason_missing"), ("  ", "reason_missing"), ("x" * 201, "invalid")])
def test_a_free_place_needs_its_reason(organiser, event, reason, code):
    with pytest.raises(RefusedByRecord) as caught:
        free(organiser, TeamFactory(tournament=event), reason)
    assert caught.value.code == code


def test_who_takes_the_money_gives_no_free_place(event):
    treasurer = RoleFactory(tournament=event, role="treasurer").user
    with pytest.raises(Refused) as caught:
        free(treasurer, TeamFactory(tournament=event))
    assert caught.value.code == "not_allowed"


def test_a_free_place_is_the_first_entry_and_no_re_buy(organiser, event):
    team = TeamFactory(tournament=event)
    acts.set_plan(actor=organiser, tournament=event, stages=[{"format": "streak"}, {"format": "knockout"}])
    stage = event.stages.order_by("order")[0]
    StreakEntry.objects.create(stage=stage, number=1, team=team, price=400_00)
    again = StreakEntry.objects.create(stage=stage, number=2, team=team, price=200_00)
    free(organiser, team)
    assert (account_of(team).owed, account_of(team).next_kind) == (200_00, "rebuy")
    paid = pay(organiser, team, 200_00, kind="rebuy")
    again.taken_back_at, again.taken_back_why, again.ended = timezone.now(), "a mistake", True
    again.save()
    assert to_give_back(event, again) == [paid]


def test_an_event_with_a_free_place_is_not_deleted(organiser, event):
    free(organiser, TeamFactory(tournament=event))
    with pytest.raises(Refused) as caught:
        acts.delete_tournament(actor=organiser, tournament=event, seen=1)
    assert caught.value.code == "has_a_record"


def test_the_desk_lists_a_free_place_and_only_an_organiser_gives_one(organiser, event, client):
    team = TeamFactory(tournament=event, name="Aces")
    client.force_login(organiser)
    address = f"/desk/{event.slug}/money/free/{team.public_id}"
    assert address in client.get(f"/desk/{event.slug}/money").content.decode()
    assert "It owes R 400 and has paid R 0." in text_of(client.get(address))
    assert client.post(address, {"reason": "", "act": "free"}).status_code == 422
    said = text_of(client.post(address, {"reason": "The hall's own team.", "act": "free"}, follow=True))
    assert "Aces plays free." in said
    assert "plays free: The hall's own team." in said
    assert "It plays free: The hall's own team." in text_of(client.get(address))
    assert "Aces pays its entry." in text_of(client.post(address, {"reason": "Paid.", "act": "pays"}, follow=True))
    client.force_login(RoleFactory(tournament=event, role="treasurer").user)
    assert client.get(address).status_code == 404
    assert address not in client.get(f"/desk/{event.slug}/money").content.decode()


# --- early, and for each player


def charge(organiser, event, **how):
    said = {"currency": "ZAR", "goal": None, "public": False, "entry_fee": FEE, **how}
    return acts.set_fund(actor=organiser, tournament=event, **said)


def test_who_comes_in_time_pays_the_early_fee_and_who_signed_up_in_time_too(organiser, event):
    charge(organiser, event, early_fee=300_00, early_until=date(2026, 3, 6))
    teams = {}
    for name, at in (("Early", "2026-03-06T23:30:00+02:00"), ("Late", "2026-03-07T00:30:00+02:00")):
        teams[name] = TeamFactory(tournament=event, name=name)
        Team.objects.filter(name=name).update(created_at=datetime.fromisoformat(at))
    signed = TeamFactory(tournament=event, name="Signed")
    Team.objects.filter(name="Signed").update(created_at=datetime.fromisoformat("2026-03-08T10:00:00+02:00"))
    SignUpFactory(
        tournament=event, team=signed, state="in", created_at=datetime.fromisoformat("2026-03-01T10:00:00+02:00")
    )
    assert {account.team.name: account.owed for account in accounts_of(event)} == {
        "Early": 300_00, "Late": FEE, "Signed": 300_00,
    }  # fmt: skip


def test_a_fee_for_each_player_counts_those_who_are_named_and_play(organiser, event):
    charge(organiser, event, entry_fee=200_00, fee_per_player=True)
    pair = TeamFactory(tournament=event, name="Pair", players=("Lina", "Prem"))
    TeamFactory(tournament=event, name="Nobody yet", players=())
    left = pair.players.first()
    Player.objects.create(team=pair, name="Uma", order=3)
    Player.objects.filter(pk=left.pk).update(left_at=timezone.now())
    SignUpFactory(tournament=event, team=pair, state="in")
    assert {account.team.name: account.owed for account in accounts_of(event)} == {"Pair": 400_00, "Nobody yet": 200_00}


@pytest.mark.parametrize(
    ("how", "where"),
    [
        ({"early_fee": 300_00}, ["early_until"]),
        ({"early_until": date(2026, 3, 6)}, ["early_fee"]),
        ({"early_fee": FEE, "early_until": date(2026, 3, 6)}, ["early_fee"]),
        ({"early_fee": 0, "early_until": date(2026, 3, 6)}, ["early_fee"]),
        ({"early_fee": 300_00, "early_until": date(1926, 3, 6)}, ["early_until"]),
        ({"early_fee": 300_00, "early_until": date(2026, 3, 6), "entry_fee": None}, ["early_fee"]),
    ],
)
def test_an_early_fee_is_lower_and_ends(organiser, event, how, where):
    with pytest.raises(Refused) as caught:
        charge(organiser, event, **how)
    assert [fault["path"] for fault in caught.value.errors] == where


def test_the_database_refuses_an_early_fee_that_is_not_lower():
    with pytest.raises(IntegrityError):
        Fund.objects.create(
            tournament=TournamentFactory(), entry_fee=FEE, early_fee=FEE, early_until=date(2026, 3, 6)
        )  # fmt: skip


def test_the_currency_stays_once_something_is_called_up_for_an_auction(organiser, event):
    acts.add_auction_item(actor=organiser, tournament=event, kind="sale", name="A cake", least=50_00)
    with pytest.raises(Refused) as caught:
        charge(organiser, event, currency="JPY")
    assert [fault["path"] for fault in caught.value.errors] == ["currency"]
