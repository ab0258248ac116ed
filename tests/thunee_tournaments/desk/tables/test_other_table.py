"""The page by which a match gets another table, or a first one."""

from typing import Any

import pytest
from django.test import Client

from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, draw, game, match


def test_a_match_moves_to_a_table_that_is_free(playing: Desk) -> None:
    playing.post("tables", count="3")
    first = match(playing.tournament, 1)
    choices = playing.get("table", first.public_id).context["places"]
    assert [(place["here"], place["taken"]) for place in choices] == [(True, False), (False, False), (False, False)]
    after = playing.after("table", first.public_id, table="3", reason="The lamp.")
    assert "Match 1 is at table 3 now." in text_of(after)
    assert match(playing.tournament, 1).seating.table.number == 3


def test_without_a_reason_it_stays_and_the_form_keeps_what_was_chosen(playing: Desk, write: Any) -> None:
    write(game(playing.tournament, 1), count("A"))
    first = match(playing.tournament, 1)
    page = playing.post("table", first.public_id, table="2", reason=" ")
    assert (page.status_code, [*page.context["form"].errors]) == (422, ["reason"])
    assert 'value="2" checked' in " ".join(page.content.decode().split())
    assert "disabled" not in page.content.decode().split("<fieldset")[1].split("</fieldset>")[0]
    assert match(playing.tournament, 1).seating.table.number == 1


def test_a_first_table_asks_no_reason_unless_another_match_has_to_leave_it(organiser: Any, browser_of: Client) -> None:
    desk = Desk(browser_of, draw(organiser, 8, table_count=2))
    third = match(desk.tournament, 3)
    assert "A table for this match" in text_of(desk.get("table", third.public_id))
    assert not desk.get("table", third.public_id).context["form"].fields["reason"].required
    page = desk.post("table", third.public_id, table="2")
    assert (page.status_code, [*page.context["form"].errors]) == (422, ["reason"])
    desk.post("table", third.public_id, table="2", reason="They have to leave early.")
    assert match(desk.tournament, 3).seating.table.number == 2


def test_where_all_other_tables_are_free_or_in_play_a_first_table_asks_nothing(
    organiser: Any, browser_of: Client, write: Any
) -> None:
    desk = Desk(browser_of, draw(organiser, 8, table_count=2))
    for number in (1, 2):
        write(game(desk.tournament, number), count("A"))
    assert "reason" not in desk.get("table", match(desk.tournament, 3).public_id).context["form"].fields


def test_two_matches_not_begun_change_places(playing: Desk) -> None:
    playing.post("table", match(playing.tournament, 1).public_id, table="2", reason="The lamp.")
    assert [match(playing.tournament, number).seating.table.number for number in (1, 2)] == [2, 1]


def test_a_table_where_play_has_begun_is_not_taken(playing: Desk, write: Any) -> None:
    write(game(playing.tournament, 2), count("A"))
    first = match(playing.tournament, 1)
    assert playing.get("table", first.public_id).context["places"][1]["taken"]
    assert "A match has begun at table 2" in text_of(
        playing.after("table", first.public_id, table="2", reason="The lamp.")
    )
    assert match(playing.tournament, 1).seating.table.number == 1


@pytest.mark.parametrize("table", ["", "x", "-1", "9" * 30])
def test_no_table_is_said_to_be_none(playing: Desk, table: str) -> None:
    first = match(playing.tournament, 1)
    assert "Choose a table." in text_of(playing.after("table", first.public_id, table=table, reason="The lamp."))
