"""Before the draw: the tournament itself, its rules, its teams, the order of seeds."""

import datetime

import pytest

from tests.factories import TeamFactory, TournamentFactory, UserFactory
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import LOT, draw
from thunee_tournaments.brackets.formats.fixtures import MOST_TEAMS
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Role, Tournament


def errors(act, **said):
    with pytest.raises(Refused) as caught:
        act(**said)
    return {fault["path"] for fault in caught.value.errors}


def names(tournament):
    return list(tournament.teams.order_by("seed").values_list("name", flat=True))


def test_whoever_creates_a_tournament_is_its_organiser(organiser):
    day = datetime.date(2026, 11, 7)
    tournament = acts.create_tournament(
        actor=organiser, name="  Diwali  Thunee Cup ", cause="school roof", venue="hall", date=day, preset="fundraiser",
        changes={"balls_to_win": 13, "target_count": 106}, best_of=3,
    )  # fmt: skip
    assert (tournament.name, tournament.slug, tournament.date) == ("Diwali Thunee Cup", "diwali-thunee-cup", day)
    assert tournament.changes == {"target_count": 106}  # 13 balls is the preset's own value
    assert tournament.roles.get().user == organiser
    assert (tournament.status, tournament.best_of, tournament.version) == ("draft", 3, 1)


def test_two_tournaments_of_one_name_have_two_addresses(organiser):
    slugs = [acts.create_tournament(actor=organiser, name="Spring Cup").slug for _ in range(3)]
    assert slugs == ["spring-cup", "spring-cup-2", "spring-cup-3"]


@pytest.mark.parametrize(
    ("said", "paths"),
    [
        ({"name": " "}, {"name"}),
        ({"name": "x" * 121, "venue": "x" * 201}, {"name", "venue"}),
        ({"name": "Cup", "slug": "desk"}, {"slug"}),
        ({"name": "Cup", "slug": "a cup"}, {"slug"}),
        ({"name": "Cup", "slug": "taken"}, {"slug"}),
        ({"name": "Cup", "changes": {"two_to_cleer": "no", "target_count": "many"}}, {"two_to_cleer", "target_count"}),
        ({"name": "Cup", "preset": "durban"}, {"preset"}),
    ],
)
def test_every_fault_of_a_new_tournament_is_named(organiser, said, paths):
    TournamentFactory(slug="taken")
    assert errors(acts.create_tournament, actor=organiser, **said) == paths
    assert Tournament.objects.count() == 1


def test_an_odd_best_of_is_refused(organiser):
    assert refused(acts.create_tournament, actor=organiser, name="Cup", best_of=2) == "bad_best_of"


def test_details_may_change_at_any_time_and_the_address_stays(organiser):
    tournament = draw(organiser, 2, slug="old-name")
    acts.update_details(actor=organiser, tournament=tournament, name="New name", cause="", venue="", date=None)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.slug) == ("New name", "old-name")


def test_the_rules_can_be_chosen_until_the_draw(organiser):
    tournament = TournamentFactory(organiser=organiser)
    acts.set_rules(actor=organiser, tournament=tournament, preset="club-strict", changes={"balls_to_win": 13})
    tournament.refresh_from_db()
    assert tournament.rules == {"preset": "club-strict", "balls_to_win": 13}
    said = {"actor": organiser, "tournament": tournament, "preset": "club-strict"}
    assert errors(acts.set_rules, changes={"x": 1}, **said) == {"x"}


def test_a_team_is_entered_with_its_players_and_club(organiser):
    tournament = TournamentFactory(organiser=organiser)
    players = ["Ravi", "", " Sam "]
    team = acts.add_team(actor=organiser, tournament=tournament, name=" Jack  Attack", players=players, club="M")
    assert (team.name, team.club, [p.name for p in team.players.all()]) == ("Jack Attack", "M", ["Ravi", "Sam"])
    assert refused(acts.add_team, actor=organiser, tournament=tournament, name="jack attack") == "name_taken"
    assert refused(acts.add_team, actor=organiser, tournament=tournament, name="  ") == "bad_team"


def test_a_player_keeps_the_seat_when_a_name_is_put_right(organiser):
    tournament = draw(organiser, 2)
    team = tournament.teams.get(seed=1)
    ids = list(team.players.values_list("public_id", flat=True))
    acts.edit_team(actor=organiser, team=team, name="Team One", players=["Ravi", "Sam", "Kay"])
    assert list(team.players.values_list("public_id", flat=True))[:2] == ids
    assert [player.name for player in team.players.all()] == ["Ravi", "Sam", "Kay"]
    code = refused(acts.edit_team, actor=organiser, team=team, name="Team One", players=["Ravi", "Sam"])
    assert code == "players_fixed"
    code = refused(acts.edit_team, actor=organiser, team=team, name="TEAM 2", players=["Ravi", "Sam", "Kay"])
    assert code == "name_taken"


