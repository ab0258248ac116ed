"""The laptop is lost with everything on it: a table's phone keeps the event, and an empty site begins again from it."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.factories import UserFactory
from tests.support.browser import wait_until
from tests.support.pages.offline import TOKENS, kept, let_in, points_written, save, until_written
from tests.support.pages.organiser import sign_in
from tests.support.services.sites import Sites
from tests.thunee_tournaments.services.conftest import count, draw, game, writing
from thunee_tournaments.services.bundles import on_phones
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]
TAG = """() => new Promise((done) => {
  const asked = indexedDB.open("thunee", 1);
  asked.onsuccess = () => {
    const event = asked.result.transaction(["pages"]).objectStore("pages").get(" event");
    event.onsuccess = () => done(event.result?.tag ?? "");
  };
})"""
KEPT = f"async () => Boolean(await ({TAG})())"


def hashes() -> list[str]:
    return list(Entry.objects.order_by("seq").values_list("hash", flat=True))


@pytest.fixture
def sites(transactional_db: None, settings: Any) -> Sites:
    TOKENS.clear()
    return Sites(settings)


def an_evening() -> Tournament:
    """Two teams, and one hand written."""
    organiser = UserFactory(username="organiser")
    tournament = draw(organiser, 2, preset="durban-modern")
    writing(organiser)(game(tournament, 1), count("B"))
    return tournament


def test_an_empty_site_begins_again_from_what_a_phone_keeps(
    browse: Any, sites: Sites, tmp_path: Path, assert_accessible: Any
) -> None:
    sites.turn_to("laptop")
    tournament = an_evening()
    names, code = sorted(Team.objects.values_list("name", flat=True)), sites.code
    phone = kept(let_in(browse(), tournament))
    wait_until(phone, KEPT)
    save(phone, 2, 52)
    save(phone, 3, 53)
    written, as_they_were = points_written(), hashes()
    assert written[1:] == [52, 53]

    sites.turn_to("new laptop")
    assert not Tournament.objects.exists()
    UserFactory(username="organiser")
    phone.goto("/table")
    expect(phone.get_by_role("heading", name="This phone is not at a table")).to_be_visible()
    phone.get_by_text("Has the site lost the whole event?").click()
    expect(phone.get_by_text(code)).to_be_visible()
    assert_accessible(phone)
    with phone.expect_download() as saved:
        phone.get_by_role("link", name="Save it as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name.startswith(tournament.slug)

    desk = sign_in(browse())
    desk.goto("/desk/bring")
    desk.locator("[name=file]").set_input_files(file)
    desk.get_by_label("Code").fill(code)
    desk.get_by_role("button", name="Take it in").click()
    expect(desk.get_by_text("and stands as recorded")).to_be_visible()
    desk.get_by_text("The other site is gone: go on here").click()
    desk.get_by_label("What happened to the other site").fill("The laptop fell.")
    desk.get_by_label("Nobody writes there any more").check()
    desk.get_by_role("button", name="Keep the event here").click()
    again = Tournament.objects.get()
    assert again.kept_by == ""
    assert sorted(Team.objects.values_list("name", flat=True)) == names
    assert points_written() == written[:1]

    let_in(phone, again)
    expect(phone.get_by_text("Saved hands that only this phone has now: 2.")).to_be_visible()
    phone.get_by_role("button", name="Send again").click()
    until_written(phone, 3)
    expect(phone.get_by_role("link", name="Enter hand 4", exact=True)).to_be_visible()
    assert points_written() == written
    assert hashes() == as_they_were
    assert Entry.objects.values("client_uuid").distinct().count() == 3
    assert [*replay.check(again), *redraw.check(again)] == []


def test_a_page_that_stays_open_fetches_what_was_written_since(
    browse: Any, sites: Sites, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_phones, "ASKED", 1)
    monkeypatch.setattr(on_phones, "OFTEN", 1)
    sites.turn_to("laptop")
    organiser = UserFactory(username="organiser")
    tournament = draw(organiser, 4, preset="durban-modern", table_count=2)
    phone = kept(let_in(browse(), tournament))
    wait_until(phone, KEPT)
    tag = phone.evaluate(TAG)
    phone.evaluate("window.stayed = true")
    writing(organiser)(game(tournament, 2), count("B"))  # at another table, so that this page has nothing to show anew
    wait_until(phone, f"async () => ![{tag!r}].includes(await ({TAG})())")
    assert phone.evaluate("window.stayed")
