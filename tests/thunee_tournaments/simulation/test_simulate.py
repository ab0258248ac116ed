"""Whole events by simple players: they come to a champion, and what is broken on the way is noticed."""

from random import Random

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given

import engine
from tests.engine.strategies import SEEDS, examples
from tests.factories import UserFactory
from tests.support.brackets.sides import sides
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.record import replay
from thunee_tournaments.simulation import invariants
from thunee_tournaments.simulation.players import Players
from thunee_tournaments.simulation.setting_up import draw, entered, plan_of
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tables.selectors import open_seatings
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.walks


@examples(100)
@given(seed=SEEDS)
def test_simple_players_play_hands_the_engine_finds_no_fault_with(seed):
    rng = Random(seed)
    for table in (Players(rng, seed % 4).plain(), Players(rng, seed % 4).thunee()):
        record = {"format": "hand-record/1", "game": "thunee", "dealer": seed % 4, **table.body()}
        ruling = engine.adjudicate(record)
        assert ruling.status in ("decided", "void")
        assert ruling.infractions == []
        assert all(claim["points"] == claim["value"] for claim in ruling.claims)


def simulate(**options):
    call_command("simulate", **{"teams": 4, "lot": "7", **options})
    return Tournament.objects.get()


@pytest.mark.slow
@pytest.mark.django_db
def test_an_event_with_corrections_disputes_and_no_shows_comes_to_a_champion(capsys):
    tournament = simulate(teams=5, corrections=0.1, disputes=0.1, no_shows=0.2)
    told = capsys.readouterr().out
    final = Match.objects.filter(stage__tournament=tournament).order_by("number").last()
    assert f"champion: {final.winner}" in told
    assert "disputes" in told
    assert "corrections" in told
    assert replay.check(tournament) == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("lot", ["304", "305", "306"])
def test_a_swiss_in_which_an_organiser_sets_rounds_by_hand_comes_to_its_end(capsys, lot):
    simulate(teams=9, format="swiss:rounds=4+knockout", by_hand=1.0, balls=1, no_shows=0.2, lot=lot)
    told = capsys.readouterr().out
    assert "1 swaps" in told
    assert "3 rounds by hand" in told
    assert "draws can be made again" in told


@pytest.mark.slow
@pytest.mark.django_db
def test_a_qualifier_with_rebuys_flows_into_its_final(capsys):
    simulate(teams=6, format="streak+knockout", rebuys=0.8)
    told = capsys.readouterr().out
    assert "re-buys" in told
    assert "1 stages" in told


@pytest.mark.slow
@pytest.mark.django_db
def test_an_open_of_so_many_places_closes_itself(capsys):
    tournament = simulate(teams=6, format="streak:wins=2:entries=20:places=3+knockout", rebuys=1.0, balls=3)
    assert "1 stages" in capsys.readouterr().out
    final = tournament.stages.get(order=2)
    assert len(final.inputs["order"]) == 3
    assert tournament.stages.get(order=1).inputs["closed"]


@pytest.mark.django_db
@pytest.mark.parametrize("format", ["streak:wins", "streak:wins=x", "streak:wins=99", "streak:kings=1"])
def test_settings_that_a_format_does_not_have_are_refused(format):
    with pytest.raises(CommandError):
        simulate(format=format)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("format", ["double", "groups", "swiss", "league", "groups+knockout", "swiss+knockout"])
def test_every_format_is_played_to_its_champion_with_all_that_can_happen(format, capsys):
    simulate(teams=6, format=format, corrections=0.05, disputes=0.05, no_shows=0.1)  # its end is a replay of it all
    assert "champion: Team" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_large_field_sits_down_at_as_many_tables_as_it_needs():
    organiser, referee = UserFactory(), UserFactory()
    rng = Random(1)
    tournament = draw(entered(plan_of("knockout", 40), 40, rng, organiser, referee, "durban-classic"), organiser, rng)
    ready = Match.objects.filter(stage__tournament=tournament, state="ready").count()
    assert len(open_seatings(tournament)) == ready == 16


@pytest.mark.slow
@pytest.mark.django_db
def test_a_hall_has_as_many_tables_as_it_is_told_and_no_more() -> None:
    simulate(teams=6, balls=1, tables=1, format="streak:wins=2:entries=2:price=400:rebuy_price=200", rebuys=1.0)
    assert {seating.table.number for seating in Seating.objects.select_related("table")} == {1}
    with pytest.raises(CommandError, match="1 to"):
        simulate(tables=0)


@pytest.mark.django_db
def test_a_short_event_plays_to_as_many_balls_as_it_is_told():
    final = Match.objects.get(stage__tournament=simulate(teams=2, balls=2))
    assert 2 <= max(*(side.score for side in final.sides)) < 12


