"""Writing a few columns of many rows: each gets its own values, and nothing else is touched."""

import pytest

from tests.factories import TeamFactory, TournamentFactory
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.columns import write_columns

pytestmark = pytest.mark.django_db


def test_each_row_gets_its_own_value_and_nothing_else_is_written():
    teams = [TeamFactory(name=f"Team {number}", club="Merebank") for number in range(3)]
    for seed, team in enumerate(teams, start=1):
        team.seed, team.club = seed, "not to be written"
    write_columns(teams[:2], ["seed"])
    for team in teams:
        team.refresh_from_db()
    assert [(team.seed, team.club) for team in teams] == [(1, "Merebank"), (2, "Merebank"), (None, "Merebank")]


def test_json_keys_and_nothing_at_all_are_written_as_they_are_saved(organiser):
    tournament = TournamentFactory(organiser=organiser)
    stage = tournament.stages.create(order=1, format="knockout")
    round_ = stage.rounds.create(number=1, name="final")
    matches = [Match.objects.create(stage=stage, round=round_, number=number) for number in (1, 2)]
    for match in matches:
        match.seats, match.first_dealer, match.goes_on = ["Ané", None, 'a "quoted" one', match.number], None, None
    matches[0].goes_on = team = TeamFactory(tournament=tournament)
    write_columns(matches, ["seats", "first_dealer", "goes_on"])
    stored = Match.objects.order_by("number").values_list("seats", "first_dealer", "goes_on")
    assert list(stored) == [
        (["Ané", None, 'a "quoted" one', 1], None, team.pk),
        (["Ané", None, 'a "quoted" one', 2], None, None),
    ]


def test_no_rows_are_no_question(django_assert_num_queries):
    with django_assert_num_queries(0):
        write_columns([], ["seed"])
