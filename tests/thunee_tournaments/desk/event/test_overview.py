"""The overview: what is done, what comes next, what is happening; details; closing."""

from collections import Counter
from typing import Any

import pytest

from tests.factories import TeamFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.desk import guided_path
from thunee_tournaments.desk.selectors import Facts
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

DRAFT, RUNNING, CLOSED = Tournament.Status.DRAFT, Tournament.Status.RUNNING, Tournament.Status.CLOSED


def facts(**changed: Any) -> Facts:
    said: dict[str, Any] = {"teams": 0, "short": 0, "seeded": 0, "tables": 0, "links": 0, "states": Counter()}
    return Facts(**{**said, **changed})


def marks(status: str, known: Facts) -> str:
    """The states of the seven steps by their first letters: done, next, open, later."""
    tournament = TournamentFactory.build(status=status, slug="x")
    return "".join(step.state[0] for step in guided_path.steps(tournament, known))


@pytest.mark.parametrize(
    ("status", "known", "says"),
    [
        (DRAFT, facts(), "noololl"),
        (DRAFT, facts(teams=1), "noololl"),
        (DRAFT, facts(teams=2), "doonoll"),
        (DRAFT, facts(teams=4, seeded=2), "doonoll"),
        (DRAFT, facts(teams=4, seeded=4), "ddonoll"),
        (DRAFT, facts(teams=4, seeded=4, tables=2, links=2), "ddondll"),
        (RUNNING, facts(teams=4, tables=2, states=Counter(ready=2, waiting=1)), "ddddnoo"),
        (RUNNING, facts(teams=4, tables=2, links=2, states=Counter(ready=2, waiting=1)), "dddddno"),
        (RUNNING, facts(teams=4, tables=2, states=Counter(done=1, ready=1, waiting=1)), "ddddono"),
        (RUNNING, facts(teams=4, tables=2, links=2, states=Counter(done=3)), "ddddddn"),
        (RUNNING, facts(teams=3, tables=2, links=2, states=Counter(done=2, bye=1)), "ddddddn"),
        (CLOSED, facts(teams=4, states=Counter(done=3)), "ddddddd"),
    ],
)
def test_the_way_says_what_is_done_and_what_comes_next(status: str, known: Facts, says: str) -> None:
    assert marks(status, known) == says
    assert says.count("n") == (0 if status == CLOSED else 1)


def test_a_new_tournament_is_led_to_its_teams(draft: Desk) -> None:
    draft.tournament.teams.all().delete()
    response = draft.get("overview")
    assert response.context["next"].title == "Teams"
    assert draft.at("paste") in response.content.decode()


def test_the_counts_and_the_tables_are_shown_while_it_is_played(playing: Desk, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    text = text_of(playing.get("overview"))
    assert "Playing 1 Ready 1 Waiting 1 Over 0 / 3" in text
    assert "Table 1 Team 1 – Team 4 Semi-finals 1–0" in text
    assert "Table 2 Team 2 – Team 3 Semi-finals not begun" in text


def test_matches_that_wait_for_a_table_are_named(playing: Desk, organiser: Any) -> None:
    acts.undo_draw(actor=organiser, tournament=playing.tournament)
    acts.set_table_count(actor=organiser, tournament=playing.tournament, count=1)
    acts.draw_knockout(actor=organiser, tournament=playing.fresh())
    assert "Waiting for a table Match 2" in text_of(playing.get("overview"))


def test_a_table_without_a_link_is_warned_of(playing: Desk, organiser: Any) -> None:
    assert "has no link" not in text_of(playing.get("overview"))  # none has: that is the next step, not a warning
    acts.issue_table_link(actor=organiser, table=playing.tournament.tables.get(number=1))
    assert "1 table has no link, so nobody can keep score there." in text_of(playing.get("overview"))


def test_details_are_put_right_at_any_time(playing: Desk) -> None:
    playing.post("details", name="Diwali Shield", cause="Roof", venue="Hall", date="2025-11-22")
    assert (playing.fresh().name, playing.tournament.cause, str(playing.tournament.date)) == (
        "Diwali Shield", "Roof", "2025-11-22",
    )  # fmt: skip
    response = playing.post("details", name="", cause="", venue="Kept", date="")
    assert response.status_code == 422
    assert response.context["form"]["venue"].value() == "Kept"


def test_a_tournament_is_closed_when_the_final_is_decided(playing: Desk, win: Any) -> None:
    for number in (1, 2, 3):
        win(playing.tournament, number, "A")
    assert "Champion Team 1" in text_of(playing.get("overview"))
    assert "Team 1 has won. Close it now?" in text_of(playing.get("close"))
    after = playing.after("close")
    assert playing.fresh().status == CLOSED
    assert "Champion Team 1" in text_of(after)
    assert "The tournament is closed." in text_of(playing.after("close"))


def test_before_the_final_it_is_closed_only_with_a_reason(playing: Desk) -> None:
    assert "3 matches are not over" in text_of(playing.get("close"))
    response = playing.post("close", reason="  ")
    assert response.status_code == 422
    assert "say why the tournament ends here" in str(response.context["form"].errors["reason"])
    playing.post("close", reason="The power failed")
    assert playing.fresh().close_reason == "The power failed"
    assert "The power failed" in text_of(playing.get("overview"))


def test_a_closed_tournament_is_opened_again(playing: Desk) -> None:
    playing.post("close", reason="rain")
    assert "The tables need new links." in text_of(playing.after("reopen"))
    assert playing.fresh().status == RUNNING
    assert "The tournament is open." in text_of(playing.after("reopen"))


def test_what_has_not_begun_cannot_be_closed(draft: Desk) -> None:
    assert "It has not begun" in text_of(draft.get("close"))
    assert draft.post("close", reason="x").status_code == 422
    assert draft.fresh().status == DRAFT


def test_names_are_shown_as_they_were_written(draft: Desk, organiser: Any) -> None:
    TeamFactory(tournament=draft.tournament, name="<b>Bold</b> & Co")
    for page in ("teams", "seeding", "draw"):
        content = draft.get(page).content.decode()
        assert "<b>Bold</b>" not in content
