"""Taking money and taking it back: once, by who may, told to those who may know, and nothing else."""

import csv
import io
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from adjudication.errors import KeyReused
from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.thunee_tournaments.fundraising.conftest import Take
from thunee_tournaments.fundraising.export import as_csv
from thunee_tournaments.fundraising.models import Movement, Party
from thunee_tournaments.fundraising.raised import fund_of, raised_in_public
from thunee_tournaments.fundraising.sums import sums_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.till import taking
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_double_tap_is_one_receipt(take: Take) -> None:
    key = uuid.uuid4()
    assert take(400_00, client_uuid=key).pk == take(400_00, client_uuid=key).pk
    assert Movement.objects.count() == 1


def test_without_its_guard_the_database_still_keeps_a_double_tap_out(
    take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = uuid.uuid4()
    take(400_00, client_uuid=key)
    open_till = taking.open_till
    monkeypatch.setattr(taking, "open_till", lambda *said: replace(open_till(*said), earlier=None))
    with pytest.raises(IntegrityError), transaction.atomic():
        take(400_00, client_uuid=key)
    assert Movement.objects.count() == 1


@pytest.mark.parametrize("other", [{"amount": 500_00}, {"kind": "raffle"}, {"method": "eft"}])
def test_a_key_with_other_money_is_refused(take: Take, other: dict[str, Any]) -> None:
    key = uuid.uuid4()
    take(400_00, client_uuid=key)
    with pytest.raises(KeyReused):
        take(**{"amount": 400_00, "client_uuid": key, **other})


def test_receipts_are_numbered_without_a_gap(take: Take, reverse: Any) -> None:
    reverse(take(1))
    assert [take(1).number, take(1).number] == [2, 3]


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"amount": 0}, "amount"),
        ({"amount": 10**15}, "amount"),
        ({"kind": "bribe"}, "kind"),
        ({"method": "barter"}, "method"),
        ({"name": "x" * 81}, "name"),
        ({"note": "x" * 201}, "note"),
        ({"named": True}, "name"),
    ],
)
def test_a_receipt_that_makes_no_sense_is_refused(take: Take, wrong: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as caught:
        take(**{"amount": 400_00, **wrong})
    assert caught.value.code == "bad_receipt"
    assert [error["path"] for error in caught.value.errors] == [path]
    assert not Movement.objects.exists()


def test_a_team_of_another_tournament_pays_nothing_here(take: Take) -> None:
    with pytest.raises(Refused) as caught:
        take(400_00, team=TeamFactory(tournament=TournamentFactory()))
    assert [error["path"] for error in caught.value.errors] == ["team"]


@pytest.mark.parametrize("kind", ["entry", "rebuy"])
def test_an_entry_is_paid_by_a_team(take: Take, tournament: Tournament, kind: str) -> None:
    """Without one the team would go on owing it."""
    with pytest.raises(Refused, match="Nothing was written") as caught:
        take(400_00, kind=kind)
    assert [error["path"] for error in caught.value.errors] == ["team"]
    assert not Movement.objects.exists()
    assert take(400_00, kind=kind, note="From the club: for whoever comes without").lines.exists()
    assert take(400_00, kind=kind, team=tournament.teams.get()).lines.get().given_by == f"income:{kind}"


@pytest.mark.parametrize("key", ["", "no key", None])
def test_without_a_key_nothing_is_written(take: Take, key: Any) -> None:
    with pytest.raises(Refused):
        take(400_00, client_uuid=key)
    assert not Movement.objects.exists()


def test_a_receipt_is_taken_back_once_with_a_reason(take: Take, reverse: Any, tournament: Tournament) -> None:
    receipt, key = take(400_00), uuid.uuid4()
    with pytest.raises(Refused, match="Say why"):
        reverse(receipt, reason=" ")
    first = reverse(receipt, client_uuid=key)
    assert reverse(receipt, client_uuid=key).pk == first.pk
    with pytest.raises(Refused) as caught:
        reverse(receipt)
    assert caught.value.code == "already_reversed"
    with pytest.raises(KeyReused):
        reverse(take(1), client_uuid=key)
    assert Movement.objects.filter(act="reversal").count() == 1
    assert sums_of(tournament).total == 1


def test_without_its_guard_the_database_still_takes_nothing_back_twice(take: Take, reverse: Any) -> None:
    receipt = take(400_00)
    reverse(receipt)
    with pytest.raises(IntegrityError), transaction.atomic():
        taking.write_reversal(receipt, "Again.", UserFactory(), ("desk", uuid.uuid4()))


def test_followers_are_told_only_where_everybody_may_see_it(take: Take, organiser: Any, tournament: Tournament) -> None:
    def version() -> int:
        tournament.refresh_from_db()
        return tournament.version

    before = version()
    take(400_00)
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=1_00, public=False)
    assert version() == before
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=1_00, public=True)
    take(400_00)
    assert version() == before + 2
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=1_00, public=False)
    assert version() == before + 3  # whoever has the page open sees it go


