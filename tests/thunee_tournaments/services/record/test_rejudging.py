"""A tournament judged once more under other rules: what would differ, in parts that can be taken up again."""

import uuid

import pytest
from django.core.management import CommandError, call_command

from tests.factories import TeamFactory, TournamentFactory
from tests.support.ready_plans import READY
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.match.draws import draw_event
from thunee_tournaments.services.models import RejudgedPart, Rejudging
from thunee_tournaments.services.record import rejudging
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.models import OutboxTask

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(organiser, write):
    """Four teams; match 1 is won 12-0 by three thunees, match 2 stands at one ball."""
    tournament = draw(organiser, 4)
    for _ in range(3):
        write(game(tournament, 1), thunee("A"))
    write(game(tournament, 2), count("B"))
    return tournament


def test_under_the_stored_rules_nothing_differs(played, capsys):
    call_command("rejudge", played.slug)
    assert "4 hands judged; nothing differs" in capsys.readouterr().out


def test_thirteen_balls_leave_the_game_and_its_match_open(played, capsys):
    call_command("rejudge", played.slug, "--rules", "balls_to_win=13")
    told = capsys.readouterr().out
    assert "stage 1, match 1, game 1: won by A -> nobody" in told
    assert "stage 1, match 1: won by A -> nobody" in told
    assert "match 2" not in told
    assert match(played, 1).winning_side == "A"  # nothing was changed


def test_another_price_of_a_thunee_names_each_hand(played, capsys):
    call_command("rejudge", played.slug, "--rules", "thunee_win=8")
    told = capsys.readouterr().out
    assert "hand 1: thunee made, 4 to A -> thunee made, 8 to A" in told
    assert "hand 3: thunee made, 4 to A -> not played, the game was over" in told
    assert "4 hands judged; 3 differences, 3 of them hands" in told


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("nonesuch", "nonesuch"),
        ("balls_to_win=99999", "balls_to_win"),
        ("no_such=1", "no_such"),
        ("=", "write what is to be changed"),
        ("=13", "'=13' names no rule option"),
        ("balls_to_win=", "balls_to_win is given no value"),
        ("balls_to_win=13,royals", "royals is given no value"),
    ],
)
def test_rules_nobody_knows_are_refused_in_words(played, rules, said):
    with pytest.raises(CommandError, match=said):
        call_command("rejudge", played.slug, "--rules", rules)
    assert not Rejudging.objects.exists()


def test_a_run_that_was_broken_off_goes_on_where_it_stands(played, monkeypatch, capsys):
    monkeypatch.setattr(rejudging, "MATCHES_A_PART", 1)
    run = rejudging.begin(played, {"preset": "durban-classic", "thunee_win": 8})
    first, second = run.parts.all()
    rejudging.judge_part(first)
    RejudgedPart.objects.filter(pk=first.pk).update(found=[])  # what was done is not done again
    call_command("rejudge", resume=run.public_id)
    assert "4 hands judged; nothing differs" in capsys.readouterr().out
    assert not Rejudging.objects.exists()
    assert second.matches != first.matches


def test_workers_do_the_parts_and_the_run_tells_what_they_found(played, capsys):
    call_command("rejudge", played.slug, "--rules", "thunee_win=8", "--background")
    run = Rejudging.objects.get()
    assert run.public_id in capsys.readouterr().out
    for task in OutboxTask.objects.filter(kind="rejudge"):
        assert outbox.run(task.pk)
    assert not list(rejudging.open_parts(run))
    call_command("rejudge", resume=run.public_id)
    assert "3 differences" in capsys.readouterr().out


def test_a_part_promised_for_a_run_that_was_forgotten_is_left_alone(played):
    run = rejudging.begin(played, None, background=True)
    task = OutboxTask.objects.get(kind="rejudge")
    rejudging.forget(run)
    rejudging.do_promised(task.payload)
    assert not OutboxTask.objects.filter(kind="rejudge").exists()


def test_a_run_nobody_knows_is_said_to_be_missing():
    with pytest.raises(CommandError, match="there is no run"):
        call_command("rejudge", resume="nowhere")


def played_as(organiser, preset, plan, body):
    """A tournament of another game, each match with one hand."""
    tournament = TournamentFactory(organiser=organiser, preset=preset, table_count=4)
    for number in range(4):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    acts.set_plan(actor=organiser, tournament=tournament, stages=plan)
    draw_event(actor=organiser, tournament=tournament)
    found = MatchGame.objects.filter(match__stage__tournament=tournament).select_related("sheet").order_by("pk").first()
    acts.record_hand(actor=organiser, game=found, body=body, key=acts.WriteKey("desk", uuid.uuid4(), found.sheet.head))
    return tournament


def test_in_a_game_of_points_a_hand_that_is_worth_more_is_named(organiser, capsys):
    """A bid of thirteen missed costs 16 and the others score their tricks twice; or 13 and once (TAR-SCORE-3)."""
    body = {"tally": {"declarer": 0, "bid": 13, "trump": "h", "tricks": {"A": 8, "B": 5}}}
    evening = played_as(organiser, "tarneeb", READY["knockout"], body)
    call_command("rejudge", evening.slug, "--rules", "failed_thirteen=always")
    told = capsys.readouterr().out
    assert "hand 1: " in told
    assert "A -13, B 5 -> " in told
    assert "A -16, B 10" in told
    assert "1 hand judged; 1 difference" in told


def test_a_table_won_by_one_of_single_players_is_not_said_to_come_out_otherwise(organiser, capsys):
    plan = [{"format": "tables", "parameters": {"rounds": 1, "hands": 1}}]
    evening = played_as(organiser, "tunge", plan, {"tally": {"left": [["Kd"], [], ["Ah"], ["9c"]]}})
    assert Match.objects.get(stage__tournament=evening).winner is not None
    call_command("rejudge", evening.slug)
    assert "1 hand judged; nothing differs" in capsys.readouterr().out