def test_before_the_draw_players_may_leave(organiser):
    team = TeamFactory(tournament=TournamentFactory(organiser=organiser), players=("Ravi", "Sam", "Kay"))
    acts.edit_team(actor=organiser, team=team, name=team.name, players=["Ravi", "Kay"])
    assert [(player.name, player.order) for player in team.players.all()] == [("Ravi", 1), ("Kay", 2)]
    acts.edit_team(actor=organiser, team=team, name=team.name, players=["Ravi", "Kay", "Dev"])
    assert [player.name for player in team.players.all()] == ["Ravi", "Kay", "Dev"]


def test_the_seeds_below_a_team_that_leaves_move_up(organiser):
    tournament = TournamentFactory(organiser=organiser)
    teams = [TeamFactory(tournament=tournament, name=name) for name in "abcd"]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[team.public_id for team in teams])
    acts.remove_team(actor=organiser, team=teams[1])
    assert list(tournament.teams.values_list("name", "seed")) == [("a", 1), ("c", 2), ("d", 3)]


def test_after_the_draw_no_list_is_entered_and_nobody_taken_out(organiser):
    tournament = draw(organiser, 2)
    said = {"actor": organiser, "tournament": tournament}
    assert refused(acts.enter_pasted_teams, text="Late: Ravi, Sam", **said) == "drawn_already"
    assert refused(acts.remove_team, actor=organiser, team=tournament.teams.first()) == "drawn_already"
    assert refused(acts.order_seeds, teams=[], **said) == "drawn_already"
    assert refused(acts.draw_lot_seeds, **said) == "drawn_already"
    assert refused(acts.set_match_length, best_of=3, **said) == "drawn_already"


def test_a_pasted_list_enters_the_good_lines_and_gives_the_others_back(organiser):
    tournament = TournamentFactory(organiser=organiser)
    acts.add_team(actor=organiser, tournament=tournament, name="Aces")
    text = "Jacks (Merebank): Ravi, Sam\naces: Kay, Dev\nNines\tLou\tMo\n: Vic"
    pasted = acts.enter_pasted_teams(actor=organiser, tournament=tournament, text=text)
    assert [team.name for team in pasted.entered] == ["Jacks", "Nines"]
    assert [(odd.line, odd.code) for odd in pasted.problems] == [(2, "already_entered"), (4, "name_missing")]
    assert pasted.rest == "aces: Kay, Dev\n: Vic"
    assert tournament.teams.count() == 3
    assert tournament.teams.get(name="Jacks").club == "Merebank"


def test_more_teams_than_an_event_holds_are_refused_as_a_whole(organiser):
    tournament = TournamentFactory(organiser=organiser)
    acts.enter_pasted_teams(
        actor=organiser, tournament=tournament, text="\n".join(f"Team {n}" for n in range(MOST_TEAMS))
    )
    said = {"actor": organiser, "tournament": tournament}
    assert refused(acts.enter_pasted_teams, text="One more", **said) == "tournament_full"
    assert refused(acts.add_team, name="One more", **said) == "tournament_full"


def test_seeds_are_ordered_by_hand(organiser):
    tournament = TournamentFactory(organiser=organiser)
    teams = [TeamFactory(tournament=tournament, name=name) for name in "abc"]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[teams[2].public_id, teams[0].public_id])
    assert dict(tournament.teams.values_list("name", "seed")) == {"c": 1, "a": 2, "b": None}
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[teams[0].public_id, teams[2].public_id])
    assert dict(tournament.teams.values_list("name", "seed")) == {"a": 1, "c": 2, "b": None}
    twice = [teams[0].public_id, teams[0].public_id]
    assert refused(acts.order_seeds, actor=organiser, tournament=tournament, teams=twice) == "team_twice"
    stranger = [TeamFactory().public_id]
    assert refused(acts.order_seeds, actor=organiser, tournament=tournament, teams=stranger) == "unknown_team"


def test_seeds_drawn_by_lot_can_be_drawn_again_by_anybody(organiser):
    tournament = TournamentFactory(organiser=organiser)
    entered = [TeamFactory(tournament=tournament).public_id for _ in range(9)]
    assert acts.draw_lot_seeds(actor=organiser, tournament=tournament, lot=LOT.upper()) == LOT
    tournament.refresh_from_db()
    stored = tournament.seeding
    assert (stored["by"], stored["lot"], stored["teams"]) == ("lot", LOT, entered)
    order = list(tournament.teams.order_by("seed").values_list("public_id", flat=True))
    assert order == shuffled(stored["teams"], stored["lot"], stored["label"])


def test_a_drawn_lot_is_another_each_time(organiser):
    tournament = TournamentFactory(organiser=organiser)
    TeamFactory.create_batch(3, tournament=tournament)
    assert len({acts.draw_lot_seeds(actor=organiser, tournament=tournament) for _ in range(4)}) == 4


def test_a_referee_is_no_organiser(organiser):
    tournament = TournamentFactory(organiser=organiser)
    referee = UserFactory()
    Role.objects.create(tournament=tournament, user=referee, role=Role.Name.REFEREE)
    assert refused(acts.add_team, actor=referee, tournament=tournament, name="Aces") == "not_allowed"
