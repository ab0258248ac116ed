"""A result changed late, at the desk: what it would change is listed before, and the referee decides with a look."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from adjudication.models import Decision, Entry
from tests.factories import RoleFactory
from tests.support.services.formats import planned, ready, stage
from tests.support.services.kept_beside import turn
from tests.support.services.plates import losers, next_stage
from tests.support.services.table_places import of_plate, under_review
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Role


@pytest.fixture
def desk(organiser: Any, browser_of: Client, write: Any, win: Any) -> Desk:
    """Team 4 has beaten Team 1 by a last thunee, Team 2 has beaten Team 3, and the final has begun."""
    tournament = draw(organiser, 4, slug="late")
    for side in "BAABB":
        write(game(tournament, 1), thunee(side))
    win(tournament, 2, "A")
    write(game(tournament, 3), thunee("A"))
    return Desk(browser_of, tournament)


@pytest.fixture
def turned(desk: Desk, correct: Any) -> Desk:
    first = game(desk.tournament, 1)
    correct(first, Entry.objects.get(sheet=first.sheet, seq=5), thunee("A"))
    return desk


TYPED = {"error_by": "own", "choice": "match_replayed", "text": "The winners wrote it wrongly."}


def test_before_a_late_correction_is_saved_the_page_lists_the_matches_and_the_title(desk: Desk, win: Any) -> None:
    win(desk.tournament, 3, "A")
    review = desk.get("void", match(desk.tournament, 1).public_id, 1, 5)
    beyond = review.context["change"]["beyond"]
    assert [one.number for one in beyond.matches if one.review] == [3]
    assert beyond.champion == ("Team 4", "")
    said = text_of(review)
    assert "under review" in said
    assert "The title:" in said
    assert match(desk.tournament, 3).conflict == ""


def test_the_overview_and_the_match_say_what_waits_for_the_referee(turned: Desk) -> None:
    assert "A match is under review" in text_of(turned.get("overview"))
    page = text_of(turned.get("match", match(turned.tournament, 3).public_id))
    assert "Team 4 has played here; by the results, Team 1 should." in page
    assert "Decide what becomes of it" in page


def test_the_referee_sees_what_a_decision_changes_and_then_decides(turned: Desk) -> None:
    final = match(turned.tournament, 3).public_id
    page = turned.get("review", final)
    assert "a team's own error takes it out" in text_of(page)
    seen = turned.post("review", final, action="check", **TYPED)
    assert seen.status_code == 200
    assert "What would change" in text_of(seen)
    assert "no longer under review" in text_of(seen)
    assert not Decision.objects.exists()
    key = re.search(r'name="key" value="([^"]+)"', seen.content.decode())
    assert key
    done = turned.after("review", final, action="save", key=key[1], **TYPED)
    assert "Decided." in text_of(done)
    assert match(turned.tournament, 3).team("A").name == "Team 1"
    assert "Team 4 – Team 2" in text_of(done)  # what was struck out stays to be seen
    assert "EV-LATE-3" in text_of(done)
    again = turned.client.get(turned.at("review", final))
    assert again.status_code == 302


def test_the_second_tap_is_told_what_the_first_was_and_who_comes_later_that_nothing_is_left(turned: Desk) -> None:
    final, key = match(turned.tournament, 3).public_id, uuid.uuid4()
    for _tap in range(2):
        assert "Decided." in text_of(turned.after("review", final, action="save", key=key, **TYPED))
    assert Decision.objects.count() == 1
    for other in (uuid.uuid4(), "no key"):
        said = text_of(turned.after("review", final, action="save", key=other, **TYPED))
        assert "not under review" in said
        assert "Decided." not in said


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"text": ""}, "Say why."),
        ({"error_by": ""}, "Say whose error it was."),
        ({"choice": "stands"}, "Select a valid choice"),
        ({"error_by": "others"}, "Say why you decide differently"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_decided(turned: Desk, changed: dict[str, str], says: str) -> None:
    final = match(turned.tournament, 3).public_id
    assert turned.post("review", final, action="save", key="no key", **TYPED).status_code == 422
    answer = turned.post("review", final, action="save", key=uuid.uuid4(), **{**TYPED, **changed})
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert TYPED["text"] in answer.content.decode() or changed.get("text") == ""
    assert not Decision.objects.exists()


def test_the_choices_are_a_referees(turned: Desk) -> None:
    scorekeeper = RoleFactory(tournament=turned.tournament, role=Role.Name.SCOREKEEPER).user
    client = Client()
    client.force_login(scorekeeper)
    assert client.get(turned.at("review", match(turned.tournament, 3).public_id)).status_code == 404


def test_everybody_reads_that_a_match_is_under_review(turned: Desk) -> None:
    page = Client().get(f"/late/m/{match(turned.tournament, 3).public_id}")
    assert "This match is under review" in text_of(page)


def test_the_bracket_marks_a_match_that_is_under_review(turned: Desk) -> None:
    for page in (turned.get("bracket"), Client().get("/late/bracket"), Client().get("/late/schedule")):
        assert "under review" in text_of(page)


def test_the_table_is_told_that_the_referee_has_been_called_and_cannot_write(turned: Desk, organiser: Any) -> None:
    final = match(turned.tournament, 3)
    table = table_of(final)
    assert table is not None
    link = find(acts.issue_table_link(actor=organiser, table=table).token)
    assert link is not None
    with pytest.raises(acts.Refused) as caught:
        acts.preview_hand(actor=link, game=game(turned.tournament, 3), body=count("A"))
    assert caught.value.code == "under_review"


@pytest.fixture
def in_a_league(organiser: Any, browser_of: Client, write: Any, correct: Any) -> Desk:
    """Two matches of a plate in a league are under review: Team 1 played there by a hand for the wrong side."""
    plan = [stage("knockout"), stage("league", feed=losers(round_=1))]
    tournament = planned(organiser, 8, plan, changes={"balls_to_win": 4}, slug="late", table_count=8)
    for number, side in ((1, "B"), (2, "A"), (3, "A"), (4, "A")):
        write(game(tournament, number), thunee(side))
    next_stage(organiser, tournament)
    while len(begun(tournament)) < 2:
        one = ready(tournament).filter(stage__order=2).first()
        write(game(tournament, one.number), thunee("A"))
    turn(tournament, correct, 1, "A")
    return Desk(browser_of, tournament)


def begun(tournament: Any) -> list[int]:
    """The matches of Team 1 in the plate that are over."""
    return [number for number in of_plate(tournament, "Team 1") if match(tournament, number).over]


@pytest.mark.slow
def test_in_a_league_the_page_says_what_each_choice_does_and_decides_all_of_a_place_at_once(in_a_league: Desk) -> None:
    first, second = under_review(in_a_league.tournament)
    page = text_of(in_a_league.get("review", match(in_a_league.tournament, first).public_id))
    assert "its teams keep their places in this table, in all its matches" in page
    assert f"every other match of this place under review ({second})" in page
    said = {**TYPED, "alike": "on"}
    seen = in_a_league.post("review", match(in_a_league.tournament, first).public_id, action="check", **said)
    assert {first, second} <= {one.number for one in seen.context["beyond"].matches}
    assert 'name="alike"' in seen.content.decode()
    in_a_league.after("review", match(in_a_league.tournament, first).public_id, action="save", key=uuid.uuid4(), **said)
    assert under_review(in_a_league.tournament) == []
    assert len(of_plate(in_a_league.tournament, "Team 8")) == 3


def test_where_keeping_is_not_possible_any_more_the_page_says_why(in_a_league: Desk) -> None:
    first, second = under_review(in_a_league.tournament)
    said = {**TYPED, "choice": "match_void", "action": "save", "key": str(uuid.uuid4())}
    in_a_league.after("review", match(in_a_league.tournament, first).public_id, **said)
    page = in_a_league.get("review", match(in_a_league.tournament, second).public_id)
    assert "this team was struck out of another match of the same table" in text_of(page)
    assert 'value="match_kept"' not in page.content.decode()
