"""The sums, whatever was taken and taken back; what everybody sees of them; and what is owed for entries."""

import uuid
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import TeamFactory, TournamentFactory
from tests.thunee_tournaments.fundraising.conftest import Take
from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.owed import accounts_of
from thunee_tournaments.fundraising.raised import MOST_THANKS, find_receipts, fund_of, raised_in_public
from thunee_tournaments.fundraising.sums import sums_of
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db
ROW = st.tuples(
    st.integers(1, 10_000_000_00), st.sampled_from(Movement.Kind.values), st.sampled_from(["cash", "eft"]),
    st.booleans(),
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.walks
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ROW, max_size=8))
def test_the_sums_are_those_of_the_receipts_that_stand(take: Take, reverse: Any, tournament: Tournament, rows) -> None:
    with transaction.atomic():
        for amount, kind, method, back in rows:
            receipt = take(amount, kind=kind, method=method, team=tournament.teams.get())
            if back:
                reverse(receipt)
        sums = sums_of(tournament)
        stands = [row for row in rows if not row[3]]
        assert (sums.total, sums.count) == (sum(row[0] for row in stands), len(stands))
        for place, by in ((1, sums.by_kind), (2, sums.by_method)):
            assert sum(cents for cents, _count in by.values()) == sums.total
            for value, (cents, count) in by.items():
                of_it = [row[0] for row in stands if row[place] == value]
                assert (cents, count) == (sum(of_it), len(of_it))
        acts.set_fund(actor=_organiser(tournament), tournament=tournament, currency="ZAR", goal=None, public=True)
        assert raised_in_public(fund_of(tournament)).total == sums.total  # type: ignore[union-attr]
        transaction.set_rollback(True)


def _organiser(tournament: Tournament) -> Any:
    return tournament.roles.get(role="organiser").user


def test_nobody_sees_what_was_raised_before_the_organiser_says_so(
    take: Take, organiser: Any, tournament: Tournament
) -> None:
    take(400_00)
    assert raised_in_public(fund_of(tournament)) is None
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=1_000_00, public=False)
    assert raised_in_public(fund_of(tournament)) is None
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=1_000_00, public=True)
    seen = raised_in_public(fund_of(tournament))
    assert seen is not None
    assert (seen.total, seen.percent, seen.reached, seen.towards) == (400_00, 40, False, 400_00)
    assert seen.shown == "R\u00a0400"


def test_the_goal_is_reached_to_the_cent_and_the_bar_is_never_overfull(
    take: Take, organiser: Any, tournament: Tournament
) -> None:
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=1_000_00, public=True)
    take(999_99)
    seen = raised_in_public(fund_of(tournament))
    assert seen is not None
    assert (seen.percent, seen.reached) == (99, False)
    take(1)
    take(500_00)
    seen = raised_in_public(fund_of(tournament))
    assert seen is not None
    assert (seen.percent, seen.reached, seen.towards) == (150, True, 1_000_00)


def test_only_who_may_be_named_is_thanked_once_and_not_for_what_was_taken_back(
    take: Take, reverse: Any, organiser: Any, tournament: Tournament
) -> None:
    acts.set_fund(actor=organiser, tournament=tournament, currency="ZAR", goal=None, public=True)
    take(1_00, name="Shy")
    take(1_00, name="Corner Bakery", named=True)
    take(1_00, name="corner  bakery", named=True)
    reverse(take(1_00, name="Never came", named=True))
    take(1_00)
    assert [name.casefold() for name in raised_in_public(fund_of(tournament)).thanks] == ["corner bakery"]  # type: ignore[union-attr]
    for number in range(MOST_THANKS + 2):
        take(1_00, name=f"Shop {number}", named=True)
    seen = raised_in_public(fund_of(tournament))
    assert seen is not None
    assert (seen.thanks[0], len(seen.thanks), seen.more) == (f"Shop {MOST_THANKS + 1}", MOST_THANKS, 3)


def test_money_of_one_tournament_is_never_that_of_another(take: Take, organiser: Any, tournament: Tournament) -> None:
    other = TournamentFactory(organiser=organiser)
    take(400_00, name="Corner Bakery", named=True)
    assert sums_of(other).total == 0
    assert not find_receipts(other, "bakery").exists()
    assert take(1_00, tournament=other).number == 1


@pytest.mark.parametrize(
    ("wanted", "amounts"),
    [("bakery", [2]), ("BAKE", [2]), ("corner cheque", [2]), ("nine", [1]), ("2", [2]), ("nobody", []), ("%", [])],
)
def test_a_receipt_is_found_by_name_team_note_or_number(
    take: Take, tournament: Tournament, wanted: str, amounts: list[int]
) -> None:
    take(1, team=tournament.teams.get(name="Nine Lives"))
    take(2, name="Corner Bakery", note="By cheque, promised.")
    assert [one.amount for one in find_receipts(tournament, wanted)] == amounts


def test_an_entry_that_is_priced_is_owed_and_not_raised_until_it_is_paid(
    take: Take, reverse: Any, tournament: Tournament
) -> None:
    team = tournament.teams.get(name="Nine Lives")
    stage = Stage.objects.create(tournament=tournament, format="streak")
    free = TeamFactory(tournament=tournament, name="Guests")
    for number, (of, price) in enumerate(((team, 400_00), (team, 300_00), (free, 0)), start=1):
        StreakEntry.objects.create(stage=stage, number=number, team=of, price=price)
    [account] = accounts_of(tournament)
    assert (account.entries, account.owed, account.received, account.open) == (2, 700_00, 0, 700_00)
    assert account.next_kind == Movement.Kind.ENTRY
    assert sums_of(tournament).total == 0
    take(50_00, kind="donation", team=team)  # a gift pays for no entry
    paid = take(400_00, kind="entry", team=team)
    [account] = accounts_of(tournament)
    assert (account.open, account.next_kind) == (300_00, Movement.Kind.REBUY)
    take(350_00, kind="rebuy", team=team)
    [account] = accounts_of(tournament)
    assert (account.open, account.over) == (0, 50_00)
    reverse(paid)
    [account] = accounts_of(tournament)
    assert account.open == 350_00
    assert sums_of(tournament).total == 400_00


def test_a_tournament_without_prices_owes_nothing(tournament: Tournament) -> None:
    assert accounts_of(tournament) == []


def test_a_key_used_here_says_nothing_elsewhere(take: Take, organiser: Any) -> None:
    from adjudication.errors import KeyReused

    key = uuid.uuid4()
    take(400_00, client_uuid=key)
    with pytest.raises(KeyReused):
        take(400_00, client_uuid=key, tournament=TournamentFactory(organiser=organiser))