def test_the_currency_stands_fast_with_the_first_receipt(take: Take, organiser: Any, tournament: Tournament) -> None:
    acts.set_fund(actor=organiser, tournament=tournament, currency="EUR", goal=None, public=False)
    take(400_00)
    for wrong, path in (({"currency": "ZAR"}, "currency"), ({"currency": "XXX"}, "currency"), ({"goal": 0}, "goal")):
        said: Any = {"currency": "EUR", "goal": None, "public": True, **wrong}
        with pytest.raises(Refused) as caught:
            acts.set_fund(actor=organiser, tournament=tournament, **said)
        assert [error["path"] for error in caught.value.errors] == [path]


@pytest.mark.parametrize(("currency", "taken"), [("EUR", True), ("JPY", False), ("KWD", False)])
def test_a_price_reads_in_another_currency_as_it_was_written_or_keeps_it_out(
    organiser: Any, tournament: Tournament, currency: str, taken: bool
) -> None:
    priced = [{"format": "streak", "parameters": {"price": 400_00}}]
    acts.set_plan(actor=organiser, tournament=tournament, stages=priced)
    said: Any = {"currency": currency, "goal": None, "public": False}
    if not taken:
        with pytest.raises(Refused) as caught:
            acts.set_fund(actor=organiser, tournament=tournament, **said)
        assert [error["path"] for error in caught.value.errors] == ["currency"]
        acts.set_plan(actor=organiser, tournament=tournament, stages=[{"format": "streak", "parameters": {}}])
    assert acts.set_fund(actor=organiser, tournament=tournament, **said).currency == currency


def test_a_name_is_forgotten_and_the_receipt_stays(take: Take, organiser: Any, tournament: Tournament) -> None:
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=None, public=True)
    take(400_00, name="Vic Hill", named=True, note="In an envelope.")
    take(100_00, note="For Vic Hill, by post.")
    take(50_00, name="Corner Bakery", named=True, note="Every year.")
    out = io.StringIO()
    call_command("forget", "vic hill", stdout=out)
    assert "receipt 1: Vic Hill, shield" in out.getvalue()
    assert Party.objects.filter(name="Vic Hill").exists()  # without --yes it only says so
    call_command("forget", "vic hill", "--yes", stdout=out)
    assert list(Party.objects.order_by("pk").values_list("name", "named", "note")) == [
        ("", False, ""), ("", False, ""), ("Corner Bakery", True, "Every year."),
    ]  # fmt: skip
    assert sums_of(tournament).total == 550_00
    assert raised_in_public(fund_of(tournament)).thanks == ["Corner Bakery"]  # type: ignore[union-attr]


def test_what_forgetting_cannot_reach_is_said(take: Take, reverse: Any) -> None:
    reverse(take(400_00, name="Vic Hill"), reason="Vic Hill took it home.")
    out = io.StringIO()
    call_command("forget", "Vic Hill", "--yes", stdout=out)
    assert "still there: movement of money" in out.getvalue()


def test_the_file_says_all_and_sums_up(take: Take, reverse: Any, tournament: Tournament) -> None:
    take(400_00, kind="entry", team=tournament.teams.get(), name="Vic", named=True)
    reverse(take(12_05, method="eft"), reason="=1+1")
    first, second, back = csv.DictReader(io.StringIO(as_csv(tournament)))
    assert (first["amount"], first["in"], first["team"], first["name"]) == ("400.00", "400.00", "Nine Lives", "Vic")
    assert (first["may_be_named"], first["written_by"], first["currency"]) == ("yes", "organiser", "ZAR")
    assert (second["amount"], second["in"], second["taken_back_why"]) == ("12.05", "0.00", "'=1+1")
    assert (back["act"], back["of"], back["in"], back["out"]) == ("reversal", "receipt 2", "0.00", "0.00")


@pytest.mark.parametrize(
    "typed", ["=1+1", "+27", "-1", "@SUM(A1)", " =1", "\t=1", "'=1", "\uff1d1", "\uff0b27", "\uff20SUM"]
)
def test_no_cell_of_the_file_is_taken_for_a_formula(take: Take, tournament: Tournament, typed: str) -> None:
    take(400_00, name=typed, note=typed)
    [row] = csv.DictReader(io.StringIO(as_csv(tournament)))
    assert row["name"].startswith("'")
    assert row["note"].startswith("'")
