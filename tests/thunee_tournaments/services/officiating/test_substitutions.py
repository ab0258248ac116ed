"""Another player comes into a team: by whose leave, how often, until when, from when on, and what stays as it was."""

from typing import Any

import pytest
from django.db import Error, connection, transaction

from adjudication import commitments
from tests.factories import TeamFactory, TournamentFactory
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match
from thunee_tournaments.brackets.sitting import sitting
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.services.record import redraw
from thunee_tournaments.services.setup import rosters
from thunee_tournaments.standings import event_standings
from thunee_tournaments.standings.players import own_scores
from thunee_tournaments.teams.models import Player, Substitution, Team
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def cup(organiser: Any) -> Tournament:
    """Four pairs, drawn; both semi-finals are called, nothing is written."""
    tournament: Any = TournamentFactory(organiser=organiser)
    names = {
        "Aces": ("Anil", "Priya"),
        "Nines": ("Ravi", "Sam"),
        "Jacks": ("Devi", "Kumar"),
        "Tens": ("Lalli", "Moses"),
    }
    teams: list[Any] = [
        TeamFactory(tournament=tournament, name=name, players=players) for name, players in names.items()
    ]
    acts.order_seeds(actor=organiser, tournament=tournament, teams=[team.public_id for team in teams])
    acts.draw_knockout(actor=organiser, tournament=tournament, lot=LOT)
    tournament.refresh_from_db()
    return tournament


def team_of(tournament: Tournament, name: str = "Aces") -> Team:
    return Team.objects.prefetch_related("players").get(tournament=tournament, name=name)


def allow(tournament: Tournament, **chosen: Any) -> None:
    tournament.policies = {**tournament.policies, **chosen}
    tournament.save(update_fields=["policies"])


@pytest.fixture
def change(organiser: Any, cup: Tournament) -> Any:
    """`change("Anil", "Nisha")`: of the Aces one leaves, another comes."""

    def change(leaves: str, comes: str, team: str = "Aces", reason: str = "Called to work") -> Substitution:
        found = team_of(cup, team)
        out = found.players.get(name=leaves)
        return acts.substitute_player(actor=organiser, team=found, leaves=out.public_id, comes=comes, reason=reason)

    return change


def refused(act: Any, *args: Any, **said: Any) -> str:
    with pytest.raises(acts.Refused) as found:
        act(*args, **said)
    return found.value.code


def seated(tournament: Tournament, number: int) -> set[str]:
    ids = [seat for seat in match(tournament, number).seats if seat]
    return set(Player.objects.filter(public_id__in=ids).values_list("name", flat=True))


def test_another_player_takes_the_seat_in_matches_to_come(cup: Tournament, change: Any) -> None:
    assert {"Anil", "Priya"} < seated(cup, 1)
    made = change("Anil", "  Nisha ")
    assert {"Nisha", "Priya"} < seated(cup, 1)
    assert [player.name for player in team_of(cup).roster] == ["Nisha", "Priya"]
    assert (made.number, made.leaves.name, made.comes.name, made.round) == (1, "Anil", "Nisha", "semi-final")


def test_who_why_and_when_stand_behind_a_commitment_that_can_be_erased(
    cup: Tournament, change: Any, organiser: Any
) -> None:
    made = change("Anil", "Nisha", reason="Anil's car broke down")
    [said] = commitments.opened(cup.public_id, made.subject)
    assert said["reason"] == "Anil's car broke down"
    assert (said["by"], said["leaves"], said["comes"]) == (
        f"user:{organiser.pk}", made.leaves.public_id, made.comes.public_id,
    )  # fmt: skip
    assert commitments.opened(cup.public_id, f"player:{made.comes.public_id}")[-1]["name"] == "Nisha"
    pseudonyms.forget(pseudonyms.find(made.leaves.public_id))
    assert [told.reason for told in rosters.substitutions_of(team_of(cup), reasons=True)] == [""]


