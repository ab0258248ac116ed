"""Drawing a knock-out: seeds, byes, frozen rules, dealers, seats, tables; and undoing it."""

import pytest

from adjudication.models import Scoresheet
from engine.profiles import parameters
from tests.factories import TeamFactory, TournamentFactory
from tests.support.services.drawing import refused
from tests.support.services.formats import stage
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match
from thunee_tournaments.brackets.black_jack import draw_first_dealer, label_of
from thunee_tournaments.brackets.formats.fixtures import MOST_TEAMS
from thunee_tournaments.brackets.formats.knockout import Knockout
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tournaments.models import Tournament


@pytest.mark.parametrize("teams", [2, 3, 5, 8, 13, 16])
def test_every_match_is_there_and_byes_are_completed(organiser, teams):
    tournament = draw(organiser, teams)
    matches = list(Match.objects.filter(stage__tournament=tournament))
    byes = [m for m in matches if m.state == Match.State.BYE]
    assert len(matches) - len(byes) == teams - 1
    assert sorted(m.team("A").seed for m in byes) == list(range(1, len(byes) + 1))
    assert all(m.winner_id == m.side("A").team_id and m.done_at and m.outcome == "bye" for m in byes)


def test_a_bye_stands_in_the_next_round_at_once(organiser):
    tournament = draw(organiser, 5)
    semi_finals = Match.objects.filter(stage__tournament=tournament, round__name="semi-final").order_by("number")
    assert [(m.team("A") and m.team("A").name, m.team("B") and m.team("B").name, m.state) for m in semi_finals] == [
        ("Team 1", None, "waiting"),
        ("Team 3", "Team 2", "ready"),
    ]


def test_rounds_have_their_names(organiser):
    tournament = draw(organiser, 13)
    names = list(Round.objects.filter(stage__tournament=tournament).values_list("name", flat=True))
    assert names == ["round-of-16", "quarter-final", "semi-final", "final"]


def test_the_rules_are_frozen_with_their_fingerprint(organiser):
    tournament = draw(organiser, 4, preset="fundraiser", changes={"target_count": 106})
    assert tournament.status == Tournament.Status.RUNNING
    assert tournament.profile is not None
    assert tournament.profile.items() >= {"preset": "fundraiser", "target_count": 106, "balls_to_win": 13}.items()
    assert tournament.profile.keys() == {"preset", *(one.name for one in parameters())}
    sheet = game(tournament, 1).sheet
    assert sheet.fingerprint == tournament.fingerprint != ""
    code = refused(acts.set_rules, actor=organiser, tournament=tournament, preset="club-strict", changes={})
    assert code == "rules_frozen"
    tournament.refresh_from_db()
    assert tournament.preset == "fundraiser"


def test_rules_that_hold_no_longer_stop_the_draw(organiser):
    tournament = TournamentFactory(organiser=organiser, changes={"balls_to_winn": 13})
    TeamFactory.create_batch(2, tournament=tournament)
    with pytest.raises(Refused) as caught:
        acts.draw_knockout(actor=organiser, tournament=tournament)
    assert caught.value.code == "bad_rules"
    assert caught.value.errors[0]["path"] == "balls_to_winn"


def test_every_match_that_can_be_played_has_seats_dealer_sheet_and_table(organiser):
    tournament = draw(organiser, 13)
    ready = Match.objects.filter(stage__tournament=tournament, state="ready")
    assert ready.count() == 5
    for m in ready:
        assert m.seats == [m.team("A").players.all()[0].public_id, m.team("B").players.all()[0].public_id,
                           m.team("A").players.all()[1].public_id, m.team("B").players.all()[1].public_id]  # fmt: skip
        assert m.games.get().sheet.first_dealer == m.first_dealer == m.dealer_draw["dealer"]
        assert m.dealer_draw == draw_first_dealer(LOT, label_of(m.number, 1))
    assert sorted(s.table.number for s in Seating.objects.select_related("table")) == [1, 2, 3, 4, 5]


@pytest.mark.slow
def test_no_more_than_32_tables_unless_the_organiser_says_so(organiser):
    assert draw(organiser, 72).tables.count() == 32
    assert draw(organiser, 8, table_count=2).tables.count() == 2


def test_a_draw_can_be_made_again_from_its_lot(organiser):
    one, other = (TournamentFactory(organiser=organiser) for _ in range(2))
    for tournament in (one, other):
        for n in range(7):
            TeamFactory(tournament=tournament, name=f"Team {n}")
        acts.draw_knockout(actor=organiser, tournament=tournament, lot=LOT)
    places = [
        [(*map(str, match.teams), match.first_dealer) for match in Match.objects.filter(stage__tournament=t)]
        for t in (one, other)
    ]
    # Teams bear other ids in the other tournament; the lot shuffles places, not names.
    assert places[0] == places[1]


