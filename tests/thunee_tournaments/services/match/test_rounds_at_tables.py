"""Tunge: each alone at tables of four and three, several hands a table, the low total wins, standings by points."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import TeamFactory, TournamentFactory
from tests.support.ready_plans import READY
from tests.support.services.tables import LOT, drawn, entered, matches, organiser, play
from tests.thunee_tournaments.scoring.conftest import Phone
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.services.match.draws import draw_event
from thunee_tournaments.services.record import hand_texts, replay
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.teams.models import Player

__all__ = ["organiser"]

pytestmark = pytest.mark.django_db
HANDS_QUERIES = 6  # matches, their sides, the players, games, entries, substitutions


def test_seven_sit_down_at_a_table_of_four_and_one_of_three(organiser: Any):
    tournament = drawn(organiser, 7)
    assert [match.seat_count for match in matches(tournament)] == [4, 3, 4, 3]
    assert [match.state for match in matches(tournament)] == ["ready", "ready", "waiting", "waiting"]
    assert all(None not in match.seats for match in matches(tournament)[:2])


def test_a_table_is_over_after_its_hands_and_the_low_total_wins(organiser: Any):
    tournament = drawn(organiser, 4)
    play(organiser, matches(tournament)[0])
    first = matches(tournament)[0]
    assert (first.state, first.figures) == ("done", [24, 0, 22, 36])
    assert first.winner == first.team("B")


def test_a_shared_low_total_has_no_winner_and_both_have_it_counted(organiser: Any):
    tournament = drawn(organiser, 3, rounds=1, hands=2)
    match = matches(tournament)[0]
    play(organiser, match, ["", "Kd", "Ah"], hands=1)
    play(organiser, match, ["Kd", "", "Ah"], hands=1)
    match.refresh_from_db()
    assert (match.state, match.winner, match.figures) == ("done", None, [10, 10, 22])
    rows = snapshots.read(tournament).data["rows"]
    assert [(row["place"], row["values"]["points"], row["values"]["matches_won"]) for row in rows] == [
        (1, 10, 1), (1, 10, 1), (3, 22, 0),
    ]  # fmt: skip


def test_the_next_table_is_called_when_all_its_players_are_free(organiser: Any):
    tournament = drawn(organiser, 8)
    first, second, *later = matches(tournament)
    play(organiser, first)
    assert {match.state for match in matches(tournament)[2:]} == {"waiting"}
    play(organiser, second)
    assert {match.state for match in matches(tournament)[2:]} == {"ready"}
    assert all(table_of(match) is not None for match in Match.objects.filter(pk__in=[one.pk for one in later]))


def test_standings_go_by_the_totals_over_all_tables(organiser: Any):
    tournament = drawn(organiser, 4)
    play(organiser, matches(tournament)[0])
    play(organiser, matches(tournament)[1])
    rows = snapshots.read(tournament).data["rows"]
    points = [row["values"]["points"] for row in rows]
    assert points == sorted(points)
    assert sum(points) == 2 * (24 + 22 + 36)


def test_the_entries_give_the_tables_again(organiser: Any):
    tournament = drawn(organiser, 7)
    play(organiser, matches(tournament)[0])
    play(organiser, matches(tournament)[1], hands=1)
    tournament.refresh_from_db()
    assert replay.check(tournament) == []


def test_before_anything_is_written_the_entries_give_the_tables_too(organiser: Any):
    assert replay.check(drawn(organiser, 7)) == []


def test_voiding_the_last_hand_opens_the_table_again(organiser: Any):
    tournament = drawn(organiser, 4)
    first = matches(tournament)[0]
    play(organiser, first)
    game = current_game(first)
    assert game is not None
    acts.void_hand(
        actor=organiser,
        game=game,
        entry=game.sheet.entries.order_by("-seq").first(),
        key=acts.WriteKey("desk", uuid.uuid4(), game.sheet.head),
        reason="counted twice",
    )
    first.refresh_from_db()
    assert (first.state, first.winner) == ("playing", None)


@pytest.mark.parametrize("players", [2, 5])
def test_two_and_five_cannot_sit_down_and_are_told_so(organiser: Any, players: int):
    tournament = entered(organiser, players)
    with pytest.raises(acts.Refused, match="cannot sit at tables"):
        draw_event(actor=organiser, tournament=tournament, lot=LOT)


@pytest.mark.parametrize("plan", ["knockout", "groups-knockout", "swiss", "league", "streak-knockout"])
def test_no_format_with_sides_fits_a_game_without(organiser: Any, plan: str):
    tournament = TournamentFactory(organiser=organiser, preset="tunge")
    with pytest.raises(acts.Refused, match="each plays alone"):
        acts.set_plan(actor=organiser, tournament=tournament, stages=READY[plan])


def test_tables_do_not_fit_a_game_with_sides(organiser: Any):
    tournament = TournamentFactory(organiser=organiser)
    with pytest.raises(acts.Refused, match="games without sides"):
        acts.set_plan(actor=organiser, tournament=tournament, stages=READY["tables"])


def test_nobody_is_given_a_table_and_nobody_withdraws_from_it(organiser: Any):
    tournament = drawn(organiser, 4)
    match = matches(tournament)[0]
    with pytest.raises(acts.Refused, match="plays alone"):
        acts.award_walkover(actor=organiser, match=match, side="A", reason="late")
    with pytest.raises(acts.Refused, match="drawn with everybody"):
        acts.withdraw_team(actor=organiser, team=match.team("C"), reason="ill")


def test_a_hand_is_entered_at_the_table_by_the_cards_left(organiser: Any):
    tournament = drawn(organiser, 3, rounds=1)
    match = matches(tournament)[0]
    table, game = table_of(match), current_game(match)
    assert table is not None
    assert game is not None
    phone = Phone(acts.issue_table_link(actor=organiser, table=table).token).let_in()
    missing = phone.check(game.sheet.public_id, out="1", left_0="Kd 2s")
    assert missing.status_code == 422
    assert missing.context["form"].errors["left_2"]
    review = phone.check(game.sheet.public_id, out="1", left_0="Kd 2s", left_2="Ah")
    assert review.status_code == 200
    assert "+12" in review.content.decode()
    assert phone.save(review).status_code == 302
    assert "+12" in phone.table()


@pytest.mark.slow
def test_every_page_of_such_an_event_is_there(organiser: Any):
    tournament = drawn(organiser, 7)
    first = matches(tournament)[0]
    play(organiser, first)
    play(organiser, matches(tournament)[1], hands=1)
    slug, match = tournament.slug, first.public_id
    anybody, desk = Client(), Client()
    desk.force_login(organiser)
    for client, name, args in (
        (anybody, "public:tournament", [slug]), (anybody, "public:match", [slug, match]),
        (anybody, "public:standings", [slug]), (anybody, "public:hall", [slug]), (anybody, "public:bracket", [slug]),
        (anybody, "public:event_rules", [slug]), (anybody, "public:match_picture", [slug, match]),
        (anybody, "public:team", [slug, first.team("D").public_id]), (anybody, "public:schedule", [slug]),
        (desk, "desk:overview", [slug]), (desk, "desk:match", [slug, match]), (desk, "desk:sheet", [slug, match]),
        (desk, "desk:bracket", [slug]), (desk, "desk:tables", [slug]), (desk, "desk:correct", [slug, match, 1, 1]),
        (desk, "desk:seats", [slug, matches(tournament)[1].public_id]), (desk, "desk:audit", [slug]),
        (desk, "desk:teams", [slug]), (desk, "desk:draw", [slug]), (desk, "desk:rules", [slug]),
    ):  # fmt: skip
        answer = client.get(reverse(name, args=args))
        assert answer.status_code in (200, 302), name
    page = anybody.get(reverse("public:match", args=[slug, match])).content.decode()
    assert all(str(team) in page for team in first.teams)


def test_correcting_a_table_that_is_over_changes_the_standings_though_the_same_player_won(organiser: Any):
    tournament = drawn(organiser, 4)
    first = matches(tournament)[0]
    play(organiser, first)
    assert snapshots.read(tournament).data["rows"][0]["values"]["points"] == 0
    game = current_game(first)
    assert game is not None
    acts.correct_hand(
        actor=organiser,
        game=game,
        entry=game.sheet.entries.order_by("-seq").first(),
        key=acts.WriteKey("desk", uuid.uuid4(), game.sheet.head),
        body={"tally": {"left": [["Kd"], [], ["Ah"], ["9c"]]}},
        reason="misread",
    )
    tournament.refresh_from_db()
    points = sorted(row["values"]["points"] for row in snapshots.read(tournament).data["rows"])
    assert points == [0, 22, 22, 27]


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_hands_of_an_event_are_read_in_a_few_queries_however_many_tables_there_are(
    organiser: Any, rounds: int, django_assert_num_queries: Any
):
    tournament = drawn(organiser, 4, rounds=rounds, hands=1)
    for match in matches(tournament):
        play(organiser, match, hands=1)
    Player.objects.filter(team__tournament=tournament).update(left_at=timezone.now())
    with django_assert_num_queries(HANDS_QUERIES):
        text = hand_texts.text_of_tournament(tournament)
    assert text.count("[Match ") == rounds


def test_correcting_a_table_sends_the_right_players_to_the_final_though_the_same_player_won(organiser: Any):
    """Seat 3 of the first table was fourth at both; read rightly, its player is among the best four."""
    tournament = TournamentFactory(organiser=organiser, preset="tunge", table_count=3)
    for number in range(1, 9):
        TeamFactory(tournament=tournament, name=f"Player {number}")
    plan = [
        {"format": "tables", "parameters": {"rounds": 1, "hands": 1}},
        {"format": "tables", "parameters": {"rounds": 1, "hands": 1, "feed": {"take": "top", "count": 4}}},
    ]
    acts.set_plan(actor=organiser, tournament=tournament, stages=plan)
    draw_event(actor=organiser, tournament=tournament, lot=LOT)
    first, second = matches(tournament)
    play(organiser, first, ["Kd 2s", "", "5h", "9c 9d"], hands=1)
    play(organiser, second, ["6d", "", "7h", "9c 9d"], hands=1)
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    assert set(matches(tournament)[2].teams) == {first.team("B"), first.team("C"), second.team("B"), second.team("A")}
    game = current_game(first)
    assert game is not None
    acts.correct_hand(
        actor=organiser,
        game=game,
        entry=game.sheet.entries.get(),
        key=acts.WriteKey("desk", uuid.uuid4(), game.sheet.head),
        body={"tally": {"left": [["Kd", "2s"], [], ["5h"], ["3c"]]}},
        reason="misread",
    )
    assert set(matches(tournament)[2].teams) == {first.team("B"), first.team("C"), second.team("B"), first.team("D")}
    assert replay.check(tournament) == []