def test_the_database_refuses_to_change_or_remove_a_substitution(change: Any) -> None:
    change("Anil", "Nisha")
    for statement in ("UPDATE teams_substitution SET number = 9", "DELETE FROM teams_substitution"):
        with pytest.raises(Error), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Substitution.objects.get().number == 1


def test_hands_and_results_of_before_stay_with_those_who_played_them(
    cup: Tournament, change: Any, win: Any, write: Any
) -> None:
    win(cup, 1, "A")
    win(cup, 2, "A")
    before = event_standings.standings(cup)
    sat, names = match(cup, 1).seats, voices_of(match(cup, 1)).seats
    change("Anil", "Nisha")
    assert match(cup, 1).seats == sat
    assert voices_of(match(cup, 1)).seats == names
    assert {"Nisha", "Priya"} < seated(cup, 3)
    assert "Anil" not in seated(cup, 3)
    assert event_standings.standings(cup) == before
    assert redraw.check(cup) == []


def test_a_begun_match_is_played_out_first(cup: Tournament, change: Any, write: Any, win: Any) -> None:
    write(game(cup, 1), count("A"))
    assert refused(change, "Anil", "Nisha") == "match_begun"
    win(cup, 1, "A")
    change("Anil", "Nisha")
    assert team_of(cup).roster[0].name == "Nisha"


def test_where_the_event_says_so_a_player_comes_in_between_two_hands(cup: Tournament, change: Any, write: Any) -> None:
    allow(cup, substitute_when="between_hands")
    first = write(game(cup, 1), count("A"))
    change("Anil", "Nisha")
    second = write(game(cup, 1), count("A"))
    now = match(cup, 1)
    names = dict(Player.objects.values_list("public_id", "name"))

    def there(seq: int | None) -> set[str]:
        return {names[seat] for seat in sitting(now, None if seq is None else (1, seq)) if seat}

    assert {"Anil", "Priya"} < there(first.entry.seq)
    assert "Anil" not in there(second.entry.seq)
    assert there(second.entry.seq) == there(None)
    assert "Anil" in voices_of(now, (1, first.entry.seq)).seats
    assert "Nisha" in voices_of(now, (1, second.entry.seq)).seats


def test_no_more_than_the_event_allows(cup: Tournament, change: Any) -> None:
    change("Anil", "Nisha")
    assert refused(change, "Priya", "Omar") == "none_left"
    allow(cup, substitutions=2)
    change("Priya", "Omar")
    allow(cup, substitutions=0)
    assert refused(change, "Ravi", "Zain", team="Nines") == "none_left"


def test_a_refusal_names_the_regulation(cup: Tournament, change: Any) -> None:
    allow(cup, substitutions=0)
    with pytest.raises(acts.Refused) as none:
        change("Anil", "Nisha")
    assert "EV-SUB-1" in str(none.value)


@pytest.mark.parametrize(("chosen", "late"), [
    ({"substitute_round": 1}, True), ({"substitute_stage": 1, "substitute_round": 1}, True),
    ({"substitute_round": 2}, False), ({"substitute_stage": 1}, False), ({"substitute_stage": 2}, False),
])  # fmt: skip
def test_only_until_the_round_the_event_says(
    cup: Tournament, change: Any, win: Any, chosen: dict[str, int], late: bool
) -> None:
    allow(cup, **chosen)
    win(cup, 1, "A")
    if late:
        assert refused(change, "Anil", "Nisha") == "too_late"
    else:
        change("Anil", "Nisha")


def test_after_its_last_match_a_team_plays_a_round_later(cup: Tournament, change: Any, win: Any) -> None:
    allow(cup, substitute_round=1)
    win(cup, 1, "A")
    assert refused(change, "Lalli", "Nisha", team="Tens") == "too_late"


def test_a_team_that_is_out_needs_nobody(cup: Tournament, change: Any, win: Any) -> None:
    win(cup, 1, "A")
    assert refused(change, "Lalli", "Nisha", team="Tens") == "plays_no_more"


