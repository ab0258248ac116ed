"""What the API tells of a tournament: what its public pages show, by its data version, a page at a time."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from adjudication.models import Entry
from tests.factories import RunningTournamentFactory
from tests.support.services.formats import give, planned
from tests.support.services.tables import drawn
from tests.thunee_tournaments.api.asking import assert_problem, get, judge
from tests.thunee_tournaments.public.conftest import CALL_AND_LOSS
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LISTS = ["", "matches/", "standings/", "teams/"]


def of_match(client: Client, tournament: Tournament, number: int) -> Any:
    return get(client, f"tournaments/{tournament.slug}/matches/{match(tournament, number).public_id}/")


def test_a_tournament_says_what_where_for_what_and_how_far_it_is(client: Client, event: Tournament) -> None:
    said = get(client, "tournaments/shield/")
    assert (said["name"], said["cause"], said["venue"]) == ("Shield & Cup", "A new roof", "Temple hall")
    assert said["counts"] == {"teams": 6, "matches": 5, "played": 1, "playing": 1}
    assert said["rules"] == {"preset": "durban-classic", "changed": {}, "fingerprint": event.fingerprint}
    assert said["draws"][0]["lot"] == event.stages.get().lot
    assert said["champion"] is None


def test_a_champion_is_named(client: Client, organiser: Any, win: Any) -> None:
    tournament = draw(organiser, 2, slug="small")
    won = win(tournament, 1, "B")
    assert get(client, "tournaments/small/")["champion"]["id"] == won.team("B").public_id


def test_the_list_holds_every_tournament_that_was_drawn(client: Client, event: Tournament) -> None:
    RunningTournamentFactory(slug="other")
    listed = get(client, "tournaments/")
    assert {one["slug"] for one in listed["results"]} == {"shield", "other"}
    assert listed["count"] == 2


def test_matches_come_in_order_with_byes_scores_tables_and_where_teams_come_from(
    client: Client, event: Tournament
) -> None:
    matches = get(client, "tournaments/shield/matches/")["results"]
    assert [one["number"] for one in matches] == list(range(1, 8))
    assert [one["state"] for one in matches].count("bye") == 2
    over = matches[1]
    assert (over["state"], over["winner"], over["sides"]["A"]["games"]) == ("done", "A", 1)
    assert matches[-1]["sides"]["A"] == {"team": None, "source": ["winner", 5], "games": 0, "balls": 0}
    assert matches[-1]["round"] == {"number": 3, "key": "final"}
    assert {(one["stage"], one["under_review"]) for one in matches} == {(1, "")}


def test_matches_of_a_plate_are_told_from_those_for_the_title(client: Client, organiser: Any) -> None:
    plate = {"format": "knockout", "parameters": {"feed": {"take": "losers", "round": 1}}}
    cup = planned(organiser, 8, [{"format": "knockout", "parameters": {}}, plate])
    for number in range(1, 5):
        give(organiser, cup, number, "A")
    acts.start_next_stage(actor=organiser, tournament=cup)
    finals = [
        one["stage"] for one in get(client, f"tournaments/{cup.slug}/matches/")["results"]
        if one["round"]["key"] == "final"
    ]  # fmt: skip
    assert finals == [1, 2]
    assert [draw["stage"] for draw in get(client, f"tournaments/{cup.slug}/")["draws"]] == [1, 2]


def test_a_match_under_review_says_so(client: Client, organiser: Any, write: Any, correct: Any, win: Any) -> None:
    cup = draw(organiser, 4, slug="reviewed")
    first = game(cup, 1)
    for side in "BAABB":
        write(first, thunee(side))
    win(cup, 2, "A")
    win(cup, 3, "B")
    correct(first, Entry.objects.get(sheet=first.sheet, seq=5), thunee("A"))
    matches = get(client, "tournaments/reviewed/matches/")["results"]
    assert [one["under_review"] for one in matches] == ["", "", "A"]


def test_a_match_tells_every_hand_with_its_record_its_ruling_and_its_history(client: Client, event: Tournament) -> None:
    said = of_match(client, event, 3)
    (played,) = said["games"]
    first, second = played["hands"]
    assert (first["number"], first["ruling"]["status"], first["ruling"]["winner"]) == (1, "decided", "B")
    assert second["ruling"]["discrepancies"]
    assert second["record"]["tally"] == CALL_AND_LOSS["tally"]
    assert second["record"]["before"] == {"balls": {"A": 0, "B": 1}, "khanuck_called": False}
    assert [change["kind"] for change in second["history"]] == ["hand"]
    assert played["after"]["balls"] == {"A": 2, "B": 1}
    assert len(said["seats"]) == 4


def test_a_hand_names_who_played_it_and_the_match_who_sits_there_now(
    client: Client, event: Tournament, organiser: Any, write: Any
) -> None:
    event.policies = {**event.policies, "substitutions": 2, "substitute_when": "between_hands"}
    event.save(update_fields=["policies"])
    before = of_match(client, event, 3)["seats"]
    team = match(event, 3).team("A")
    assert team is not None
    leaves = team.players.get(name=before[0])
    acts.substitute_player(actor=organiser, team=team, leaves=leaves.public_id, comes="Nisha", reason="Called away")
    write(game(event, 3), count("A"))
    said = of_match(client, event, 3)
    after = ["Nisha", *before[1:]]
    assert said["seats"] == after
    assert [hand["seats"] for hand in said["games"][0]["hands"]] == [before, before, after]


def test_every_seat_of_a_table_of_single_players_is_named(client: Client, organiser: Any) -> None:
    evening = drawn(organiser, 4, rounds=1)
    first = match(evening, 1)
    players = [player.players.order_by("pk")[0] for player in first.teams if player]
    acts.set_seats(actor=organiser, match=first, seats=[one.public_id for one in players])
    assert of_match(client, evening, 1)["seats"] == [one.name for one in players]


def test_every_seat_of_a_table_of_six_is_there(client: Client, organiser: Any) -> None:
    assert len(of_match(client, draw(organiser, 2, slug="six", players=6), 1)["seats"]) == 6


def test_the_record_of_a_hand_sent_to_adjudicate_gets_the_ruling_that_stands_beside_it(
    client: Client, event: Tournament
) -> None:
    for number in (2, 3):
        for hand in of_match(client, event, number)["games"][0]["hands"]:
            assert judge(client, hand["record"]).json() == hand["ruling"]


def test_a_corrected_hand_tells_what_was_changed_and_why_but_not_by_whom(
    client: Client, event: Tournament, correct: Any
) -> None:
    playing = game(event, 3)
    correct(playing, playing.sheet.entries.get(seq=2), count("A"))
    hand = of_match(client, event, 3)["games"][0]["hands"][1]
    assert [change["kind"] for change in hand["history"]] == ["hand", "correction"]
    assert hand["history"][1]["reason"] == "written on the wrong side"
    assert {change["by"] for change in hand["history"]} == {"desk"}
    assert hand["ruling"]["kind"] == "count"


def test_a_hand_that_was_struck_out_stays_and_counts_for_nothing(
    client: Client, event: Tournament, correct: Any
) -> None:
    playing = game(event, 3)
    correct(playing, playing.sheet.entries.get(seq=1), None)
    struck, counting = of_match(client, event, 3)["games"][0]["hands"]
    assert (struck["voided"], struck["number"], struck["ruling"]) == (True, None, None)
    assert struck["record"]["tally"] == count("B")["tally"]
    assert (counting["number"], counting["record"]["before"]["balls"]) == (1, {"A": 0, "B": 0})


def test_notes_ids_and_accounts_are_never_told(client: Client, event: Tournament, write: Any) -> None:
    write(game(event, 3), {**count("A"), "note": "the quiet one cheats", "id": "phone of somebody"})
    said = str(of_match(client, event, 3))
    for private in ("quiet one", "phone of somebody", "user:", "client_uuid", "device"):
        assert private not in said


def test_the_standings_are_those_of_the_page(client: Client, event: Tournament) -> None:
    event.refresh_from_db()
    said = get(client, "tournaments/shield/standings/")
    assert said == {"version": event.version, **snapshots.read(event).data}


def test_teams_come_with_their_players(client: Client, event: Tournament) -> None:
    teams = get(client, "tournaments/shield/teams/")["results"]
    assert teams[0]["name"] == "Team 1"
    assert teams[0]["players"] == ["First", "Second"]
    assert set(teams[0]) == {"id", "name", "club", "seed", "players"}


def test_a_player_who_was_substituted_is_not_listed_any_more(client: Client, organiser: Any, event: Tournament) -> None:
    team = event.teams.get(name="Team 1")
    leaves = team.roster[0].public_id
    acts.substitute_player(actor=organiser, team=team, leaves=leaves, comes="Nisha", reason="Called to work")
    teams = {one["name"]: one["players"] for one in get(client, "tournaments/shield/teams/")["results"]}
    assert sorted(teams["Team 1"]) == ["Nisha", "Second"]


@pytest.mark.parametrize("path", LISTS)
def test_an_answer_that_did_not_change_costs_a_304_and_one_question(
    client: Client, event: Tournament, write: Any, path: str
) -> None:
    where = f"/api/v1/tournaments/shield/{path}"
    first = client.get(where)
    with CaptureQueriesContext(connection) as asked:
        again = client.get(where, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert len(asked) == 1
    write(game(event, 3), count("A"))
    changed = client.get(where, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_the_list_of_tournaments_and_a_match_are_tagged_by_version_too(
    client: Client, event: Tournament, write: Any
) -> None:
    for where in ("/api/v1/tournaments/", f"/api/v1/tournaments/shield/matches/{match(event, 3).public_id}/"):
        tag = client.get(where)["ETag"]
        assert client.get(where, headers={"If-None-Match": tag}).status_code == 304
        write(game(event, 3), count("A"))
        assert client.get(where, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("path", "most"), [("", 7), ("matches/?limit=200", 4), ("standings/", 7), ("teams/?limit=200", 4)]
)
def test_many_teams_are_asked_for_in_as_few_questions_as_few(
    client: Client, organiser: Any, path: str, most: int
) -> None:
    asked = {}
    for teams in (2, 40):
        draw(organiser, teams, slug=f"of-{teams}")
        with CaptureQueriesContext(connection) as counted:
            get(client, f"tournaments/of-{teams}/{path}")
        asked[teams] = len(counted)
    assert asked[2] == asked[40] <= most


def test_a_match_of_many_games_and_hands_asks_no_more_than_one_of_few(
    client: Client, organiser: Any, win: Any, write: Any
) -> None:
    tournament = draw(organiser, 2, slug="long", best_of=5)
    write(game(tournament, 1), count("A"))
    where = f"/api/v1/tournaments/long/matches/{match(tournament, 1).public_id}/"
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as counted:
            assert client.get(where).status_code == 200
        asked.append(len(counted))
        win(tournament, 1, "B")
    assert len(client.get(where).json()["games"]) > 1
    assert asked[1] <= asked[0] <= 9


def test_matches_are_cut_down_by_state_stage_and_team(client: Client, event: Tournament) -> None:
    everything = get(client, "tournaments/shield/matches/?limit=200")["results"]
    for state in {each["state"] for each in everything}:
        found = get(client, f"tournaments/shield/matches/?state={state}&limit=200")["results"]
        assert [each["id"] for each in found] == [each["id"] for each in everything if each["state"] == state]
    team = next(side["team"]["id"] for each in everything for side in each["sides"].values() if side["team"])
    of_team = get(client, f"tournaments/shield/matches/?team={team}")["results"]
    assert of_team
    for each in of_team:
        assert team in [side["team"]["id"] for side in each["sides"].values() if side["team"]]
    assert get(client, "tournaments/shield/matches/?stage=1")["count"] == len(everything)
    assert get(client, "tournaments/shield/matches/?stage=2")["count"] == 0
    assert get(client, "tournaments/shield/matches/?team=nobody")["count"] == 0


def test_the_next_page_of_what_was_cut_down_is_cut_down_too(client: Client, event: Tournament) -> None:
    first = get(client, "tournaments/shield/matches/?stage=1&limit=1")
    assert "stage=1" in first["next"]
    assert client.get(first["next"]).json()["count"] == first["count"]


@pytest.mark.parametrize(
    "query",
    ["state=", "state=over", "state=READY", "stage=0", "stage=x", "team=", "team=%00", "team=a b", "team=" + "x" * 25],
)
def test_what_no_match_can_be_cut_down_by_is_refused_by_name(client: Client, event: Tournament, query: str) -> None:
    errors = assert_problem(client.get(f"/api/v1/tournaments/shield/matches/?{query}"), 400, "bad_query")
    assert [error["path"] for error in errors] == [query.partition("=")[0]]


@pytest.mark.parametrize(
    ("where", "query", "wrong"),
    [
        ("tournaments/shield/matches/", "page=2&limit=1", {"page": "is not known: take it out; known here: "}),
        ("tournaments/shield/teams/", "Limit=1", {"Limit": "is not known: take it out; known here: cursor, limit"}),
        ("tournaments/shield/teams/", "limit=1&limit=2", {"limit": "stands there more than once: say it once"}),
        ("tournaments/shield/", "", {}),
        ("tournaments/shield/", "a=1&%00=&%ff", {"a": "is not known", "\0": "is not known", "\ufffd": "is not known"}),
        ("rules/", "lang=ja", {"lang": "is not known: take it out; nothing is asked for in this way here"}),
        ("schema", "format=yaml", {"format": "is not known"}),
        ("", "&".join(f"a{number}=" for number in range(1000)), {f"a{number}": "is not known" for number in range(20)}),
    ],
)
def test_what_stands_in_the_query_and_is_not_known_is_refused_by_name(
    client: Client, event: Tournament, where: str, query: str, wrong: dict[str, str]
) -> None:
    """It was left out before: `?page=2` gave the first page."""
    response = client.get(f"/api/v1/{where}?{query}")
    if not wrong:
        assert response.status_code == 200
        return
    errors = assert_problem(response, 400, "bad_query")
    assert [error["path"] for error in errors] == list(wrong)
    for error in errors:
        assert error["message"].startswith(wrong[error["path"]])


def test_more_than_anybody_asks_is_refused_in_the_same_shape(client: Client) -> None:
    """Django itself reads no query of more than a thousand names."""
    assert_problem(client.get("/api/v1/?" + "&".join(f"a{number}=" for number in range(1001))), 400, "bad_request")


def test_an_address_that_is_none_is_none_whatever_is_asked_of_it(client: Client) -> None:
    assert_problem(client.get("/api/v1/nothing/?page=2"), 404, "not_found")


def test_a_match_of_another_tournament_is_not_there(client: Client, event: Tournament, organiser: Any) -> None:
    strange = match(draw(organiser, 2, slug="other"), 1)
    assert_problem(client.get(f"/api/v1/tournaments/shield/matches/{strange.public_id}/"), 404, "not_found")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "v1",
        "v2/",
        "v1/tournaments",
        "v1/tournaments/nothing/",
        "v1/tournaments/a%00b/",
        "v1/teams/",
        "v1/rules/x/y/",
    ],
)
def test_an_address_that_is_none_is_answered_in_the_same_shape(client: Client, path: str) -> None:
    assert_problem(client.get(f"/api/{path}"), 404, "not_found")
    assert client.post(f"/api/{path}").json()["code"] in ("not_found", "method_not_allowed")


def test_answers_are_json_only(client: Client, event: Tournament) -> None:
    assert_problem(client.get("/api/v1/tournaments/", headers={"Accept": "text/html"}), 406, "not_acceptable")
    assert client.get("/api/v1/tournaments/", headers={"Accept": "text/html,*/*;q=0.8"}).status_code == 200


def test_the_api_speaks_english_whatever_the_reader_speaks(client: Client, event: Tournament) -> None:
    response = client.get("/api/v1/nothing/", headers={"Accept-Language": "ja"})
    assert response["Content-Language"] == "en"
    assert response.json()["detail"].isascii()


def test_a_precondition_that_fails_is_said_in_the_same_shape(client: Client, event: Tournament) -> None:
    asked = client.get("/api/v1/tournaments/shield/", headers={"If-Match": '"older"'})
    assert_problem(asked, 412, "precondition_failed")
