"""The site has gone back to an older copy: a table's phone still has what it saved since, and sends it once more."""

from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry, Scoresheet
from tests.support.pages.offline import (
    anew,
    at_table,
    enter,
    kept,
    points_written,
    save,
    tournament,
    until_written,
    waiting,
)
from tests.support.pages.older_copy import copied, go_back, go_back_before_the_game
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.record import replay

__all__ = ["at_table", "tournament"]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]
BACK = "The site went back to an older copy."


def hashes() -> list[str]:
    """Of the entries on all sheets: each covers what was written, when and at which table."""
    return list(Entry.objects.order_by("seq").values_list("hash", flat=True))


def with_one_gone_and_one_waiting(page: Any) -> Any:
    """A phone without network: the site has lost the hand it sent, and another one waits on it."""
    kept(page)
    copy = copied(Scoresheet.objects.get())
    save(page, 1, 51)
    page.context.set_offline(True)
    enter(page, 2, 52)
    go_back(copy)
    return page


def test_what_was_saved_since_the_copy_is_sent_again_once_and_in_order(
    browse: Any, at_table: Any, tournament: Any, assert_accessible: Any
) -> None:
    page = kept(at_table(browse()))
    save(page, 1, 51)
    copy = copied(Scoresheet.objects.get())
    save(page, 2, 52)
    save(page, 3, 53)
    assert points_written() == [51, 52, 53]
    as_they_were = hashes()
    expect(page.get_by_text(BACK)).to_have_count(0)
    go_back(copy)
    assert points_written() == [51]
    anew(page)
    expect(page.get_by_text(f"{BACK} Saved hands that only this phone has now: 2.")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Send again").dblclick()
    until_written(page, 3)
    expect(page.get_by_role("link", name="Enter hand 4", exact=True)).to_be_visible()
    assert points_written() == [51, 52, 53]
    assert hashes() == as_they_were
    assert Entry.objects.values("client_uuid").distinct().count() == 3
    assert replay.check(tournament) == []
    anew(page)
    expect(page.get_by_text(BACK)).to_have_count(0)
    save(page, 4, 54)
    assert points_written() == [51, 52, 53, 54]


def test_the_hands_of_a_game_that_the_copy_did_not_know_are_sent_again_too(
    browse: Any, at_table: Any, tournament: Any
) -> None:
    page = kept(at_table(browse()))
    save(page, 1, 51)
    save(page, 2, 52)
    as_they_were = hashes()
    go_back_before_the_game(Match.objects.get())
    assert points_written() == []
    anew(page)
    expect(page.get_by_text(f"{BACK} Saved hands that only this phone has now: 2.")).to_be_visible()
    page.get_by_role("button", name="Send again").click()
    until_written(page, 2)
    expect(page.get_by_role("link", name="Enter hand 3", exact=True)).to_be_visible()
    assert points_written() == [51, 52]
    assert hashes() == as_they_were
    assert replay.check(tournament) == []


def test_what_waits_on_the_phone_comes_after_what_is_sent_again(browse: Any, at_table: Any, tournament: Any) -> None:
    page = with_one_gone_and_one_waiting(at_table(browse()))
    page.route(
        "**/queue", lambda route: route.abort("internetdisconnected")
    )  # the network is back, and yet nothing gets through
    page.context.set_offline(False)
    page.goto("/table")
    expect(page.get_by_text(BACK)).to_be_visible()
    page.unroute("**/queue")
    page.get_by_role("button", name="Send again").click()
    until_written(page, 2)
    expect(page.get_by_role("link", name="Enter hand 3", exact=True)).to_be_visible()
    expect(waiting(page)).to_have_count(0)
    assert points_written() == [51, 52]
    assert replay.check(tournament) == []


def test_an_answer_to_what_was_sent_before_does_not_hold_what_is_sent_again(
    browse: Any, at_table: Any, tournament: Any
) -> None:
    page = with_one_gone_and_one_waiting(at_table(browse()))
    on_the_way: list[Any] = []
    through: list[bool] = []
    page.route("**/queue", lambda route: route.continue_() if through else on_the_way.append(route))
    page.context.set_offline(False)
    page.goto("/table")
    page.get_by_role("button", name="Send again").click()
    expect(waiting(page)).to_have_count(2)
    assert {route.request.post_data_json["typed"]["points"] for route in on_the_way} == {"52"}
    through.append(True)
    on_the_way[-1].continue_()  # it expects hand 1, which is not written: a conflict
    until_written(page, 2)
    assert points_written() == [51, 52]
    expect(waiting(page)).to_have_count(0)
    assert replay.check(tournament) == []


# The server says of the sheet that three entries are on it, as after another tab has sent them.
THREE_ENTRIES = """
    const real = window.fetch;
    window.fetch = async (...asked) => {
      const answer = await real(...asked);
      if (!String(asked[0]).endsWith('/table/state')) return answer;
      const said = await answer.json();
      said.sheet.seq = 3;
      return new Response(JSON.stringify(said), { headers: { 'Content-Type': 'application/json' } });
    };
"""


def test_a_page_that_is_older_than_what_the_server_has_says_nothing_of_an_older_copy(
    browse: Any, at_table: Any, tournament: Any
) -> None:
    page = kept(at_table(browse()))
    save(page, 1, 51)
    copy = copied(Scoresheet.objects.get())
    save(page, 2, 52)
    go_back(copy)
    other = page.context.new_page()
    other.add_init_script(THREE_ENTRIES)
    other.goto("/table")
    expect(other.locator("html[data-ready=yes]")).to_have_count(1)
    expect(other.get_by_text(BACK)).to_have_count(0)
    anew(page)
    expect(page.get_by_text(BACK)).to_be_visible()