def test_nobody_plays_for_two_teams(cup: Tournament, change: Any) -> None:
    assert refused(change, "Anil", " rAVI ") == "other_team"
    assert refused(change, "Anil", "Priya") == "on_team"
    change("Ravi", "Nisha", team="Nines")
    assert refused(change, "Anil", "Ravi") == "other_team"
    assert refused(change, "Anil", "Nisha") == "other_team"


def test_somebody_of_a_team_that_is_out_comes_in_where_the_event_says_so(
    cup: Tournament, change: Any, win: Any
) -> None:
    allow(cup, substitute_from="team_out")
    assert refused(change, "Anil", "Lalli") == "other_team"
    win(cup, 1, "A")
    change("Anil", "Lalli")
    assert refused(change, "Ravi", "Devi", team="Nines") == "other_team"


def test_a_player_who_left_may_come_back_as_the_same_one(cup: Tournament, change: Any) -> None:
    allow(cup, substitutions=2)
    change("Anil", "Nisha")
    back = change("Nisha", "anil")
    assert back.comes == Player.objects.get(name="Anil")
    assert [player.name for player in team_of(cup).roster] == ["Anil", "Priya"]
    assert Player.objects.filter(team=team_of(cup)).count() == 3


def test_the_same_player_is_substituted_once(cup: Tournament, change: Any) -> None:
    allow(cup, substitutions=2)
    change("Anil", "Nisha")
    assert refused(change, "Anil", "Nisha") == "left_already"
    assert refused(change, "Anil", "Omar") == "left_already"


@pytest.mark.parametrize(("comes", "reason", "code"), [
    ("", "why", "name_missing"), (" \u200b ", "why", "name_missing"), ("x" * 81, "why", "name_too_long"),
    ("Nisha", "  ", "reason_missing"), ("Nisha", "x" * 301, "reason_too_long"),
])  # fmt: skip
def test_a_name_and_a_reason_are_asked_for(change: Any, comes: str, reason: str, code: str) -> None:
    assert refused(change, "Anil", comes, reason=reason) == code


def test_a_player_of_another_team_cannot_be_named_as_the_one_who_leaves(cup: Tournament, organiser: Any) -> None:
    other = team_of(cup, "Nines").players.get(name="Ravi")
    said = {"actor": organiser, "team": team_of(cup), "comes": "Nisha", "reason": "x"}
    assert refused(acts.substitute_player, leaves=other.public_id, **said) == "unknown_player"
    assert refused(acts.substitute_player, leaves="", **said) == "unknown_player"


def test_a_team_that_went_home_has_no_substitutes(cup: Tournament, change: Any, organiser: Any) -> None:
    acts.withdraw_team(actor=organiser, team=team_of(cup), reason="The car.")
    assert refused(change, "Anil", "Nisha") == "withdrawn"


def test_before_the_draw_names_are_simply_written(cup: Tournament, change: Any, organiser: Any) -> None:
    acts.undo_draw(actor=organiser, tournament=cup)
    assert refused(change, "Anil", "Nisha") == "not_running"


def test_a_mistake_is_taken_back_until_a_hand_is_played(
    cup: Tournament, change: Any, organiser: Any, write: Any
) -> None:
    change("Anil", "Nisha")
    said = {"actor": organiser, "team": team_of(cup), "number": 1, "reason": "Wrong team"}
    acts.take_substitution_back(**said)
    assert {"Anil", "Priya"} < seated(cup, 1)
    assert [player.name for player in team_of(cup).roster] == ["Anil", "Priya"]
    assert refused(acts.take_substitution_back, **said) == "taken_back"
    change("Lalli", "Nisha", team="Tens")  # she never played for the Aces
    change("Anil", "Omar")  # what was taken back counts for nothing
    write(game(cup, 1), count("A"))
    assert refused(acts.take_substitution_back, **{**said, "number": 3}) == "played"


