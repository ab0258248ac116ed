"""What comes out of the printer: as many sheets as there should be, nothing cut off, nothing over a code."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import RoleFactory, TournamentFactory, UserFactory
from tests.pages.addresses import a_logo
from tests.support.pages.organiser import sign_in
from tests.thunee_tournaments.services.conftest import draw, winning, writing
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.looks, pytest.mark.django_db(transaction=True)]
A4 = (688, 1016)  # within the margins, in CSS pixels
LONG = "The Longest Team Name That Anybody Ever Wrote"
GAMES = [
    ("fundraiser", 4, 25), ("fundraiser", 6, 25), ("fundraiser", 2, 25), ("tarneeb", 4, 20),
    ("egyptian-tarneeb", 4, 20), ("400", 4, 20), ("forty-one", 4, 20), ("tunge", 4, 13), ("tunge", 3, 13),
]  # fmt: skip


def sheets_of(page: Any) -> int:
    """How many sheets of A4 a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def nothing_is_cut_off(page: Any, what: str) -> None:
    cut = page.evaluate(
        """what => [...document.querySelectorAll(what)].filter(
             one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
           ).map(one => one.textContent.trim().slice(0, 60))""",
        what,
    )
    assert cut == []


@pytest.fixture
def organiser(transactional_db: None) -> Any:
    return UserFactory(username="organiser")


@pytest.fixture
def paper(browse: Callable[..., Any], organiser: Any) -> Any:
    page = browse(A4)
    sign_in(page)
    return page


def drawn(organiser: Any, **details: Any) -> Tournament:
    return draw(organiser, 4, slug="cup", name="Cup", table_count=3, **details)


def test_each_match_that_can_be_played_has_a_sheet_and_blank_ones_are_made(paper: Any, organiser: Any) -> None:
    event = drawn(organiser)
    team = event.teams.order_by("pk")[0]
    acts.edit_team(
        actor=organiser, team=team, name=LONG, players=["First Longest Name", "Second Longest Name"], club=""
    )
    paper.goto("/desk/cup/paper/sheets")
    assert sheets_of(paper) == 2
    assert LONG in paper.inner_text("main")
    paper.emulate_media(media="print")
    nothing_is_cut_off(paper, ".paper-grid th, .paper-grid td")
    paper.emulate_media(media="null")
    paper.get_by_label("Blank ones").fill("5")
    paper.get_by_role("button", name="Show").click()
    paper.wait_for_load_state("load")  # a page that is still coming is printed as far as it came
    assert sheets_of(paper) == 5


def test_a_sign_for_each_table_and_no_word_over_its_code(
    paper: Any, organiser: Any, assert_accessible: Callable[[Any], None]
) -> None:
    event = drawn(organiser)
    named = event.tables.order_by("number")[2]
    named.name, named.zone = "By the stage, at the very far end of it", "Hall of the old school"
    named.save()
    typed = acts.TypedSponsor(LONG, table=3, logo=a_logo())
    acts.set_sponsor(actor=organiser, tournament=event, typed=typed)
    Tournament.objects.filter(pk=event.pk).update(name=f"{LONG} of all the halls that there ever were in this town")
    paper.goto("/desk/cup/paper/signs")
    assert_accessible(paper)
    assert sheets_of(paper) == 2  # two signs to a sheet
    paper.emulate_media(media="print")
    nothing_is_cut_off(paper, ".paper-sign")
    over = paper.evaluate(
        """() => [...document.querySelectorAll(".paper-sign")].flatMap(sign => {
             const code = sign.querySelector(".qr").getBoundingClientRect();
             return [...sign.querySelectorAll("p")].map(word => word.getBoundingClientRect()).filter(word =>
               word.left < code.right && word.right > code.left && word.top < code.bottom && word.bottom > code.top);
           }).length"""
    )
    assert over == 0


def test_certificates_come_with_the_champion_one_to_a_sheet(
    paper: Any, organiser: Any, assert_accessible: Callable[[Any], None]
) -> None:
    event = drawn(organiser)
    paper.goto("/desk/cup/paper/certificates")
    assert "Not decided yet" in paper.inner_text("main")
    win = winning(writing(organiser))
    for number in (1, 2, 3):
        win(event, number, "A")
    paper.goto("/desk/cup/paper/certificates")
    assert_accessible(paper)
    assert sheets_of(paper) == 4  # both who lost a semi-final share the third place
    paper.emulate_media(media="print")
    nothing_is_cut_off(paper, ".paper-certificate")


def test_what_can_be_printed_is_listed_for_each_role(
    browse: Callable[..., Any], organiser: Any, assert_accessible: Callable[[Any], None]
) -> None:
    event = drawn(organiser, policies={})  # signed with PINs
    RoleFactory(tournament=event, role="viewer", user=UserFactory(username="helper"))
    for person, pins in (("organiser", True), ("helper", False)):
        page = browse()
        sign_in(page, person)
        page.goto("/desk/cup/")
        page.get_by_role("link", name="Paper").click()
        assert_accessible(page)
        assert ("Slips to sign with" in page.inner_text("main")) is pins
        for link in page.locator("main .rows a").all():
            assert page.request.get(link.get_attribute("href")).status == 200


@pytest.mark.parametrize(("preset", "players", "rows"), GAMES)
def test_the_sheet_of_each_game_fits_one_page(paper: Any, organiser: Any, preset: str, players: int, rows: int) -> None:
    TournamentFactory(organiser=organiser, slug="blank", preset=preset, players=players)
    paper.goto("/desk/blank/paper/sheets?copies=1")
    assert sheets_of(paper) == 1
    assert paper.locator(".paper-grid tbody tr").count() == rows
    assert paper.locator(".paper-seats li").count() == players
    paper.emulate_media(media="print")
    nothing_is_cut_off(paper, ".paper-grid th, .paper-grid td")
