"""A team is kept where it really came from: also through byes, and walkovers over teams that have gone home."""

import pytest

from tests.support.ready_plans import READY
from tests.support.services.drawing import refused
from tests.support.services.formats import give, planned, ready, sound
from tests.support.services.late_results import appeal_overturned, names, resolve
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.officiating import late_results

pytestmark = [pytest.mark.walks, pytest.mark.slow]


@pytest.fixture
def double(organiser, write):
    """Six teams; Team 1 and Team 5 go home; Team 3 beats Team 6, which meets it again in match 9, where a hand is
    written; then match 3 turns out to have been Team 6's."""
    tournament = planned(organiser, 6, READY["double"])
    for name in ("Team 1", "Team 5"):
        acts.withdraw_team(actor=organiser, team=tournament.teams.get(name=name), reason="had to leave")
    give(organiser, tournament, 3, "A")
    give(organiser, tournament, 6, "B")
    write(game(tournament, 9), count("A"))
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 3), reason="test")
    give(organiser, tournament, 3, "B")
    assert (match(tournament, 6).conflict, match(tournament, 9).conflict) == ("A", "B")
    return tournament


def play_to_the_end(organiser, tournament):
    """The first of each match wins it, until somebody is champion; nobody is ever lost on the way."""
    while (one := ready(tournament).first()) or (one := Match.objects.filter(state="playing").first()):
        give(organiser, tournament, one.number, "A")
        sound(tournament)
    assert stages.outlook(tournament).champion is not None


def test_who_came_by_a_walkover_is_kept_where_it_really_came_from(double, organiser):
    """Match 8 was only passed through: Team 6 does not play there any more, the pin stands on the match it lost."""
    resolve(organiser, double, 9, "match_kept")
    third, passed = match(double, 3), match(double, 8)
    assert (third.through.name, third.down.name) == ("Team 3", "Team 6")
    assert ({*names(passed)}, passed.winner.name, passed.goes_on) == ({"Team 6", "Team 1"}, "Team 6", None)
    assert (match(double, 6).conflict, match(double, 9).conflict) == ("", ""), "the other half of the same result"
    sound(double)
    assert names(match(double, 9)) == ["Team 3", "Team 6"]
    play_to_the_end(organiser, double)


def test_struck_out_before_it_the_same_two_teams_meet_and_nobody_has_to_decide(double, organiser):
    """Team 6 takes Team 3's place in match 6 and loses it: each comes to match 9 on the other's way."""
    resolve(organiser, double, 6, "match_void", error_by="own")
    assert (match(double, 9).conflict, names(match(double, 9))) == ("", ["Team 3", "Team 6"])
    sound(double)
    play_to_the_end(organiser, double)


def test_kept_first_and_overturned_then_both_are_under_review_again(double, organiser):
    decision = resolve(organiser, double, 9, "match_kept")
    appeal_overturned(double, organiser, decision, None, number=9)
    assert (match(double, 6).conflict, match(double, 9).conflict) == ("A", "B")
    sound(double)
    resolve(organiser, double, 9, "match_replayed", error_by="own")
    assert names(match(double, 9)) == ["Team 3", None] or None not in names(match(double, 9))
    resolve(organiser, double, 6, "match_replayed", error_by="own")
    sound(double)
    play_to_the_end(organiser, double)


def test_who_has_been_struck_out_of_the_match_before_is_not_kept_behind_it(organiser, write):
    tournament = draw(organiser, 8)
    for number in (1, 2, 3, 4, 5, 6):
        give(organiser, tournament, number, "A")
    write(game(tournament, 7), count("A"))
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    give(organiser, tournament, 1, "B")
    resolve(organiser, tournament, 5, "match_replayed", error_by="own")
    assert match(tournament, 7).conflict == "A"
    assert late_results.late_choices_for(match(tournament, 7)) == ["match_replayed"]
    assert "decided a match before it without this team" in str(late_results.why_not_kept(match(tournament, 7)))
    assert refused(resolve, actor=organiser, tournament=tournament, number=7, choice="match_kept") == "not_possible"
    give(organiser, tournament, 5, "A")
    resolve(organiser, tournament, 7, "match_replayed", error_by="own")
    sound(tournament)
    play_to_the_end(organiser, tournament)
