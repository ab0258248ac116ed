"""Which free table a match is called to: properties of the choice itself, and of the queue of the hall."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.services.formats import planned, stage
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.setup.table_zones import NamedTable
from thunee_tournaments.tables.choosing import Wish, choose, home_of, wish_of
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament

ZONES = ("", "Hall A", "hall a", "Hall B", "Stage")
KEYS = ("halla", "hallb", "stage")


@dataclass(frozen=True)
class There:
    number: int
    zone: str


tables = st.lists(st.sampled_from(ZONES), max_size=8).map(
    lambda zones: [There(number, zone) for number, zone in enumerate(zones, start=1)]
)
wishes = st.builds(Wish, st.frozensets(st.sampled_from(KEYS)), st.booleans())
others = st.frozensets(st.sampled_from(KEYS))


@given(tables, wishes, others)
def test_a_match_gets_a_table_it_may_have_or_none_and_waits_only_when_there_is_none(
    free: Sequence[There], wish: Wish, elsewhere: frozenset[str]
) -> None:
    found = choose(free, wish, elsewhere)
    allowed = [table for table in free if wish.allows(table)]
    assert (found is None) == (not allowed)
    assert found is None or found in allowed


@given(tables, wishes, others)
def test_a_free_table_of_its_zone_comes_before_every_other_and_the_lowest_first(
    free: Sequence[There], wish: Wish, elsewhere: frozenset[str]
) -> None:
    there = [table for table in free if wish.zones and Wish(wish.zones, True).allows(table)]
    if there:
        assert choose(free, wish, elsewhere) == there[0]


@pytest.mark.slow
@given(tables, wishes, others, st.frozensets(st.sampled_from(KEYS), min_size=1))
def test_a_free_home_table_that_it_may_have_comes_before_every_other(
    free: Sequence[There], wish: Wish, elsewhere: frozenset[str], home: frozenset[str]
) -> None:
    at_home = [table for table in free if wish.allows(table) and Wish(home, True).allows(table)]
    found = choose(free, replace(wish, home=home), elsewhere)
    assert found == (at_home[0] if at_home else choose(free, wish, elsewhere))


@given(tables, others)
def test_who_is_tied_to_nothing_leaves_the_zones_of_others_free_as_long_as_it_can(
    free: Sequence[There], elsewhere: frozenset[str]
) -> None:
    found = choose(free, Wish(), elsewhere)
    left = [table for table in free if not table.zone or not Wish(elsewhere, True).allows(table)]
    if left and elsewhere:
        assert found == left[0]


@given(tables)
def test_without_zones_it_is_the_lowest_free_table(free: Sequence[There]) -> None:
    assert choose(free, wish_of({})) == (free[0] if free else None)


# --- in the hall


def named(organiser: Any, tournament: Tournament, *zones: str) -> None:
    said = [NamedTable(number, zone=zone) for number, zone in enumerate(zones, start=1)]
    acts.name_tables(actor=organiser, tournament=tournament, tables=said)


def called(tournament: Tournament) -> dict[int, int]:
    """Match → table, of those that are called."""
    live = Seating.objects.filter(match__stage__tournament=tournament, ended_at=None)
    return dict(live.values_list("match__number", "table__number"))


def recall(organiser: Any, tournament: Tournament) -> dict[int, int]:
    """Everybody is called anew."""
    Seating.objects.all().delete()
    acts.assign_tables(actor=organiser, tournament=tournament)
    return called(tournament)


@pytest.fixture
def organiser(db: None) -> Any:
    from tests.factories import UserFactory

    return UserFactory()


def test_a_stage_tied_to_a_zone_is_called_only_there_and_waits(organiser: Any) -> None:
    tournament = draw(organiser, 8, table_count=4)
    named(organiser, tournament, "Hall A", "Hall B", "Hall A", "hall  b")
    acts.set_zones(actor=organiser, stage=match(tournament, 1).stage, zones=["Hall B"], only=True)
    assert recall(organiser, tournament) == {1: 2, 2: 4}
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="late")
    assert called(tournament) == {2: 4, 3: 2}, "the next one takes the table in the zone, not a free one elsewhere"


def test_a_stage_played_there_first_goes_elsewhere_when_the_zone_is_full(organiser: Any) -> None:
    tournament = draw(organiser, 8, table_count=4)
    named(organiser, tournament, "", "Hall B", "", "")
    acts.set_zones(actor=organiser, stage=match(tournament, 1).stage, zones=["Hall B"], only=False)
    assert recall(organiser, tournament) == {1: 2, 2: 1, 3: 3, 4: 4}


def test_whoever_waits_for_a_zone_is_called_as_soon_as_a_table_stands_there(organiser: Any) -> None:
    tournament = draw(organiser, 4, table_count=2)
    acts.set_zones(actor=organiser, stage=match(tournament, 1).stage, zones=["Stage"], only=True)
    assert recall(organiser, tournament) == {}
    named(organiser, tournament, "", "Stage")
    assert called(tournament) == {1: 2}
    acts.set_zones(actor=organiser, stage=match(tournament, 1).stage, zones=[], only=True)
    assert called(tournament) == {1: 2, 2: 1}


def test_a_match_that_makes_room_for_another_does_not_go_where_it_is_not_played(organiser: Any) -> None:
    tournament = draw(organiser, 4, table_count=2)
    named(organiser, tournament, "Hall A", "Hall B")
    assert called(tournament) == {1: 1, 2: 2}
    acts.set_zones(actor=organiser, stage=match(tournament, 1).stage, zones=["Hall B"], only=True)
    acts.move_match(
        actor=organiser, match=match(tournament, 1), table=tournament.tables.get(number=2), reason="The lamp."
    )
    assert called(tournament) == {1: 2}, "by hand anywhere; who has to leave waits for a table of the zone"


@pytest.mark.slow
def test_no_team_is_in_two_places_whatever_the_zones(organiser: Any) -> None:
    tournament = draw(organiser, 8, table_count=6)
    named(organiser, tournament, "Hall A", "Hall B", "", "Hall A", "Stage", "Hall B")
    stage = match(tournament, 1).stage
    for number, (zones, only) in enumerate(
        [(["Hall B"], True), (["Stage", "Hall A"], False), ([], False)] * 2, start=1
    ):
        acts.set_zones(actor=organiser, stage=stage, zones=zones, only=only)
        acts.award_walkover(actor=organiser, match=match(tournament, number), side="A", reason="late")
        live = Match.objects.filter(stage=stage, seating__ended_at=None, seating__isnull=False)
        there = [team for one in live for team in one.team_ids]
        assert len(there) == len(set(there))
        taken = list(called(tournament).values())
        assert len(taken) == len(set(taken))


def test_names_are_kept_tidy_and_a_bad_one_changes_nothing(organiser: Any) -> None:
    tournament = draw(organiser, 4, table_count=2)
    acts.name_tables(actor=organiser, tournament=tournament, tables=[NamedTable(1, "  Stage  left ", "Hall B")])
    assert tournament.tables.get(number=1).title == "Table 1 · Stage left · Hall B"
    assert tournament.tables.get(number=2).title == "Table 2"
    for wrong in ([NamedTable(1, "x" * 41)], [NamedTable(2, "STAGE LEFT", "hall b")], [NamedTable(9, "x")]):
        with pytest.raises(Refused) as caught:
            acts.name_tables(actor=organiser, tournament=tournament, tables=[NamedTable(2, zone="Z"), *wrong])
        assert caught.value.code in ("bad_names", "unknown_table")
        assert tournament.tables.get(number=2).title == "Table 2"


@pytest.mark.parametrize("zones", [["x" * 41], [f"Hall {n}" for n in range(9)]])
def test_too_many_or_too_long_zones_are_refused(organiser: Any, zones: list[str]) -> None:
    tournament = draw(organiser, 4)
    with pytest.raises(Refused) as caught:
        acts.set_zones(actor=organiser, stage=match(tournament, 1).stage, zones=zones, only=False)
    assert caught.value.code == "bad_zones"


# --- home tables of a league


def league(organiser: Any, *clubs: str) -> Tournament:
    tournament = planned(organiser, len(clubs), [stage("league")], table_count=len(clubs))
    for team, club in zip(tournament.teams.order_by("pk"), clubs, strict=True):
        team.club = club
        team.save(update_fields=["club"])
    return cast(Tournament, tournament)


def test_a_match_of_a_league_is_called_to_the_table_at_which_its_side_a_is_at_home(organiser: Any) -> None:
    tournament = league(organiser, "Phoenix", "Verulam", "Tongaat", "")
    named(organiser, tournament, "", "verulam", "Team 4", "Phoenix")
    at_home = {"Team 1": 4, "Team 2": 2, "Team 4": 3}
    hosts = {one.number: one.team("A").name for one in Match.objects.filter(state="ready")}
    expected_ = {number: at_home.get(name, 1) for number, name in hosts.items()}
    assert len(set(expected_.values())) == len(expected_) == 2
    assert recall(organiser, tournament) == expected_


def test_who_is_at_home_nowhere_leaves_the_home_tables_of_others_free(organiser: Any) -> None:
    tournament = league(organiser, "", "", "", "")
    away = Match.objects.filter(state="ready").order_by("number").first()
    assert away is not None
    named(organiser, tournament, away.team("B").name, "", "", "")
    assert recall(organiser, tournament)[away.number] == 2


def test_nobody_is_at_home_in_a_knock_out(organiser: Any) -> None:
    tournament = draw(organiser, 4, table_count=2)
    first = match(tournament, 1)
    named(organiser, tournament, "", first.team("A").name)
    assert recall(organiser, tournament)[1] == 1


def test_a_table_without_a_zone_is_nobodys_home() -> None:
    assert home_of("", "Phoenix") == {"phoenix"}
    assert choose([There(1, ""), There(2, "Phoenix")], Wish(home=home_of("Phoenix", ""))) == There(2, "Phoenix")