@pytest.mark.django_db
def test_a_format_nobody_knows_is_refused_in_words():
    with pytest.raises(CommandError, match="no format is called 'ladder'"):
        simulate(format="knockout+ladder")
    assert not Tournament.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_the_same_lot_plays_the_same_event(capsys):
    simulate()
    first = capsys.readouterr().out
    Tournament.objects.update(slug="earlier")
    call_command("simulate", teams=4, lot="7")
    assert capsys.readouterr().out == first


@pytest.mark.slow
@pytest.mark.django_db
def test_a_team_at_two_tables_is_noticed():
    tournament = simulate()
    one, two = Seating.objects.filter(match__stage__tournament=tournament).order_by("pk")[:2]  # called by the draw
    sides("A", pk=two.match_id).update(team=one.match.team("A"))
    Match.objects.filter(pk=two.match_id).update(won_by="", state="playing")
    Seating.objects.filter(pk__in=[one.pk, two.pk]).update(ended_at=None)
    with pytest.raises(invariants.Broken, match="two tables"):
        invariants.during(tournament)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_total_that_is_not_its_replay_is_noticed():
    tournament = simulate()
    sides("A", stage__tournament=tournament, number=1).update(score=99)
    with pytest.raises(invariants.Broken, match="99"):
        invariants.at_the_end(tournament)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_match_that_is_not_over_at_the_end_is_noticed():
    tournament = simulate()
    Match.objects.filter(stage__tournament=tournament, number=1).update(won_by="", state="playing")
    with pytest.raises(invariants.Broken, match="not over"):
        invariants.at_the_end(tournament)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_team_that_is_out_and_sits_down_again_is_noticed():
    tournament = simulate()
    semi = Match.objects.get(stage__tournament=tournament, number=1)
    final = Match.objects.get(stage__tournament=tournament, number=3)
    sides("A", pk=final.pk).update(team=semi.loser)
    Match.objects.filter(pk=final.pk).update(won_by="", state="playing")
    Seating.objects.filter(match=final).update(ended_at=None)
    with pytest.raises(invariants.Broken, match="plays on in match 3"):
        invariants.during(tournament)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_team_put_out_after_one_loss_of_two_is_noticed():
    tournament = simulate(format="double", balls=1)
    stage = tournament.stages.get()
    invariants.at_the_end(tournament)
    stage.matches.filter(round__name="losers-1").update(state="bye")
    with pytest.raises(invariants.Broken, match="2 teams are left"):
        invariants._one_is_left(stage)


@pytest.mark.slow
@pytest.mark.django_db
def test_two_teams_that_meet_twice_in_a_swiss_are_noticed():
    tournament = simulate(format="swiss", balls=1)
    first, *_others, last = tournament.stages.get().matches.order_by("number")
    settling.seat(last, dict(zip("AB", reversed(first.teams), strict=True)))
    with pytest.raises(invariants.Broken, match="met twice"):
        invariants._nobody_met_twice(tournament.stages.get())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"teams": 0}, "--teams is 0: write 2 to 2048 teams"),
        ({"teams": 2049}, "--teams is 2049"),
        ({"corrections": 2.0}, "--corrections is 2.0: write a share from 0 to 1"),
        ({"no_shows": float("nan")}, "--no-shows is nan"),
        ({"format": "tables"}, "no format is called 'tables'"),
        ({"balls": 0}, "balls_to_win: must be a whole number from 1 to 99, not 0"),
        ({"preset": "tarneeb"}, "the simple players know Thunee alone"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(options, said):
    with pytest.raises(CommandError, match=said):
        simulate(**options)
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_who_stops_it_is_told_how_far_it_came(monkeypatch):
    played = []

    def stopped(tournament, **_said):
        played.append(tournament)
        if len(played) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(invariants, "during", stopped)
    with pytest.raises(CommandError, match="simulated-knockout-4: stopped after 2 matches") as told:
        simulate(balls=1)
    assert told.value.returncode == 130


@pytest.mark.django_db
def test_an_act_that_is_refused_in_mid_play_is_told_in_words(monkeypatch):
    def refused(tournament, **_said):
        raise Refused("no_pairing", "No pairing is left.")

    monkeypatch.setattr(invariants, "during", refused)
    with pytest.raises(CommandError, match="simulated-knockout-4: No pairing is left"):
        simulate(balls=1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"balls": 500}, "These rules do not hold.*balls_to_win"),
        ({"preset": "nonsense"}, "These rules do not hold"),
        ({"preset": "tunge"}, "know Thunee alone"),
    ],
)
def test_rules_and_games_that_cannot_be_played_are_refused_in_words(options, said):
    with pytest.raises(CommandError, match=said):
        simulate(teams=4, **options)
    assert not Tournament.objects.exists()
