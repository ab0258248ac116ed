"""What can be printed at the desk, and for whom."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import RoleFactory, TournamentFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


def sheets_in(answer: Any) -> int:
    return answer.content.decode().count('class="paper-page"')


def test_each_match_that_can_be_played_has_a_sheet_with_who_sits_where(playing: Desk, win: Any) -> None:
    answer = playing.get("paper_sheets")
    assert sheets_in(answer) == 2
    text = text_of(answer)
    assert "Semi-finals · Match 1" in text
    assert all(team.name in text for team in playing.tournament.teams.all())
    win(playing.tournament, 1, "A")
    assert sheets_in(playing.get("paper_sheets")) == 1


@pytest.mark.parametrize(
    ("asked", "sheets"), [("3", 3), ("0", 1), ("999", 60), ("x", 2), ("", 2), ("-1", 2), ("99999", 2)]
)
def test_blank_sheets_come_in_any_number_that_makes_sense(playing: Desk, asked: str, sheets: int) -> None:
    assert sheets_in(playing.get("paper_sheets", copies=asked)) == sheets


def test_before_the_draw_there_are_blank_sheets(draft: Desk) -> None:
    assert sheets_in(draft.get("paper_sheets")) == 4


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("fundraiser", ["Jodhi A", "Last trick", "Balls B"]),
        ("tarneeb", ["Bid by", "Tricks A", "Total B"]),
        ("400", ["Player 4", "Bid", "Tricks"]),
        ("tunge", ["Cards left", "Player 3"]),
    ],
)
def test_the_columns_are_those_of_the_game(organiser: Any, browser_of: Client, preset: str, words: list[str]) -> None:
    desk = Desk(browser_of, TournamentFactory(organiser=organiser, preset=preset))
    text = text_of(desk.get("paper_sheets"))
    assert all(word in text for word in words)


def test_a_sign_has_its_table_and_the_events_page_but_no_scorekeepers_link(playing: Desk) -> None:
    answer = playing.get("signs")
    assert answer.content.decode().count('class="paper-sign"') == 2
    assert answer.context["address"].endswith(f"/{playing.tournament.slug}/")
    assert "/t/" not in answer.content.decode()


@pytest.mark.slow
def test_certificates_wait_for_the_champion(playing: Desk, win: Any) -> None:
    for number in (1, 2):
        win(playing.tournament, number, "A")
    assert sheets_in(playing.get("certificates")) == 0
    assert "Not decided yet" in text_of(playing.get("certificates"))
    win(playing.tournament, 3, "B")
    places = [each.place for each in playing.get("certificates").context["honoured"]]
    assert places == ["Champion", "Second", "Third", "Third"]


def test_an_event_that_was_closed_early_has_no_champion_to_honour(playing: Desk, organiser: Any, win: Any) -> None:
    win(playing.tournament, 1, "A")
    acts.close_tournament(actor=organiser, tournament=playing.tournament, reason="The lights went out.")
    assert playing.get("certificates").context["honoured"] == []


@pytest.mark.parametrize("chosen", [{"signing": False}, {"sign_with": "tap"}])
def test_where_no_pins_are_needed_none_are_offered_to_print(playing: Desk, chosen: dict[str, Any]) -> None:
    Tournament.objects.filter(pk=playing.tournament.pk).update(policies=chosen)
    assert "Slips to sign with" not in text_of(playing.get("paper"))


@pytest.mark.parametrize(("role", "there"), [("viewer", {"slips": False}), ("referee", {"slips": True})])
def test_the_list_has_what_a_role_may_print(playing: Desk, role: str, there: dict[str, bool]) -> None:
    Tournament.objects.filter(pk=playing.tournament.pk).update(policies={})
    client = Client()
    client.force_login(RoleFactory(tournament=playing.tournament, role=role).user)
    text = text_of(client.get(playing.at("paper")))
    assert ("Slips to sign with" in text) is there["slips"]
    assert "Links of the tables" not in text
    assert "Scoresheets" in text
    stranger = Client()
    stranger.force_login(RoleFactory().user)
    assert stranger.get(playing.at("paper")).status_code == 404