def test_teams_without_a_seed_are_drawn_below_those_with_one(organiser):
    tournament = TournamentFactory(organiser=organiser)
    teams = [TeamFactory(tournament=tournament, name=f"Team {n}") for n in range(6)]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[teams[4].public_id, teams[1].public_id])
    acts.draw_knockout(actor=organiser, tournament=tournament)
    order = list(tournament.teams.order_by("seed").values_list("name", flat=True))
    assert order[:2] == ["Team 4", "Team 1"]
    assert sorted(order) == [team.name for team in teams]


def test_one_team_is_too_few(organiser):
    tournament = TournamentFactory(organiser=organiser)
    TeamFactory(tournament=tournament)
    assert refused(acts.draw_knockout, actor=organiser, tournament=tournament) == "too_few_teams"


def test_a_tournament_is_drawn_once(organiser):
    tournament = draw(organiser, 4)
    assert refused(acts.draw_knockout, actor=organiser, tournament=tournament) == "drawn_already"
    assert Match.objects.filter(stage__tournament=tournament).count() == 3


def test_an_odd_lot_is_refused(organiser):
    tournament = TournamentFactory(organiser=organiser)
    TeamFactory.create_batch(2, tournament=tournament)
    assert refused(acts.draw_knockout, actor=organiser, tournament=tournament, lot="13") == "bad_lot"


def test_undoing_a_draw_leaves_no_trace_but_the_plan_and_the_tables(organiser):
    tournament = TournamentFactory(organiser=organiser)
    teams = [TeamFactory(tournament=tournament, name=f"Team {n}") for n in range(5)]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[teams[3].public_id])
    acts.draw_knockout(actor=organiser, tournament=tournament)
    table = tournament.tables.get(number=1)
    link = acts.issue_table_link(actor=organiser, table=table).link
    acts.undo_draw(actor=organiser, tournament=tournament)
    tournament.refresh_from_db()
    assert (tournament.status, tournament.profile, tournament.fingerprint) == ("draft", None, "")
    assert not tournament.stages.exclude(drawn_at=None, lot="", inputs={}).exists()
    assert not Match.objects.exists()
    assert not Scoresheet.objects.exists()
    assert list(tournament.teams.exclude(seed=None).values_list("name", "seed")) == [("Team 3", 1)]
    link.refresh_from_db()
    assert link.live
    acts.add_team(actor=organiser, tournament=tournament, name="Late comers")
    acts.draw_knockout(actor=organiser, tournament=tournament)
    assert tournament.teams.filter(seed__isnull=False).count() == 6


def test_a_new_draw_has_a_new_lot(organiser):
    tournament = draw(organiser, 8)
    stage = acts.redraw_knockout(actor=organiser, tournament=tournament)
    assert stage.lot != LOT
    assert Match.objects.filter(stage__tournament=tournament).count() == 7


def test_once_a_hand_is_written_the_draw_stands(organiser, write):
    tournament = draw(organiser, 4)
    write(game(tournament, 1), count("A"))
    assert refused(acts.undo_draw, actor=organiser, tournament=tournament) == "begun"
    assert refused(acts.redraw_knockout, actor=organiser, tournament=tournament) == "begun"
    assert match(tournament, 1).state == "playing"


def test_once_a_match_is_decided_without_play_the_draw_stands_too(organiser):
    tournament = draw(organiser, 4)
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="did not come")
    assert refused(acts.undo_draw, actor=organiser, tournament=tournament) == "begun"


@pytest.mark.slow
@pytest.mark.parametrize("teams", [100, 256])
def test_a_large_field_is_drawn(organiser, teams):
    tournament = draw(organiser, teams)
    assert Match.objects.filter(stage__tournament=tournament).exclude(state="bye").count() == teams - 1


def test_a_format_takes_no_more_teams_than_it_can_and_says_which_takes_them(organiser, monkeypatch):
    monkeypatch.setattr(Knockout, "most_teams", 4)
    tournament = TournamentFactory(organiser=organiser)
    for number in range(5):
        TeamFactory(tournament=tournament, name=f"Team {number}")
    said = {"actor": organiser, "tournament": tournament}
    with pytest.raises(Refused, match="At most 4 teams can play the first stage"):
        acts.draw_event(**said)
    acts.set_plan(**said, stages=[stage("swiss", rounds=2)])
    assert acts.draw_event(**said).matches.count() == 3


@pytest.mark.slow
def test_a_swiss_of_2048_teams_is_drawn(organiser):
    tournament = TournamentFactory(organiser=organiser)
    said = {"actor": organiser, "tournament": tournament}
    acts.enter_pasted_teams(**said, text="\n".join(f"Team {number}" for number in range(MOST_TEAMS)))
    acts.set_plan(**said, stages=[stage("swiss", rounds=2)])
    assert acts.draw_event(**said).matches.count() == MOST_TEAMS // 2
    assert tournament.teams.order_by("seed").first().seed == 1
    assert tournament.teams.order_by("seed").last().seed == MOST_TEAMS
