"""What is shown of a large stage at once: lists of its rounds, parts of its bracket, and where a team stands."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import UserFactory
from tests.support.public.event_pages import page, text
from tests.support.services.formats import give, planned, stage
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.presentation import extracts
from thunee_tournaments.presentation.extracts import MatchRow, Spot, rounds_of
from thunee_tournaments.tournaments.models import Tournament

DONE, READY = Match.State.DONE, Match.State.READY


def rows(*rounds: tuple[int, str]) -> list[MatchRow]:
    """So many matches in each round, all in this state."""
    found: list[MatchRow] = []
    for number, (count, state) in enumerate(rounds, start=1):
        found += [
            MatchRow(1, 1000 * number + place, len(found) + place, state, number, f"round-{number}", None)
            for place in range(1, count + 1)
        ]
    return found


def test_of_a_short_stage_all_is_drawn_what_is_played_first() -> None:
    shown = rounds_of(rows((20, DONE), (20, DONE), (20, READY), (20, READY)))
    assert [one.head.round for one in shown] == [3, 4, 2, 1]
    assert all(len(one.keys) == 20 and not one.lists for one in shown)


def test_of_a_long_stage_as_many_rounds_are_drawn_as_make_a_list() -> None:
    shown = rounds_of(rows(*[(13, READY)] * 25))
    assert [len(one.keys) for one in shown[:6]] == [13, 13, 13, 13, 13, 0]
    wanted = rounds_of(rows(*[(13, READY)] * 25), Spot(1, 9))
    assert wanted[0].head.round == 9
    assert len(wanted[0].keys) == 13


def test_a_long_round_is_cut_into_lists_and_begins_where_something_is_left_to_play() -> None:
    long = rows((400, READY))
    begun = [row._replace(state=DONE) if row.number <= 130 else row for row in long]
    [first] = rounds_of(begun)
    assert first.lists[:3] == [(1, 60), (61, 120), (121, 180)]
    assert first.lists[-1] == (361, 400)
    assert [first.keys[0], first.keys[-1]] == [1121, 1180]
    [asked] = rounds_of(begun, Spot(1, 1, 361))
    assert [asked.keys[0], asked.keys[-1], asked.first] == [1361, 1400, 361]
    [nowhere] = rounds_of(begun, Spot(1, 1, 999))
    assert nowhere.keys[0] == 1001


@pytest.mark.parametrize("query", [{}, {"round": "3"}, {"stage": "x", "round": "1"}, {"stage": "9999999"}])
def test_an_address_that_asks_for_nothing_that_can_be_asks_for_nothing(query: dict[str, str]) -> None:
    assert extracts.asked(query) is None


@pytest.fixture
def organiser(db: None) -> Any:
    return UserFactory()


@pytest.fixture
def large(organiser: Any) -> Tournament:
    """A knock-out of 130 teams."""
    return planned(organiser, 130, [stage("knockout")], slug="large")


class TestOfALargeBracket:
    """The last rounds are drawn, and of those before one part."""

    @pytest.mark.parametrize("seed_anew", [False, True])
    def test_every_match_stands_in_the_last_rounds_or_in_one_part(self, organiser: Any, seed_anew: bool) -> None:
        large = planned(organiser, 130, [stage("knockout", seed_anew=seed_anew)], slug="large")
        seen = extracts.look(large, stages_of(large), {})
        extract = seen.extracts[1]
        assert seen.cut
        assert len(extract.parts) == 16
        everything = set(Match.objects.filter(stage__tournament=large).values_list("pk", flat=True))
        assert set(extract.top).union(*(part.keys for part in extract.parts)) == everything
        for one in extract.parts:
            for other in extract.parts:
                assert one is other or not one.keys & other.keys
            assert len(one.keys & extract.top) == 1  # where it leads to
        assert [part.name for part in extract.parts][:2] == ["Team 1", "Team 16"]

    def test_the_page_draws_few_leads_to_each_part_finds_teams_and_is_whole_on_paper(
        self, client: Client, large: Tournament
    ) -> None:
        first = page(client, "/large/bracket")
        assert first.count('class="tie-svg') < 60
        assert 'href="?stage=1&amp;part=16#at"' in first
        other = page(client, "/large/bracket?stage=1&part=16")
        assert "Part 16" in text(other)
        assert f"/m/{match(large, 128).public_id}" in other or f"/m/{match(large, 127).public_id}" in other
        assert page(client, "/large/bracket?stage=1&part=99").count('class="tie-svg') == 31

        found = page(client, "/large/bracket?find=team+130")
        assert "Team 130" in found
        assert 'value="team 130"' in found
        assert "No team is called that." in text(page(client, "/large/bracket?find=nobody"))
        assert page(client, "/large/bracket?find=%00%22%3E").count("<h1>") == 1
        assert "?parts=1" in page(client, "/large/bracket")
        assert page(client, "/large/bracket?parts=1").count('class="tie-svg') == 255

    def test_at_the_desk_it_is_shown_the_same_way(self, client: Client, large: Tournament, organiser: Any) -> None:
        client.force_login(organiser)
        shown = page(client, "/desk/large/bracket")
        assert shown.count('class="tie-svg') < 60
        assert "Team 130" in page(client, "/desk/large/bracket?find=Team+130")
        assert "Draw again" in shown
        give(organiser, large, 2, "A")
        assert "Play has begun" in page(client, "/desk/large/bracket")


def test_in_a_stage_with_tables_a_team_is_found_in_its_last_round(organiser: Any) -> None:
    tournament = planned(organiser, 8, [stage("swiss", rounds=3)], slug="small")
    last = Match.objects.filter(stage__tournament=tournament, side__team__name="Team 8").get()
    at = extracts.where_is(tournament, stages_of(tournament), "team 8")
    own = list(Match.objects.filter(round=last.round_id).order_by("number").values_list("pk", flat=True))
    assert at == Spot(1, 1, own.index(last.pk) + 1)
    assert extracts.where_is(tournament, stages_of(tournament), "  ") is None


@pytest.mark.parametrize(("seed_anew", "lines"), [(False, 1), (True, 0)])
def test_no_line_is_drawn_where_it_is_not_known_which_match_leads_where(
    organiser: Any, seed_anew: bool, lines: int
) -> None:
    planned(organiser, 8, [stage("knockout", seed_anew=seed_anew)], slug="cup")
    shown = page(Client(), "/cup/bracket")
    assert shown.count('class="tie-line"') == lines
    assert ("Seed no. 1 of those left" in text(shown)) == seed_anew
