"""An event's pages: what anybody may follow, from the draft to the champion, cheaply."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine import profiles
from tests.factories import RunningTournamentFactory, TeamFactory, TournamentFactory
from tests.support.public.event_pages import page, text
from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import LOT, draw, game, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGES = ["", "bracket", "standings", "teams", "rules"]


def test_the_overview_says_what_where_for_what_and_how_far_it_is(client: Client, event: Tournament) -> None:
    html = text(page(client, "/shield/"))
    for words in ("Shield &amp; Cup", "A new roof", "Temple hall", "Now playing", "Latest results", "1 / 5"):
        assert words in html


def test_the_overview_shows_the_score_and_the_last_hand_of_a_match_that_is_played(
    client: Client, event: Tournament
) -> None:
    playing = match(event, 3)
    html = text(page(client, "/shield/"))
    assert f"{playing.team('A')} 2–1 {playing.team('B')}" in html
    assert re.search(r"Hand 2: \S.* opens \d ball", html)


def test_a_followed_team_reads_in_one_line_where_it_plays_and_against_whom(client: Client, event: Tournament) -> None:
    playing = match(event, 3)
    mine = playing.team("A")
    line = text(client.get(f"/shield/team/{mine.public_id}/now").json()["html"])
    assert f"My team: {mine}" in line
    assert f"against {playing.team('B')}" in line


def test_a_team_reads_against_whom_it_plays_and_whom_it_may_meet_next(client: Client, event: Tournament) -> None:
    playing = match(event, 3)
    html = text(page(client, f"/shield/team/{playing.team('A').public_id}"))
    assert f"against {playing.team('B')}" in html
    assert "If they win, next" in html


@pytest.mark.parametrize("path", PAGES)
def test_a_draft_shows_its_organiser_every_page(client: Client, organiser: Any, path: str) -> None:
    TournamentFactory(slug="draft", organiser=organiser)
    client.force_login(organiser)
    assert client.get(f"/draft/{path}").status_code == 200


def test_a_draft_with_teams_lists_them_for_its_organiser(client: Client, organiser: Any) -> None:
    tournament = TournamentFactory(slug="draft", organiser=organiser)
    TeamFactory(tournament=tournament, name="Umgeni", players=("Anil", "Priya"))
    client.force_login(organiser)
    html = page(client, "/draft/teams")
    assert "Umgeni" in html
    assert "Anil, Priya" in text(html)


@pytest.mark.parametrize("path", [*PAGES, "m/nothing", "team/nothing"])
def test_a_tournament_nobody_made_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/nothing/{path}").status_code == 404


def test_a_match_or_team_of_another_tournament_is_not_found(client: Client, event: Tournament, organiser: Any) -> None:
    other = draw(organiser, 2, slug="other")
    strange = match(other, 1)
    assert client.get(f"/shield/m/{strange.public_id}").status_code == 404
    assert client.get(f"/shield/team/{strange.team('A').public_id}").status_code == 404


def test_what_is_not_there_gets_a_kind_page(client: Client) -> None:
    html = client.get("/nothing/").content.decode()
    assert "Nothing here" in html
    assert 'href="/"' in html


def test_the_bracket_shows_every_match_its_byes_and_where_teams_will_come_from(
    client: Client, event: Tournament
) -> None:
    html = page(client, "/shield/bracket")
    for one in Match.objects.filter(stage__tournament=event):
        linked = f'href="/shield/m/{one.public_id}"' in html
        assert linked is (one.state != Match.State.BYE)
    assert "Winner of match 3" in html
    assert ">bye<" in html


def test_standings_tell_matches_games_and_balls_for_and_against(client: Client, event: Tournament) -> None:
    html = text(page(client, "/shield/standings"))
    assert "1–0" in html
    assert "12–0" in html
    assert "Out: Quarter-finals" in html


@pytest.mark.slow
def test_the_lead_of_the_standings_speaks_of_the_form_that_is_played(client: Client, organiser: Any) -> None:
    for form, words in (("knockout", "In a knock-out"), ("double", "In a double elimination")):
        for teams in (2, 7):
            planned(organiser, teams, [stage(form)], slug=f"{form}-{teams}")
            lead = page(client, f"/{form}-{teams}/standings").partition('class="lead">')[2]
            assert lead.lstrip().startswith(words)


def test_the_lead_says_where_every_place_is_played_out(client: Client, organiser: Any) -> None:
    tournament = planned(organiser, 8, [stage("knockout", play_out=True)], slug="all")
    assert "everybody plays on until every place is decided" not in page(client, "/all/standings")
    give(organiser, tournament, 1, "A")
    assert "everybody plays on until every place is decided" in page(client, "/all/standings")
    bracket = page(client, "/all/bracket")
    assert bracket.index("Places 5 to 8") < bracket.index("Places 5–6, 7–8")
    assert "Who loses plays on" in page(client, "/all/rules")


@pytest.mark.slow
def test_the_list_of_everybody_says_who_has_won_the_b_final(client: Client, organiser: Any) -> None:
    best, others = ({"take": "ranks", "stage": 1, "first": first, "last": first + 1} for first in (1, 3))
    plan = [stage("groups", groups=1), stage("knockout", feed=best), stage("knockout", feed=others)]
    tournament = planned(organiser, 4, plan, slug="plate")
    for _stage in range(3):
        while (one := ready(tournament).order_by("number").first()) is not None:
            give(organiser, tournament, one.number, "A")
        if tournament.stages.filter(drawn_at=None).exists():
            acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    bracket = page(client, "/plate/bracket")
    assert bracket.index("A: knock-out") < bracket.index("B: knock-out") < bracket.index("Round 3")
    everybody = page(client, "/plate/standings").partition("Everybody")[2]
    assert re.findall(r'class="col-reached">([^<]+)</td>', everybody)[0::2] == ["Champion", "Won the B final"]


@pytest.mark.parametrize("fresh", [True, False], ids=["from a snapshot", "computed on the spot"])
def test_standings_cost_few_queries_however_many_teams(
    client: Client, organiser: Any, django_assert_max_num_queries: Any, fresh: bool
) -> None:
    tournament = draw(organiser, 48, slug="many")
    if fresh:
        snapshots.build(tournament)
    else:
        tournament.snapshots.all().delete()
    # Seven of them are the record's head: sheets, signatures, acceptances, disputes, decisions, commitments, leaves.
    with django_assert_max_num_queries(10 if fresh else 15):
        client.get("/many/standings")


@pytest.mark.slow
def test_standings_ask_the_same_questions_for_many_teams_as_for_few(client: Client, organiser: Any) -> None:
    asked = {}
    for teams in (4, 48):
        draw(organiser, teams, slug=f"of-{teams}").snapshots.all().delete()
        with CaptureQueriesContext(connection) as counted:
            assert client.get(f"/of-{teams}/standings").status_code == 200
        asked[teams] = len(counted)
    assert asked[4] == asked[48]


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", *(f"/many/{path}" for path in PAGES)])
def test_no_page_asks_the_database_more_the_more_teams_there_are(
    client: Client, organiser: Any, win: Any, write: Any, django_assert_max_num_queries: Any, path: str
) -> None:
    tournament = draw(organiser, 40, slug="many")
    first = [one.number for one in Match.objects.filter(stage__tournament=tournament, state="ready")]
    win(tournament, first[0], "A")
    for number in first[1:5]:
        write(game(tournament, number), {"tally": {"trumper": 0, "card_points": {"B": 60}, "last_trick": 0}})
    # Standings show the head of the whole record too, seven questions (`Book.head`); the overview chooses its matches
    # before it reads them, and here no snapshot is at hand.
    with django_assert_max_num_queries(18):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", ["/", *(f"/shield/{path}" for path in PAGES)])
def test_a_page_read_again_costs_a_304_and_next_to_nothing(
    client: Client, event: Tournament, django_assert_max_num_queries: Any, path: str
) -> None:
    tag = client.get(path)["ETag"]
    with django_assert_max_num_queries(1):
        again = client.get(path, headers={"if-none-match": tag})
    assert again.status_code == 304
    assert not again.content


@pytest.mark.parametrize("path", ["/", *(f"/shield/{path}" for path in PAGES if path != "rules")])
def test_a_page_is_new_as_soon_as_a_hand_is_written(client: Client, event: Tournament, write: Any, path: str) -> None:
    tag = client.get(path)["ETag"]
    write(game(event, 3), {"tally": {"trumper": 0, "card_points": {"B": 60}, "last_trick": 0}})
    assert client.get(path, headers={"if-none-match": tag}).status_code == 200


@pytest.mark.parametrize("cookie", [{"thunee_theme": "dark"}, {"django_language": "ja"}])
def test_whoever_wants_a_page_otherwise_gets_it_otherwise(
    client: Client, event: Tournament, cookie: dict[str, str]
) -> None:
    tag = client.get("/shield/")["ETag"]
    client.cookies.load(cookie)
    assert client.get("/shield/", headers={"if-none-match": tag}).status_code == 200


def test_a_page_with_a_message_for_one_reader_is_never_tagged(client: Client, event: Tournament) -> None:
    client.cookies["messages"] = "something"
    assert "ETag" not in client.get("/shield/")


def test_a_team_page_tells_its_players_and_its_way(client: Client, event: Tournament) -> None:
    winner = match(event, 2).winner
    html = text(page(client, f"/shield/team/{winner.public_id}"))
    for words in (winner.name, "First, Second", "won", "Quarter-finals", "Semi-finals"):
        assert words in html


def test_the_rules_of_a_tournament_name_its_preset_and_every_change(client: Client, organiser: Any) -> None:
    acts.create_tournament(
        actor=organiser, name="House cup", slug="house", preset="fundraiser", changes={"khanuck_win": 4}
    )
    client.force_login(organiser)
    html = text(page(client, "/house/rules"))
    assert "Played by Fund-raiser, with 1 change." in html
    assert "Instead of: 3" in html
    assert "TH-KHAN-6" in html


def test_every_parameter_of_a_tournament_is_explained_with_its_rule(client: Client) -> None:
    RunningTournamentFactory(slug="plain")
    html = page(client, "/plain/rules")
    for parameter in profiles.parameters("thunee"):
        assert f'id="{parameter.name}"' in html
        assert f'href="/rules/{parameter.rule}"' in html


def test_a_champion_stands_on_the_overview_and_on_the_home_page(client: Client, organiser: Any, win: Any) -> None:
    tournament = draw(organiser, 2, slug="duel")
    win(tournament, 1, "B")
    acts.close_tournament(actor=organiser, tournament=tournament)
    assert "Champion Team 2" in text(page(client, "/duel/"))
    assert "won by Team 2" in text(page(client, "/"))


def test_the_home_page_lists_what_is_playing_and_no_draft(client: Client, event: Tournament) -> None:
    TournamentFactory(slug="draft", name="Not announced yet")
    html = text(page(client, "/"))
    assert "Shield &amp; Cup" in html
    assert "1 match" in html
    assert "Not announced yet" not in html


def test_a_home_page_without_tournaments_says_so(client: Client) -> None:
    assert "No tournament yet" in text(page(client, "/"))


def test_public_pages_set_no_cookie(client: Client, event: Tournament) -> None:
    for path in ("/", "/shield/", "/rules", "/rules/TH-KHAN-2"):
        assert not client.get(path).cookies


def test_names_are_escaped_on_every_page(client: Client, organiser: Any) -> None:
    tournament = TournamentFactory(slug="evil", name="<script>x</script>", organiser=organiser)
    for name in ("<img src=x>", "Plain"):
        TeamFactory(tournament=tournament, name=name, players=("<b>P", "Q"))
    acts.draw_knockout(actor=organiser, tournament=tournament)
    public_id = match(tournament, 1).public_id
    team = tournament.teams.first()
    for path in [*PAGES, f"m/{public_id}", f"team/{team.public_id}"]:
        html = page(client, f"/evil/{path}")
        assert "<script>x" not in html
        assert "<img src=x" not in html
        assert "<b>P" not in html


@pytest.mark.slow
def test_of_a_long_stage_the_next_rounds_are_shown_and_each_other_on_its_own_address(
    client: Client, organiser: Any
) -> None:
    tournament = planned(organiser, 26, [stage("league")], slug="long")  # 325 matches in 25 rounds
    first = page(client, "/long/bracket")
    assert first.count('class="more stage-round"') == 5
    assert 'href="?stage=1&amp;round=9#at"' in first
    assert len(first) < 200_000
    ninth = page(client, "/long/bracket?stage=1&round=9")
    match = tournament.stages.get().rounds.get(number=9).matches.order_by("number").first()
    assert f"/m/{match.public_id}" in ninth
    assert f"/m/{match.public_id}" not in first
    assert ninth.index("Round 9") < ninth.index("Round 1<")
    for odd in ("?stage=1&round=99", "?stage=x&round=1", "?round=3", "?stage=9999999&round=1"):
        assert page(client, f"/long/bracket{odd}").count('class="more stage-round"') == 5
    client.force_login(organiser)
    assert match.public_id in page(client, "/desk/long/bracket?stage=1&round=9")
    assert match.public_id not in page(client, "/desk/long/bracket")