def test_only_the_last_one_is_taken_back(cup: Tournament, change: Any, organiser: Any) -> None:
    allow(cup, substitutions=2)
    change("Anil", "Nisha")
    change("Priya", "Omar")
    said = {"actor": organiser, "team": team_of(cup), "reason": "x"}
    assert refused(acts.take_substitution_back, number=1, **said) == "not_the_last"
    assert refused(acts.take_substitution_back, number=7, **said) == "not_the_last"


def test_a_reserve_keeps_the_bench_when_seats_are_given_later(cup: Tournament, change: Any, organiser: Any) -> None:
    acts.edit_team(actor=organiser, team=team_of(cup), name="Aces", players=["Anil", "Priya", "Reserve"])
    change("Anil", "Nisha")
    assert [player.name for player in team_of(cup).roster] == ["Nisha", "Priya", "Reserve"]


def test_names_are_put_right_on_the_list_as_it_is_now(cup: Tournament, change: Any, organiser: Any) -> None:
    change("Anil", "Nisha")
    acts.edit_team(actor=organiser, team=team_of(cup), name="Aces", players=["Nisha Naidoo", "Priya", "More"])
    assert [player.name for player in team_of(cup).roster] == ["Nisha Naidoo", "Priya", "More"]
    assert Player.objects.get(name="Anil").left_at is not None


def test_a_team_with_a_substitution_stays_on_record(cup: Tournament, change: Any, organiser: Any) -> None:
    change("Anil", "Nisha")
    acts.undo_draw(actor=organiser, tournament=cup)
    assert refused(acts.remove_team, actor=organiser, team=team_of(cup)) == "substituted"
    fewer = {"actor": organiser, "team": team_of(cup), "name": "Aces", "players": ["Nisha"]}
    assert refused(acts.edit_team, **fewer) == "players_fixed"
    acts.draw_knockout(actor=organiser, tournament=cup, lot=LOT)
    assert {"Nisha", "Priya"} < seated(cup, 1)


def test_somebody_who_left_gets_no_seat_any_more(cup: Tournament, change: Any, organiser: Any) -> None:
    made = change("Anil", "Nisha")
    seats = [made.leaves.public_id if seat == made.comes.public_id else seat for seat in match(cup, 1).seats]
    assert refused(acts.set_seats, actor=organiser, match=match(cup, 1), seats=seats) == "wrong_seat"


def test_a_league_goes_on_with_the_substitute(organiser: Any, win: Any) -> None:
    tournament: Any = TournamentFactory(organiser=organiser)
    for name in ("Aces", "Nines", "Jacks"):
        TeamFactory(tournament=tournament, name=name, players=(f"{name} one", f"{name} two"))
    acts.set_plan(actor=organiser, tournament=tournament, stages=[{"format": "league", "parameters": {}}])
    stage = acts.draw_event(actor=organiser, tournament=tournament, lot=LOT)
    assert stage.format == "league"
    found = team_of(tournament)
    acts.substitute_player(actor=organiser, team=found, leaves=found.roster[0].public_id, comes="Nisha", reason="Ill")
    for number in range(1, 4):
        played = win(tournament, number, "A")
        if found in played.teams:
            assert {"Nisha", "Aces two"} < seated(tournament, number)


def test_in_400_a_games_points_are_of_whoever_sat_there_at_its_end(organiser: Any, write: Any) -> None:
    tournament = draw(organiser, 2, preset="400")
    allow(tournament, substitute_when="between_hands")
    found = team_of(tournament, "Team 1")
    leaves = found.roster[0].public_id
    body = {"tally": {"bids": [3, 2, 4, 3], "tricks": [4, 2, 5, 2]}}
    write(game(tournament, 1), body)
    acts.substitute_player(actor=organiser, team=found, leaves=leaves, comes="Nisha", reason="Ill")
    rows = own_scores(tournament)
    assert sorted(row["name"] for row in rows) == ["First", "Nisha", "Second", "Second"]


def test_a_phone_number_is_no_part_of_the_name_of_who_comes_in(cup: Tournament, change: Any) -> None:
    assert refused(change, "Anil", "Nisha 082 123 4567") == "phone_number"
    assert not Substitution.objects.exists()
